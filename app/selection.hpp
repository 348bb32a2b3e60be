// app/selection.hpp -- the one thing that is pointed at: a lane, a bank, or a lane in a bank (a cell of the heatmap).
//
// Every view draws from the same Selection and may propose the next one. Hover lasts as long as the pointer stays; a
// click pins, and a pinned selection stays until it is clicked again or Escape is pressed. Hover wins over the pin
// while it lasts.
#pragma once

#include "core/lanes.hpp"

namespace bankmap {

struct Pointed {
  int lane = -1;  // -1: none
  int bank = -1;
  bool any() const { return lane >= 0 || bank >= 0; }
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
