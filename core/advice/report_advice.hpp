// core/advice/report_advice.hpp -- an Advice as text for a terminal, and as JSON for scripts.
//
//     Swizzle<3,3,3> removes all 896 excess wavefronts and takes no byte more.
//
//        fix                  excess   bytes  operations  blocks/SM  proof
//      1 Swizzle<3,3,3>            0      +0           3         16  optimal: equal to the ideal
//      2 padding 8 elements        0   +1024           0         14  optimal: equal to the ideal
//
//     1. Swizzle<3,3,3>
//        why   ...
//        A fragments          wavefronts   512 ->   128   ideal   128   cycles   512.6 ->   128.6
//        - x = ...
//        + x = ...
//
// JSON:  {"format": "bankmap-advice", "version": 1, "title", "machine": "sm_90", "outcome": OUTCOME, "sentence", "excess_before",
//         "floor_excess", "floor_reason", "fixes": [FIX ...],
//         "matter": MATTER or null, of the first fix, "cut_short": true where there was too much to try all,
//         "searches": [{"tile", "family", "candidates", "best_excess" or null, "whole", "note"}], "notes": [texts]}
//   OUTCOME: "fixes found", "already free", "none exists" (proven), "none found" (of what was searched), "refused" or "cancelled"
//   FIX:  {"title", "family", "tiles": [indices], "excess_before", "excess_after", "extra_bytes", "operations", "proof": "ideal",
//         "floor", "linear best", "searched best" or "not best", "why",
//         "accesses": [{"name", "weight", "wavefronts_before", "wavefronts_after", "ideal_before", "ideal",
//                       "cycles_before", "cycles_after"}],
//         "occupancy": {"before": OCCUPANCY, "after": OCCUPANCY, "sentence"} or null,
//         "code": [{"where", "before", "after"}], "notes": [texts], "scenario": the whole scenario, as in a file}
//   MATTER: {"share_overlapped", "share_in_turn", "hidden", "shared_cycles_before", "shared_cycles_after", "arithmetic_cycles",
//            "global_cycles", "sentence", "assumptions": [texts]}
//   OCCUPANCY: {"blocks_per_sm", "warps_per_sm", "share", "limited_by"}
#pragma once

#include <string>

#include "core/advice/advice.hpp"
#include "core/advice/matter.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// No line is wider than `columns` where that can be helped; lines of code are never broken.
std::string report_advice(const Scenario& scenario, const Advice& advice,
                          const std::optional<MatterEstimate>& matter = {}, int columns = 100);
std::string advice_json(const Scenario& scenario, const Advice& advice,
                        const std::optional<MatterEstimate>& matter = {});

std::string_view to_string(FixProof proof);  // "ideal", "floor", "linear best", ...
std::string proof_sentence(const Fix& fix);  // "optimal: equal to the ideal"

}  // namespace bankmap
