#include "core/explain.hpp"

#include <gtest/gtest.h>

#include "test_machine.hpp"

namespace bankmap {
namespace {

TEST(LaneList, ReadsAsPeopleWriteIt) {
  EXPECT_EQ(lane_list(0), "");
  EXPECT_EQ(lane_list(all_lanes), "0–31");
  EXPECT_EQ(lane_list(0b110), "1, 2");
  EXPECT_EQ(lane_list(0b111 << 4 | 1u << 12), "4–6, 12");
  EXPECT_EQ(lane_list(lane_bit(1) | lane_bit(17) | lane_bit(25)), "1, 17, 25");
}

Analysis column_of(std::int64_t padding, Instruction instruction = Instruction::ld_b32,
                   std::string mask = "0xffffffff") {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses[0].instruction = instruction;
  scenario.accesses[0].mask = std::move(mask);
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return analyze(scenario, machine_named("sm_90"));
}

TEST(Explain, ALaneFromCoordinateToBank) {
  EXPECT_EQ(explain_lane(column_of(4).accesses[0], 9),
            "Lane 9: tile[9][5] → byte 1316 → word 329 → bank 9, pass 2. Takes turns with lanes 1, 17, 25: same bank, "
            "different words.");
  EXPECT_EQ(explain_lane(column_of(4, Instruction::ld_b32, "lane < 8").accesses[0], 9), "Lane 9 is not active.");
}

TEST(Explain, ABankCountsItsWords) {
  EXPECT_EQ(explain_bank(column_of(4).accesses[0], 9), "Bank 9: 4 words from lanes 1, 9, 17, 25.");
  EXPECT_EQ(explain_bank(column_of(4).accesses[0], 10), "Bank 10: no lane touches it.");
}

TEST(Explain, APassSaysWhomItServes) {
  EXPECT_EQ(explain_pass(column_of(4).accesses[0], 1), "Pass 2 of 4: lanes 8–15 in 8 banks.");
  EXPECT_EQ(explain_pass(column_of(1).accesses[0], 0), "Pass 1 of 1: lanes 0–31 in 32 banks.");
  EXPECT_EQ(explain_pass(column_of(1).accesses[0], 7), "Pass 8: there is only 1.");
}

TEST(Explain, BytesSayWhoTouchesThem) {
  EXPECT_EQ(explain_bytes(column_of(4).accesses[0], 1316, 1320), "Bytes 1316–1319: word 329, bank 9. Lane 9, pass 2.");
  EXPECT_EQ(explain_bytes(column_of(4).accesses[0], 1320, 1321),
            "Byte 1320: word 330, bank 10. No lane touches it now.");
  EXPECT_EQ(explain_bytes(column_of(0).accesses[0], 20, 24 + 128),
            "Bytes 20–151: words 5–37, all banks. Lanes 0, 1, passes 1, 2.");
}

TEST(Explain, ABankOfAtomicsCountsTurns) {
  EXPECT_EQ(explain_bank(column_of(0, Instruction::atom_add_u32).accesses[0], 5),
            "Bank 5: 32 words from lanes 0–31, each of which takes a turn.");
}

TEST(Explain, ThoseWhoShareAWordMeetInItsBankToo) {
  Scenario scenario;
  scenario.accesses[0].pattern = IndexPattern{"lane % 2", "0"};
  EXPECT_EQ(
      analyze(scenario, machine_named("sm_90")).accesses[0].reason,
      "32 lanes (0–31) meet in bank 0 with 2 different words; a bank serves one word at a time, so they take turns.");
}

TEST(Explain, ReasonsNameTheCauseAndWhatHelps) {
  EXPECT_EQ(column_of(0).accesses[0].reason,
            "Rows are 32 words apart and 32 mod 32 = 0, so they all meet in one bank, where 32 different words wait. "
            "An odd row stride in words would use all 32.");
  EXPECT_EQ(column_of(1).accesses[0].reason, "Free: every active lane has a bank of its own.");
  EXPECT_EQ(column_of(1, Instruction::ld_b32, "0").accesses[0].reason,
            "No lane is active, so nothing is asked of the banks.");
}

// Lane i in row i, its element at column k ^ i: of a tile with rows 33 words apart that is 33 + 1 words from lane to lane at
// k = 0, and 33 - 1 at k = 31. Alone, padding and swizzle each use all banks.
Analysis swizzled_column(std::int64_t padding, std::int64_t k, bool in_the_index) {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  if (!in_the_index) scenario.tiles[0].swizzle = XorSwizzle{};
  if (in_the_index) scenario.accesses[0].pattern = IndexPattern{"lane", "k ^ lane"};
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = k}};
  return analyze(scenario, machine_named("sm_90"));
}

