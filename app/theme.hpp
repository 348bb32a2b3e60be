// app/theme.hpp -- what a view needs to draw in the right colours, fonts and distances.
//
//     ImGui::PushStyleColor(ImGuiCol_Text, theme.u32(theme.colours->text_dim));
//     with_font(theme.fonts.mono_big, [&] { ImGui::TextUnformatted("4"); });
//     const float gap = theme.px(8);                      // 8 at text size 14 on an ordinary screen, more on a sharp
//     one
//
// A Theme is rebuilt between frames when the look, or the scale of the screen, changes; it stays as it is during a
// frame.
#pragma once

#include "app/fonts.hpp"
#include "app/imgui_compat.hpp"
#include "core/palette.hpp"

namespace bankmap {

struct Look {  // what the person chose
  ThemeKind theme = ThemeKind::dark;
  ColourScale scale = ColourScale::cool_warm;
  float text_size = default_text_size;  // [px] at scale 1, min_text_size..max_text_size
  bool operator==(const Look&) const = default;
};
Look clamped(Look look);

struct Theme {
  Look look;
  const Palette* colours = nullptr;
  Fonts fonts;
  float screen_scale = 1;  // 2 on a screen with twice the pixels
  float unit = 1;          // pixels of the screen for one pixel of the drawing (text size 14, scale 1)

  // A distance of the drawing in pixels of the screen, rounded to whole ones so that lines stay sharp; use multiples of
  // 8 (or 4).
  float px(float drawing_pixels) const;
  ImU32 u32(Colour colour, float opacity = 1) const;
  FillColour turn(int turn) const { return turn_colour(look.theme, turn, look.scale); }  // of a pass in its phase
  ImVec4 vec(Colour colour, float opacity = 1) const;
};

// Loads fonts into the atlas of the current context, and sets its ImGuiStyle. Call between frames only.
Theme build_theme(const Look& look, float screen_scale);

// Runs body() with the font pushed.
template <class Body>
void with_font(ImFont* font, Body&& body) {
  push_font(font);
  body();
  ImGui::PopFont();
}

}  // namespace bankmap
