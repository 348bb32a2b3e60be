// core/element_places.hpp -- from a byte of shared memory back to the element of the tile that lies there.
//
//     float tile[32][33]:   byte 276 -> tile[2][3]        TileLayout::bit_offset goes the other way
//     float tile[32][33]:   byte 128 -> the padding behind tile[0][31]
//
// Without a swizzle this is a division; with one it is a table, filled once by placing every element.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/scenario.hpp"
#include "core/tile.hpp"

namespace bankmap {

struct Coordinate {
  std::int64_t row = 0;
  std::int64_t column = 0;
  auto operator<=>(const Coordinate&) const = default;
};

class ElementPlaces {
 public:
  explicit ElementPlaces(TileLayout layout);
  const TileLayout& layout() const { return layout_; }
  const Tile& tile() const { return layout_.tile; }
  bool inside(Coordinate at) const {
    return at.row >= 0 && at.row < tile().rows && at.column >= 0 && at.column < tile().columns;
  }

  // The element that holds a bit, counted from the start of shared memory; nothing in padding and outside of the tile.
  // Law: element_at(layout().bit_offset(row, column) + i) is (row, column) for every i below the element's bits.
  std::optional<Coordinate> element_at(std::int64_t bit) const;
  // Whether a bit is the tile's, be it of an element or of padding.
  bool owns(std::int64_t bit) const { return bit >= begin_bit() && bit < begin_bit() + layout_.size_bytes * 8; }
  std::int64_t begin_bit() const { return tile().base_bytes * 8; }

 private:
  std::int64_t slot_of(std::int64_t bit) const;
  void fill();

  TileLayout layout_;
  std::int64_t slots_in_row_ = 1;              // room for an element each, the last perhaps cut short by the pitch
  std::vector<std::int32_t> element_in_slot_;  // row * columns + column, -1 for padding; empty without a swizzle
};

// Of the tile that an access goes to. Refused where that tile is not there, or is refused itself.
Result<ElementPlaces> element_places(const Scenario& scenario, int access);

}  // namespace bankmap
