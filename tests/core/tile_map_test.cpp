// The tile by coordinates: what lies where, who touches it, how often, and a lane pointed elsewhere.
#include "core/tile_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/bank_colour.hpp"
#include "core/lane_target.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Element element(const char* name) { return element_named(name).value(); }

Scenario column_of(int rows, int columns, std::int64_t padding, const char* type = "float") {
  Scenario scenario;
  scenario.tiles[0] = {.rows = rows, .columns = columns, .element = element(type), .pitch = {.value = padding}};
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = columns, .step = 1, .at = 5}};
  return scenario;
}

Analysis answer(const Scenario& scenario) { return analyze(scenario, machine_named("sm_90")); }

std::vector<Tile> tiles_of_all_kinds() {
  const auto tile = [](const char* type, int columns, std::int64_t padding, Swizzle swizzle = NoSwizzle{}) {
    Tile made{.rows = 16, .columns = columns, .element = element(type), .pitch = {.value = padding}};
    made.swizzle = std::move(swizzle);
    return made;
  };
  std::vector<Tile> tiles{tile("float", 32, 0),
                          tile("float", 32, 1),
                          tile("half", 64, 8),
                          tile("int4", 24, 8),
                          tile("int2", 16, 16),
                          tile("double", 16, 1),
                          tile("float4", 8, 0),
                          tile("float", 32, 0, XorSwizzle{}),
                          tile("half", 64, 0, TmaSwizzle{}),
                          tile("half", 64, 0, CuteSwizzle{}),
                          tile("int8", 128, 0, TritonSwizzle{16, 1, 8}),
                          tile("float", 32, 4, ExpressionSwizzle{"(col + row) % columns"})};
  tiles[1].base_bytes = 1024;
  tiles[8].base_bytes = 2048;
  Tile odd = tile("float", 8, 0);  // rows that are no whole number of elements apart
  odd.element = struct_element("Particle", 12, 4).value();
  odd.pitch = {.kind = Pitch::Kind::padding, .unit = Pitch::Unit::bytes, .value = 8};
  tiles.push_back(odd);
  return tiles;
}

TEST(ElementPlaces, EveryBitOfEveryElementLeadsBackToIt) {
  for (const Tile& tile : tiles_of_all_kinds()) {
    const Result<TileLayout> layout = lay_out(tile);
    ASSERT_TRUE(layout) << to_string(layout.error());
    const ElementPlaces places(*layout);
    std::int64_t bits_of_elements = 0;
    for (std::int64_t row = 0; row < tile.rows; ++row)
      for (std::int64_t column = 0; column < tile.columns; ++column)
        for (int bit = 0; bit < tile.element.bits; ++bit, ++bits_of_elements)
          ASSERT_EQ(places.element_at(*layout->bit_offset(row, column) + bit), (Coordinate{row, column}))
              << tile.element.name << " " << describe(tile.swizzle) << " " << row << " " << column;
    std::int64_t held = 0;
    for (std::int64_t bit = places.begin_bit(); bit < places.begin_bit() + layout->size_bytes * 8; ++bit)
      held += places.element_at(bit) ? 1 : 0;
    EXPECT_EQ(held, bits_of_elements) << "all else is padding: " << tile.element.name << " " << describe(tile.swizzle);
    EXPECT_FALSE(places.element_at(places.begin_bit() - 1));
    EXPECT_FALSE(places.element_at(places.begin_bit() + layout->size_bytes * 8));
  }
}

TEST(ElementPlaces, PaddingIsBehindTheRow) {
  const ElementPlaces places(lay_out(column_of(32, 32, 1).tiles[0]).value());
  EXPECT_EQ(places.element_at(276 * 8), (Coordinate{2, 3}));
  EXPECT_EQ(places.element_at(127 * 8), (Coordinate{0, 31}));
  EXPECT_FALSE(places.element_at(128 * 8)) << "bytes 128 to 131 are padding";
  EXPECT_EQ(places.element_at(132 * 8), (Coordinate{1, 0}));
}

TEST(TileMap, AColumnIsTouchedByALaneARow) {
  const Scenario scenario = column_of(32, 32, 4);
  const TileMap map = tile_map(scenario, answer(scenario), 0).value();
  ASSERT_EQ(map.touched.size(), 32U);
  for (int lane = 0; lane < lane_count; ++lane)
    EXPECT_EQ(map.touched[static_cast<std::size_t>(lane)], (TouchedElement{{lane, 5}, lane_bit(lane)}));
  EXPECT_EQ(map.lanes_at({9, 5}), lane_bit(9));
  EXPECT_EQ(map.lanes_at({9, 4}), 0U);
  EXPECT_EQ(map.astray, 0U);
}

