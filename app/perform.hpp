// app/perform.hpp -- what views left to be done, once all have drawn: actions, and the asks of sheets and panels.
//
//     frame: draw_frame(...)  ->  editor.apply(edits)  ->  perform(...)   ->   the next frame
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/action.hpp"
#include "core/problem.hpp"

namespace bankmap {

class Editor;
struct Possible;
struct Ui;

// What only a real window can do; where a function is empty there is none (pictures, tests).
struct Shell {
  std::function<void()> close;
  std::function<void(bool on)> full_screen;
  // Of the frame that is on the screen, as soon as it can be had; `done` gets what became of it.
  std::function<void(const std::string& path, std::function<void(Result<void>)> done)> save_picture;
};

// A line over the window until something else is done: what was saved, what could not be opened.
struct Notice {
  std::string text;
  bool bad = false;
};

Possible possible_now(const Editor& editor, const Ui& ui);
void perform(Editor& editor, Ui& ui, const std::vector<Action>& actions);
// The first of them, as if it had been opened.
void open_dropped(Editor& editor, Ui& ui, const std::vector<std::string>& paths);
// "tile.json* - Bankmap": a star while there are changes that are in no file.
std::string window_title(const Editor& editor);
// The window is to be closed: true if it may, else the question is on the screen.
bool may_close(const Editor& editor, Ui& ui);

}  // namespace bankmap
