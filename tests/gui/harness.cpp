#include "tests/gui/harness.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace bankmap {
namespace {

// The key that makes a character on an American keyboard; none for those that need more than a plain key.
Key key_of(unsigned int code) {
  if (code >= 'a' && code <= 'z') return static_cast<Key>(static_cast<unsigned>(Key::a) + code - 'a');
  if (code >= '0' && code <= '9') return static_cast<Key>(static_cast<unsigned>(Key::digit0) + code - '0');
  switch (code) {
    case ' ':
      return Key::space;
    case '-':
      return Key::minus;
    case '=':
      return Key::equal;
    case ',':
      return Key::comma;
    case '.':
      return Key::period;
    case '/':
      return Key::slash;
    case '[':
      return Key::left_bracket;
    case ']':
      return Key::right_bracket;
    default:
      return Key::none;
  }
}

// The next code point, taken off the front. pre: valid UTF-8, not empty.
unsigned int take_code(std::string_view& utf8) {
  const auto lead = static_cast<unsigned char>(utf8.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned int code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(utf8.at(i)) & 0x3FU);
  utf8.remove_prefix(length);
  return code;
}

}  // namespace

Gui::Gui(Draw draw, const PictureSize& size, const Look& look) : draw_(std::move(draw)), screen_(size, look) {
  settle();
}

void Gui::frame(bool read, float frame_seconds) {
  log_.switch_to(read);
  screen_.frame(
      [&] {
        log_.begin_frame();
        draw_(screen_.theme(), log_);
      },
      frame_seconds);
}

void Gui::frames(int count, float frame_seconds) {
  for (int i = 1; i <= count; ++i) frame(i == count, frame_seconds);
}

void Gui::settle() {
  do {
    frame(false);
  } while (!screen_.input().empty());
  frames(frames_to_settle);
}

void Gui::move_to(ImVec2 place) {
  input().push(PointerMove{place.x, place.y});
  settle();
}
void Gui::press(int button) {
  input().push(ButtonChange{button, true});
  settle();
}
void Gui::release(int button) {
  input().push(ButtonChange{button, false});
  settle();
}
void Gui::click(ImVec2 place, int button) {
  move_to(place);
  press(button);
  release(button);
  frames(1, 0.35F);  // the next click is not the second half of a double click
}

void Gui::drag(ImVec2 from, ImVec2 to, int steps) {
  move_to(from);
  press();
  for (int i = 1; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    input().push(PointerMove{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    frames();
  }
  release();
}

void Gui::wheel(float notches, float sideways) {
  input().push(Wheel{sideways, notches});
  settle();
}

void Gui::key(Key key) {
  input().push(KeyChange{key, true});
  input().push(KeyChange{key, false});
  settle();
}

void Gui::chord(Key modifier, Key key) {
  input().push(KeyChange{modifier, true});
  input().push(KeyChange{key, true});
  input().push(KeyChange{key, false});
  input().push(KeyChange{modifier, false});
  settle();
}

void Gui::type(std::string_view utf8) {
  while (!utf8.empty()) {
    const unsigned int code = take_code(utf8);
    input().push(KeyChange{key_of(code), true});
    input().push(Character{code});
    input().push(KeyChange{key_of(code), false});
  }
  settle();
}

void Gui::hover(std::string_view name) { move_to(widget(name).middle()); }
void Gui::click(std::string_view name, int button) { click(widget(name).middle(), button); }

void Gui::double_click(std::string_view name) {
  move_to(widget(name).middle());
  for (const bool down : {true, false, true, false}) input().push(ButtonChange{0, down});
  settle();
}

void Gui::drag(std::string_view name, ImVec2 by) {
  const ImVec2 from = widget(name).middle();
  drag(from, ImVec2{from.x + by.x, from.y + by.y});
}

void Gui::drag_along(std::string_view name, float from, float to) {
  const LoggedWidget& bar = widget(name);
  const auto place = [&](float share) { return ImVec2{bar.min.x + (bar.max.x - bar.min.x) * share, bar.middle().y}; };
  const ImVec2 start = place(from), end = place(to);
  drag(start, end);
}

void Gui::type_into(std::string_view name, std::string_view utf8) {
  move_to(widget(name).middle());
  input().push(
      KeyChange{Key::ctrl, true});  // turns a slider into a box to type in; in a text box it is an ordinary click
  settle();
  press();
  release();
  input().push(KeyChange{Key::ctrl, false});
  settle();
  chord(Key::ctrl, Key::a);
  type(utf8);
  key(Key::enter);
}

const LoggedWidget& Gui::widget(std::string_view name) const {
  if (const LoggedWidget* found = log_.find(name)) return *found;
  std::string names;
  for (const LoggedWidget& each : log_.widgets()) names += "\n  " + each.name;
  throw std::out_of_range("'" + std::string(name) + "' is not drawn; these are:" + names);
}

}  // namespace bankmap
