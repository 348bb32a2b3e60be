// bankmap probe [INSTRUCTION...] [--json]
//
//     ld.b64        phases 0-15 | 16-31   with pairs 0-31   equal words merge   1.00 cycles a wavefront, latency 2.00
//       as in the profile sm_90
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gpu_work.hpp"
#include "core/comparison_report.hpp"
#include "gpu/probe.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

struct ProbeOptions {
  std::vector<std::string> instructions;
  bool json = false;
  int device = 0;
};

// Cycles per wavefront that differ by less are the same rule.
constexpr double same_cycles = 0.1;

// "0-3,20-23"
std::string lanes_text(LaneMask lanes) {
  std::string text;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const int first = lane;
    while (lane + 1 < lane_count && has_lane(lanes, lane + 1)) ++lane;
    if (!text.empty()) text += ",";
    text += first == lane ? fmt::format("{}", first) : fmt::format("{}-{}", first, lane);
  }
  return text;
}

std::string phases_text(const std::vector<LaneMask>& phases) {
  std::string text;
  for (const LaneMask phase : phases) text += (text.empty() ? "" : " | ") + lanes_text(phase);
  return text.empty() ? "none" : text;
}

// What the profile says otherwise, a sentence each.
std::vector<std::string> differences(const InstructionProbe& probed, const InstructionRule& rule) {
  std::vector<std::string> found;
  if (probed.phases != rule.phases) found.push_back("the profile's phases are " + phases_text(rule.phases));
  if (probed.merged_phases != rule.merged_phases)
    found.push_back("the profile's phases with pairs are " + phases_text(rule.merged_phases));
  const bool words = rule.law == CountLaw::words;
  if (probed.equal_words_merge != words)
    found.push_back(fmt::format("the profile says that equal words {}", words ? "merge" : "do not merge"));
  if (rule.saturated && std::abs(probed.cycles_per_wavefront - rule.saturated->cycles_per_wavefront) > same_cycles)
    found.push_back(fmt::format("the profile says {:.2f} cycles a wavefront", rule.saturated->cycles_per_wavefront));
  if (rule.latency && probed.latency_cycles_per_wavefront &&
      std::abs(*probed.latency_cycles_per_wavefront - rule.latency->cycles_per_wavefront) > same_cycles)
    found.push_back(
        fmt::format("the profile says {:.2f} cycles of latency a wavefront", rule.latency->cycles_per_wavefront));
  return found;
}

// Empty where there is nothing to compare with.
std::optional<std::vector<std::string>> differences(const InstructionProbe& probed, const MachineProfile* profile) {
  const InstructionRule* rule = profile == nullptr ? nullptr : profile->rule(probed.instruction);
  return rule == nullptr ? std::nullopt : std::optional(differences(probed, *rule));
}

std::string line_of(const InstructionProbe& probed) {
  std::string line = fmt::format("{:19}phases {}", info(probed.instruction).name, phases_text(probed.phases));
  if (!probed.merged_phases.empty()) line += "   with pairs " + phases_text(probed.merged_phases);
  line += fmt::format("   equal words {}   {:.2f} cycles a wavefront",
                      probed.equal_words_merge ? "merge" : "take turns", probed.cycles_per_wavefront);
  if (probed.latency_cycles_per_wavefront)
    line += fmt::format(", latency {:.2f}", *probed.latency_cycles_per_wavefront);
  return line + "\n";
}

struct Found {
  const ProbeReport& report;
  const MachineProfile* profile;
  std::size_t as_in_profile() const {
    return static_cast<std::size_t>(
        std::count_if(report.instructions.begin(), report.instructions.end(), [this](const InstructionProbe& each) {
          const auto differing = differences(each, profile);
          return differing && differing->empty();
        }));
  }
};

