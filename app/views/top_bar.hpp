// app/views/top_bar.hpp -- the menu, the preset, undo and redo, and at the right the machine and the look.
#pragma once

#include <optional>

#include "app/views/frame.hpp"
#include "app/views/menu.hpp"

namespace bankmap {

// A side panel: open where there is room for it, until the person says otherwise.
enum class Fold { automatic, open, closed };

struct TopBarView {
  Look look;  // what the person chose; the theme is rebuilt from it between frames
  Fold left = Fold::automatic;
  Fold right = Fold::automatic;
  bool left_shown = true;  // what came of it in this frame
  bool right_shown = true;
};
void draw_top_bar(const Frame& frame, TopBarView& own, MenuView& menu, const Possible& now, Edits& edits);

}  // namespace bankmap
