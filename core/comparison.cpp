#include "core/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/passes.hpp"

namespace bankmap {
namespace {

// Sums of decimal figures are not exact: what lies on the border is still within it.
constexpr double rounding = 1e-9;

bool agrees(const std::optional<ComparedFigure>& figure) { return !figure || figure->agrees(); }

std::optional<ComparedFigure> compared(const std::optional<CyclePrediction>& predicted,
                                       const std::optional<CycleFigure>& measured, double tolerance) {
  if (!predicted || !measured) return std::nullopt;
  return ComparedFigure{predicted->cycles_per_instruction, measured->median_cycles, tolerance};
}

double saturated_tolerance(const Prediction& prediction) {
  if (!prediction.saturated) return saturated_tolerance_cycles;
  return std::max(saturated_tolerance_cycles, saturated_tolerance_share * prediction.saturated->cycles_per_instruction);
}

void add_difference(std::string& text, std::string_view name, const std::optional<ComparedFigure>& figure) {
  if (agrees(figure)) return;
  if (!text.empty()) text += "; ";
  text += fmt::format("{} {:g} predicted, {:g} measured", name, figure->predicted, figure->measured);
}

std::string cycles(double difference) {
  const double amount = std::abs(difference);
  return fmt::format("{:.2f} {}", amount, amount > 0.995 && amount < 1.005 ? "cycle" : "cycles");
}

std::string cycle_verdict(const ComparedFigure& figure, std::string_view of) {
  const bool slower = figure.difference() > 0;
  return fmt::format("{} than predicted by {} {}", slower ? "slower" : "faster", cycles(figure.difference_shown()), of);
}

// Where the counters agree, the banks did what was predicted: the time went elsewhere.
std::string_view why_cycles_differ(const Comparison& comparison, bool slower) {
  if (!comparison.wavefronts) {
    return slower ? "more wavefronts than predicted, or other work on the GPU; counters would tell"
                  : "fewer wavefronts than predicted, or another GPU than the profile's; counters would tell";
  }
  return slower ? "the wavefronts are as predicted, so something else took time: other work on the GPU, or an "
                  "instruction path that the profile does not describe"
                : "the wavefronts are as predicted, so the profile's cycle law is too slow for this GPU";
}

// The profile has a law for the one kind of cycles, and the other was measured.
constexpr std::string_view other_cycles = "the cycles that were measured are not those that the profile has a law for";

std::string nothing_to_compare(const Comparison& comparison) {
  if (!comparison.modelled) return "nothing to compare: the profile does not model this instruction";
  const std::string_view cycles = !comparison.has_law ? "no cycle law for this instruction"
                                  : !comparison.timed ? "no cycles were measured"
                                                      : other_cycles;
  return fmt::format("nothing to compare: no counters, and {}", cycles);
}

}  // namespace

double ComparedFigure::difference_shown() const {
  const auto printed = [](double value) { return std::stod(fmt::format("{:.2f}", value)); };
  return printed(measured) - printed(predicted);
}

bool ComparedFigure::agrees() const { return std::abs(difference()) <= tolerance + rounding; }

bool Comparison::counters_agree() const { return bankmap::agrees(wavefronts) && bankmap::agrees(bank_conflicts); }
bool Comparison::cycles_agree() const { return bankmap::agrees(saturated) && bankmap::agrees(latency); }

Outcome Comparison::outcome() const {
  if (!counters_agree() || !cycles_agree()) return Outcome::differs;
  return wavefronts || bank_conflicts || saturated || latency ? Outcome::agrees : Outcome::nothing_compared;
}

std::optional<Prediction> predict(const MachineProfile& machine, Instruction instruction, const LaneAddresses& lanes) {
  const InstructionRule* rule = machine.rule(instruction);
  if (rule == nullptr) return std::nullopt;
  const WarpCost cost = count_wavefronts(*rule, rule->loop_load ? machine.rule(*rule->loop_load) : nullptr, lanes);
  return Prediction{cost.wavefronts, cost.bank_conflicts, saturated_cycles(*rule, cost), latency_cycles(*rule, cost)};
}

Comparison compare(const std::optional<Prediction>& prediction, const Measurement& measurement) {
  Comparison result;
  result.timed = measurement.saturated || measurement.latency;
  if (!prediction) return result;
  result.modelled = true;
  result.has_law = prediction->saturated || prediction->latency;
  if (const auto& counters = measurement.counters) {
    result.wavefronts = ComparedFigure{static_cast<double>(prediction->wavefronts), counters->wavefronts, 0};
    result.bank_conflicts =
        ComparedFigure{static_cast<double>(prediction->bank_conflicts), counters->bank_conflicts, 0};
  }
  result.saturated = compared(prediction->saturated, measurement.saturated, saturated_tolerance(*prediction));
  result.latency = compared(prediction->latency, measurement.latency, latency_tolerance_cycles);
  return result;
}

std::string counter_differences(const Comparison& comparison) {
  std::string text;
  add_difference(text, "wavefronts", comparison.wavefronts);
  add_difference(text, "bank conflicts", comparison.bank_conflicts);
  return text;
}

std::string verdict(const Comparison& comparison) {
  if (!comparison.counters_agree()) {
    return counter_differences(comparison) + ": the profile's rule does not hold for this access on this GPU";
  }
  for (const auto& [figure, of] :
       {std::pair(comparison.saturated, "an instruction"), {comparison.latency, "of latency"}}) {
    if (agrees(figure)) continue;
    return fmt::format("{}: {}", cycle_verdict(*figure, of), why_cycles_differ(comparison, figure->difference() > 0));
  }
  if (comparison.outcome() == Outcome::nothing_compared) return nothing_to_compare(comparison);
  if (!comparison.wavefronts) return "the cycles are as predicted; the counters could not be read";
  if (comparison.saturated || comparison.latency) return "as predicted";
  if (!comparison.has_law) return "the counters are as predicted; the profile has no cycle law to compare with";
  return fmt::format("the counters are as predicted; {}", comparison.timed ? other_cycles : "no cycles were measured");
}

}  // namespace bankmap
