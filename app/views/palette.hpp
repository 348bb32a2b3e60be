// app/views/palette.hpp -- every command by its name, and all keys on a sheet.
//
//     > tx lar                          words and parts of words, in any order
//       Larger text            Ctrl++   Up to 40 px.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/action_table.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

struct PaletteView {
  std::string typed;
  int chosen = 0;  // of those that match
};
void draw_palette(const Frame& frame, SheetState& sheets, PaletteView& own, const Possible& now, Edits& edits);
void draw_keys(const Frame& frame, SheetState& sheets);

// Actions whose menu and name contain each word of what is typed, whatever the case; names that begin with it first,
// else in the order of the table.
std::vector<Action> matching_actions(std::string_view typed);

}  // namespace bankmap
