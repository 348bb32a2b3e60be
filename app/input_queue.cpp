#include "app/input_queue.hpp"

namespace bankmap {
namespace {

std::size_t index(Key key) { return static_cast<std::size_t>(key); }

bool makes_character(Key key) {
  return (key >= Key::a && key <= Key::digit9) || key == Key::space || (key >= Key::minus && key <= Key::right_bracket);
}

bool usable(const InputEvent& event) {
  if (const auto* key = std::get_if<KeyChange>(&event)) return key->key > Key::none && key->key < Key::count;
  if (const auto* button = std::get_if<ButtonChange>(&event))
    return button->button >= 0 && button->button < ImGuiMouseButton_COUNT;
  return true;
}

template <class... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Match(Cases...) -> Match<Cases...>;

}  // namespace

struct InputQueue::FrameState {  // what this frame has been given so far
  std::bitset<key_count> keys_changed;
  std::bitset<ImGuiMouseButton_COUNT> buttons_changed;
  bool moved = false;
  bool wheel = false;
  bool character = false;
  bool key_pressed = false;      // one that is no modifier
  bool command_pressed = false;  // one that is no modifier and makes no character
  bool meaning_set() const { return key_pressed || character || wheel || buttons_changed.any(); }
};

void InputQueue::push(const InputEvent& event) {
  if (!usable(event)) return;
  // A long drag on a slow screen: only where the pointer is now matters.
  if (std::holds_alternative<PointerMove>(event) && !waiting_.empty() &&
      std::holds_alternative<PointerMove>(waiting_.back())) {
    waiting_.back() = event;
    return;
  }
  waiting_.push_back(event);
}

void InputQueue::take(ImGuiIO& io) {
  FrameState frame;
  for (int key = 0; key < key_count; ++key)
    if (late_releases_.test(static_cast<std::size_t>(key)))
      hand_over(KeyChange{static_cast<Key>(key), false}, frame, io);
  late_releases_.reset();
  while (!waiting_.empty()) {
    const InputEvent event = waiting_.front();
    if (!postponed(event, frame)) {
      if (!fits(event, frame)) return;
      hand_over(event, frame, io);
    }
    waiting_.pop_front();
  }
}

// A letter that went down in this frame comes up in the next, while what was typed after it goes on.
bool InputQueue::postponed(const InputEvent& event, const FrameState& frame) {
  const auto* change = std::get_if<KeyChange>(&event);
  if (change == nullptr || change->down || !makes_character(change->key)) return false;
  const std::size_t key = index(change->key);
  if (!frame.keys_changed.test(key) || !keys_.test(key)) return false;
  late_releases_.set(key);
  return true;
}

bool InputQueue::fits(const InputEvent& event, const FrameState& frame) const {
  return std::visit(Match{[&](const KeyChange& change) {
                            if (frame.keys_changed.test(index(change.key))) return false;
                            if (is_modifier(change.key)) return !frame.meaning_set();
                            if (!change.down || makes_character(change.key))
                              return !frame.command_pressed || !change.down;
                            return !frame.key_pressed && !frame.character;
                          },
                          [&](const Character&) { return !frame.command_pressed; },
                          [&](const PointerMove&) { return !frame.buttons_changed.any() && !frame.wheel; },
                          [&](const ButtonChange& change) {
                            return !frame.moved && !frame.buttons_changed.test(static_cast<std::size_t>(change.button));
                          },
                          [&](const Wheel&) { return !frame.buttons_changed.any(); },
                          [&](const FocusChange&) { return !frame.meaning_set(); }},
                    event);
}

void InputQueue::hand_over(const InputEvent& event, FrameState& frame, ImGuiIO& io) {
  std::visit(Match{[&](const KeyChange& change) {
                     frame.keys_changed.set(index(change.key));
                     keys_.set(index(change.key), change.down);
                     if (change.down && !is_modifier(change.key)) {
                       frame.key_pressed = true;
                       frame.command_pressed = frame.command_pressed || !makes_character(change.key);
                     }
                     input_key(io, change.key, change.down);
                   },
                   [&](const Character& character) {
                     frame.character = true;
                     io.AddInputCharacter(character.code);
                   },
                   [&](const PointerMove& move) {
                     frame.moved = true;
                     input_mouse_move(io, move.x, move.y);
                   },
                   [&](const ButtonChange& change) {
                     const auto button = static_cast<std::size_t>(change.button);
                     frame.buttons_changed.set(button);
                     buttons_.set(button, change.down);
                     input_mouse_button(io, change.button, change.down);
                   },
                   [&](const Wheel& wheel) {
                     frame.wheel = true;
                     input_wheel(io, wheel.dx, wheel.dy);
                   },
                   [&](const FocusChange& change) {
                     if (!change.focused) release_keys(io);
                     input_focus(io, change.focused);
                   }},
             event);
}

void InputQueue::release_keys(ImGuiIO& io) {
  for (int key = 0; key < key_count; ++key)
    if (keys_.test(static_cast<std::size_t>(key))) input_key(io, static_cast<Key>(key), false);
  keys_.reset();
  late_releases_.reset();
}

}  // namespace bankmap
