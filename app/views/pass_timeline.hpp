// app/views/pass_timeline.hpp -- one row a pass through the banks, in order of service, with play and step.
//
//     [<] [>] [play]   Wavefront 2 of 4: serves lanes 8–15 in 8 banks.
//                        bank 0   1   2  ...  31      lanes 0 ... 31
//      phase 1    1           0   1   2               ||||||||........      the number is the lane served there
//                 2           8   9  10               ........||||||||
//
// Step and play pin a pass, so that all other views show it too. Rounds of a compare-and-swap loop say how many
// wavefronts load and how many swap.
#pragma once

#include "app/views/cached.hpp"
#include "app/views/frame.hpp"
#include "app/views/grid_view.hpp"
#include "core/pass_timeline.hpp"

namespace bankmap {

struct PassTimelineView {
  bool playing = false;
  double waited = 0;  // [seconds] since the pass that is shown
  GridScroll scroll;
  int revealed = -1;  // the pinned pass that was last scrolled to
  Cached<PassTimeline> timeline;
};
// Fills the room that the current ImGui window has left.
void draw_pass_timeline(const Frame& frame, PassTimelineView& own, Edits& edits);

}  // namespace bankmap
