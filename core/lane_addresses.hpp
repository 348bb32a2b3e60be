// core/lane_addresses.hpp -- from tile and access to the 32 byte addresses of one warp instruction.
//
//     tile[lane][k] on float [32][36], k = 5:   lane 9 -> row 9, column 5 -> byte 9 * 144 + 5 * 4 = 1316
//
// prepare parses and checks once. addresses answers for one step and warp; AddressSweep (core/address_sweep.hpp) for many.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/expression.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct LaneCoordinates {  // [lane] of the first element the lane touches; meaningless where the lane is not active
  LaneValues row{};
  LaneValues column{};
};

struct WarpAddresses {
  LaneAddresses lanes;
  std::optional<LaneCoordinates> coordinates;  // absent for byte offsets
  LaneMask outside_tile = 0;  // lanes beyond the tile's rows or columns: the hardware goes on, into other bytes
};

// Where the value of a name comes from, worked out once.
struct NameSource {
  enum class Kind : std::uint8_t { lane, warp, thread_x, thread_y, thread_z, loop, constant };
  Kind kind = Kind::lane;
  int loop = 0;               // of a loop variable: its index
  std::int64_t constant = 0;  // rows, columns, pitch, blockDim.x ...
};
struct BoundExpression {
  Expression tree;
  std::vector<NameSource> sources;  // [index in tree.names]
};

// An access whose texts have been parsed against the names it may use.
struct PreparedAccess {
  Access access;
  BlockShape block;
  TileLayout layout;
  std::optional<BoundExpression> row, column, bytes;  // row and column, or bytes, or neither (an address list)
  BoundExpression mask;
  std::optional<LaneMask> constant_mask;  // of a mask without names: worked out once
  int warps = 1;
  std::int64_t steps = 1;  // product of the loop ranges
  bool uses_rand() const;  // an index, or the mask, depends on data
};
// The names an index may use: lane, warp, threadIdx.x .y .z, blockDim.x .y .z, rows, columns, pitch, and the loop variables.
std::vector<std::string> index_names(const Access& access);

// place of a problem: "row", "column", "bytes", "mask", "loops[1].end", "instruction", "pattern.matrices", ...
// The texts of a pattern other than own expressions are the pattern's: their problems name the pattern's field or loop variable.
Result<PreparedAccess> prepare(const Access& access, const Tile& tile, const BlockShape& block);
Result<PreparedAccess> prepare(const Access& access, const TileLayout& layout, const BlockShape& block);

// How often a loop runs; no more than max_instructions_per_access + 1. At least 1, also for a loop that prepare refuses: the window
// shows sliders for those too.
std::int64_t trip_count(const LoopVariable& loop);
// [loop] the value of each loop variable at a step; step 0 is the first, the innermost loop runs fastest.
std::vector<std::int64_t> loop_values(const Access& access, std::int64_t step);
// From the values at one step to those at the next; from the last to the first. pre: the loops are checked.
void advance(const Access& access, std::vector<std::int64_t>& values);
std::int64_t step_of(const Access& access);  // the step that is shown: where every loop variable has its `at`

// What rand(n) gives: call_site numbers all rand calls of the access (those of row, then column or bytes, then mask).
using RandSource = std::function<std::int64_t(int call_site, int lane, std::int64_t n)>;

// The lanes' addresses, or why the hardware refuses: an address that is negative, beyond 4 GiB, or no multiple of the access
// size (names the first such lane, and the paddings that would keep the alignment); elements of one access that the swizzle tears
// apart (names lane and column). An element smaller than a byte is reached through the byte that holds it.
// rand is the draw that is shown and counted: RandomDraws with sample 0.
Result<WarpAddresses> addresses(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp);

}  // namespace bankmap
