// core/palette.hpp -- the colours of the window, the pictures and the SVG, from one place.
//
//     turn in its phase   0 (first)   1     2            3     4       5       6    7     8 ... 31
//     fill                blue        teal  pale yellow  gold  orange  salmon  red  plum  a ramp, away from the ground
//
// Cool is free, warm is costly. Colour is never alone: every filled cell carries its number, for which `text` is
// readable (WCAG contrast >= 4.5). The first eight fills differ pairwise in lightness (>= 5 L*, so they can be told
// apart in greyscale) and for protan, deutan and tritan eyes; the ramp is ordered by lightness. A theme is a row of
// `Palette` values: another one (high contrast) is another entry of ThemeKind and another table, nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

struct Colour {  // sRGB, 8 bits a channel
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  bool operator==(const Colour&) const = default;
};

struct FillColour {
  Colour fill;
  Colour text;  // on that fill
  bool operator==(const FillColour&) const = default;
};

enum class ThemeKind : std::uint8_t { dark, light, high_contrast };
inline constexpr std::array all_themes{ThemeKind::dark, ThemeKind::light, ThemeKind::high_contrast};

// "dark", "light", "high-contrast": the words of --theme and of saved settings
std::string_view theme_name(ThemeKind theme);
Result<ThemeKind> theme_from_name(std::string_view name);  // refuses others, naming those there are

// What each surface and each word is painted with. Texts are readable (>= 4.5) on ground, panel and control.
struct Palette {
  Colour ground;        // behind the picture
  Colour panel;         // side panels, tool bars, cards
  Colour control;       // buttons, combo boxes, number boxes
  Colour control_hot;   // ... under the pointer
  Colour control_down;  // ... pressed
  Colour input;         // boxes for code and expressions
  Colour line;          // separators and frames: quiet
  Colour text;
  Colour text_dim;      // labels, units
  Colour text_faint;    // captions, axis numbers
  Colour text_bright;   // what the pointer or the selection points at
  Colour accent;        // the one main button, the tab that is open, slider fill
  Colour accent_text;   // on accent
  Colour knob;          // slider grab
  Colour good;          // agrees, improves (as text)
  Colour costly;        // a number above ideal (as text)
  Colour refused;       // errors (as text and as fill of a refused cell)
  Colour refused_text;  // on refused
  Colour cell;          // an empty heatmap cell
  Colour cell_lit;      // an empty cell in the row or column of the selection
  Colour hatch;         // lines over an inactive lane
  Colour outline;       // frame of a selected cell
  Colour link;          // joins lanes that share one word (broadcast)
  Colour code_number;   // in code lines
  Colour code_name;     // a name that the person can change, in code lines
  bool operator==(const Palette&) const = default;
};
const Palette& palette(ThemeKind theme);

// turn: how many wavefronts of its own phase went before (0: served at once, free). In a clean 16-byte access every
// lane has turn 0 although the four phases follow each other. Turns above max_turn look like max_turn; negative ones
// like 0.
inline constexpr int max_turn = 31;
enum class ColourScale : std::uint8_t { cool_warm, viridis, inferno };
inline constexpr std::array all_scales{ColourScale::cool_warm, ColourScale::viridis, ColourScale::inferno};
std::string_view scale_name(ColourScale scale);  // "cool-warm", "viridis", "inferno": as in saved settings
std::optional<ColourScale> scale_from_name(std::string_view name);
FillColour turn_colour(ThemeKind theme, int turn, ColourScale scale = ColourScale::cool_warm);

// WCAG 2.1 relative luminance (0..1) and contrast (1..21).
double luminance(Colour colour);
double contrast(Colour a, Colour b);
// Black or white, whichever is easier to read on `fill`: at least 4.58 for every fill.
Colour text_on(Colour fill);
Colour mix(Colour a, Colour b, double share_of_b);  // in Oklab, so that a mix is as light as it looks
std::string hex(Colour colour);                     // "#4a90d9"

}  // namespace bankmap
