// core/tile_map.hpp -- the tile as the code sees it, rows and columns: which bank each element is in, and who touches it.
//
//     float tile[32][33]            column 0      1      2     ...           load tile[lane][5], this step:
//                        row 0     bank 0      1      2                      element [9][5] by lane 9
//                        row 1     bank 1      2      3                      over k = 0..31: each element once
//
// What is asked for many elements at once works on a window of the tile: views ask for what is on the screen only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis.hpp"
#include "core/element_places.hpp"

namespace bankmap {

struct TouchedElement {
  Coordinate at;
  LaneMask lanes = 0;  // of the warp that is shown, at the step that is shown
  bool operator==(const TouchedElement&) const = default;
};

struct TileMap {
  ElementPlaces places;
  std::vector<TouchedElement> touched;  // by row, then column
  LaneMask astray = 0;  // active lanes that touch a byte which is no element's: padding, or another tile's
  LaneMask lanes_at(Coordinate at) const;
};
// Refused where the tile is; an access without an answer touches nothing.
Result<TileMap> tile_map(const Scenario& scenario, const Analysis& analysis, int access);

// Half open on both sides.
struct TileWindow {
  std::int64_t first_row = 0;
  std::int64_t end_row = 0;
  std::int64_t first_column = 0;
  std::int64_t end_column = 0;
  std::int64_t rows() const { return end_row - first_row; }
  std::int64_t columns() const { return end_column - first_column; }
  bool operator==(const TileWindow&) const = default;
};
// [row by row] where each element of the window starts, in bits from the start of shared memory. pre: inside the tile
std::vector<std::int64_t> bit_offsets(const TileLayout& layout, const TileWindow& window);

// pre: bit >= 0
inline int bank_of_bit(std::int64_t bit) {
  return static_cast<int>(static_cast<std::uint64_t>(bit) / (8 * bank_bytes) % bank_count);
}

// How often the lanes of all warps touch each element, over all steps of an access.
class TileDensity {
 public:
  TileDensity(const TileLayout& layout, std::int64_t steps, int warps);
  void count(std::int64_t begin_byte, std::int64_t end_byte);
  std::uint32_t of(std::int64_t bit) const;  // of the element that starts there
  // Over all elements, and padding where a lane went there.
  std::uint32_t most() const { return most_; }
  std::int64_t elements_touched() const { return touched_ * elements_in_slot_; }
  std::int64_t steps() const { return steps_; }
  int warps() const { return warps_; }

 private:
  std::int64_t slot_of(std::int64_t byte) const;

  std::int64_t begin_byte_, end_byte_, pitch_bytes_;
  std::int64_t slot_bytes_;  // an element, or the byte that holds several
  std::int64_t elements_in_slot_;
  std::int64_t slots_in_row_;
  std::int64_t steps_;
  int warps_;
  std::vector<std::uint32_t> counts_;  // [slot]
  std::uint32_t most_ = 0;
  std::int64_t touched_ = 0;  // slots
};
// Refused where an access has no answer at some step. Data that rand chooses is the draw that is shown.
Result<TileDensity> tile_density(const Scenario& scenario, int access);

}  // namespace bankmap
