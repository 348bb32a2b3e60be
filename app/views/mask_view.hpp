// app/views/mask_view.hpp -- the active lanes: 32 boxes to click or to paint over, and the text of the mask.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

struct MaskView {
  bool painting = false;
  bool paint_on = false;  // what the stroke does to each lane it enters
};
bool draw_mask(const Frame& frame, MaskView& own, Access& access);  // true if the mask was changed

}  // namespace bankmap
