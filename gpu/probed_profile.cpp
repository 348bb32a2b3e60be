#include "gpu/probed_profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/cuda_instruction.hpp"
#include "core/machine_json.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// "8.9" -> 89
std::optional<int> tenths(std::string_view capability) {
  int major = 0;
  int minor = 0;
  const char* end = capability.data() + capability.size();
  const auto [dot, major_error] = std::from_chars(capability.data(), end, major);
  if (major_error != std::errc() || dot == end || *dot != '.' || major < 1 || major > 99) return std::nullopt;
  const auto [rest, minor_error] = std::from_chars(dot + 1, end, minor);
  if (minor_error != std::errc() || rest != end || minor < 0 || minor > 9) return std::nullopt;
  return major * 10 + minor;
}

double rounded(double cycles) { return std::round(cycles * 1000) / 1000; }

// Builds a profile out of a report and the nearest known one.
class Builder {
 public:
  Builder(const ProbeReport& report, const MachineProfile& nearest, int capability)
      : report_(report),
        nearest_(nearest),
        capability_(capability),
        device_(printable(
            fmt::format("{}, driver {}, {}", report.device.name, report.device.driver, report.date.substr(0, 10)))) {}

  MachineProfile profile() const;

 private:
  Provenance taken(const Provenance& from, std::string_view why = {}) const {
    return {.status = FactStatus::assumed,
            .source = fmt::format("taken from the profile {} ({}){}: {}", nearest_.key, to_string(from.status), why,
                                  from.source),
            .device = {}};
  }
  InstructionRule taken(InstructionRule rule, std::string_view why) const {
    rule.provenance = taken(rule.provenance, why);
    if (rule.saturated) rule.saturated->provenance = taken(rule.saturated->provenance);
    if (rule.latency) rule.latency->provenance = taken(rule.latency->provenance);
    for (std::optional<LoopLaw>* law : {&rule.loop_saturated, &rule.loop_latency}) {
      if (*law) (*law)->provenance = taken((*law)->provenance);
    }
    return rule;
  }
  Provenance partly_measured(const Provenance& rest) const {
    return {.status = FactStatus::assumed,
            .source = fmt::format(
                "cycles a wavefront measured by bankmap probe ({}); the rest taken from the profile {} ({}): {}",
                device_, nearest_.key, to_string(rest.status), rest.source),
            .device = {}};
  }
  InstructionRule measured(const InstructionProbe& probe) const;
  void add(Instruction instruction, MachineProfile& profile) const;

  const ProbeReport& report_;
  const MachineProfile& nearest_;
  int capability_;
  std::string device_;
};

InstructionRule Builder::measured(const InstructionProbe& probe) const {
  InstructionRule rule;
  rule.instruction = probe.instruction;
  rule.phases = probe.phases;
  rule.merged_phases = probe.merged_phases;
  rule.law = probe.equal_words_merge ? CountLaw::words : CountLaw::lanes;
  rule.provenance = {
      .status = FactStatus::measured,
      .source = fmt::format("phases, pair rule and merge of equal words by timing; repeat with: bankmap probe {}",
                            info(probe.instruction).name),
      .device = device_};
  const InstructionRule* known = nearest_.rule(probe.instruction);
  if (known == nullptr) return rule;  // no law of cycles is known: none is guessed
  if (known->saturated && probe.cycles_per_wavefront > 0) {
    rule.saturated = known->saturated;
    rule.saturated->cycles_per_wavefront = rounded(probe.cycles_per_wavefront);
    rule.saturated->provenance = partly_measured(known->saturated->provenance);
    if (rule.merged_phases.empty()) rule.saturated->merged_beats = rule.saturated->beats;
  }
  if (known->latency && probe.latency_cycles_per_wavefront) {
    rule.latency = known->latency;
    rule.latency->cycles_per_wavefront = rounded(std::max(0.0, *probe.latency_cycles_per_wavefront));
    rule.latency->provenance = partly_measured(known->latency->provenance);
    if (rule.merged_phases.empty()) rule.latency->merged_base_cycles = rule.latency->base_cycles;
  }
  return rule;
}

void Builder::add(Instruction instruction, MachineProfile& profile) const {
  const int needed = least_capability(instruction);
  if (capability_ < needed) {
    profile.not_modelled[instruction] = fmt::format("a GPU of compute capability {} does not have it: it needs {}.{}",
                                                    report_.device.compute_capability, needed / 10, needed % 10);
    return;
  }
  const auto probe = std::find_if(report_.instructions.begin(), report_.instructions.end(),
                                  [&](const InstructionProbe& each) { return each.instruction == instruction; });
  const bool probed = probe != report_.instructions.end();
  if (probed && probe->notes.empty() && !probe->phases.empty()) {
    profile.rules[instruction] = measured(*probe);
    return;
  }
  const std::string why = !probed ? ", not probed"
                          : probe->notes.empty()
                              ? ", the probe found no phases"
                              : fmt::format(", the probe did not work out ({})", fmt::join(probe->notes, "; "));
  if (const InstructionRule* known = nearest_.rule(instruction)) {
    profile.rules[instruction] = taken(*known, why);
  } else {
    const auto reason = nearest_.not_modelled.find(instruction);
    profile.not_modelled[instruction] = reason != nearest_.not_modelled.end()
                                            ? reason->second
                                            : fmt::format("the profile {} says nothing about it", nearest_.key);
  }
}

MachineProfile Builder::profile() const {
  MachineProfile profile;
  profile.key = fmt::format("sm_{}", capability_);
  profile.name = printable(report_.device.name);
  profile.compute_capability = report_.device.compute_capability;
  profile.banks = taken(nearest_.banks);
  profile.occupancy = nearest_.occupancy;
  profile.occupancy.provenance = taken(nearest_.occupancy.provenance);
  for (const InstructionInfo& each : instructions()) add(each.id, profile);
  return profile;
}

}  // namespace

const MachineProfile* nearest_profile(const MachineProfiles& known, std::string_view compute_capability) {
  const std::optional<int> wanted = tenths(compute_capability);
  const MachineProfile* nearest = nullptr;
  int least = 0;
  int its_capability = 0;
  for (const auto& [key, profile] : known) {
    const std::optional<int> capability = tenths(profile.compute_capability);
    if (!wanted || !capability) continue;
    const int distance = std::abs(*capability - *wanted);
    if (nearest != nullptr && (distance > least || (distance == least && *capability > its_capability))) continue;
    nearest = &profile;
    least = distance;
    its_capability = *capability;
  }
  return nearest;
}

Result<MachineProfile> probed_profile(const ProbeReport& report, const MachineProfiles& known) {
  if (report.instructions.empty() || report.device.name.empty()) {
    return fail("the probe has measured nothing", "probe at least one instruction that the GPU has");
  }
  const std::optional<int> capability = tenths(report.device.compute_capability);
  const MachineProfile* nearest = nearest_profile(known, report.device.compute_capability);
  if (!capability || nearest == nullptr) {
    return fail(fmt::format("there is no profile near compute capability {}", shown(report.device.compute_capability)),
                "the folder assets/machines must be found: set BANKMAP_ASSETS");
  }
  MachineProfile profile = Builder(report, *nearest, *capability).profile();
  const Result<MachineProfile> read = read_machine(write_machine(profile));
  if (!read) return fail(at("the profile of this GPU would be refused", read.error()));
  return profile;
}

}  // namespace bankmap
