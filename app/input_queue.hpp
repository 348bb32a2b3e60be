// app/input_queue.hpp -- every key, click and character arrives, however fast it came.
//
//     down up down up     typed within one frame on a slow screen: Dear ImGui 1.86 would see "up", and nothing was
//     typed frame 1: down       frame 2: up       frame 3: down       frame 4: up          what we show it
//
// Window callbacks and tests push events; before each frame take() hands over as many as one frame can tell apart, in
// order, and the rest waits. The caller keeps drawing until empty(), plus frames_to_settle. What one frame can take:
//     - one change of each key and button; one press of a key that is no character (Enter, arrows, F-keys), after no
//     character;
//       the release of a letter may come a frame late, so that a word need not wait for each of its letters;
//     - no change of Ctrl, Shift, Alt, Super after a key, character, wheel or button: they would change its meaning;
//     - a button only where the pointer already was in the frame before: a drag ends where it was released, hovering is
//     up to date;
//     - the pointer moves on only before a button or the wheel: a click hits what was under it.
#pragma once

#include <bitset>
#include <deque>
#include <variant>

#include "app/imgui_compat.hpp"

namespace bankmap {

inline constexpr int frames_to_settle =
    3;  // frames that Dear ImGui needs until all that follows from an event is drawn

struct KeyChange {
  Key key = Key::none;
  bool down = false;
};
struct Character {
  unsigned int code = 0;  // Unicode
};
struct PointerMove {  // [px]; -FLT_MAX, -FLT_MAX when it leaves the window
  float x = 0;
  float y = 0;
};
struct ButtonChange {
  int button = 0;  // 0 left, 1 right, 2 middle
  bool down = false;
};
struct Wheel {
  float dx = 0;
  float dy = 0;
};
struct FocusChange {  // losing it lets go of every key: their releases go to another window
  bool focused = false;
};
using InputEvent = std::variant<KeyChange, Character, PointerMove, ButtonChange, Wheel, FocusChange>;

class InputQueue {
 public:
  void push(const InputEvent& event);
  bool empty() const { return waiting_.empty() && late_releases_.none(); }
  void take(ImGuiIO& io);                                  // before ImGui::NewFrame
  bool any_button_down() const { return buttons_.any(); }  // as far as frames know

 private:
  struct FrameState;
  bool fits(const InputEvent& event, const FrameState& frame) const;
  void hand_over(const InputEvent& event, FrameState& frame, ImGuiIO& io);
  bool postponed(const InputEvent& event, const FrameState& frame);
  void release_keys(ImGuiIO& io);

  std::deque<InputEvent> waiting_;
  std::bitset<key_count> keys_;  // down, as far as frames know
  std::bitset<key_count> late_releases_;
  std::bitset<ImGuiMouseButton_COUNT> buttons_;
};

}  // namespace bankmap
