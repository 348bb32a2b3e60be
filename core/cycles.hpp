// core/cycles.hpp -- cycles from wavefronts, by the machine's own law; empty where the machine has none, or no lane is active.
//
//     ld.b32, 4 wavefronts on sm_90:       saturated max(4, 1) + 0.08 = 4.08 cycles;  latency 27.0 + 2 * 4 = 35.0 cycles
//     atom.add.f32, 4 lanes on one word:   4 rounds of load and swap, 12 wavefronts:
//                                          latency 5.8 + 4 * 88 + 2 * 12 = 381.8 cycles, and with 16 warps about as long for all
//     cp.async.ca.4, one wavefront, lane 0 in row 0 and lane 1 in row 16 (2 KB further): 3.06 instead of 2.44 cycles
#pragma once

#include <optional>
#include <string>

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

// How they come about: "max(4 wavefronts, 1 beats) + 0.08", "26.996 + 2 × 4 wavefronts". Empty where there is no law.
std::string saturated_law_text(const InstructionRule& rule, const WarpCost& cost);
std::string latency_law_text(const InstructionRule& rule, const WarpCost& cost);

// Rows of 128 bytes that find their place in the table taken by another row: of all rows that the active lanes touch in
// `copies` instructions, one row further each, those beyond one a place.
//     16 places, 4 copies, rows 0 and 14: the copies touch 0 1 2 3 and 14 15 16 17; 16 wants the place of 0, 17 that of 1 -> 2
// 0 where the rule has no such table.
int crowded_rows(const InstructionRule& rule, const LaneAddresses& lanes, LaneMask active);

}  // namespace bankmap