std::string text_of(const Found& found) {
  std::string text = device_line(found.report.device) + "\n";
  for (const InstructionProbe& each : found.report.instructions) {
    text += line_of(each);
    for (const std::string& note : each.notes) text += "  note: " + note + "\n";
    for (const std::string& sentence : differences(each, found.profile).value_or(std::vector<std::string>{}))
      text += "  differs: " + sentence + "\n";
  }
  const std::size_t count = found.report.instructions.size();
  if (found.profile == nullptr)
    return text + fmt::format("{} instructions; there is no profile to compare with\n", count);
  return text +
         fmt::format("{} of {} instructions as in the profile {}\n", found.as_in_profile(), count, found.profile->key);
}

Json masks_json(const std::vector<LaneMask>& masks) {
  Json json = Json::array();
  for (const LaneMask mask : masks) json.push_back(fmt::format("{:08x}", mask));
  return json;
}

Json instruction_json(const InstructionProbe& each, const MachineProfile* profile) {
  Json json{{"instruction", info(each.instruction).name},
            {"phases", masks_json(each.phases)},
            {"merged_phases", masks_json(each.merged_phases)},
            {"equal_words_merge", each.equal_words_merge},
            {"cycles_per_wavefront", each.cycles_per_wavefront},
            {"latency_cycles_per_wavefront",
             each.latency_cycles_per_wavefront ? Json(*each.latency_cycles_per_wavefront) : Json()},
            {"notes", each.notes}};
  const auto differing = differences(each, profile);
  json["differences"] = differing ? Json(*differing) : Json();
  return json;
}

std::string json_of(const Found& found) {
  const DeviceStamp& device = found.report.device;
  Json json{{"format", "bankmap-probe"},
            {"version", 1},
            {"device",
             {{"name", device.name},
              {"compute_capability", device.compute_capability},
              {"driver", device.driver},
              {"cuda_runtime", device.cuda_runtime}}},
            {"date", found.report.date},
            {"profile", found.profile == nullptr ? Json() : Json(found.profile->key)},
            {"as_in_profile", found.as_in_profile()},
            {"instructions", Json::array()}};
  for (const InstructionProbe& each : found.report.instructions)
    json["instructions"].push_back(instruction_json(each, found.profile));
  return json.dump(1) + "\n";
}

Result<std::vector<Instruction>> wanted_instructions(const std::vector<std::string>& names) {
  std::vector<Instruction> wanted;
  for (const std::string& name : names) {
    const Result<Instruction> instruction = instruction_named(name);
    if (!instruction) return fail(at("INSTRUCTION", instruction.error()));
    if (!can_probe(*instruction)) {
      return fail({.what = fmt::format("the time of {} is not made of wavefronts alone, so it tells no phases", name),
                   .hint = "any load, store, matrix or native atomic instruction",
                   .place = "INSTRUCTION",
                   .range = {}});
    }
    wanted.push_back(*instruction);
  }
  if (!names.empty()) return wanted;
  for (const InstructionInfo& each : instructions()) {
    if (can_probe(each.id)) wanted.push_back(each.id);
  }
  return wanted;
}

int run(const ProbeOptions& options) {
  const Result<std::vector<Instruction>> wanted = wanted_instructions(options.instructions);
  if (!wanted) return refuse(wanted.error());
  const Result<MachineProfiles> machines = find_machines();
  if (!machines) return refuse(machines.error());
  GpuWork work;
  Result<GpuSession> session = work.open(options.device);
  if (!session) return work.refuse(session.error());
  const Result<ProbeReport> report = probe(*session, *wanted, work.talking());
  if (!report) return work.refuse(report.error());
  work.clear_progress();
  const Found found{*report, profile_for(*machines, session->device().compute_capability)};
  const int printed = print(options.json ? json_of(found) : text_of(found));
  if (printed != exit_ok) return printed;
  const bool differs = found.profile != nullptr && found.as_in_profile() != report->instructions.size();
  return differs ? exit_check_failed : exit_ok;
}

}  // namespace

void add_probe_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ProbeOptions>();
  CLI::App* command = app.add_subcommand(
      "probe", "finds the phases of this GPU by timing, and compares its profile; exit code 1 if they differ");
  command->add_option("INSTRUCTION", options->instructions, "ld.b64, st.b128, ...; all unless given");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--device", options->device, "which GPU, 0 unless given")->check(CLI::Range(0, 255));
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
