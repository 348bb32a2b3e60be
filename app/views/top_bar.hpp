// app/views/top_bar.hpp -- the program's name, the preset, undo and redo, and at the right the machine and the look.
#pragma once

#include <optional>

#include "app/views/frame.hpp"

namespace bankmap {

struct TopBarView {
  Look look;                 // what the person chose; the theme is rebuilt from it between frames
  bool left_open = true;     // the side panels
  bool right_open = true;
};
void draw_top_bar(const Frame& frame, TopBarView& own, Edits& edits);

}  // namespace bankmap
