#include "core/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bankmap {
namespace {

constexpr Colour rgb(std::uint32_t hex_value) {
  return {static_cast<std::uint8_t>(hex_value >> 16), static_cast<std::uint8_t>(hex_value >> 8),
          static_cast<std::uint8_t>(hex_value)};
}

struct ThemeTable {
  ThemeKind kind;
  std::string_view name;
  Palette palette;
  std::array<Colour, 8> turns;  // the first eight, hand set: see the header for what they promise
  Colour ramp_begin;            // turn 8
  Colour ramp_end;              // max_turn: farthest from the ground
};

constexpr std::array tables{
    ThemeTable{
        .kind = ThemeKind::dark,
        .name = "dark",
        .palette = {.ground = rgb(0x171b21),
                    .panel = rgb(0x1c2129),
                    .control = rgb(0x2b323b),
                    .control_hot = rgb(0x353e49),
                    .control_down = rgb(0x404b58),
                    .input = rgb(0x10141a),
                    .line = rgb(0x2d343e),
                    .text = rgb(0xc3cad4),
                    .text_dim = rgb(0xa9b1bc),
                    .text_faint = rgb(0x98a1ad),
                    .text_bright = rgb(0xffffff),
                    .accent = rgb(0x2b62b0),
                    .accent_text = rgb(0xffffff),
                    .knob = rgb(0xe6ebf2),
                    .good = rgb(0x48c28e),
                    .costly = rgb(0xf29b4b),
                    .refused = rgb(0xff8a80),
                    .refused_text = rgb(0x000000),
                    .cell = rgb(0x1d222a),
                    .cell_lit = rgb(0x27303b),
                    .hatch = rgb(0x3c4550),
                    .outline = rgb(0xffffff),
                    .link = rgb(0xd7e3f4),
                    .code_number = rgb(0x6fd0b8),
                    .code_name = rgb(0xf0b95f)},
        .turns = {rgb(0x2e79c7), rgb(0x34b09c), rgb(0xfaf0a8), rgb(0xf4d158), rgb(0xf29a3a), rgb(0xd9695a),
                  rgb(0xb93a30), rgb(0x8b366b)},
        .ramp_begin = rgb(0xa8487f),
        .ramp_end = rgb(0xffe6f0),
    },
    ThemeTable{
        .kind = ThemeKind::light,
        .name = "light",
        .palette = {.ground = rgb(0xfafbfc),
                    .panel = rgb(0xf0f2f5),
                    .control = rgb(0xdfe4ea),
                    .control_hot = rgb(0xd2d9e2),
                    .control_down = rgb(0xc3ccd7),
                    .input = rgb(0xffffff),
                    .line = rgb(0xcfd6de),
                    .text = rgb(0x2b333d),
                    .text_dim = rgb(0x48525e),
                    .text_faint = rgb(0x525c68),
                    .text_bright = rgb(0x000000),
                    .accent = rgb(0x1f5fb8),
                    .accent_text = rgb(0xffffff),
                    .knob = rgb(0x3a4654),
                    .good = rgb(0x0b6640),
                    .costly = rgb(0x8f4300),
                    .refused = rgb(0xb3161d),
                    .refused_text = rgb(0xffffff),
                    .cell = rgb(0xeff2f5),
                    .cell_lit = rgb(0xdbe4ef),
                    .hatch = rgb(0xc0c9d3),
                    .outline = rgb(0x000000),
                    .link = rgb(0x2b333d),
                    .code_number = rgb(0x0a625a),
                    .code_name = rgb(0x7d4a00)},
        .turns = {rgb(0x216abf), rgb(0x25aa9d), rgb(0xf7e88f), rgb(0xf2ca42), rgb(0xee922c), rgb(0xd2522e),
                  rgb(0xa82b34), rgb(0x772459)},
        .ramp_begin = rgb(0x8f3a70),
        .ramp_end = rgb(0x2a0420),
    },
    ThemeTable{
        .kind = ThemeKind::high_contrast,
        .name = "high-contrast",
        .palette = {.ground = rgb(0x000000),
                    .panel = rgb(0x000000),
                    .control = rgb(0x1c1c1c),
                    .control_hot = rgb(0x383838),
                    .control_down = rgb(0x4a4a4a),
                    .input = rgb(0x000000),
                    .line = rgb(0x9a9a9a),
                    .text = rgb(0xffffff),
                    .text_dim = rgb(0xf0f0f0),
                    .text_faint = rgb(0xdcdcdc),
                    .text_bright = rgb(0xffff66),
                    .accent = rgb(0xffd60a),
                    .accent_text = rgb(0x000000),
                    .knob = rgb(0xffffff),
                    .good = rgb(0x5cf2a5),
                    .costly = rgb(0xffb347),
                    .refused = rgb(0xff9d95),
                    .refused_text = rgb(0x000000),
                    .cell = rgb(0x101010),
                    .cell_lit = rgb(0x3a3a3a),
                    .hatch = rgb(0x7a7a7a),
                    .outline = rgb(0xffffff),
                    .link = rgb(0xffffff),
                    .code_number = rgb(0x7df0d8),
                    .code_name = rgb(0xffd075)},
        .turns = {rgb(0x2e79c7), rgb(0x34b09c), rgb(0xfaf0a8), rgb(0xf4d158), rgb(0xf29a3a), rgb(0xd9695a),
                  rgb(0xb93a30), rgb(0x8b366b)},
        .ramp_begin = rgb(0xa8487f),
        .ramp_end = rgb(0xffe6f0),
    },
};

const ThemeTable& table(ThemeKind theme) {
  const auto found =
      std::find_if(tables.begin(), tables.end(), [&](const ThemeTable& each) { return each.kind == theme; });
  return found != tables.end() ? *found : tables.front();
}

// Ten points of a scale from dark to light, and how far up the first turn and the eighth stand for a dark ground. For a
// light one it is walked down from the top.
struct ScaleTable {
  ColourScale scale;
  std::string_view name;
  std::array<Colour, 10> points;
  double first;
  double eighth;
  double light_eighth;  // the first one stands where the eighth does on a dark ground
};
// source: S. van der Walt and N. Smith, "mpl colormaps", 2015 (CC0)
constexpr std::array scales{ScaleTable{ColourScale::viridis,
                                       "viridis",
                                       {rgb(0x440154), rgb(0x482878), rgb(0x3e4989), rgb(0x31688e), rgb(0x26828e),
                                        rgb(0x1f9e89), rgb(0x35b779), rgb(0x6ece58), rgb(0xb5de2b), rgb(0xfde725)},
                                       0,
                                       0.94,
                                       0.06},
                            ScaleTable{ColourScale::inferno,
                                       "inferno",
                                       {rgb(0x000004), rgb(0x1b0c41), rgb(0x4a0c6b), rgb(0x781c6d), rgb(0xa52c60),
                                        rgb(0xcf4446), rgb(0xed6925), rgb(0xfb9b06), rgb(0xf7d13d), rgb(0xfcffa4)},
                                       0.1,
                                       0.94,
                                       0.1}};
constexpr std::string_view cool_warm_name = "cool-warm";

Colour point_of(const ScaleTable& scale, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (static_cast<double>(scale.points.size()) - 1);
  const auto low = std::min(static_cast<std::size_t>(at), scale.points.size() - 2);
  return mix(scale.points[low], scale.points[low + 1], at - static_cast<double>(low));
}

Colour turn_on_scale(const ScaleTable& scale, ThemeKind theme, int turn) {
  const bool upwards = theme != ThemeKind::light;
  const double first = upwards ? scale.first : scale.eighth;
  const double eighth = upwards ? scale.eighth : scale.light_eighth;
  const double last = upwards ? 1 : 0;
  const double share =
      turn < 8 ? first + (eighth - first) * turn / 7 : eighth + (last - eighth) * (turn - 7) / (max_turn - 7);
  return point_of(scale, share);
}

// The sRGB curve (IEC 61966-2-1) of a channel from 0 to 255, whole or between two values.
double linear_of(double channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
// Pictures mix colours by the thousand, in every frame: there is no power to work out in them.
struct Curve {
  std::array<double, 256> linear{};   // [channel]
  std::array<double, 255> halfway{};  // [channel] between it and the next
  Curve() {
    for (std::size_t i = 0; i < linear.size(); ++i) linear[i] = linear_of(static_cast<double>(i));
    for (std::size_t i = 0; i < halfway.size(); ++i) halfway[i] = linear_of(static_cast<double>(i) + 0.5);
  }
};
const Curve& curve() {
  static const Curve once;
  return once;
}
double linear(std::uint8_t channel) { return curve().linear[channel]; }
std::uint8_t encoded(double value) {  // the nearest
  const auto& halfway = curve().halfway;
  return static_cast<std::uint8_t>(std::upper_bound(halfway.begin(), halfway.end(), value) - halfway.begin());
}

// Oklab (B. Ottosson, "A perceptual color space for image processing", 2020) by way of its three cone responses: mixing
// the cube roots of the cones is the same as mixing lightness and both hue axes, since those are linear in the cube
// roots.
struct Cones {
  double l, m, s;  // cube roots
};
Cones cones(Colour colour) {
  const double r = linear(colour.red), g = linear(colour.green), b = linear(colour.blue);
  return {std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
          std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
          std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)};
}
Colour from_cones(const Cones& root) {
  const double l = root.l * root.l * root.l, m = root.m * root.m * root.m, s = root.s * root.s * root.s;
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

std::string_view theme_name(ThemeKind theme) { return table(theme).name; }

Result<ThemeKind> theme_from_name(std::string_view name) {
  std::string names;
  for (const ThemeTable& each : tables) {
    if (each.name == name) return each.kind;
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  return fail(fmt::format("there is no theme '{}'", name), "one of: " + names);
}

const Palette& palette(ThemeKind theme) { return table(theme).palette; }

std::string_view scale_name(ColourScale scale) {
  for (const ScaleTable& each : scales)
    if (each.scale == scale) return each.name;
  return cool_warm_name;
}

std::optional<ColourScale> scale_from_name(std::string_view name) {
  for (const ColourScale scale : all_scales)
    if (scale_name(scale) == name) return scale;
  return std::nullopt;
}

FillColour turn_colour(ThemeKind theme, int turn, ColourScale scale) {
  for (const ScaleTable& each : scales) {
    if (each.scale != scale) continue;
    const Colour fill = turn_on_scale(each, theme, std::clamp(turn, 0, max_turn));
    return {fill, text_on(fill)};
  }
  const ThemeTable& colours = table(theme);
  constexpr int hand_set = static_cast<int>(std::tuple_size_v<decltype(colours.turns)>);
  const int at = std::clamp(turn, 0, max_turn);
  const Colour fill = at < hand_set ? colours.turns[static_cast<std::size_t>(at)]
                                    : mix(colours.ramp_begin, colours.ramp_end,
                                          static_cast<double>(at - hand_set) / (max_turn - hand_set));
  return {fill, text_on(fill)};
}

double luminance(Colour colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double contrast(Colour a, Colour b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

Colour text_on(Colour fill) {
  constexpr Colour black{0, 0, 0}, white{255, 255, 255};
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

Colour mix(Colour a, Colour b, double share_of_b) {
  if (share_of_b <= 0) return a;
  if (share_of_b >= 1) return b;
  const Cones from = cones(a), to = cones(b);
  const auto blend = [share_of_b](double x, double y) { return x + (y - x) * share_of_b; };
  return from_cones({blend(from.l, to.l), blend(from.m, to.m), blend(from.s, to.s)});
}

std::string hex(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

}  // namespace bankmap
