#include "core/analysis.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "test_machine.hpp"

namespace bankmap {
namespace {

Access access_to(int tile, Instruction instruction, LanePattern pattern, std::vector<LoopVariable> loops = {}) {
  Access access;
  access.tile = tile;
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  access.loops = std::move(loops);
  return access;
}

LoopVariable over(std::string name, std::int64_t end, std::int64_t at = 0) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = 1, .at = at};
}

// The transpose: a row-wise store fills the tile, a column-wise load empties it.
Scenario transpose(std::int64_t padding) {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses = {access_to(0, Instruction::st_b32, RowPattern{}, {over("k", 32)}),
                       access_to(0, Instruction::ld_b32, ColumnPattern{}, {over("k", 32, 5)})};
  return scenario;
}

TEST(Analyze, TheDrawnExample) {
  // ui: 32 x 32 float, 4 words of padding, read by column at k = 5: 8 banks of 4 words each.
  const Analysis analysis = analyze(transpose(4), machine_named("sm_90"));
  ASSERT_FALSE(refused(analysis));
  EXPECT_EQ(analysis.declarations[0], "__shared__ float tile[32][36];");
  EXPECT_EQ(analysis.tile_bytes[0], 4608);
  const AccessAnalysis& load = analysis.accesses[1];
  ASSERT_TRUE(load.shown);
  EXPECT_EQ(load.shown->served.cost.wavefronts, 4);
  EXPECT_EQ(load.shown->served.cost.ideal, 1);
  EXPECT_EQ(load.shown->served.cost.bank_conflicts, 3);
  const LaneResult& nine = load.shown->lanes[9];
  EXPECT_EQ(nine.byte_address, 1316u);
  EXPECT_EQ(nine.word, 329u);
  EXPECT_EQ(nine.bank, 9);
  EXPECT_EQ(nine.pass, 1);
  EXPECT_EQ(nine.conflicts, lane_bit(1) | lane_bit(17) | lane_bit(25));
  EXPECT_EQ(nine.shares_word, 0u);
  EXPECT_EQ(load.totals.wavefronts, 128);
  EXPECT_EQ(load.totals.bank_conflicts, 96);
  EXPECT_EQ(load.totals.bytes_asked, 32 * 128);
  EXPECT_EQ(load.totals.bytes_moved, 128 * 128);
  EXPECT_DOUBLE_EQ(load.totals.efficiency(), 0.25);
  EXPECT_EQ(load.cuda, "x = tile[threadIdx.x][k];");
  EXPECT_EQ(
      load.reason,
      "Rows are 36 words apart and 36 mod 32 = 4, so they use only 8 banks; up to 4 different words wait in each. "
      "An odd row stride in words would use all 32.");
  ASSERT_TRUE(load.shown->saturated);
  EXPECT_NEAR(load.shown->saturated->cycles_per_instruction, 4.08, 0.03);
  ASSERT_TRUE(load.shown->latency);
  EXPECT_NEAR(load.shown->latency->cycles_per_instruction, 35.0, 0.1);
  EXPECT_EQ(analysis.accesses[0].totals.wavefronts, 32);  // the store is free
  EXPECT_EQ(analysis.totals.wavefronts, 160);
}

TEST(Analyze, PaddingByOneFreesTheTransposeAndNoneMakesItWorst) {
  EXPECT_EQ(analyze(transpose(0), machine_named("sm_90")).accesses[1].totals.wavefronts, 32 * 32);
  EXPECT_EQ(analyze(transpose(1), machine_named("sm_90")).accesses[1].totals.wavefronts, 32);
}

TEST(Analyze, CostsHaveOneEntryForEachStepAndWarpAndAddUp) {
  Scenario scenario = transpose(0);
  scenario.block = {.x = 32, .y = 4, .z = 1};
  scenario.accesses[1].pattern = IndexPattern{"lane", "k % (warp + 1)"};
  const AccessAnalysis load = analyze(scenario, machine_named("sm_90")).accesses[1];
  EXPECT_EQ(load.steps, 32);
  EXPECT_EQ(load.warps, 4);
  ASSERT_EQ(load.costs.size(), 128u);
  const auto sum = std::accumulate(load.costs.begin(), load.costs.end(), std::int64_t{0},
                                   [](std::int64_t total, const WarpCost& cost) { return total + cost.wavefronts; });
  EXPECT_EQ(sum, load.totals.wavefronts);
  EXPECT_EQ(load.totals.instructions, 128);
}

TEST(Analyze, ARefusedAccessLeavesTheOthersStanding) {
  Scenario scenario = transpose(1);
  scenario.accesses[0].instruction = Instruction::st_b128;  // rows of 132 bytes: lane 0 of row 1 is misaligned
  scenario.accesses[0].pattern = ColumnPattern{.column = "0", .step = 1};
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  EXPECT_TRUE(refused(analysis));
  EXPECT_EQ(analysis.accesses[0].problems.at(0).place, "accesses[0].pattern");
  EXPECT_FALSE(analysis.accesses[0].shown);
  EXPECT_TRUE(analysis.accesses[0].costs.empty());
  EXPECT_TRUE(analysis.accesses[1].shown);
  EXPECT_EQ(analysis.totals.wavefronts, 32);
}

