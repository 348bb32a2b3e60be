// What keeps a file from using more memory or time than a window has.
#include <gtest/gtest.h>

#include "core/hardware_table.hpp"
#include "core/json_reader.hpp"
#include "core/lane_addresses.hpp"
#include "core/scenario.hpp"
#include "core/tile.hpp"

namespace bankmap {
namespace {

std::string terms(std::string_view term, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : " + ") + std::string(term);
  return text;
}

TEST(Limits, AJsonFileHasSoManyValues) {
  const JsonLimits limits{.values = 5};
  EXPECT_TRUE(JsonDocument::parse("[1, {\"a\": 2}, []]", limits));
  for (const char* text : {"[1, {\"a\": 2}, [3]]", "[1, {\"a\": 2}, [], {}]"}) {
    const auto refused = JsonDocument::parse(text, limits);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().what, "too many values");
    EXPECT_EQ(refused.error().hint, "at most 5 in a file");
  }
}

TEST(Limits, ALineOfATableHasSoManyFields) {
  const auto refused = read_hardware_table(std::string(1 << 20, ','));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "1:1");
}

TEST(Limits, AnAccessHasSoMuchWork) {
  Access access;
  access.loops = {LoopVariable{.name = "k", .begin = 0, .end = 2048, .step = 1, .at = 0}};
  const Tile tile;
  const BlockShape block{.x = 1024, .y = 1, .z = 1};
  access.pattern = IndexPattern{.row = "k", .column = terms("lane", 31)};  // 1 + 61 + 1 of the mask
  EXPECT_TRUE(prepare(access, tile, block));
  access.pattern = IndexPattern{.row = "k", .column = terms("lane", 32)};
  const auto refused = prepare(access, tile, block);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "loops");
  EXPECT_EQ(refused.error().hint, "shorten the loops, to 64527 warp instructions, or the expressions");
  access.loops[0].end = 64'527 / 32;
  EXPECT_TRUE(prepare(access, tile, block));
  access.pattern = IndexPattern{.row = "k", .column = terms("rand(2)", 10)};  // a rand counts more
  access.loops[0].end = 2048;
  EXPECT_FALSE(prepare(access, tile, block));
}

TEST(Limits, ASwizzleIsAskedForSoManyElements) {
  Tile tile{.rows = 65'536, .columns = 256, .element = {.name = "int2", .bits = 2, .align_bytes = 1}, .pitch = {}, .swizzle = {}};
  tile.swizzle = ExpressionSwizzle{.column = terms("col * 0", 7) + " + col"};  // 29
  EXPECT_TRUE(lay_out(tile));
  tile.swizzle = ExpressionSwizzle{.column = terms("col * 0", 8) + " + col"};  // 33
  const auto refused = lay_out(tile);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "swizzle.column");
  EXPECT_EQ(refused.error().hint, "at most 32 for a tile of this size");
}

}  // namespace
}  // namespace bankmap
