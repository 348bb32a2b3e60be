// app/views/loops_view.hpp -- the loop variables of an access: a slider and "play" for each, and their ranges.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

struct LoopsView {
  int playing = -1;  // the loop that runs by itself; -1: none
  int of_access = -1;
  double waited = 0;  // [seconds] since its last step
  bool ranges_open = false;
};
void draw_loops(const Frame& frame, LoopsView& own, Edits& edits);

}  // namespace bankmap