TEST(Analyze, AStepThatFaultsIsNamedAlthoughAnotherIsShown) {
  Scenario scenario = transpose(0);
  scenario.accesses[1].pattern = IndexPattern{"lane", "32 / (20 - k) % 32"};
  const AccessAnalysis load = analyze(scenario, machine_named("sm_90")).accesses[1];
  ASSERT_EQ(load.problems.size(), 1u);
  EXPECT_NE(load.problems[0].what.find("(at k = 20)"), std::string::npos) << load.problems[0].what;
  EXPECT_EQ(load.problems[0].place, "accesses[1].column");
  EXPECT_TRUE(load.shown);  // k = 5 is fine
  EXPECT_TRUE(load.costs.empty());
}

TEST(Analyze, OutsideTheTileIsOneWarning) {
  Scenario scenario = transpose(0);
  scenario.tiles[0].rows = 16;
  const AccessAnalysis load = analyze(scenario, machine_named("sm_90")).accesses[1];
  ASSERT_EQ(load.problems.size(), 1u);
  EXPECT_EQ(load.problems[0].severity, Severity::warning);
  EXPECT_EQ(load.problems[0].what, "lane 16 is at tile[16][0], outside of the 16 x 32 tile (at k = 0)");
  EXPECT_EQ(load.problems[0].lanes, 0xffff0000u);
  EXPECT_EQ(load.totals.wavefronts, 1024);
}

TEST(Analyze, TilesThatOverlapAreAWarningAndABadTileIsAnError) {
  Scenario scenario = transpose(0);
  Tile second;
  second.name = "other";
  second.base_bytes = 4092;
  scenario.tiles.push_back(second);
  Analysis analysis = analyze(scenario, machine_named("sm_90"));
  ASSERT_EQ(analysis.problems.size(), 1u);
  EXPECT_EQ(analysis.problems[0].what, "tiles tile and other overlap from byte 4092 on");
  EXPECT_EQ(analysis.problems[0].hint, "start other at byte 4096");
  EXPECT_FALSE(refused(analysis));
  scenario.tiles[1].rows = 0;
  analysis = analyze(scenario, machine_named("sm_90"));
  EXPECT_EQ(analysis.problems.at(0).place.substr(0, 8), "tiles[1]");
  EXPECT_TRUE(refused(analysis));
  EXPECT_EQ(analysis.accesses[1].totals.wavefronts, 1024);  // tile 0 is fine
}

TEST(Analyze, WhatAMachineDoesNotModelIsSaidWithItsReason) {
  Scenario scenario = transpose(0);
  scenario.accesses[1].instruction = Instruction::cp_async_cg_16;
  scenario.accesses[1].pattern = ColumnPattern{.column = "0", .step = 1};
  const AccessAnalysis load = analyze(scenario, machine_named("sm_90")).accesses[1];
  ASSERT_EQ(load.problems.size(), 1u);
  EXPECT_EQ(load.problems[0].place, "accesses[1].instruction");
  EXPECT_EQ(load.problems[0].what.find("cp.async.cg.16 is not modelled on sm_90: "), 0u) << load.problems[0].what;
  EXPECT_FALSE(load.shown);
}

TEST(Analyze, CyclesAreAbsentWhereTheMachineHasNoLaw) {
  const AccessAnalysis load = analyze(transpose(0), machine_named("sm_100")).accesses[1];
  ASSERT_TRUE(load.shown);
  EXPECT_EQ(load.shown->served.cost.wavefronts, 32);
  EXPECT_FALSE(load.shown->saturated);
}

TEST(Analyze, DataDependentIndicesGiveARange) {
  Scenario scenario = transpose(0);
  scenario.accesses[1].pattern = IndexPattern{"rand(32)", "rand(32)"};
  scenario.accesses[1].loops.clear();
  const AccessAnalysis load = analyze(scenario, machine_named("sm_90")).accesses[1];
  ASSERT_TRUE(load.random);
  // 32 lanes on 1,024 words: the mean number of distinct words in the fullest bank is 3.434 (65,536 draws).
  EXPECT_NEAR(load.random->expected_wavefronts, 3.434, 4 * load.random->standard_error);
  EXPECT_GT(load.random->standard_error, 0);
  EXPECT_EQ(load.random->worst_wavefronts, 32);
  EXPECT_EQ(load.random->best_wavefronts, 1);
}

TEST(Analyze, TheSameQuestionHasTheSameAnswer) {
  Scenario scenario = transpose(3);
  scenario.accesses[1].pattern = IndexPattern{"lane", "rand(32)"};
  const Analysis once = analyze(scenario, machine_named("sm_90"));
  const Analysis twice = analyze(scenario, machine_named("sm_90"));
  EXPECT_EQ(once.accesses[1].costs, twice.accesses[1].costs);
  EXPECT_EQ(once.accesses[1].random, twice.accesses[1].random);
}

TEST(Analyze, AMissingTileIsAProblem) {
  Scenario scenario = transpose(0);
  scenario.accesses[0].tile = 3;
  EXPECT_EQ(analyze(scenario, machine_named("sm_90")).accesses[0].problems.at(0).place, "accesses[0].tile");
  scenario.tiles.clear();
  scenario.accesses.clear();
  EXPECT_TRUE(analyze(scenario, machine_named("sm_90")).accesses.empty());
}

}  // namespace
}  // namespace bankmap
