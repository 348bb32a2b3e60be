// core/explain.hpp -- answers in words: one plain sentence for a cost, a lane, a bank, and the derivation of every number shown.
//
//     "tile[9][5] -> byte 1316 -> word 329 -> bank 9, pass 2. Waits with lanes 1, 17, 25: same bank, different words."
#pragma once

#include <string>

#include "core/analysis.hpp"

namespace bankmap {

// Why the shown warp costs what it costs, with what would help: "Rows are 36 words apart and 36 mod 32 = 4, so they use only
// 8 banks; up to 4 different words wait in each. An odd row stride in words would use all 32."
std::string reason(const PreparedAccess& prepared, const WarpAnalysis& warp, const MachineProfile& machine);

// Of the warp that is shown; an access without an answer gets a sentence that says so. pre: 0 <= lane < 32, 0 <= bank < 32.
//     lane: coordinate -> byte -> word -> bank, its pass (from 1), who shares its word and who waits for its bank
//     bank: how many words are asked of it, by which lanes, phase by phase
std::string explain_lane(const AccessAnalysis& access, int lane);
std::string explain_bank(const AccessAnalysis& access, int bank);
// The same for a pass (0-based; one that is not there says so) and for bytes of shared memory, half open.
//     "Pass 2 of 4, phase 1: lanes 8–15 in 8 banks."      "Bytes 1316–1319: word 329, bank 9. Lane 9, pass 2."
std::string explain_pass(const AccessAnalysis& access, int pass);
std::string explain_bytes(const AccessAnalysis& access, std::int64_t begin, std::int64_t end);

// The numbers of the top row and of the totals, each with its derivation.
enum class Figure {
  wavefronts,
  ideal,
  excess,
  bank_conflicts,
  ways,
  saturated_cycles,
  latency_cycles,
  total_instructions,
  total_wavefronts,
  total_ideal,
  total_excess,
  total_bank_conflicts,
  bytes_asked,
  bytes_moved,
  efficiency
};
// One sentence with the units and the sum behind the number; cycles with the status and the source of their law.
// machine: the one that the access was analysed for.
std::string explain_figure(const AccessAnalysis& access, const MachineProfile& machine, Figure figure);

// "1, 17, 25", "0–31", "4–7, 12": lanes as people write them.
std::string lane_list(LaneMask lanes);

}  // namespace bankmap
