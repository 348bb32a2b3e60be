#include "core/ansi.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

TEST(Ansi, NoColourLeavesTheText) {
  const Ansi ansi(TextColour::none);
  EXPECT_EQ(ansi.bold("x") + ansi.fill("y", {{1, 2, 3}, {4, 5, 6}}) + ansi.error("z"), "xyz");
}

TEST(Ansi, Codes) {
  const FillColour colour{{255, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(Ansi(TextColour::full).fill("4", colour), "\x1b[48;2;255;0;0;38;2;0;0;0m4\x1b[0m");
  EXPECT_EQ(Ansi(TextColour::indexed).fill("4", colour), "\x1b[48;5;196;38;5;16m4\x1b[0m");
  EXPECT_EQ(Ansi(TextColour::indexed).bold("4"), "\x1b[1m4\x1b[0m");
  EXPECT_EQ(Ansi(TextColour::indexed).bold(""), "");
}

TEST(Ansi, NearestOf256) {
  struct Row {
    Colour colour;
    int want;
  };
  for (const Row& row : {Row{{0, 0, 0}, 16}, Row{{255, 255, 255}, 231}, Row{{8, 8, 8}, 232}, Row{{238, 238, 238}, 255},
                         Row{{128, 128, 128}, 244}, Row{{0, 95, 135}, 24}, Row{{3, 90, 140}, 24}}) {
    EXPECT_EQ(nearest_indexed(row.colour), row.want) << hex(row.colour);
  }
}

TEST(Ansi, TheNearestIsTheNearest) {  // against all 240 colours, the slow way
  constexpr int steps[] = {0, 95, 135, 175, 215, 255};
  const auto distance = [&](Colour c, int index) {
    int rgb[3];
    if (index >= 232) {
      rgb[0] = rgb[1] = rgb[2] = 8 + 10 * (index - 232);
    } else {
      rgb[0] = steps[(index - 16) / 36];
      rgb[1] = steps[(index - 16) / 6 % 6];
      rgb[2] = steps[(index - 16) % 6];
    }
    return (c.red - rgb[0]) * (c.red - rgb[0]) + (c.green - rgb[1]) * (c.green - rgb[1]) +
           (c.blue - rgb[2]) * (c.blue - rgb[2]);
  };
  for (int code = 0; code < 4096; ++code) {
    const auto channel = [&](int shift) { return static_cast<std::uint8_t>((code >> shift & 15) * 17); };
    const Colour colour{channel(8), channel(4), channel(0)};
    int best = 16;
    for (int index = 17; index < 256; ++index) {
      if (distance(colour, index) < distance(colour, best)) best = index;
    }
    EXPECT_EQ(distance(colour, nearest_indexed(colour)), distance(colour, best)) << hex(colour);
  }
}

}  // namespace
}  // namespace bankmap
