#include "app/measure/report_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/comparison_report.hpp"

namespace bankmap {
namespace {

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

std::string line_of(const InstructionProbe& probed) {
  std::string line = fmt::format("{:19}phases {}", info(probed.instruction).name, phases_text(probed.phases));
  if (!probed.merged_phases.empty()) line += "   with pairs " + phases_text(probed.merged_phases);
  line += fmt::format("   equal words {}   {:.2f} cycles a wavefront",
                      probed.equal_words_merge ? "merge" : "take turns", probed.cycles_per_wavefront);
  if (probed.latency_cycles_per_wavefront)
    line += fmt::format(", latency {:.2f}", *probed.latency_cycles_per_wavefront);
  return line + "\n";
}

}  // namespace

std::optional<std::vector<std::string>> probe_differences(const InstructionProbe& probed,
                                                          const MachineProfile* profile) {
  const InstructionRule* rule = profile == nullptr ? nullptr : profile->rule(probed.instruction);
  return rule == nullptr ? std::nullopt : std::optional(differences(probed, *rule));
}

std::size_t ProbeComparison::as_in_profile() const {
  return static_cast<std::size_t>(
      std::count_if(report.instructions.begin(), report.instructions.end(), [this](const InstructionProbe& each) {
        const auto differing = probe_differences(each, profile);
        return differing && differing->empty();
      }));
}

std::string probe_text(const ProbeComparison& found) {
  std::string text = device_line(found.report.device) + "\n";
  for (const InstructionProbe& each : found.report.instructions) {
    text += line_of(each);
    for (const std::string& note : each.notes) text += "  note: " + note + "\n";
    for (const std::string& sentence : probe_differences(each, found.profile).value_or(std::vector<std::string>{}))
      text += "  differs: " + sentence + "\n";
  }
  const std::size_t count = found.report.instructions.size();
  if (found.profile == nullptr)
    return text + fmt::format("{} instructions; there is no profile to compare with\n", count);
  return text +
         fmt::format("{} of {} instructions as in the profile {}\n", found.as_in_profile(), count, found.profile->key);
}

std::string whole_kernels_text(const WholeKernelReport& report) {
  std::string text = device_line(report.device) + "\n";
  text += fmt::format("{:26}{:13}{:>10}{:>12}{:>10}{:>9}{:>9}\n", "kernel", "variant", "size", "ms", "+-", "GB/s",
                      "speedup");
  for (const WholeKernelResult& each : report.results) {
    text += fmt::format("{:26}{:13}{:>10}{:>12.4f}{:>10.4f}{:>9.1f}{:>9.3f}{}\n", each.kernel, each.variant, each.size,
                        each.milliseconds, each.spread_milliseconds, each.gigabytes_per_second, each.speedup,
                        each.correct ? "" : "  WRONG RESULT");
  }
  return text +
         fmt::format("A published transpose on an RTX 3090: 1.10 ms conflicted, 0.92 ms without, speedup {:.3f}.\n",
                     article_transpose_speedup);
}

}  // namespace bankmap
