#include "core/machine_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include "core/json_reader.hpp"
#include "core/machine_json_laws.hpp"
#include "core/occupancy.hpp"

namespace bankmap {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t most_rules = 256;

constexpr std::array<std::pair<std::string_view, CountLaw>, 4> law_names{
    {{"words", CountLaw::words},
     {"lanes", CountLaw::lanes},
     {"compare_and_swap", CountLaw::compare_and_swap},
     {"compare_and_swap_loop", CountLaw::compare_and_swap_loop}}};

std::string_view law_name(CountLaw law) {
  return std::find_if(law_names.begin(), law_names.end(), [law](const auto& each) { return each.second == law; })
      ->first;
}

// ---- reading ----

Provenance read_banks(const JsonReader& banks) {
  banks.keys({"count", "bytes", "lanes", "status", "source"}, {"device"});
  banks["count"].integer<int>(bank_count, bank_count);
  banks["bytes"].integer<int>(bank_bytes, bank_bytes);
  banks["lanes"].integer<int>(lane_count, lane_count);
  return read_provenance(banks);
}

OccupancyLimits read_occupancy(const JsonReader& limits) {
  limits.keys({"shared_bytes_per_sm", "shared_bytes_per_block", "shared_granularity_bytes", "reserved_bytes_per_block",
               "warps_per_sm", "blocks_per_sm", "registers_per_sm", "status", "source"},
              {"device"});
  constexpr int most = 1 << 24;
  OccupancyLimits read;
  read.shared_bytes_per_sm = limits["shared_bytes_per_sm"].integer<int>(1, most);
  read.shared_bytes_per_block = limits["shared_bytes_per_block"].integer<int>(1, most);
  read.shared_granularity_bytes = limits["shared_granularity_bytes"].integer<int>(1, most);
  read.reserved_bytes_per_block = limits["reserved_bytes_per_block"].integer<int>(0, most);
  read.warps_per_sm = limits["warps_per_sm"].integer<int>(1, 1024);
  read.blocks_per_sm = limits["blocks_per_sm"].integer<int>(1, 1024);
  read.registers_per_sm = limits["registers_per_sm"].integer<int>(1, most);
  read.provenance = read_provenance(limits);
  return read;
}

// The file's own where it gives them; else those known of its compute capability.
OccupancyLimits occupancy_of(const JsonReader& json, const std::string& compute_capability) {
  if (json.has("occupancy")) return read_occupancy(json["occupancy"]);
  const Result<OccupancyLimits> known = occupancy_limits_of(compute_capability);
  if (known) return *known;
  json["compute_capability"].refuse("the limits of occupancy are not known of this compute capability",
                                    fmt::format("give them as \"occupancy\", or {}", known.error().hint));
  return {};
}

// A number: groups of so many consecutive lanes, as far as the address lanes go. Or a list of lists of lanes.
std::vector<LaneMask> read_phases(const JsonReader& json, LaneMask address_lanes) {
  std::vector<LaneMask> phases;
  if (!json.is_list()) {
    const int lanes = json.integer<int>(1, lane_count);
    for (int begin = 0; begin < lane_count; begin += lanes) {
      LaneMask phase = 0;
      for (int lane = begin; lane < std::min(begin + lanes, lane_count); ++lane)
        phase |= lane_bit(lane) & address_lanes;
      if (phase != 0) phases.push_back(phase);
    }
    return phases;
  }
  LaneMask seen = 0;
  for (const JsonReader& phase : json.items(lane_count, 1)) {
    LaneMask lanes = 0;
    for (const JsonReader& item : phase.items(lane_count, 1)) {
      const int lane = item.integer<int>(0, lane_count - 1);
      if (has_lane(seen | lanes, lane))
        item.refuse(fmt::format("lane {} is in two places", lane), "a lane is served once");
      lanes |= lane_bit(lane);
    }
    seen |= lanes;
    phases.push_back(lanes);
  }
  if (seen != address_lanes) {
    json.refuse(fmt::format("the phases serve the lanes {:08x}, not the address lanes {:08x}", seen, address_lanes),
                "each lane that gives an address is in one phase");
  }
  return phases;
}

Instruction read_instruction(const JsonReader& json) {
  const Result<Instruction> named = instruction_named(json.text());
  if (named) return *named;
  json.refuse(Problem{.what = named.error().what, .hint = named.error().hint, .place = {}, .range = {}});
  return Instruction::ld_b32;
}

InstructionRule read_rule_of(Instruction instruction, const JsonReader& json) {
  const LaneMask address_lanes = info(instruction).address_lanes;
  InstructionRule rule;
  rule.instruction = instruction;
  rule.phases = read_phases(json["phase_lanes"], address_lanes);
  if (json.has("merged_phase_lanes")) rule.merged_phases = read_phases(json["merged_phase_lanes"], address_lanes);
  rule.law = json["law"].one_of<CountLaw>(law_names);
  const bool is_loop = rule.law == CountLaw::compare_and_swap_loop;
  if (is_loop || json.has("loop_load")) {
    rule.loop_load = read_instruction(json["loop_load"]);
    if (!is_loop) json["loop_load"].refuse("only a compare_and_swap_loop has a load");
    if (info(*rule.loop_load).address_lanes != address_lanes) json["loop_load"].refuse("this load has other lanes");
  }
  rule.provenance = read_provenance(json);
  if (json.has("saturated") && is_loop) rule.loop_saturated = read_loop(json["saturated"]);
  if (json.has("latency") && is_loop) rule.loop_latency = read_loop(json["latency"]);
  if (json.has("saturated") && !is_loop) rule.saturated = read_saturated(json["saturated"]);
  if (json.has("latency") && !is_loop) rule.latency = read_latency(json["latency"]);
  return rule;
}

void read_rules(const JsonReader& list, MachineProfile& machine) {
  for (const JsonReader& json : list.items(most_rules)) {
    json.keys({"instructions", "phase_lanes", "law", "status", "source"},
              {"merged_phase_lanes", "loop_load", "device", "saturated", "latency"});
    for (const JsonReader& name : json["instructions"].items(instructions().size(), 1)) {
      if (name.refused()) return;
      const Instruction instruction = read_instruction(name);
      if (!machine.rules.emplace(instruction, read_rule_of(instruction, json)).second) {
        name.refuse(fmt::format("{} has a rule already", info(instruction).name));
      }
    }
  }
}

void read_not_modelled(const JsonReader& list, MachineProfile& machine) {
  for (const JsonReader& json : list.items(most_rules)) {
    json.keys({"instructions", "reason"});
    const std::string reason = some_text(json["reason"]);
    for (const JsonReader& name : json["instructions"].items(instructions().size(), 1)) {
      if (name.refused()) return;
      const Instruction instruction = read_instruction(name);
      const bool has_rule = machine.rules.contains(instruction);
      if (has_rule || !machine.not_modelled.emplace(instruction, reason).second) {
        name.refuse(fmt::format("{} is given twice", info(instruction).name),
                    "a rule, or one reason why there is none");
      }
    }
  }
}

// What can only be said of all rules together.
void check_rules(const JsonReader& json, const MachineProfile& machine) {
  for (const InstructionInfo& each : instructions()) {
    if (!machine.rules.contains(each.id) && !machine.not_modelled.contains(each.id)) {
      json.refuse(fmt::format("nothing is said about {}", each.name), "a rule, or a reason in not_modelled");
    }
  }
  for (const auto& [instruction, rule] : machine.rules) {
    if (!rule.loop_load) continue;
    const InstructionRule* load = machine.rule(*rule.loop_load);
    if (load == nullptr || load->law != CountLaw::words) {
      json["rules"].refuse(fmt::format("the loop of {} loads with {}, which has no rule with the law words",
                                       info(instruction).name, info(*rule.loop_load).name));
    }
  }
}

MachineProfile read_profile(const JsonReader& json) {
  json.keys({"format", "version", "key", "name", "compute_capability", "banks", "rules", "not_modelled"},
            {"occupancy"});
  if (json["format"].text() != "bankmap machine") json["format"].refuse("not a machine profile", "\"bankmap machine\"");
  json["version"].integer<int>(format_version, format_version);
  MachineProfile machine;
  machine.key = some_text(json["key"]);
  machine.name = some_text(json["name"]);
  machine.compute_capability = some_text(json["compute_capability"]);
  machine.banks = read_banks(json["banks"]);
  machine.occupancy = occupancy_of(json, machine.compute_capability);
  read_rules(json["rules"], machine);
  read_not_modelled(json["not_modelled"], machine);
  if (!json.refused()) check_rules(json, machine);
  return machine;
}

// ---- writing ----

OrderedJson phases_json(const std::vector<LaneMask>& phases) {
  OrderedJson list = OrderedJson::array();
  for (const LaneMask phase : phases) {
    OrderedJson lanes = OrderedJson::array();
    for (int lane = 0; lane < lane_count; ++lane) {
      if (has_lane(phase, lane)) lanes.push_back(lane);
    }
    list.push_back(std::move(lanes));
  }
  return list;
}

OrderedJson rule_json(const InstructionRule& rule) {
  OrderedJson json;
  json["instructions"] = {info(rule.instruction).name};
  json["phase_lanes"] = phases_json(rule.phases);
  if (!rule.merged_phases.empty()) json["merged_phase_lanes"] = phases_json(rule.merged_phases);
  json["law"] = law_name(rule.law);
  if (rule.loop_load) json["loop_load"] = info(*rule.loop_load).name;
  add_provenance(json, rule.provenance);
  if (rule.saturated) json["saturated"] = saturated_json(*rule.saturated);
  if (rule.latency) json["latency"] = latency_json(*rule.latency);
  if (rule.loop_saturated) json["saturated"] = loop_json(*rule.loop_saturated);
  if (rule.loop_latency) json["latency"] = loop_json(*rule.loop_latency);
  return json;
}

OrderedJson banks_json(const Provenance& provenance) {
  OrderedJson json;
  json["count"] = bank_count;
  json["bytes"] = bank_bytes;
  json["lanes"] = lane_count;
  add_provenance(json, provenance);
  return json;
}

OrderedJson occupancy_json(const OccupancyLimits& limits) {
  OrderedJson json;
  json["shared_bytes_per_sm"] = limits.shared_bytes_per_sm;
  json["shared_bytes_per_block"] = limits.shared_bytes_per_block;
  json["shared_granularity_bytes"] = limits.shared_granularity_bytes;
  json["reserved_bytes_per_block"] = limits.reserved_bytes_per_block;
  json["warps_per_sm"] = limits.warps_per_sm;
  json["blocks_per_sm"] = limits.blocks_per_sm;
  json["registers_per_sm"] = limits.registers_per_sm;
  add_provenance(json, limits.provenance);
  return json;
}

}  // namespace

Result<MachineProfile> read_machine(std::string_view json_text) {
  return read_json<MachineProfile>(json_text, {}, read_profile);
}

std::string write_machine(const MachineProfile& machine) {
  OrderedJson json;
  json["format"] = "bankmap machine";
  json["version"] = format_version;
  json["key"] = machine.key;
  json["name"] = machine.name;
  json["compute_capability"] = machine.compute_capability;
  json["banks"] = banks_json(machine.banks);
  const Result<OccupancyLimits> known = occupancy_limits_of(machine.compute_capability);
  if (!known || *known != machine.occupancy) json["occupancy"] = occupancy_json(machine.occupancy);
  json["rules"] = OrderedJson::array();
  for (const auto& [instruction, rule] : machine.rules) json["rules"].push_back(rule_json(rule));
  json["not_modelled"] = OrderedJson::array();
  for (const auto& [instruction, reason] : machine.not_modelled) {
    json["not_modelled"].push_back({{"instructions", {info(instruction).name}}, {"reason", reason}});
  }
  return json.dump(1) + "\n";
}

}  // namespace bankmap
