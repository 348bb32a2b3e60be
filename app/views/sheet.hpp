// app/views/sheet.hpp -- something that lies over the window until it is closed: a list of files, of commands, a question.
//
//     +-- Open ------------------------- x +       Escape, the x and a click beside it close it;
//     |                                    |       while it is open no key reaches what lies below
//     +------------------------------------+
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

enum class SheetKind {
  none,
  palette,
  keys,
  files,
  paste,
  take_away,
  choose_a,
  question,
  changed_file,
  left_behind,
  lessons,
  lesson_step
};

struct SheetState {
  SheetKind shown = SheetKind::none;
  SheetKind opened = SheetKind::none;  // the one that has been opened and not yet drawn: it takes the keyboard
  void open(SheetKind kind) { shown = opened = kind; }
  void close() { shown = SheetKind::none; }
  bool any() const { return shown != SheetKind::none; }
};

// Draws title and closing, then body() inside, if this kind is the one that is shown. first: drawn for the first time.
// size: [px of the drawing], less where the window is smaller; a height of 0 is as high as the content. False once the
// sheet has been closed.
class Sheet {
 public:
  Sheet(const Frame& frame, SheetState& state, SheetKind kind, const char* title, ImVec2 size);
  ~Sheet();
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;
  explicit operator bool() const { return visible_; }
  bool first() const { return first_; }
  void close();

 private:
  SheetState& state_;
  bool visible_ = false;
  bool first_ = false;
};

}  // namespace bankmap
