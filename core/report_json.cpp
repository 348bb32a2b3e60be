#include "core/report_json.hpp"

#include <fmt/format.h>

#include <cassert>
#include <nlohmann/json.hpp>

#include "core/refusals.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

Json whole_number(std::int64_t value) {
  constexpr std::int64_t exact_in_a_double = std::int64_t{1} << 53;
  if (value > exact_in_a_double || value < -exact_in_a_double) return std::to_string(value);
  return value;
}

Json lanes_of(LaneMask mask) {
  Json lanes = Json::array();
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(mask, lane)) lanes.push_back(lane);
  }
  return lanes;
}

std::string hex_mask(LaneMask mask) { return fmt::format("0x{:08x}", mask); }

Json problems_json(const std::vector<Problem>& problems) {
  Json list = Json::array();
  for (const Problem& problem : problems) {
    list.push_back({{"severity", problem.severity == Severity::error ? "error" : "warning"},
                    {"place", problem.place},
                    {"what", problem.what},
                    {"hint", problem.hint},
                    {"range", {problem.range.begin, problem.range.end}},
                    {"lanes", lanes_of(problem.lanes)}});
  }
  return list;
}

Json machine_json(const MachineProfile& machine) {
  return {{"key", machine.key}, {"name", machine.name}, {"compute_capability", machine.compute_capability}};
}

Json rule_json(const InstructionRule* rule) {
  if (rule == nullptr) return nullptr;
  const Provenance& provenance = rule->provenance;
  return {{"status", to_string(provenance.status)}, {"source", provenance.source}, {"device", provenance.device}};
}

Json cycles_json(const std::optional<CyclePrediction>& prediction) {
  if (!prediction) return nullptr;
  return {{"cycles", prediction->cycles_per_instruction},
          {"tolerance", prediction->tolerance_cycles},
          {"status", to_string(prediction->provenance.status)},
          {"source", prediction->provenance.source},
          {"device", prediction->provenance.device}};
}

Json totals_json(const AccessTotals& totals) {
  return {{"instructions", totals.instructions},
          {"wavefronts", totals.wavefronts},
          {"ideal", totals.ideal},
          {"excess", totals.excess()},
          {"bank_conflicts", totals.bank_conflicts},
          {"bytes_asked", totals.bytes_asked},
          {"bytes_moved", totals.bytes_moved},
          {"efficiency", totals.efficiency()},
          {"worst_wavefronts", totals.worst_wavefronts}};
}

Json lane_json(const LaneResult& lane, int index) {
  Json json{{"lane", index}, {"active", lane.active}};
  if (!lane.active) return json;
  if (lane.has_coordinates) {
    json["row"] = whole_number(lane.row);
    json["column"] = whole_number(lane.column);
  }
  json["address"] = lane.byte_address;
  json["word"] = lane.word;
  json["bank"] = lane.bank;
  json["banks"] = lane.banks;
  json["phase"] = lane.phase + 1;
  json["pass"] = lane.pass + 1;
  json["shares_word_with"] = lanes_of(lane.shares_word);
  json["conflicts_with"] = lanes_of(lane.conflicts);
  return json;
}

Json passes_json(const std::vector<Pass>& passes) {
  Json list = Json::array();
  for (std::size_t i = 0; i < passes.size(); ++i) {
    list.push_back({{"pass", i + 1}, {"phase", passes[i].phase + 1}, {"lanes", hex_mask(passes[i].lanes)}});
  }
  return list;
}

Json rounds_json(const std::vector<CasRound>& rounds) {
  Json list = Json::array();
  for (const CasRound& round : rounds) {
    list.push_back({{"remaining", hex_mask(round.remaining)},
                    {"winners", hex_mask(round.winners)},
                    {"load_wavefronts", round.load_wavefronts},
                    {"compare_and_swap_wavefronts", round.cas_wavefronts}});
  }
  return list;
}

Json random_json(const RandomRange& random) {
  return {{"best_wavefronts", random.best_wavefronts},
          {"expected_wavefronts", random.expected_wavefronts},
          {"standard_error", random.standard_error},
          {"worst_wavefronts", random.worst_wavefronts},
          {"best_is_exact", random.exact_best},
          {"worst_is_exact", random.exact_worst},
          {"draws", random.draws}};
}

