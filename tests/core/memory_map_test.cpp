// Shared memory word by word.
#include "core/memory_map.hpp"

#include <gtest/gtest.h>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Scenario tile_of(const char* type, int rows, int columns, std::int64_t padding) {
  Scenario scenario;
  scenario.tiles[0] = {
      .rows = rows, .columns = columns, .element = element_named(type).value(), .pitch = {.value = padding}};
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = columns, .step = 1, .at = 0}};
  return scenario;
}

MemoryMap map_of(const Scenario& scenario) {
  return memory_map(scenario, analyze(scenario, machine_named("sm_90")), 0).value();
}

TEST(MemoryMap, OneWordOfPaddingMovesEveryRowOnByOneBank) {
  const MemoryMap map = map_of(tile_of("float", 32, 32, 1));
  EXPECT_EQ(map.first_row(), 0);
  EXPECT_EQ(map.end_row(), 33);
  EXPECT_EQ(map.parts_in_word(), 1);
  EXPECT_EQ(map.part(31, 0).at, (Coordinate{0, 31}));
  EXPECT_EQ(map.part(32, 0).holds, MemoryHolds::padding);
  EXPECT_EQ(map.part(33, 0).at, (Coordinate{1, 0}));
  EXPECT_EQ(map.part(64, 0).at, (Coordinate{1, 31}));
  EXPECT_EQ(map.part(65, 0).holds, MemoryHolds::padding);
  EXPECT_EQ(map.part(33 * 32, 0).holds, MemoryHolds::nothing);
  EXPECT_EQ(map.part(33, 0).lanes, lane_bit(1)) << "the load of column 0";
  EXPECT_EQ(map.part(34, 0).lanes, 0U);
}

TEST(MemoryMap, AWordOfHalvesHasTwoParts) {
  Scenario scenario = tile_of("half", 32, 64, 0);
  scenario.accesses[0].instruction = Instruction::ld_b16;
  const MemoryMap map = map_of(scenario);
  EXPECT_EQ(map.parts_in_word(), 2);
  EXPECT_EQ(map.part(5, 1).at, (Coordinate{0, 11}));
  EXPECT_EQ(map.part(32, 0).lanes, lane_bit(1));
  EXPECT_EQ(map.part(32, 1).lanes, 0U);
  EXPECT_EQ(map.lanes_of_word(32), lane_bit(1));
}

TEST(MemoryMap, ADoubleTakesTwoWordsAndStartsInTheFirst) {
  Scenario scenario = tile_of("double", 16, 16, 0);
  scenario.accesses[0].instruction = Instruction::ld_b64;
  const MemoryMap map = map_of(scenario);
  EXPECT_EQ(map.part(6, 0).at, (Coordinate{0, 3}));
  EXPECT_EQ(map.part(7, 0).at, (Coordinate{0, 3}));
  EXPECT_TRUE(map.part(6, 0).starts);
  EXPECT_FALSE(map.part(7, 0).starts);
  EXPECT_EQ(map.part(32, 0).lanes, lane_bit(1));
  EXPECT_EQ(map.part(33, 0).lanes, lane_bit(1));
}

TEST(MemoryMap, ElementsOfTwoBitsAreSixteenInAWord) {
  Scenario scenario = tile_of("int2", 4, 64, 0);
  scenario.accesses[0].instruction = Instruction::ld_b8;
  const MemoryMap map = map_of(scenario);
  EXPECT_EQ(map.parts_in_word(), 16);
  for (int part = 0; part < 16; ++part) {
    EXPECT_EQ(map.part(1, part).at, (Coordinate{0, 16 + part}));
    EXPECT_TRUE(map.part(1, part).starts);
  }
}

TEST(MemoryMap, ASwizzleIsSeen) {
  Scenario scenario = tile_of("float", 32, 32, 0);
  scenario.tiles[0].swizzle = XorSwizzle{};
  const MemoryMap map = map_of(scenario);
  for (int row = 0; row < 32; ++row)
    for (int bank = 0; bank < 32; ++bank) ASSERT_EQ(map.part(row * 32 + bank, 0).at, (Coordinate{row, bank ^ row}));
}

TEST(MemoryMap, OtherTilesAreNamedAndTheBaseIsKept) {
  Scenario scenario = tile_of("float", 4, 32, 0);
  scenario.tiles[0].base_bytes = 512;
  scenario.tiles.push_back(scenario.tiles[0]);
  scenario.tiles[1].base_bytes = 1024;
  scenario.accesses[0].mask = "lane < 4";
  const MemoryMap map = map_of(scenario);
  EXPECT_EQ(map.first_row(), 4);
  EXPECT_EQ(map.end_row(), 8);
  EXPECT_EQ(map.part(128, 0).at, (Coordinate{0, 0}));
  EXPECT_EQ(map.part(256, 0).holds, MemoryHolds::other_tile);
  EXPECT_EQ(map.part(256, 0).tile, 1);
  EXPECT_EQ(map.part(0, 0).holds, MemoryHolds::nothing);
}

TEST(MemoryMap, LanesOutsideOfTheTileAreShownUnlessTheyAreFarAway) {
  Scenario scenario = tile_of("float", 4, 32, 0);
  scenario.accesses[0].pattern = ByteOffsetPattern{"lane == 1 ? 1024 : lane == 2 ? 4000000000 : 0"};
  const MemoryMap map = map_of(scenario);
  EXPECT_EQ(map.end_row(), 9);
  EXPECT_EQ(map.part(256, 0).holds, MemoryHolds::nothing);
  EXPECT_EQ(map.part(256, 0).lanes, lane_bit(1));
  EXPECT_EQ(map.beyond(), lane_bit(2));
}

TEST(MemoryMap, WithoutAnAnswerThereIsTheTileAlone) {
  Scenario scenario = tile_of("float", 4, 32, 0);
  scenario.accesses[0].mask = "lane <";
  EXPECT_EQ(map_of(scenario).part(0, 0).lanes, 0U);
  scenario.accesses[0].tile = 5;
  EXPECT_FALSE(memory_map(scenario, analyze(scenario, machine_named("sm_90")), 0));
}

}  // namespace
}  // namespace bankmap
