// The promises of core/palette.hpp, each checked for every theme by exhaustion.
#include "core/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace bankmap {
namespace {

using Vec3 = std::array<double, 3>;

double linear(std::uint8_t channel) {
  const double v = channel / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

// CIE Lab, D65, of linear RGB: an independent ruler for "looks different".
Vec3 lab(const Vec3& rgb) {
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
  const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
  const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB: protan, deutan, tritan.
constexpr std::array<std::array<Vec3, 3>, 4> eyes{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

Vec3 seen_by(const std::array<Vec3, 3>& eye, Colour colour) {
  const Vec3 in{linear(colour.red), linear(colour.green), linear(colour.blue)};
  Vec3 out{};
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = std::clamp(eye[i][0] * in[0] + eye[i][1] * in[1] + eye[i][2] * in[2], 0.0, 1.0);
  return lab(out);
}

double distance(const Vec3& a, const Vec3& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }
double lightness(Colour colour) { return seen_by(eyes[0], colour)[0]; }

TEST(Palette, ContrastOfKnownPairs) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21.0, 1e-9);
  EXPECT_NEAR(contrast({255, 255, 255}, {255, 255, 255}), 1.0, 1e-9);
  EXPECT_NEAR(contrast({0x76, 0x76, 0x76}, {255, 255, 255}), 4.54,
              0.005);  // the well-known lightest grey that passes AA
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005);  // and the first that does not
  EXPECT_NEAR(luminance({255, 0, 0}), 0.2126, 1e-9);
}

TEST(Palette, TextOnAnyFillIsReadable) {
  for (int red = 0; red < 256; red += 15)
    for (int green = 0; green < 256; green += 5)
      for (int blue = 0; blue < 256; blue += 15) {
        const Colour fill{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                          static_cast<std::uint8_t>(blue)};
        ASSERT_GE(contrast(fill, text_on(fill)), 4.58) << hex(fill);
      }
}

TEST(Palette, EveryTurnCarriesAReadableNumber) {
  for (const ThemeKind theme : all_themes)
    for (int turn = 0; turn <= max_turn; ++turn) {
      const FillColour colour = turn_colour(theme, turn);
      EXPECT_GE(contrast(colour.fill, colour.text), 4.5) << theme_name(theme) << " turn " << turn;
    }
}

TEST(Palette, FirstEightTurnsDifferInGreyAndForEveryEye) {
  for (const ThemeKind theme : all_themes)
    for (int one = 0; one < 8; ++one)
      for (int other = 0; other < one; ++other) {
        SCOPED_TRACE(std::string(theme_name(theme)) + " turns " + std::to_string(one) + ", " + std::to_string(other));
        const Colour a = turn_colour(theme, one).fill, b = turn_colour(theme, other).fill;
        EXPECT_GE(std::abs(lightness(a) - lightness(b)), 5.0);
        for (const auto& eye : eyes) EXPECT_GE(distance(seen_by(eye, a), seen_by(eye, b)), 12.0);
      }
}

TEST(Palette, EveryScaleKeepsItsPromises) {
  for (const ThemeKind theme : all_themes)
    for (const ColourScale scale : all_scales) {
      SCOPED_TRACE(std::string(theme_name(theme)) + " " + std::string(scale_name(scale)));
      for (int one = 0; one < 8; ++one)
        for (int other = 0; other < one; ++other) {
          const Colour a = turn_colour(theme, one, scale).fill, b = turn_colour(theme, other, scale).fill;
          EXPECT_GE(std::abs(lightness(a) - lightness(b)), 5.0) << one << ", " << other;
          for (const auto& eye : eyes)
            EXPECT_GE(distance(seen_by(eye, a), seen_by(eye, b)), 9.0) << one << ", " << other;
        }
      const double ground = lightness(palette(theme).ground);
      for (int turn = 0; turn <= max_turn; ++turn) {
        const FillColour colour = turn_colour(theme, turn, scale);
        EXPECT_GE(contrast(colour.fill, colour.text), 4.5) << turn;
        EXPECT_GE(distance(seen_by(eyes[0], colour.fill), seen_by(eyes[0], palette(theme).cell)), 30.0) << turn;
        if (turn < 9) continue;
        EXPECT_GT(std::abs(lightness(colour.fill) - ground),
                  std::abs(lightness(turn_colour(theme, turn - 1, scale).fill) - ground))
            << turn;
      }
    }
}

TEST(Palette, ScaleNamesRoundTrip) {
  for (const ColourScale scale : all_scales) EXPECT_EQ(scale_from_name(scale_name(scale)), scale);
  EXPECT_FALSE(scale_from_name("rainbow").has_value());
}

TEST(Palette, HighContrastTextsHaveSevenToOne) {
  const Palette& p = palette(ThemeKind::high_contrast);
  for (const Colour text : {p.text, p.text_dim, p.text_faint, p.text_bright, p.good, p.costly, p.refused})
    for (const Colour surface : {p.ground, p.panel, p.control, p.cell}) EXPECT_GE(contrast(text, surface), 7.0);
}

TEST(Palette, FreeIsCoolAndCostlyIsWarm) {
  for (const ThemeKind theme : all_themes)
    for (int turn = 0; turn <= max_turn; ++turn) {
      const Colour fill = turn_colour(theme, turn).fill;
      EXPECT_EQ(fill.red < fill.blue, turn < 2) << theme_name(theme) << " turn " << turn;
    }
}

TEST(Palette, LaterTurnsAreOrderedAwayFromTheGround) {
  for (const ThemeKind theme : all_themes) {
    const double ground = lightness(palette(theme).ground);
    for (int turn = 9; turn <= max_turn; ++turn)
      EXPECT_GT(std::abs(lightness(turn_colour(theme, turn).fill) - ground),
                std::abs(lightness(turn_colour(theme, turn - 1).fill) - ground))
          << theme_name(theme) << " turn " << turn;
  }
}

TEST(Palette, TurnsOutOfRangeAreClamped) {
  for (const ThemeKind theme : all_themes) {
    EXPECT_EQ(turn_colour(theme, -1), turn_colour(theme, 0));
    EXPECT_EQ(turn_colour(theme, 1'000'000), turn_colour(theme, max_turn));
  }
}

TEST(Palette, FilledCellsStandOutFromEmptyOnes) {
  for (const ThemeKind theme : all_themes)
    for (int turn = 0; turn <= max_turn; ++turn)
      for (const Colour cell : {palette(theme).cell, palette(theme).cell_lit})
        EXPECT_GE(distance(seen_by(eyes[0], turn_colour(theme, turn).fill), seen_by(eyes[0], cell)), 30.0)
            << theme_name(theme) << " turn " << turn;
}

TEST(Palette, TextsAreReadableOnEverySurface) {
  for (const ThemeKind theme : all_themes) {
    const Palette& p = palette(theme);
    const std::vector<Colour> surfaces{p.ground, p.panel, p.control, p.input, p.cell};
    const std::vector<Colour> texts{p.text,   p.text_dim, p.text_faint,  p.text_bright, p.good,
                                    p.costly, p.refused,  p.code_number, p.code_name};
    for (const Colour surface : surfaces)
      for (const Colour text : texts)
        EXPECT_GE(contrast(text, surface), 4.5) << theme_name(theme) << " " << hex(text) << " on " << hex(surface);
    for (const Colour surface : {p.control_hot, p.control_down, p.cell_lit})
      for (const Colour text : {p.text, p.text_bright})
        EXPECT_GE(contrast(text, surface), 4.5) << theme_name(theme) << " " << hex(text) << " on " << hex(surface);
    EXPECT_GE(contrast(p.accent_text, p.accent), 4.5) << theme_name(theme);
    EXPECT_GE(contrast(p.refused_text, p.refused), 4.5) << theme_name(theme);
    EXPECT_GE(contrast(p.knob, p.control), 3.0) << theme_name(theme);  // WCAG 1.4.11 for controls
    EXPECT_GE(contrast(p.outline, p.cell), 3.0) << theme_name(theme);
    EXPECT_GE(contrast(p.link, p.cell), 3.0) << theme_name(theme);
  }
}

TEST(Palette, MixKeepsItsEndsAndItsGreys) {
  const Colour a{12, 200, 99}, b{250, 3, 180};
  EXPECT_EQ(mix(a, b, 0), a);
  EXPECT_EQ(mix(a, b, 1), b);
  EXPECT_EQ(mix(a, a, 0.5), a);
  EXPECT_EQ(mix(a, b, -3), a);
  const Colour grey = mix({0, 0, 0}, {255, 255, 255}, 0.5);  // Oklab lightness 0.5 is linear 1/8: sRGB 99
  EXPECT_EQ(grey, (Colour{99, 99, 99}));
}

TEST(Palette, NamesRoundTripAndOthersAreRefused) {
  for (const ThemeKind theme : all_themes) EXPECT_EQ(theme_from_name(theme_name(theme)), theme);
  const auto refused = theme_from_name("Dark");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().what, "there is no theme 'Dark'");
  EXPECT_EQ(refused.error().hint, "one of: dark, light, high-contrast");
}

TEST(Palette, HexIsSixLowerCaseDigits) { EXPECT_EQ(hex({0x4a, 0x90, 0x0d}), "#4a900d"); }

}  // namespace
}  // namespace bankmap