void add_warp(Json& json, const WarpAnalysis& warp) {
  const WarpCost& cost = warp.served.cost;
  json["wavefronts"] = cost.wavefronts;
  json["ideal"] = cost.ideal;
  json["excess"] = cost.excess();
  json["ways"] = cost.ways;
  json["bank_conflicts"] = cost.bank_conflicts;
  json["phases"] = cost.phases;
  json["merged"] = cost.merged;
  json["cycles"] = {{"saturated", cycles_json(warp.saturated)}, {"latency", cycles_json(warp.latency)}};
  json["lanes"] = Json::array();
  for (int lane = 0; lane < lane_count; ++lane) {
    json["lanes"].push_back(lane_json(warp.lanes[static_cast<std::size_t>(lane)], lane));
  }
  json["words_in_bank"] = warp.served.words_in_bank;  // law "lanes" and compare-and-swap: lanes; see "counted"
  json["passes"] = passes_json(warp.served.passes);
  if (!warp.served.rounds.empty()) json["rounds"] = rounds_json(warp.served.rounds);
}

// loops: the variables of the access, for their names; null where it has none.
void add_access(Json& json, const MachineProfile& machine, const AccessAnalysis& access,
                const std::vector<LoopVariable>* loops) {
  json["name"] = access.name;
  json["instruction"] = info(access.instruction).name;
  json["rule"] = rule_json(machine.rule(access.instruction));
  json["counted"] = access.law == CountLaw::words ? "words" : "lanes";
  json["cuda"] = access.cuda;
  json["reason"] = access.reason;
  if (access.shown) {
    Json values = Json::object();
    for (std::size_t i = 0; loops != nullptr && i < access.shown->loop_values.size() && i < loops->size(); ++i) {
      values[(*loops)[i].name] = whole_number(access.shown->loop_values[i]);
    }
    json["loops"] = std::move(values);
    json["warp"] = access.shown->warp;
    json["warps"] = access.warps;
    json["steps"] = access.steps;
    add_warp(json, *access.shown);
    const CounterNames counters = profiler_counters(access.instruction);
    json["counters"] = {{"wavefronts", counters.wavefronts}, {"bank_conflicts", counters.bank_conflicts}};
  }
  if (access.random) json["random"] = random_json(*access.random);
  json["totals"] = first_error(access) == nullptr ? totals_json(access.totals) : Json();
  json["problems"] = problems_json(access.problems);
}

// Texts come from a person's file: a byte that is no UTF-8 is replaced rather than thrown at the caller.
std::string written(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string report_json(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis) {
  Json json{{"format", "bankmap-analysis"}, {"version", format_version}, {"title", scenario.title}};
  json["machine"] = machine_json(machine);
  json["tiles"] = Json::array();
  for (std::size_t i = 0; i < scenario.tiles.size() && i < analysis.declarations.size(); ++i) {
    json["tiles"].push_back({{"name", scenario.tiles[i].name},
                             {"declaration", analysis.declarations[i]},
                             {"bytes", analysis.tile_bytes[i]}});
  }
  json["problems"] = problems_json(analysis.problems);
  json["accesses"] = Json::array();
  for (std::size_t i = 0; i < analysis.accesses.size(); ++i) {
    Json access = Json::object();
    add_access(access, machine, analysis.accesses[i],
               i < scenario.accesses.size() ? &scenario.accesses[i].loops : nullptr);
    json["accesses"].push_back(std::move(access));
  }
  json["totals"] = refused(analysis) ? Json() : totals_json(analysis.totals);
  return written(json);
}

std::string instruction_json(const MachineProfile& machine, const Analysis& analysis) {
  assert(analysis.accesses.size() == 1);
  Json json{{"format", "bankmap-instruction"}, {"version", format_version}, {"machine", machine_json(machine)}};
  add_access(json, machine, analysis.accesses.front(), nullptr);
  return written(json);
}

}  // namespace bankmap
