// The warp instruction in time.
#include "core/pass_timeline.hpp"

#include <gtest/gtest.h>

#include "tests/core/random_scenarios.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

AccessAnalysis answer(const Scenario& scenario) { return analyze(scenario, machine_named("sm_90")).accesses[0]; }

Scenario column_of_float(std::int64_t padding) {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses[0].pattern = ColumnPattern{"5"};
  return scenario;
}

TEST(PassTimeline, FourWordsInEachOfEightBanksAreFourRows) {
  const PassTimeline timeline = pass_timeline(answer(column_of_float(4)));
  ASSERT_EQ(timeline.rows.size(), 4U);
  EXPECT_EQ(timeline.wavefronts, 4);
  EXPECT_EQ(timeline.phases, 1);
  const TimelineRow& second = timeline.rows[1];
  EXPECT_EQ(second.lanes, 0x0000ff00U);
  EXPECT_EQ(second.turn, 1);
  EXPECT_EQ(second.first_wavefront, 1);
  EXPECT_EQ(second.banks(), 8);
  EXPECT_EQ(second.lanes_in_bank[9], lane_bit(9)) << "lane 9 is in bank 9 * 36 + 5 = 329 % 32 = 9";
  EXPECT_EQ(explain_row(timeline, second), "Wavefront 2 of 4: serves lanes 8–15 in 8 banks.");
}

TEST(PassTimeline, ACleanWideAccessIsOneRowAPhaseThatDoesNotWait) {
  Scenario scenario;
  scenario.accesses[0].instruction = Instruction::ld_b128;
  scenario.accesses[0].pattern = IndexPattern{"lane / 8", "lane % 8 * 4"};
  const PassTimeline timeline = pass_timeline(answer(scenario));
  ASSERT_EQ(timeline.rows.size(), 4U);
  EXPECT_EQ(timeline.phases, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(timeline.rows[static_cast<std::size_t>(i)].phase, i);
    EXPECT_EQ(timeline.rows[static_cast<std::size_t>(i)].turn, 0);
    EXPECT_EQ(timeline.rows[static_cast<std::size_t>(i)].banks(), 32);
  }
  EXPECT_EQ(explain_row(timeline, timeline.rows[2]), "Wavefront 3 of 4, phase 3: serves lanes 16–23 in 32 banks.");
}

TEST(PassTimeline, ASharedWordIsOneCellOfAllItsLanes) {
  Scenario scenario;
  scenario.accesses[0].pattern = BroadcastPattern{"3", "7"};
  const PassTimeline timeline = pass_timeline(answer(scenario));
  ASSERT_EQ(timeline.rows.size(), 1U);
  EXPECT_EQ(timeline.rows[0].lanes_in_bank[7], all_lanes);
  EXPECT_EQ(explain_row(timeline, timeline.rows[0]), "Wavefront 1 of 1: serves lanes 0–31 in 1 bank.");
}

TEST(PassTimeline, ACompareAndSwapLoopIsARowARound) {
  Scenario scenario;
  scenario.accesses[0].instruction = Instruction::atom_add_f32;
  scenario.accesses[0].pattern = BroadcastPattern{"0", "0"};
  scenario.accesses[0].mask = "lane < 4";
  const PassTimeline timeline = pass_timeline(answer(scenario));
  EXPECT_TRUE(timeline.in_rounds);
  ASSERT_EQ(timeline.rows.size(), 4U);
  EXPECT_EQ(timeline.wavefronts, 12);
  const TimelineRow& second = timeline.rows[1];
  EXPECT_EQ(second.load_wavefronts, 1);
  EXPECT_EQ(second.swap_wavefronts, 2);
  EXPECT_EQ(second.first_wavefront, 3);
  EXPECT_EQ(second.lanes, lane_bit(1));
  EXPECT_EQ(second.trying, lane_bit(2) | lane_bit(3));
  EXPECT_EQ(second.turn, 1);
  EXPECT_EQ(explain_row(timeline, second),
            "Wavefronts 4–6 of 12, round 2: load 1 + swap 2. Done: lane 1. To try again: lanes 2, 3.");
}

TEST(PassTimeline, NoAnswerAndNoLaneHaveNoRows) {
  Scenario scenario = column_of_float(0);
  scenario.accesses[0].mask = "0";
  EXPECT_TRUE(pass_timeline(answer(scenario)).rows.empty());
  scenario.accesses[0].mask = "lane <";
  EXPECT_TRUE(pass_timeline(answer(scenario)).rows.empty());
}

// Law: the rows' wavefronts are those of the cost, and each active lane is served in one row, in its own banks.
TEST(PassTimeline, RowsAddUpToTheCostForAllKindsOfAccess) {
  RandomScenarios scenarios(7);
  int rows = 0;
  for (int i = 0; i < 400; ++i) {
    const Analysis analysis = analyze(scenarios.next(), machine_named("sm_90"));
    for (const AccessAnalysis& access : analysis.accesses) {
      if (!access.shown) continue;
      const PassTimeline timeline = pass_timeline(access);
      ASSERT_EQ(timeline.wavefronts, access.shown->served.cost.wavefronts) << access.name;
      LaneMask served = 0;
      for (const TimelineRow& row : timeline.rows) {
        ASSERT_EQ(served & row.lanes, 0U) << access.name;
        served |= row.lanes;
        ++rows;
        for (int lane = 0; lane < lane_count; ++lane) {
          if (!has_lane(row.lanes, lane)) continue;
          const auto bank = static_cast<std::size_t>(access.shown->lanes[static_cast<std::size_t>(lane)].bank);
          ASSERT_TRUE(has_lane(row.lanes_in_bank[bank], lane)) << access.name;
        }
      }
      for (int lane = 0; lane < lane_count; ++lane)
        ASSERT_EQ(has_lane(served, lane), access.shown->lanes[static_cast<std::size_t>(lane)].active) << access.name;
    }
  }
  EXPECT_GT(rows, 2000);
}

}  // namespace
}  // namespace bankmap
