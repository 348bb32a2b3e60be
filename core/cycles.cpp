#include "core/cycles.hpp"

#include <algorithm>

namespace bankmap {

std::optional<CyclePrediction> saturated_cycles(const InstructionRule& rule, const WarpCost& cost) {
  if (!rule.saturated || cost.wavefronts == 0) return std::nullopt;
  const SaturatedLaw& law = *rule.saturated;
  const auto few = static_cast<std::size_t>(cost.wavefronts) - 1;
  if (few < law.few_cycles.size()) return CyclePrediction{law.few_cycles[few], law.tolerance_cycles, law.provenance};
  const double path = cost.merged ? law.merged_beats : law.beats;
  const double banks = law.cycles_per_wavefront * cost.wavefronts;
  return CyclePrediction{std::max(banks, path) + law.overhead_cycles, law.tolerance_cycles, law.provenance};
}

std::optional<CyclePrediction> latency_cycles(const InstructionRule& rule, const WarpCost& cost) {
  if (!rule.latency || cost.wavefronts == 0) return std::nullopt;
  const LatencyLaw& law = *rule.latency;
  if (cost.wavefronts > law.up_to_wavefronts) return std::nullopt;
  const double base = cost.merged ? law.merged_base_cycles : law.base_cycles;
  return CyclePrediction{base + law.cycles_per_wavefront * cost.wavefronts, law.tolerance_cycles, law.provenance};
}

}  // namespace bankmap
