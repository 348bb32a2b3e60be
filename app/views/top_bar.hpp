// app/views/top_bar.hpp -- the menu, the preset, undo and redo, and at the right the machine and the look.
#pragma once

#include <optional>
#include <string>

#include "app/views/frame.hpp"
#include "app/views/menu.hpp"

namespace bankmap {

// A side panel: open where there is room for it, until the person says otherwise.
enum class Fold { automatic, open, closed };

struct TopBarView {
  Look look;  // what the person chose; the theme is rebuilt from it between frames
  Fold left = Fold::automatic;
  Fold right = Fold::automatic;
  std::string file;        // of the scenario, without its folder; empty: it has none. Set before the frame
  bool changed = false;    // the scenario is another than in its file, or than when it was opened. Set before the frame
  bool covered = false;    // a lesson's question stands: the note of the scenario would answer it. Set before the frame
  bool left_shown = true;  // what came of it in this frame
  bool right_shown = true;
};
void draw_top_bar(const Frame& frame, TopBarView& own, MenuView& menu, const Possible& now, Edits& edits);

}  // namespace bankmap
