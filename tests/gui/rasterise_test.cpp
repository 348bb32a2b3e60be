// Pixels of hand-made draw lists, with values worked out by hand.
#include "app/picture/rasterise.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "app/picture/offscreen.hpp"

namespace bankmap {
namespace {

constexpr Colour ground{0x17, 0x1b, 0x21};
constexpr Colour red{255, 0, 0};

// A 40 x 30 picture of what is drawn by hand into the foreground.
Image drawn(const std::function<void(ImDrawList&)>& draw) {
  Offscreen screen({.width = 40, .height = 30, .scale = 1});
  screen.frame([&] {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.Flags = 0;  // sharp edges: exact values
    draw(list);
  });
  return screen.image();
}

int count(const Image& image, Colour colour) {
  int pixels = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) pixels += image.at(x, y) == colour ? 1 : 0;
  return pixels;
}

TEST(Rasterise, AnEmptyFrameIsTheGround) {
  const Image image = drawn([](ImDrawList&) {});
  EXPECT_EQ(image.width, 40);
  EXPECT_EQ(image.height, 30);
  EXPECT_EQ(count(image, ground), 40 * 30);
}

TEST(Rasterise, ARectangleFillsItsPixelsAndNoOthers) {
  const Image image = drawn([](ImDrawList& list) { list.AddRectFilled({3, 4}, {10, 9}, IM_COL32(255, 0, 0, 255)); });
  EXPECT_EQ(count(image, red), 7 * 5);
  EXPECT_EQ(count(image, ground), 40 * 30 - 7 * 5);
  EXPECT_EQ(image.at(3, 4), red);
  EXPECT_EQ(image.at(9, 8), red);
  EXPECT_EQ(image.at(10, 8), ground);
  EXPECT_EQ(image.at(9, 9), ground);
}

TEST(Rasterise, OpacityMixesWithWhatIsBelow) {
  const Image image = drawn([](ImDrawList& list) {
    list.AddRectFilled({0, 0}, {40, 30}, IM_COL32(100, 100, 100, 255));
    list.AddRectFilled({0, 0}, {10, 10}, IM_COL32(200, 0, 100, 51));  // 51 / 255 = 0.2
  });
  EXPECT_EQ(image.at(5, 5), (Colour{120, 80, 100}));
  EXPECT_EQ(image.at(15, 5), (Colour{100, 100, 100}));
  EXPECT_EQ(image.rgba[3], 255);  // the picture itself stays opaque
}

TEST(Rasterise, WhatIsDrawnLaterIsOnTop) {
  const Image image = drawn([](ImDrawList& list) {
    list.AddRectFilled({0, 0}, {10, 10}, IM_COL32(0, 255, 0, 255));
    list.AddRectFilled({5, 0}, {10, 10}, IM_COL32(255, 0, 0, 255));
  });
  EXPECT_EQ(image.at(4, 5), (Colour{0, 255, 0}));
  EXPECT_EQ(image.at(5, 5), red);
}

TEST(Rasterise, ClipRectanglesCutOff) {
  const Image image = drawn([](ImDrawList& list) {
    list.PushClipRect({5, 6}, {8, 20});
    list.AddRectFilled({0, 0}, {40, 30}, IM_COL32(255, 0, 0, 255));
    list.PopClipRect();
    list.PushClipRect({-30, -30}, {2, 2});
    list.AddRectFilled({-99, -99}, {99, 99}, IM_COL32(255, 0, 0, 255));
    list.PopClipRect();
  });
  EXPECT_EQ(count(image, red), 3 * 14 + 2 * 2);
  EXPECT_EQ(image.at(5, 6), red);
  EXPECT_EQ(image.at(8, 6), ground);
}

TEST(Rasterise, VertexColoursRunAcross) {
  const Image image = drawn([](ImDrawList& list) {
    const ImU32 black = IM_COL32(0, 0, 0, 255), white = IM_COL32(200, 200, 200, 255);
    list.AddRectFilledMultiColor({0, 0}, {20, 10}, black, white, white, black);
  });
  for (int x = 0; x < 20; ++x)  // 10 a pixel, at the centres: 5, 15, 25, ...
    for (int y = 0; y < 10; ++y) EXPECT_NEAR(image.at(x, y).red, 5 + 10 * x, 1) << x << " " << y;
}

TEST(Rasterise, TextIsTheFontsCoverage) {
  Offscreen screen({.width = 40, .height = 30, .scale = 1});
  const ImFontGlyph* glyph = nullptr;
  screen.frame([&] {
    ImGui::GetForegroundDrawList()->AddText({4, 5}, IM_COL32(255, 255, 255, 255), "H");
#if IMGUI_VERSION_NUM >= 19200
    glyph = ImGui::GetFontBaked()->FindGlyph('H');
#else
    glyph = screen.theme().fonts.words->FindGlyph('H');
#endif
  });
  const Image image = screen.image();
  int inked = 0;
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      if (image.at(x, y) == ground) continue;
      ++inked;
      EXPECT_GE(static_cast<float>(x) + 1, 4 + glyph->X0);
      EXPECT_LE(static_cast<float>(x), 4 + glyph->X1);
      EXPECT_GE(static_cast<float>(y) + 1, 5 + glyph->Y0);
      EXPECT_LE(static_cast<float>(y), 5 + glyph->Y1);
    }
  EXPECT_GT(inked, 20);  // two strokes and a bar
}

TEST(Rasterise, UserCallbacksAreSkipped) {
  const Image image = drawn([](ImDrawList& list) {
    list.AddCallback([](const ImDrawList*, const ImDrawCmd*) { FAIL() << "called"; }, nullptr);
    list.AddRectFilled({0, 0}, {1, 1}, IM_COL32(255, 0, 0, 255));
  });
  EXPECT_EQ(count(image, red), 1);
}

TEST(Rasterise, FarAwayAndOddCornersDoNoHarm) {
  const float far = 1e30F;
  const Image image = drawn([&](ImDrawList& list) {
    list.AddTriangleFilled({-far, -far}, {far, -far}, {0, far}, IM_COL32(1, 2, 3, 255));
    list.AddLine({-far, 3}, {far, 3}, IM_COL32(1, 2, 3, 255), 5);
    list.AddRectFilled({0, 0}, {1, 1}, IM_COL32(255, 0, 0, 255));
  });
  EXPECT_EQ(image.at(0, 0), red);
}

// The half-open unit squares of a mosaic, drawn as triangles with half opacity: no pixel is painted twice or left out.
TEST(Rasterise, AMosaicHasNoSeams) {
  const Image image = drawn([](ImDrawList& list) {
    for (int y = 0; y < 6; ++y)
      for (int x = 0; x < 8; ++x) {
        const float left = static_cast<float>(x) * 4.7F, top = static_cast<float>(y) * 4.3F;
        list.AddRectFilled({left, top}, {left + 4.7F, top + 4.3F}, IM_COL32(255, 255, 255, 128));
      }
  });
  const Colour once = image.at(1, 1);
  for (int y = 0; y < 25; ++y)
    for (int x = 0; x < 37; ++x) EXPECT_EQ(image.at(x, y), once) << x << " " << y;
}

}  // namespace
}  // namespace bankmap
