// app/views/eager_text.hpp -- a text box that loses nothing typed while it opens.
//
//     frame 1: the sheet opens, the box asks for the keyboard     typed meanwhile: "ev"   kept here
//     frame 3: Dear ImGui gives it the keyboard                   "ev" goes in first, then what follows
//
// Dear ImGui needs a frame or two until a box has the keyboard, and drops characters until then: on a slow screen the
// first letters of a fast hand.
#pragma once

#include <string>

#include "app/views/frame.hpp"

namespace bankmap {

struct EagerText {
  std::string early;   // typed before the box had the keyboard
  bool ready = false;  // it has had it: everything is in the box
};

// As wide as the next item was set to be. first: the frame in which the box appears; it then asks for the keyboard.
// True if the text has changed.
bool eager_text_box(const char* id, const char* hint, std::string& text, EagerText& own, bool first);

// What the box says, also before it has the keyboard: what is typed takes the place of what stood there.
inline const std::string& text_in(const std::string& text, const EagerText& own) {
  return own.ready || own.early.empty() ? text : own.early;
}

}  // namespace bankmap
