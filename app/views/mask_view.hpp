// app/views/mask_view.hpp -- the active lanes: 32 boxes to click or to paint over, the first n of them, usual sets, and the
// text of the mask.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

struct MaskView {
  bool painting = false;
  bool paint_on = false;  // what the stroke does to each lane it enters
};
// True if the mask was changed. Usual sets of lanes are actions.
bool draw_mask(const Frame& frame, MaskView& own, Access& access, Edits& edits);

}  // namespace bankmap
