// app/views/access_view.hpp -- the accesses as tabs, and the one that is open: instruction, pattern, loops, lanes,
// warp, block.
#pragma once

#include "app/views/frame.hpp"
#include "app/views/loops_view.hpp"
#include "app/views/mask_view.hpp"

namespace bankmap {

struct AccessView {
  LoopsView loops;
  MaskView mask;
};
void draw_access(const Frame& frame, AccessView& own, Edits& edits);

}  // namespace bankmap
