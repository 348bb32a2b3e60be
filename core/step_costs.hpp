// core/step_costs.hpp -- the cost of every step and warp of an access, and their sum (internal to core).
//
//     fft, "load low" and "store low": the same elements in every step. Their addresses are worked out once, and counted for both
#pragma once

#include <span>

#include "core/analysis.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {

struct Rules {
  const InstructionRule* rule = nullptr;
  const InstructionRule* load_rule = nullptr;  // of a compare-and-swap loop
};

// What is to be counted, and where costs, totals and problems go.
struct CountedAccess {
  const PreparedAccess* prepared;
  Rules rules;
  AccessAnalysis* result;
};

// True where two accesses of one scenario touch the same addresses in every step, whatever they do there.
bool same_addresses(const Access& a, const Access& b);

// Counts until the first step that the hardware would refuse: then there is its problem, and no cost.
// pre: all touch the same addresses; their results have no costs and no problems yet.
void count_all_steps(std::span<const CountedAccess> alike);

}  // namespace bankmap