TEST(TileMap, AWideAccessTouchesAllItsElementsAndABroadcastOneByAll) {
  Scenario scenario = column_of(32, 32, 0);
  scenario.accesses[0].instruction = Instruction::ld_b128;
  scenario.accesses[0].pattern = IndexPattern{"lane / 8", "lane % 8 * 4"};
  const TileMap wide = tile_map(scenario, answer(scenario), 0).value();
  EXPECT_EQ(wide.touched.size(), 128U);
  EXPECT_EQ(wide.lanes_at({1, 7}), lane_bit(9));
  scenario.accesses[0].instruction = Instruction::ld_b32;
  scenario.accesses[0].pattern = BroadcastPattern{"3", "7"};
  const TileMap one = tile_map(scenario, answer(scenario), 0).value();
  ASSERT_EQ(one.touched.size(), 1U);
  EXPECT_EQ(one.touched[0], (TouchedElement{{3, 7}, all_lanes}));
}

TEST(TileMap, AddressesWithoutCoordinatesFindTheirElements) {
  Scenario scenario = column_of(32, 32, 0);
  scenario.tiles[0].swizzle = XorSwizzle{};
  scenario.accesses[0].pattern = ByteOffsetPattern{"lane * 128 + 4"};  // bank 1 of each row
  const TileMap map = tile_map(scenario, answer(scenario), 0).value();
  EXPECT_EQ(map.lanes_at({6, 1 ^ 6}), lane_bit(6)) << "the element that the swizzle has put there";
}

TEST(TileMap, LanesOutsideOrInPaddingAreAstray) {
  Scenario scenario = column_of(8, 32, 1);
  scenario.accesses[0].pattern = ByteOffsetPattern{"lane == 3 ? 128 : lane == 4 ? 4096 : 0"};
  const TileMap map = tile_map(scenario, answer(scenario), 0).value();
  EXPECT_EQ(map.astray, lane_bit(3) | lane_bit(4));
  EXPECT_EQ(map.lanes_at({0, 0}), all_lanes & ~map.astray);
}

TEST(TileMap, BadInputIsRefusedAndNothingCrashes) {
  Scenario scenario = column_of(32, 32, 0);
  scenario.accesses[0].tile = 7;
  EXPECT_FALSE(tile_map(scenario, answer(scenario), 0));
  EXPECT_FALSE(tile_density(scenario, 0));
  EXPECT_FALSE(tile_map(scenario, answer(scenario), 3));
  scenario = column_of(32, 32, 0);
  scenario.accesses[0].mask = "0";
  EXPECT_TRUE(tile_map(scenario, answer(scenario), 0)->touched.empty());
  EXPECT_EQ(tile_density(scenario, 0)->most(), 0U);
  scenario.accesses[0].mask = "lane <";
  EXPECT_TRUE(tile_map(scenario, answer(scenario), 0)->touched.empty()) << "no answer, yet a tile";
  EXPECT_FALSE(tile_density(scenario, 0));
}

TEST(TileMap, OffsetsOfAWindowAreThoseOfItsElements) {
  for (const Tile& tile : tiles_of_all_kinds()) {
    const TileLayout layout = lay_out(tile).value();
    const TileWindow window{3, 9, 1, tile.columns - 1};
    const std::vector<std::int64_t> bits = bit_offsets(layout, window);
    ASSERT_EQ(bits.size(), static_cast<std::size_t>(window.rows() * window.columns()));
    std::size_t i = 0;
    for (std::int64_t row = 3; row < 9; ++row)
      for (std::int64_t column = 1; column < tile.columns - 1; ++column)
        ASSERT_EQ(bits[i++], *layout.bit_offset(row, column));
  }
}

TEST(TileDensity, AColumnWalkTouchesEachElementOnce) {
  const Scenario scenario = column_of(32, 32, 1);
  const TileDensity density = tile_density(scenario, 0).value();
  EXPECT_EQ(density.elements_touched(), 1024);
  EXPECT_EQ(density.most(), 1U);
  EXPECT_EQ(density.of(276 * 8), 1U);
  EXPECT_EQ(density.of(128 * 8), 0U) << "padding";
  EXPECT_EQ(density.of(-8), 0U);
  EXPECT_EQ(density.of(std::int64_t{1} << 40), 0U);
}

TEST(TileDensity, WarpsAndStepsAndLanesAreCounted) {
  Scenario scenario = column_of(32, 32, 0);
  scenario.block = {.x = 96};
  scenario.accesses[0].pattern = BroadcastPattern{"3", "k"};
  const TileDensity density = tile_density(scenario, 0).value();
  EXPECT_EQ(density.steps(), 32);
  EXPECT_EQ(density.warps(), 3);
  EXPECT_EQ(density.elements_touched(), 32);
  EXPECT_EQ(density.of((3 * 128 + 4 * 8) * 8), 96U) << "32 lanes of 3 warps, at step 8";
}

TEST(TileDensity, ElementsBelowAByteShareTheCountOfTheirByte) {
  Scenario scenario = column_of(4, 64, 0, "int4");
  scenario.accesses[0].instruction = Instruction::ld_b8;
  scenario.accesses[0].loops.clear();
  scenario.accesses[0].pattern = IndexPattern{"0", "lane"};
  const TileDensity density = tile_density(scenario, 0).value();
  EXPECT_EQ(density.elements_touched(), 32) << "two in each of 16 bytes";
  EXPECT_EQ(density.of(0), 2U);
  EXPECT_EQ(density.of(4), 2U);
}

