// app/views/menu.hpp -- every action in a menu behind the program's name, with its key.
#pragma once

#include "app/views/action_table.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

struct MenuView {
  std::vector<std::string> recent;    // files, the latest first; the caller's
  std::optional<std::string> reopen;  // one of them was chosen: taken after the frame
};
void draw_menu_button(const Frame& frame, MenuView& own, const Possible& now, Edits& edits);

}  // namespace bankmap
