// core/advice/floor.hpp -- wavefronts that no layout goes below (internal to core).
//
//     float [32][32], stored 16 bytes a lane, read by column:   the 16 bytes of a store stay whole and aligned, so the word of
//                                                               column 0 can lie in 8 banks only: 32 rows / 8 = 4 wavefronts
//     32 lanes add to one counter:                              32 wavefronts, wherever it lies
//
// A granule is what stays whole: an element with its alignment; and, where an access takes more than that at once, what it takes.
// A layout chooses where a granule goes, not where a word lies in it; of each 128 bytes that is one place in 128 / granule.
// Vectors count as granules only where all of them start at multiples of their size in the row: there a number in the row names
// one vector. Others (on a base that makes up for it) are passed over: the floor is lower then, never too high.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/advice/warp_shapes.hpp"

namespace bankmap {

struct Floor {
  std::int64_t wavefronts = 0;     // over all steps
  std::int64_t granule_bytes = 0;  // the larger of those that decided
};
// [access]
std::vector<Floor> floors(const Tile& tile, std::span<const SearchAccess> accesses);

}  // namespace bankmap
