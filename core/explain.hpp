// core/explain.hpp -- answers in words: one plain sentence for a cost, a lane, a bank, and the derivation of every number shown.
//
//     "tile[9][5] -> byte 1316 -> word 329 -> bank 9, pass 2. Waits with lanes 1, 17, 25: same bank, different words."
#pragma once

#include <string>

#include "core/analysis.hpp"

namespace bankmap {

// Why the shown warp costs what it costs, with what would help: "Rows are 36 words apart and 36 mod 32 = 4, so the column uses only
// 8 banks; 4 lanes wait in each. An odd row stride would use all 32."
std::string reason(const PreparedAccess& prepared, const WarpAnalysis& warp, const MachineProfile& machine);

std::string explain_lane(const AccessAnalysis& access, int lane);
std::string explain_bank(const AccessAnalysis& access, int bank);

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
std::string explain_figure(const AccessAnalysis& access, const MachineProfile& machine, Figure figure);

// "1, 17, 25", "0-31", "4-7 and 12": lanes as people write them.
std::string lane_list(LaneMask lanes);

}  // namespace bankmap