TEST(LaneTarget, OneLaneMovesAndTheRestStays) {
  const Scenario scenario = column_of(32, 32, 4);
  const TileLayout layout = lay_out(scenario.tiles[0]).value();
  const Access moved = with_lane_at(scenario.accesses[0], layout, 9, {12, 3});
  EXPECT_EQ(std::get<IndexPattern>(moved.pattern), (IndexPattern{"lane == 9 ? 12 : lane", "lane == 9 ? 3 : k"}));
  const Access again = with_lane_at(moved, layout, 9, {4, 0});
  EXPECT_EQ(std::get<IndexPattern>(again.pattern), (IndexPattern{"lane == 9 ? 4 : lane", "lane == 9 ? 0 : k"}));
  const Access two = with_lane_at(again, layout, 2, {7, 7});
  EXPECT_EQ(std::get<IndexPattern>(two.pattern).row, "lane == 2 ? 7 : lane == 9 ? 4 : lane");
}

// Law: after a move, lane is on its target, and all others where they were; also when all 32 lanes have been moved.
TEST(LaneTarget, AllLanesOfAnyPatternCanBeMoved) {
  std::mt19937 random(1);
  const LanePattern patterns[] = {ColumnPattern{},
                                  BlockPattern{},
                                  StridedPattern{},
                                  DiagonalPattern{},
                                  ByteOffsetPattern{"lane * 4"},
                                  AddressListPattern{std::vector<std::uint32_t>(32, 8)}};
  for (const LanePattern& pattern : patterns) {
    Scenario scenario = column_of(32, 32, 4);
    scenario.accesses[0].pattern = pattern;
    const TileLayout layout = lay_out(scenario.tiles[0]).value();
    for (int lane = 31; lane >= 0; --lane) {
      const Analysis before = answer(scenario);
      const auto below_32 = [&] { return static_cast<std::int64_t>(random() % 32); };
      const Coordinate target{below_32(), below_32()};
      scenario.accesses[0] = with_lane_at(scenario.accesses[0], layout, lane, target);
      const Analysis after = answer(scenario);
      ASSERT_TRUE(after.accesses[0].shown) << pattern_name(pattern) << " lane " << lane;
      for (int other = 0; other < lane_count; ++other) {
        const auto at = static_cast<std::size_t>(other);
        const std::uint32_t want = other == lane
                                       ? static_cast<std::uint32_t>(*layout.bit_offset(target.row, target.column) / 8)
                                       : before.accesses[0].shown->lanes[at].byte_address;
        ASSERT_EQ(after.accesses[0].shown->lanes[at].byte_address, want) << pattern_name(pattern) << " lane " << other;
      }
    }
  }
}

TEST(LaneTarget, LandsWhereTheAddressIsAMultipleOfTheAccess) {
  Access access;
  access.instruction = Instruction::ld_b128;
  const TileLayout plain = lay_out(column_of(32, 32, 0).tiles[0]).value();
  EXPECT_EQ(landing(access, plain, {2, 7}), (Coordinate{2, 4}));
  EXPECT_EQ(landing(access, plain, {2, 4}), (Coordinate{2, 4}));
  const TileLayout padded = lay_out(column_of(32, 32, 1).tiles[0]).value();
  EXPECT_EQ(landing(access, padded, {1, 4}), (Coordinate{1, 3})) << "132 + 3 * 4 = 144";
  EXPECT_FALSE(landing(access, padded, {1, 2})) << "nothing to the left in this row";
  EXPECT_FALSE(landing(access, plain, {32, 0}));
  EXPECT_FALSE(landing(access, plain, {0, -1}));
}

TEST(LaneTarget, OnlyItsOwnTextIsReadBack) {
  EXPECT_EQ(with_lane_value("k", 31, 5), "lane == 31 ? 5 : k");
  EXPECT_EQ(with_lane_value("lane == 31 ? 5 : k", 31, 6), "lane == 31 ? 6 : k");
  EXPECT_EQ(with_lane_value("lane==31 ? 5 : k", 31, 6), "lane == 31 ? 6 : lane==31 ? 5 : k");
  EXPECT_EQ(with_lane_value("lane == 99 ? 5 : k", 1, 6), "lane == 1 ? 6 : lane == 99 ? 5 : k");
  EXPECT_EQ(with_lane_value("lane == 1 ? k : 2", 1, 6), "lane == 1 ? 6 : lane == 1 ? k : 2");
}

TEST(BankColour, NumbersAreReadableAndTheOrderIsSeenInGrey) {
  for (const ThemeKind theme : all_themes) {
    for (int bank = 0; bank < bank_count; ++bank) {
      const FillColour colour = bank_colour(theme, bank);
      EXPECT_GE(contrast(colour.fill, colour.text), 4.5) << theme_name(theme) << " bank " << bank;
      if (bank > 0) {
        EXPECT_GT(luminance(colour.fill), luminance(bank_colour(theme, bank - 1).fill) * 1.01)
            << theme_name(theme) << " bank " << bank;
      }
    }
    EXPECT_EQ(bank_colour(theme, 33), bank_colour(theme, 1));
  }
}

}  // namespace
}  // namespace bankmap
