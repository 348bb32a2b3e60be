// app/imgui_compat.hpp -- the one place that knows how Dear ImGui 1.86 (Debian 12) differs from 1.90 to 1.92.
//
// Keys: on 1.86 IsKeyPressed(ImGuiKey_X) compiles and tests the wrong key, and most letters are missing; so views name
// keys by our Key and ask key_pressed() and key_down(). Input goes in through input_*(), which app/input_queue.hpp
// calls.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace bankmap {

// clang-format off
enum class Key : std::uint8_t {
  none, tab, left, right, up, down, page_up, page_down, home, end, insert, del, backspace, space, enter, escape, keypad_enter,
  a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
  digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9,
  f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
  minus, equal, comma, period, slash, left_bracket, right_bracket,
  ctrl, shift, alt, super,   // left or right
  count
};
// clang-format on
inline constexpr int key_count = static_cast<int>(Key::count);

bool key_down(Key key);
bool key_pressed(Key key, bool repeat = false);
bool ctrl_pressed(Key key, bool shift = false);  // Ctrl+key, with exactly this Shift, and no Alt or Super

// Once after ImGui::CreateContext: tells the context where our keys are.
void input_start(ImGuiIO& io);
// Before ImGui::NewFrame; at most one change of a key or button before each. While Alt is held, arrow keys are the views'
// and do not move from control to control.
void input_key(ImGuiIO& io, Key key, bool down);
void input_mouse_move(ImGuiIO& io, float x, float y);  // -FLT_MAX, -FLT_MAX: the pointer has left
void input_mouse_button(ImGuiIO& io, int button, bool down);
void input_wheel(ImGuiIO& io, float dx, float dy);
void input_focus(ImGuiIO& io, bool focused);
bool is_modifier(Key key);

struct Clipboard {
  void* owner = nullptr;
  const char* (*read)(void* owner) = nullptr;
  void (*write)(void* owner, const char* text) = nullptr;
};
void input_clipboard(const Clipboard& clipboard);  // of the current context, which it must outlive

void push_font(ImFont* font);           // with the size it was loaded at
float font_pixels(const ImFont* font);  // the size it was loaded at
bool has_sign(const ImFont& font, std::uint32_t code);
void set_base_font_size(ImGuiStyle& style, float pixels);
bool begin_child(const char* id, ImVec2 size, bool border, ImGuiWindowFlags flags = 0);
// A child with the padding of a window, which was a window flag until 1.90. End with ImGui::EndChild, whatever it
// returns.
bool begin_panel(const char* id, ImVec2 size, ImGuiWindowFlags flags = 0);
// AddRect swapped its last two arguments in 1.92.8: this names them.
void add_rect(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 colour, float rounding, float thickness);

}  // namespace bankmap
