// core/whole_warps.hpp -- ldmatrix and stmatrix are issued by whole warps (".sync.aligned"): no lane may be left out.
//
//     ldmatrix.x2, mask "lane < 16"     lanes 0-15 give the addresses, and yet lanes 16-31 must issue it too: PTX leaves undefined
//                                       what happens where they do not
//
// The model counts what the lanes that are left would cost, as for any other instruction; a warning says that it is no program.
#pragma once

#include <optional>
#include <span>

#include "core/index_sweep.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {

bool issued_by_whole_warps(Instruction instruction);

class WholeWarpCheck {
 public:
  // prepared must stay where it is for as long as the check is used.
  explicit WholeWarpCheck(const PreparedAccess& prepared);

  // Lanes that the mask or the block leaves out of a warp that issues; 0 where none issues it, and for every other instruction.
  // A lane for which the mask has no value (a division by zero, say) counts as left out.
  LaneMask left_out(std::span<const std::int64_t> loops, int warp);

 private:
  LaneMask issuing(std::span<const std::int64_t> loops, int warp);

  const PreparedAccess* prepared_;
  bool whole_warps_;
  std::optional<IndexSweep> mask_;
};

}  // namespace bankmap
