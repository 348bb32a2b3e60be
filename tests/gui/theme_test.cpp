// Fonts, distances and the colours that Dear ImGui itself uses.
#include "app/theme.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/picture/offscreen.hpp"
#include "app/picture/rasterise.hpp"

namespace bankmap {
namespace {

constexpr PictureSize small_screen{.width = 200, .height = 100, .scale = 1};

Colour style_colour(int index) {
  const ImVec4& c = ImGui::GetStyle().Colors[index];
  const auto byte = [](float value) { return static_cast<std::uint8_t>(std::lround(value * 255)); };
  return {byte(c.x), byte(c.y), byte(c.z)};
}

// Width of a text in a font, in a frame of its own.
ImVec2 extent(Offscreen& screen, ImFont* font, const char* text) {
  ImVec2 size;
  screen.frame([&] { with_font(font, [&] { size = ImGui::CalcTextSize(text); }); });
  return size;
}

TEST(Theme, EveryTextThatDearImGuiDrawsIsReadable) {
  for (const ThemeKind kind : all_themes) {
    Offscreen screen(small_screen, {.theme = kind});
    for (const int surface :
         {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
          ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive, ImGuiCol_Header, ImGuiCol_HeaderHovered,
          ImGuiCol_HeaderActive, ImGuiCol_TitleBgActive, ImGuiCol_TableHeaderBg})
      EXPECT_GE(contrast(style_colour(ImGuiCol_Text), style_colour(surface)), 4.5)
          << theme_name(kind) << " " << ImGui::GetStyleColorName(surface);
    EXPECT_GE(contrast(style_colour(ImGuiCol_TextDisabled), style_colour(ImGuiCol_WindowBg)), 4.5) << theme_name(kind);
  }
}

TEST(Theme, DistancesFollowTextSizeAndScreen) {
  Offscreen screen(small_screen);
  EXPECT_EQ(screen.theme().px(8), 8);
  screen.set_look({.text_size = 28});
  EXPECT_EQ(screen.theme().px(8), 16);
  screen.resize({.width = 200, .height = 100, .scale = 2});
  EXPECT_EQ(screen.theme().px(8), 32);
  EXPECT_EQ(screen.theme().px(1), 4);
}

TEST(Theme, DistancesAreWholePixels) {
  for (float size = min_text_size; size <= max_text_size; size += 1.3F) {
    Offscreen screen(small_screen, {.text_size = size});
    for (const float distance : {1.0F, 2.0F, 4.0F, 8.0F, 24.0F}) {
      const float pixels = screen.theme().px(distance);
      EXPECT_EQ(pixels, std::round(pixels));
      EXPECT_GE(pixels, 1);
    }
    if (size > min_text_size + 4) break;  // building fonts takes time; a few sizes show it
  }
}

TEST(Theme, TextSizeIsClamped) {
  EXPECT_EQ(clamped({.text_size = 3}).text_size, min_text_size);
  EXPECT_EQ(clamped({.text_size = 1e9F}).text_size, max_text_size);
  EXPECT_EQ(clamped({.text_size = std::numeric_limits<float>::quiet_NaN()}).text_size, default_text_size);
  EXPECT_EQ(clamped({.text_size = 24}).text_size, 24);
}

TEST(Theme, ColoursForDrawing) {
  Offscreen screen(small_screen);
  EXPECT_EQ(screen.theme().u32({1, 2, 3}), IM_COL32(1, 2, 3, 255));
  EXPECT_EQ(screen.theme().u32({1, 2, 3}, 0.2F), IM_COL32(1, 2, 3, 51));
}

TEST(Fonts, DigitsDoNotJump) {
  Offscreen screen(small_screen);
  const Fonts& fonts = screen.theme().fonts;
  for (ImFont* font : {fonts.mono, fonts.mono_small, fonts.mono_bold, fonts.mono_big}) {
    const float width = extent(screen, font, "0").x;
    EXPECT_GT(width, 3);
    for (const char* digit : {"1", "2", "3", "4", "5", "6", "7", "8", "9", "."})
      EXPECT_EQ(extent(screen, font, digit).x, width);
  }
}

TEST(Fonts, SizesStandInTheirRatio) {
  Offscreen screen(small_screen);
  const Fonts& fonts = screen.theme().fonts;
  const float body = font_pixels(fonts.words);
  EXPECT_EQ(font_pixels(fonts.mono), body);  // one line height, so that words and numbers share a row
  EXPECT_EQ(font_pixels(fonts.words_bold), body);
  EXPECT_LT(font_pixels(fonts.words_small), body);
  EXPECT_GE(font_pixels(fonts.words_small), 12);
  EXPECT_NEAR(extent(screen, fonts.mono_big, "0").x / extent(screen, fonts.mono, "0").x, 2.1, 0.25);
}

TEST(Fonts, SignsOfTheWindowAreThere) {
  if (find_font_files().words.empty() || find_font_files().mono.empty())
    GTEST_SKIP() << "the fonts are not installed here";
  Offscreen screen(small_screen);
  const Fonts& fonts = screen.theme().fonts;
  // -> <- up down x middle-dot en-dash minus check cross <= >= and small and large triangles, circled plus
  constexpr ImWchar signs[] = {0x2192, 0x2190, 0x2191, 0x2193, 0xD7,   0xB7,   0x2013, 0x2212, 0x2713,
                               0x2264, 0x2265, 0x25B8, 0x25BE, 0x25B6, 0x2295, 0x2026, 0x201C};
  for (ImFont* font : {fonts.words, fonts.words_bold, fonts.words_small, fonts.mono, fonts.mono_small, fonts.mono_bold})
    for (const ImWchar sign : signs) {
#if IMGUI_VERSION_NUM >= 19200
      EXPECT_TRUE(font->IsGlyphInFont(sign)) << std::hex << sign;
#else
      EXPECT_NE(font->FindGlyphNoFallback(sign), nullptr) << std::hex << sign;
#endif
    }
}

TEST(Fonts, WithoutFilesDearImGuisOwnIsUsed) {
  ImFontAtlas atlas;
  const Fonts fonts = load_fonts(atlas, {}, 16);
  const Coverage coverage = coverage_of(atlas);
  EXPECT_GT(coverage.width * coverage.height, 0);
  for (const ImFont* font : {fonts.words, fonts.words_bold, fonts.words_small, fonts.mono, fonts.mono_small,
                             fonts.mono_bold, fonts.mono_big})
    EXPECT_NE(font, nullptr);
}

TEST(Fonts, TheLargestAtlasFitsATexture) {
  ImFontAtlas atlas;
  load_fonts(atlas, find_font_files(), max_text_size * 8);  // clamped
  const Coverage coverage = coverage_of(atlas);
  EXPECT_LE(coverage.width, 8192);
  EXPECT_LE(coverage.height, 8192);
}

}  // namespace
}  // namespace bankmap
