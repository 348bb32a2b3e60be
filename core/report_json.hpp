// core/report_json.hpp -- an Analysis as JSON, for scripts.
//
//   {"format": "bankmap-analysis", "version": 1, "title": "...", "machine": {"key": "sm_90", "name": "...", ...},
//    "tiles": [{"name": "tile", "declaration": "__shared__ float tile[32][36];", "bytes": 4608}],
//    "problems": [PROBLEM ...],
//    "accesses": [ACCESS ...],
//    "totals": TOTALS}
//
//   ACCESS:  {"name": "load", "instruction": "ld.b32", "cuda": "x = tile[threadIdx.x][k];", "reason": "...",
//             "rule": {"status": "measured", "source": "...", "device": "..."}, or null where the machine has none,
//             "loops": {"k": 5}, "warp": 0, "warps": 1, "steps": 32,
//             "wavefronts": 4, "ideal": 1, "excess": 3, "ways": 4, "bank_conflicts": 3, "phases": 1, "merged": false,
//             "cycles": {"saturated": CYCLES or null, "latency": CYCLES or null},
//             "counters": {"wavefronts": "l1tex__...", "bank_conflicts": "l1tex__..."},
//             "lanes": [LANE x 32], "counted": "words" or "lanes", "words_in_bank": [32 numbers: of what is counted], "passes": [{"pass": 1, "phase": 1, "lanes":
//             "0x000000ff"} ...], "rounds": [...] (compare-and-swap loops), "random": {...} (data-dependent index),
//             "totals": TOTALS, "problems": [PROBLEM ...]}
//            The figures are those of the one warp instruction that "loops" and "warp" name; they are absent where
//            that one is refused.
//   LANE:    {"lane": 0, "active": true, "row": 0, "column": 5, "address": 20, "word": 5, "bank": 5, "banks": 1,
//   "phase": 1, "pass": 1,
//             "shares_word_with": [lanes], "conflicts_with": [lanes]}; an inactive lane has only "lane" and "active",
//            a lane addressed in bytes no row and column.
//   CYCLES:  {"cycles": 4.08, "tolerance": 0.15, "status": "measured", "source": "...", "device": "..."}
//   TOTALS:  {"instructions", "wavefronts", "ideal", "excess", "bank_conflicts", "bytes_asked", "bytes_moved",
//   "efficiency",
//             "worst_wavefronts"}; null where any step is refused, and for all together where any access is
//   PROBLEM: {"severity": "error" or "warning", "place": "accesses[0].row", "what", "hint", "range": [begin, end],
//   "lanes": [lanes]}
//
// Lanes, banks and words count from 0; phases and passes from 1, as everywhere on the screen. Masks are texts in
// hexadecimal. Whole numbers beyond 2^53, which many readers of JSON would round, are texts.
#pragma once

#include <string>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/scenario.hpp"

namespace bankmap {

std::string report_json(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis);

// The answer to one instruction with given addresses: ACCESS itself, with "format": "bankmap-instruction", "version"
// and "machine". pre: the analysis has one access.
std::string instruction_json(const MachineProfile& machine, const Analysis& analysis);

}  // namespace bankmap