TEST(Explain, ADistanceThatASwizzleMakesIsNotCalledARowStride) {
  EXPECT_EQ(
      swizzled_column(1, 0, false).accesses[0].reason,
      "Neighbouring lanes are 34 words apart: 33 of the row stride and 1 of the swizzle; 34 mod 32 = 2, so they "
      "use only 16 banks; up to 2 different words wait in each. The padding alone, or the swizzle alone, would be "
      "free at this step.");
  EXPECT_EQ(
      swizzled_column(1, 31, false).accesses[0].reason,
      "Neighbouring lanes are 32 words apart: 33 of the row stride less 1 of the swizzle; 32 mod 32 = 0, so they "
      "all meet in one bank, where 32 different words wait. The padding alone, or the swizzle alone, would be free "
      "at this step.");
  EXPECT_EQ(swizzled_column(0, 0, false).accesses[0].totals.excess(), 0) << "the swizzle alone";
  EXPECT_EQ(column_of(1).accesses[0].totals.excess(), 0) << "the padding alone";
}

TEST(Explain, ADistanceThatTheIndexMakesHasItsParts) {
  EXPECT_EQ(
      swizzled_column(1, 0, true).accesses[0].reason,
      "Neighbouring lanes are 34 words apart: 33 of the row stride and 1 of the column; 34 mod 32 = 2, so they use "
      "only 16 banks; up to 2 different words wait in each.");
}

// A swizzle by row / 32 moves nothing in 32 rows: neither without it nor without padding, which there is not, is it any better.
TEST(Explain, WhatWouldHelpIsSaidOnlyOfWhatDoes) {
  Scenario scenario;
  scenario.tiles[0].swizzle = XorSwizzle{.shift = 5};
  scenario.accesses[0].pattern = ColumnPattern{"0"};
  EXPECT_EQ(analyze(scenario, machine_named("sm_90")).accesses[0].reason,
            "Rows are 32 words apart and 32 mod 32 = 0, so they all meet in one bank, where 32 different words wait.");
}

TEST(Explain, EveryFigureOfEveryKindOfInstructionHasADerivation) {
  for (const InstructionInfo& instruction : instructions()) {
    if (machine_named("sm_90").rule(instruction.id) == nullptr) continue;
    Scenario scenario;
    scenario.accesses[0].instruction = instruction.id;
    scenario.accesses[0].pattern = ByteOffsetPattern{"lane * 32"};
    const Analysis analysis = analyze(scenario, machine_named("sm_90"));
    ASSERT_TRUE(analysis.accesses[0].shown) << instruction.name;
    for (int figure = 0; figure <= static_cast<int>(Figure::efficiency); ++figure) {
      const std::string text =
          explain_figure(analysis.accesses[0], machine_named("sm_90"), static_cast<Figure>(figure));
      EXPECT_FALSE(text.empty()) << instruction.name << " " << figure;
      EXPECT_EQ(text.back(), '.') << text;
    }
    for (int lane = 0; lane < lane_count; ++lane) EXPECT_FALSE(explain_lane(analysis.accesses[0], lane).empty());
    for (int bank = 0; bank < bank_count; ++bank) EXPECT_FALSE(explain_bank(analysis.accesses[0], bank).empty());
    EXPECT_FALSE(analysis.accesses[0].reason.empty()) << instruction.name;
  }
}

TEST(Explain, TheWavefrontsAreTheSumOverPhases) {
  Scenario scenario;
  scenario.accesses[0].instruction = Instruction::ld_b128;
  scenario.accesses[0].pattern = ByteOffsetPattern{"lane * 32"};  // 8 lanes of a phase on 16 of 32 banks: 2 words deep
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  EXPECT_EQ(explain_figure(analysis.accesses[0], machine_named("sm_90"), Figure::wavefronts),
            "8 wavefronts = 2 + 2 + 2 + 2: in each phase, the distinct words of its busiest bank.");
  EXPECT_EQ(explain_figure(analysis.accesses[0], machine_named("sm_90"), Figure::ideal),
            "4 phases with an active lane, each at least one wavefront.");
}

}  // namespace
}  // namespace bankmap
