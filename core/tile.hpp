// core/tile.hpp -- a two-dimensional array in shared memory: from (row, column) to the byte where the element lies.
//
//     __shared__ float tile[32][33];      rows 32, columns 32, padding 1 element: pitch 33 elements = 132 bytes
//     tile[2][3]  ->  byte 2 * 132 + 3 * 4 = 276  ->  word 69  ->  bank 5
//
// Elements below a byte are packed little end first: of four 2-bit elements in a byte, the lowest column has bits 0
// and 1.
#pragma once

#include <cstdint>
#include <string>

#include "core/element.hpp"
#include "core/expression.hpp"
#include "core/lanes.hpp"
#include "core/problem.hpp"
#include "core/swizzle.hpp"

namespace bankmap {

inline constexpr std::int64_t max_tile_bytes = 4 << 20;
inline constexpr int max_tile_rows = 65'536;
inline constexpr int max_tile_columns = 65'536;

// How far apart rows are: given as padding after each row, or as the stride itself.
struct Pitch {
  enum class Kind : std::uint8_t { padding, stride };
  enum class Unit : std::uint8_t { elements, bytes };
  Kind kind = Kind::padding;
  Unit unit = Unit::elements;
  std::int64_t value = 0;
  bool operator==(const Pitch&) const = default;
};

struct Tile {
  std::string name = "tile";  // a C identifier
  int rows = 32;
  int columns = 32;
  Element element;
  Pitch pitch;
  std::int64_t base_bytes = 0;  // where the tile starts in shared memory
  Swizzle swizzle;
  bool operator==(const Tile&) const = default;
};

// A tile that has been checked, with everything that its address arithmetic needs worked out once.
struct TileLayout {
  Tile tile;
  std::int64_t pitch_bits = 0;      // from one row to the next; a multiple of 8
  std::int64_t pitch_elements = 0;  // rounded down where the pitch is not a whole number of elements
  std::int64_t size_bytes = 0;      // rows * pitch: what the declaration takes
  Expression swizzle_expression;    // of an ExpressionSwizzle

  // From the start of shared memory [bits]. Coordinates outside the tile follow the same arithmetic, as the hardware
  // would; where that has no meaning (a swizzle of a negative column, numbers beyond 2^36) there is a Problem.
  Result<std::int64_t> bit_offset(std::int64_t row, std::int64_t column) const;
  // [lane] the same for a warp, much faster than one by one; without meaning where a lane is not asked. A Problem names
  // the lanes.
  Result<LaneValues> bit_offsets(const LaneValues& row, const LaneValues& column, LaneMask lanes) const;
};

// Refuses with the field as place ("rows", "pitch", "swizzle.base", ...): sizes out of range, a pitch shorter than the
// row, a row that is no whole number of bytes, a base that breaks the element's alignment or the TMA pattern's, and a
// swizzle that is not one-to-one on the tile or leaves it: then `what` names the two coordinates that collide and the
// byte they share.
Result<TileLayout> lay_out(const Tile& tile);

}  // namespace bankmap
