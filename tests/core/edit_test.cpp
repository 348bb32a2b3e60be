#include "core/edit.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace bankmap {
namespace {

Tile tile_named(const char* name) {
  Tile tile;
  tile.name = name;
  return tile;
}
Access access_to(const char* name, int tile) {
  Access access;
  access.name = name;
  access.tile = tile;
  return access;
}

// Tiles a, b, c; accesses to a, b, b, c.
Scenario three_tiles() {
  Scenario scenario;
  scenario.tiles = {tile_named("a"), tile_named("b"), tile_named("c")};
  scenario.accesses = {access_to("on a", 0), access_to("on b", 1), access_to("on b too", 1), access_to("on c", 2)};
  return scenario;
}

TEST(Edit, ReplacesWhatItNames) {
  const Scenario before = three_tiles();
  Scenario want = before;
  want.machine = "sm_80";
  EXPECT_EQ(apply(before, SetMachine{"sm_80"}), want);

  want = before;
  want.block = {16, 8, 2};
  EXPECT_EQ(apply(before, SetBlock{{16, 8, 2}}), want);

  want = before;
  want.tiles[1] = tile_named("new");
  EXPECT_EQ(apply(before, SetTile{1, tile_named("new")}), want);

  want = before;
  want.tiles.push_back(tile_named("new"));
  EXPECT_EQ(apply(before, AddTile{tile_named("new")}), want);

  want = before;
  want.accesses[3] = access_to("new", 0);
  EXPECT_EQ(apply(before, SetAccess{3, access_to("new", 0)}), want);

  want = before;
  want.accesses.push_back(access_to("new", 2));
  EXPECT_EQ(apply(before, AddAccess{access_to("new", 2)}), want);

  want = before;
  want.accesses.erase(want.accesses.begin() + 1);
  EXPECT_EQ(apply(before, RemoveAccess{1}), want);

  EXPECT_EQ(apply(before, ReplaceScenario{Scenario{}}), Scenario{});
}

TEST(Edit, WhatDoesNotFitChangesNothing) {
  const Scenario before = three_tiles();
  Access six_loops_and_one;
  six_loops_and_one.loops.resize(max_loops + 1);
  Scenario no_tiles;
  no_tiles.tiles.clear();
  Scenario dangling;
  dangling.accesses.front().tile = 1;
  const Edit edits[] = {SetTile{-1, {}},
                        SetTile{3, {}},
                        RemoveTile{-1},
                        RemoveTile{3},
                        SetAccess{-1, {}},
                        SetAccess{4, {}},
                        SetAccess{0, access_to("no such tile", 3)},
                        SetAccess{0, access_to("no such tile", -1)},
                        SetAccess{0, six_loops_and_one},
                        AddAccess{access_to("no such tile", 3)},
                        RemoveAccess{-1},
                        RemoveAccess{4},
                        SetBlock{{0, 1, 1}},
                        SetBlock{{32, 33, 1}},
                        SetBlock{{1, 1, 65}},
                        SetBlock{{std::numeric_limits<int>::max(), std::numeric_limits<int>::max(), 2}},
                        SetLoopValue{0, 0, 1},
                        SetLoopValue{4, 0, 1},
                        SetLoopValue{-1, -1, 1},
                        ReplaceScenario{no_tiles},
                        ReplaceScenario{dangling}};
  int number = 0;
  for (const Edit& edit : edits) {
    SCOPED_TRACE(number++);
    EXPECT_EQ(apply(before, edit), before);
  }
}

TEST(Edit, NeverMoreThanTheLimits) {
  Scenario scenario;
  for (int i = 0; i < 40; ++i) scenario = apply(apply(scenario, AddTile{}), AddAccess{});
  EXPECT_EQ(scenario.tiles.size(), std::size_t{max_tiles});
  EXPECT_EQ(scenario.accesses.size(), std::size_t{max_accesses});
  for (int i = 0; i < 40; ++i) scenario = apply(apply(scenario, RemoveTile{0}), RemoveAccess{0});
  EXPECT_EQ(scenario.tiles.size(), 1u);
  EXPECT_EQ(scenario.accesses.size(), 1u);
}

TEST(Edit, ATileTakesItsAccessesWithIt) {
  const Scenario after = apply(three_tiles(), RemoveTile{1});
  ASSERT_EQ(after.tiles.size(), 2u);
  EXPECT_EQ(after.tiles[1].name, "c");
  ASSERT_EQ(after.accesses.size(), 2u);
  EXPECT_EQ(after.accesses[0], access_to("on a", 0));
  EXPECT_EQ(after.accesses[1], access_to("on c", 1)) << "the index follows the tile";
}

TEST(Edit, TheLastAccessStaysOnTheFirstTile) {
  Scenario before = three_tiles();
  before.accesses = {access_to("first", 2), access_to("second", 2)};
  const Scenario after = apply(before, RemoveTile{2});
  ASSERT_EQ(after.accesses.size(), 1u);
  EXPECT_EQ(after.accesses[0], access_to("second", 0));
}

TEST(Edit, TheLastTileStays) {
  EXPECT_EQ(apply(Scenario{}, RemoveTile{0}), Scenario{});
  EXPECT_EQ(apply(Scenario{}, RemoveAccess{0}), Scenario{});
}

TEST(Edit, TheShownWarpStaysInsideTheBlock) {
  Scenario before;
  before.block = {256, 1, 1};
  before.accesses.front().warp = 7;
  EXPECT_EQ(apply(before, SetBlock{{256, 2, 1}}).accesses.front().warp, 7);
  EXPECT_EQ(apply(before, SetBlock{{33, 1, 1}}).accesses.front().warp, 1) << "33 threads: the second warp has one";
  EXPECT_EQ(apply(before, SetBlock{{32, 1, 1}}).accesses.front().warp, 0);
  Access negative = before.accesses.front();
  negative.warp = -5;
  EXPECT_EQ(apply(before, SetAccess{0, negative}).accesses.front().warp, 0);
}

std::int64_t shown_value(const LoopVariable& loop, std::int64_t wanted) {
  Scenario scenario;
  scenario.accesses.front().loops = {loop};
  return apply(scenario, SetLoopValue{0, 0, wanted}).accesses.front().loops.front().at;
}

TEST(Edit, ALoopTakesItsNearestValue) {
  const LoopVariable loop{.name = "k", .begin = 3, .end = 20, .step = 5, .at = 8};  // 3, 8, 13, 18
  struct Row {
    std::int64_t wanted;
    std::int64_t at;
  };
  for (const Row& row :
       {Row{-9, 3}, {3, 3}, {5, 3}, {6, 8}, {8, 8}, {10, 8}, {11, 13}, {16, 18}, {18, 18}, {19, 18}, {1000, 18}}) {
    EXPECT_EQ(shown_value(loop, row.wanted), row.at) << row.wanted;
  }
  const LoopVariable even{.name = "k", .begin = 0, .end = 9, .step = 4, .at = 0};  // 0, 4, 8: halfway goes up
  EXPECT_EQ(shown_value(even, 2), 4);
  EXPECT_EQ(shown_value(even, 6), 8);
}

TEST(Edit, LoopsAtTheEndsOf64Bits) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  const LoopVariable widest{.name = "k", .begin = lowest, .end = highest, .step = 1, .at = 0};
  EXPECT_EQ(shown_value(widest, lowest), lowest);
  EXPECT_EQ(shown_value(widest, 17), 17);
  EXPECT_EQ(shown_value(widest, highest), highest - 1);
  const LoopVariable longest_step{
      .name = "k", .begin = lowest, .end = highest, .step = highest, .at = 0};  // lowest, -1, highest - 1
  EXPECT_EQ(shown_value(longest_step, 0), -1);
  EXPECT_EQ(shown_value(longest_step, highest), highest - 1);
}

TEST(Edit, AnEmptyLoopKeepsItsValue) {
  EXPECT_EQ(shown_value({.name = "k", .begin = 5, .end = 5, .step = 1, .at = 2}, 9), 2);
  EXPECT_EQ(shown_value({.name = "k", .begin = 0, .end = 5, .step = 0, .at = 2}, 4), 2);
}

}  // namespace
}  // namespace bankmap
