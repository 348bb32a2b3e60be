// core/cycles.hpp -- cycles from wavefronts, by the machine's own law; empty where the machine has none, or no lane is active.
//
//     ld.b32, 4 wavefronts on sm_90:  saturated max(4, 1) + 0.08 = 4.08 cycles;  latency 27.0 + 2 * 4 = 35.0 cycles
#pragma once

#include <optional>

#include "core/machine.hpp"
#include "core/passes.hpp"

namespace bankmap {

struct CyclePrediction {
  double cycles_per_instruction = 0;
  double tolerance_cycles = 0;  // measured values lay within this of the law
  Provenance provenance;
  bool operator==(const CyclePrediction&) const = default;
};

std::optional<CyclePrediction> saturated_cycles(const InstructionRule& rule, const WarpCost& cost);
std::optional<CyclePrediction> latency_cycles(const InstructionRule& rule, const WarpCost& cost);

}  // namespace bankmap
