// app/selection.hpp -- the one thing that is pointed at: a lane, a bank, a lane in a bank (a cell of the heatmap), a
// pass, or bytes of shared memory (an element of the tile, a word).
//
// Every view draws from the same Selection and may propose the next one. Hover lasts as long as the pointer stays; a
// click pins, and a pinned selection stays until it is clicked again or Escape is pressed. Hover wins over the pin
// while it lasts. What lights up because of it, in every view, is `lit` (app/views/lit.hpp).
#pragma once

#include <cstdint>

#include "core/lanes.hpp"

namespace bankmap {

// Half open, from the start of shared memory. An element smaller than a byte is pointed at by the byte that holds it.
struct ByteRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool any() const { return begin < end; }
  bool overlaps(const ByteRange& other) const { return begin < other.end && other.begin < end; }
  bool operator==(const ByteRange&) const = default;
};

struct Pointed {
  int lane = -1;  // -1: none
  int bank = -1;
  int pass = -1;    // 0-based
  ByteRange bytes;  // empty: none
  bool any() const { return lane >= 0 || bank >= 0 || pass >= 0 || bytes.any(); }
  bool operator==(const Pointed&) const = default;
};

struct Selection {
  Pointed hovered;  // of the last frame
  Pointed pinned;
  const Pointed& shown() const { return hovered.any() ? hovered : pinned; }
  void toggle_pin(const Pointed& target) { pinned = pinned == target ? Pointed{} : target; }
  bool operator==(const Selection&) const = default;
};

}  // namespace bankmap
