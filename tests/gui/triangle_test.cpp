// Coverage of triangles, against the definition and by exhaustion.
#include "app/picture/triangle.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace bankmap {
namespace {

using Counts = std::map<std::pair<int, int>, int>;
constexpr PixelBox everything{-100, -100, 100, 100};

void add(Counts& counts, Corner a, Corner b, Corner c, const PixelBox& clip = everything) {
  Triangle(a, b, c).spans(clip, [&](int y, int first, int end) {
    ASSERT_LT(first, end);
    for (int x = first; x < end; ++x) ++counts[{x, y}];
  });
}

TEST(Triangle, HalfASquare) {
  Counts counts;
  add(counts, {0, 0}, {4, 0}, {0, 4});
  // Centres on the long edge belong to the other half: it is a right edge here.
  const Counts want{{{0, 0}, 1}, {{1, 0}, 1}, {{2, 0}, 1}, {{0, 1}, 1}, {{1, 1}, 1}, {{0, 2}, 1}};
  EXPECT_EQ(counts, want);
}

TEST(Triangle, WindingDoesNotMatter) {
  Counts one, other;
  add(one, {0.3F, 0.2F}, {9.1F, 3.7F}, {2.6F, 8.8F});
  add(other, {0.3F, 0.2F}, {2.6F, 8.8F}, {9.1F, 3.7F});
  EXPECT_EQ(one, other);
  EXPECT_GT(one.size(), 20U);
}

// A square cut in every way at every offset of a sixteenth pixel covers what the half-open square covers, each pixel
// once.
TEST(Triangle, TwoHalvesMakeTheWholeOnce) {
  for (int offset_x = 0; offset_x < 16; ++offset_x)
    for (int offset_y = 0; offset_y < 16; ++offset_y) {
      const float x = static_cast<float>(offset_x) / 16, y = static_cast<float>(offset_y) / 16;
      const Corner nw{x, y}, ne{x + 5, y}, se{x + 5, y + 3}, sw{x, y + 3};
      Counts want;
      for (int py = 0; py < 9; ++py)
        for (int px = 0; px < 9; ++px) {
          const float cx = static_cast<float>(px) + 0.5F, cy = static_cast<float>(py) + 0.5F;
          if (cx >= x && cx < x + 5 && cy >= y && cy < y + 3) want[{px, py}] = 1;
        }
      Counts down, up;
      add(down, nw, ne, se);
      add(down, nw, se, sw);
      add(up, nw, ne, sw);
      add(up, ne, se, sw);
      ASSERT_EQ(down, want) << offset_x << " " << offset_y;
      ASSERT_EQ(up, want) << offset_x << " " << offset_y;
    }
}

// A fan around a point: every centre inside is covered exactly once, also those on the spokes.
TEST(Triangle, AFanHasNoGapsAndNoOverlaps) {
  const Corner middle{8, 8};
  const std::vector<Corner> rim{{0, 0}, {5.5F, 0}, {16, 0}, {16, 8.5F}, {16, 16}, {8, 16}, {0, 16}, {0, 3.25F}};
  Counts counts;
  for (std::size_t i = 0; i < rim.size(); ++i) add(counts, middle, rim[i], rim[(i + 1) % rim.size()]);
  EXPECT_EQ(counts.size(), 256U);
  for (const auto& [pixel, times] : counts) EXPECT_EQ(times, 1) << pixel.first << " " << pixel.second;
}

TEST(Triangle, ClipIsHalfOpen) {
  Counts counts;
  add(counts, {-50, -50}, {90, -50}, {-50, 90}, {2, 3, 5, 4});
  EXPECT_EQ(counts, (Counts{{{2, 3}, 1}, {{3, 3}, 1}, {{4, 3}, 1}}));
}

TEST(Triangle, NothingAndNonsenseCoverNothingOrStayInside) {
  Counts counts;
  add(counts, {1, 1}, {5, 5}, {9, 9});
  EXPECT_TRUE(counts.empty());
  const float not_a_number = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  for (const float odd : {not_a_number, infinite, -infinite, 3e38F, -3e38F}) {
    add(counts, {odd, 1}, {5, odd}, {9, 9}, {0, 0, 10, 10});
    add(counts, {odd, odd}, {odd, 3}, {2, odd}, {0, 0, 10, 10});
  }
  for (const auto& [pixel, times] : counts) {
    EXPECT_GE(pixel.first, 0);
    EXPECT_LT(pixel.first, 10);
    EXPECT_GE(pixel.second, 0);
    EXPECT_LT(pixel.second, 10);
  }
}

TEST(Triangle, GradientRunsThroughTheCorners) {
  const Triangle triangle({0.5F, 0.5F}, {10.5F, 0.5F}, {0.5F, 20.5F});
  const Gradient value = triangle.gradient(100, 200, 50);
  EXPECT_FLOAT_EQ(value.at(0, 0), 100);
  EXPECT_FLOAT_EQ(value.at(10, 0), 200);
  EXPECT_FLOAT_EQ(value.at(0, 20), 50);
  EXPECT_FLOAT_EQ(value.at(5, 10), 125);
  EXPECT_TRUE(triangle.gradient(7, 7, 7).constant());
}

TEST(Triangle, FloorDivide) {
  EXPECT_EQ(detail::floor_divide(7, 2), 3);
  EXPECT_EQ(detail::floor_divide(-7, 2), -4);
  EXPECT_EQ(detail::floor_divide(-8, 2), -4);
  EXPECT_EQ(detail::floor_divide(0, 5), 0);
}

}  // namespace
}  // namespace bankmap
