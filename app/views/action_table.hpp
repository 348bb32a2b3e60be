// app/views/action_table.hpp -- the name, the menu, the key and the meaning of every action: one table for the menu, the
// command palette, the list of keys and the keyboard.
//
//     Action::save        "Save"        menu "File"    Ctrl+S      "Writes the scenario into its file."
#pragma once

#include <span>
#include <string>

#include "app/action.hpp"
#include "app/imgui_compat.hpp"

namespace bankmap {

struct Chord {
  Key key = Key::none;
  bool ctrl = false;
  bool shift = false;
  bool operator==(const Chord&) const = default;
};
std::string chord_text(const Chord& chord);  // "Ctrl+Shift+S", "F5"; empty for none

struct ActionInfo {
  Action id;
  const char* menu;   // "File"
  const char* name;   // "Save as…"
  Chord key;          // may be none
  const char* about;  // one sentence
};
std::span<const ActionInfo> action_table();  // in the order of Action
const ActionInfo& info(Action action);
std::span<const char* const> menus();  // in the order of the menu

// What is possible now; the others are shown, greyed.
struct Possible {
  bool undo = false;
  bool redo = false;
  bool comparing = false;
  bool gpu = false;
  bool fix = false;
  bool lesson = false;
};
bool possible(Action action, const Possible& now);

// The action whose key has gone down in this frame; Action::count where there is none. While somebody types, only
// chords with Ctrl that a text box has no use for, and function keys, count.
Action pressed_action(bool typing);

}  // namespace bankmap
