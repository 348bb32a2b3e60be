// app/fonts.hpp -- one font for words (Inter), one for numbers and code (JetBrains Mono), in the few sizes that are
// used.
//
// Files are read at run time from where the packages put them; a missing one is replaced by the other family and in the
// end by Dear ImGui's own font, never by a refusal. Signs such as -> and a check mark come from whichever font has
// them.
//
// A sign that none has (CJK, emoji: of titles and names that people type) is drawn as U+FFFD, and stays what it is in the
// text and in files. A font for them would not be cheap: Dear ImGui 1.86 draws all signs of a font before the first
// frame, and 21,000 ideographs in six fonts at 24 px are more than a texture of 8192 x 8192 pixels holds.
#pragma once

#include <string>
#include <string_view>

#include "app/imgui_compat.hpp"

namespace bankmap {

// Sizes are those of CSS and of drawing programs (the em), not the line height that Dear ImGui calls a font's size.
inline constexpr float min_text_size = 12;      // [px] at scale 1
inline constexpr float max_text_size = 40;      // [px] for the last row of a class
inline constexpr float default_text_size = 14;  // [px]

struct Fonts {
  ImFont* words = nullptr;        // labels, sentences
  ImFont* words_bold = nullptr;   // titles, headings, what is selected
  ImFont* words_small = nullptr;  // captions
  ImFont* mono = nullptr;         // numbers, code
  ImFont* mono_small = nullptr;   // axis numbers
  ImFont* mono_bold = nullptr;    // the number in a cell
  ImFont* mono_big = nullptr;     // the big numbers: about twice the body; digits and basic Latin only
};

struct FontFiles {  // an empty path: not there
  std::string words;
  std::string words_bold;
  std::string mono;
  std::string mono_bold;
  std::string signs;  // more signs, where the first two have none
};
FontFiles find_font_files();  // in /usr/share/fonts and its kin

// Whether there is a sign in the text that the font has no picture of.
bool lacks_signs(const ImFont* font, std::string_view text);

// Clears the atlas and fills it. text_pixels: the body size in pixels of the screen (text size times scale of the
// screen), clamped to 8..120 so that the atlas fits into a texture of 8192 pixels on a side. The caller uploads or
// reads the atlas.
Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float text_pixels);

}  // namespace bankmap
