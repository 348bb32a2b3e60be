// core/analysis_work.hpp -- how much there is to work out in a scenario, told from its texts before anything is worked out.
//
//     tile[lane][k], k = 0..31       32 warp instructions of 16 + 15 characters: 992 units, 10 microseconds at most
//     the longest loop allowed       65,536 warp instructions: index and mask may have 240 characters, and no more
//
// 1 unit is one character of an index or a mask, for one warp instruction: hardly more than 10 nanoseconds, as no operator is shorter
// than a character. Without a limit, a file of 3 KiB could keep a program busy for minutes.
#pragma once

#include <cstdint>

#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

inline constexpr std::int64_t max_access_work = std::int64_t{1} << 24;   // [units] 0.2 s
inline constexpr std::int64_t max_swizzle_work = std::int64_t{1} << 27;  // [elements * characters] 0.1 s

// Loop steps times warps; an empty loop counts as one step. Never more than max_instructions_per_access + 1.
std::int64_t warp_instructions(const Access& access, const BlockShape& block);

// [units] pre: the tile is the access's.
std::int64_t access_work(const Access& access, const Tile& tile, const BlockShape& block);
// [units] of all tiles and accesses: what one analysis takes at most. Accesses to tiles that there are not count nothing.
std::int64_t analysis_work(const Scenario& scenario);

// Refuse what is over the limits; place: the last loop, "loops[1].end", or the swizzle's expression, "swizzle.column".
Result<void> check_access_work(const Access& access, const Tile& tile, const BlockShape& block);
Result<void> check_swizzle_work(const Tile& tile);

}  // namespace bankmap
