// core/access_names.hpp -- the names an index expression may use, and the value of each in every lane of a warp.
//
//     block 16 x 16, warp 1:   lane 0..31   threadIdx.x = (32 + lane) % 16   threadIdx.y = (32 + lane) / 16 = 2, 2, ... 3
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/lane_addresses.hpp"

namespace bankmap {

// Parses the text and looks its names up. names: index_names(access), made once for all texts of the access. The place of
// the problem is left to the caller.
Result<BoundExpression> bind_names(std::string_view text, std::span<const std::string> names, const Access& access,
                                   const BlockShape& block, const TileLayout& layout);

// The value of a name in a warp and at the values that the loop variables have, where it is the same in all lanes whatever the
// block; empty for lane and threadIdx.
std::optional<std::int64_t> value_in_all_lanes(const NameSource& source, std::span<const std::int64_t> loops, int warp);
// values: [lane] of lane or threadIdx. pre: not the same in all lanes, see above.
void fill_values(const NameSource& source, const BlockShape& block, int warp, LaneValues& values);

// Lanes of a warp that have a thread: the last warp of a block of 48 threads has 16.
LaneMask lanes_of_warp(const BlockShape& block, int warp);

}  // namespace bankmap
