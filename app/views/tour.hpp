// app/views/tour.hpp -- six steps through the window for somebody who sees it for the first time.
//
//     +-- 2 of 6 ------------------------------+      the part of the window it speaks of has a frame; everything can
//     | Where: lanes go down, banks across ... |      be used meanwhile
//     | [Back] [Next]                   [Skip] |
//     +----------------------------------------+
#pragma once

#include <array>

#include "app/views/frame.hpp"

namespace bankmap {

struct ScreenArea {
  ImVec2 min;
  ImVec2 max;
};

// Where the parts of the window lie in this frame; empty for one that is folded away.
struct WindowAreas {
  ScreenArea top, setup, headline, picture, results;
};

struct TourView {
  int step = -1;  // 0-based; -1: not on the tour
  bool on() const { return step >= 0; }
};
inline constexpr int tour_steps = 6;
void draw_tour(const Frame& frame, TourView& own, const WindowAreas& areas);

}  // namespace bankmap
