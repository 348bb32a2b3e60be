// core/advice/used_vectors.hpp -- where an access takes several elements at once: there no layout may tear them apart (internal to core).
//
//     half [64][64], st.b128 to rows 0, 8, 16, ...:   vectors of 8 elements start at (0, 0), (0, 8), ... (8, 0), (8, 8), ...
//     col ^ (row & 7)          its key is 0 in all those rows: every vector stays as it is            legal
//     col ^ (row >> 1 & 7)     its key is 4 in row 8: elements 0 to 3 come to lie behind 4 to 7       torn, and refused
//
// A swizzle that moves whole vectors is legal wherever they are. One that moves smaller chunks is legal or not by the places in use,
// so all of them are kept, each once, also of an access of which the search looks at some steps only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/advice/search_work.hpp"
#include "core/lane_addresses.hpp"
#include "core/tile.hpp"

namespace bankmap {

struct UsedVectors {
  int elements = 1;  // that one access takes, or takes a part of
  int access_bytes = 1;
  int element_byte = 0;
  std::vector<std::uint32_t> starts;  // row << 16 | column of the first element, in order; none: nothing can go wrong
  bool even_columns = true;           // every column is a multiple of `elements`

  static int row_of(std::uint32_t start) { return static_cast<int>(start >> 16); }
  static int column_of(std::uint32_t start) { return static_cast<int>(start & 0xffffu); }
};

// Collects the places of one access. pre: coordinates lie inside the tile
class VectorCollector {
 public:
  VectorCollector(const Tile& tile, int access_bytes, int element_byte);

  void add(const LaneCoordinates& at, LaneMask active);
  UsedVectors take();

 private:
  int columns_;
  UsedVectors vectors_;
  std::vector<std::uint64_t> used_;  // bit row * columns + column; empty where nothing can go wrong
};

// Of an access that may go anywhere: every place where one can start.
UsedVectors vectors_anywhere(const Tile& tile, int access_bytes);

// True where every vector is aligned under that layout, and has its elements side by side.
bool stay_whole(const UsedVectors& vectors, const TileLayout& layout, SearchWork& work);

}  // namespace bankmap
