#include "core/cycles.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "core/passes.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

WarpCost wavefronts(int count, bool merged = false) {
  WarpCost cost;
  cost.wavefronts = count;
  cost.merged = merged;
  return cost;
}

InstructionRule rule_with_laws() {
  InstructionRule rule;
  rule.saturated =
      SaturatedLaw{.overhead_cycles = 0.25, .beats = 4, .merged_beats = 2, .tolerance_cycles = 0.125, .provenance = {}};
  rule.saturated->provenance.source = "s";
  rule.latency = LatencyLaw{.base_cycles = 30,
                            .merged_base_cycles = 28,
                            .cycles_per_wavefront = 2,
                            .tolerance_cycles = 0.5,
                            .provenance = {}};
  rule.latency->provenance.source = "l";
  return rule;
}

TEST(Cycles, SaturatedIsTheLargerOfWavefrontsAndBeats) {
  const InstructionRule rule = rule_with_laws();
  EXPECT_EQ(saturated_cycles(rule, wavefronts(1))->cycles_per_instruction, 4.25);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(4))->cycles_per_instruction, 4.25);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(5))->cycles_per_instruction, 5.25);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(1, true))->cycles_per_instruction, 2.25);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(5))->tolerance_cycles, 0.125);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(5))->provenance.source, "s");
}

TEST(Cycles, ASlowerPathTakesMoreCyclesForEachWavefront) {
  InstructionRule rule = rule_with_laws();
  rule.saturated->cycles_per_wavefront = 2;
  EXPECT_EQ(saturated_cycles(rule, wavefronts(3))->cycles_per_instruction, 6.25);
}

TEST(Cycles, TheFewestWavefrontsAsListed) {
  InstructionRule rule = rule_with_laws();
  rule.saturated->few_cycles = {2.5, 3.5};
  EXPECT_EQ(saturated_cycles(rule, wavefronts(1))->cycles_per_instruction, 2.5);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(2))->cycles_per_instruction, 3.5);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(3))->cycles_per_instruction, 4.25);
  EXPECT_EQ(saturated_cycles(rule, wavefronts(5))->cycles_per_instruction, 5.25);
}

TEST(Cycles, LatencyGrowsWithEachWavefront) {
  const InstructionRule rule = rule_with_laws();
  EXPECT_EQ(latency_cycles(rule, wavefronts(1))->cycles_per_instruction, 32);
  EXPECT_EQ(latency_cycles(rule, wavefronts(32))->cycles_per_instruction, 94);
  EXPECT_EQ(latency_cycles(rule, wavefronts(1, true))->cycles_per_instruction, 30);
  EXPECT_EQ(latency_cycles(rule, wavefronts(1))->tolerance_cycles, 0.5);
  EXPECT_EQ(latency_cycles(rule, wavefronts(1))->provenance.source, "l");
}

TEST(Cycles, NothingIsGuessed) {
  EXPECT_FALSE(saturated_cycles(InstructionRule{}, wavefronts(1)));
  EXPECT_FALSE(latency_cycles(InstructionRule{}, wavefronts(1)));
  InstructionRule rule = rule_with_laws();
  EXPECT_FALSE(saturated_cycles(rule, wavefronts(0)));  // no lane is active
  EXPECT_FALSE(latency_cycles(rule, wavefronts(0)));
  rule.latency->up_to_wavefronts = 2;
  EXPECT_TRUE(latency_cycles(rule, wavefronts(2)));
  EXPECT_FALSE(latency_cycles(rule, wavefronts(3)));
}

InstructionRule loop_with_laws() {
  InstructionRule rule;
  rule.law = CountLaw::compare_and_swap_loop;
  rule.loop_latency = LoopLaw{.base_cycles = 6,
                              .cycles_per_round = 90,
                              .cycles_per_wavefront = 2,
                              .cycles_per_split_load = 1,
                              .first_turn_cycles = 38,
                              .further_turn_cycles = -13,
                              .last_turn_cycles = 3,
                              .tolerance_cycles = 0.25,
                              .provenance = {}};
  rule.loop_saturated = rule.loop_latency;
  rule.loop_saturated->warps = 16;
  rule.loop_saturated->free_wavefronts = 7;
  rule.loop_saturated->cycles_per_crowded_wavefront = 16;
  rule.loop_saturated->tolerance_cycles = 0;
  rule.loop_saturated->tolerance_share = 0.125;
  return rule;
}
WarpCost four_rounds(int turns = 0, bool turns_at_last = false) {
  WarpCost cost = wavefronts(12);
  cost.loop = {.rounds = 4, .turns = turns, .turns_at_last = turns_at_last};
  return cost;
}

TEST(Cycles, ALoopIsASumOverItsRounds) {
  const InstructionRule rule = loop_with_laws();
  const auto latency = [&](const WarpCost& cost) { return latency_cycles(rule, cost)->cycles_per_instruction; };
  EXPECT_EQ(latency(four_rounds()), 390);         // 6 + 4 * 90 + 2 * 12
  EXPECT_EQ(latency(four_rounds(1, true)), 393);  // only the last: + 3
  EXPECT_EQ(latency(four_rounds(1)), 428);        // + 38
  EXPECT_EQ(latency(four_rounds(2)), 415);        // + 38 - 13
  EXPECT_EQ(latency(four_rounds(3, true)), 418);  // + 38 - 13 + 3
  WarpCost split = four_rounds();
  split.loop.split_loads = 2;
  EXPECT_EQ(latency(split), 392);
  EXPECT_EQ(latency_cycles(rule, four_rounds())->tolerance_cycles, 0.25);
  EXPECT_EQ(latency_law_text(rule, four_rounds(1)),
            "6.0 + 90.0 × 4 rounds + 2 × 12 wavefronts + 38 for 1 round that more lanes leave than stay in");
}

TEST(Cycles, AllWarpsOfASaturatedLoopShareItsTime) {
  const InstructionRule rule = loop_with_laws();
  EXPECT_EQ(saturated_cycles(rule, four_rounds())->cycles_per_instruction, 24.375);  // 390 / 16
  EXPECT_EQ(saturated_cycles(rule, four_rounds())->tolerance_cycles, 24.375 / 8);
  WarpCost crowded = four_rounds();
  crowded.loop.crowded_wavefronts = 5;
  EXPECT_EQ(saturated_cycles(rule, crowded)->cycles_per_instruction, 29.375);  // + 5 * 16 / 16
  EXPECT_EQ(saturated_law_text(rule, crowded),
            "(6.0 + 90.0 × 4 rounds + 2 × 12 wavefronts + 16.0 × 5 wavefronts above 7 a round) ÷ 16 warps");
  EXPECT_FALSE(saturated_cycles(rule, wavefronts(0)));
}

// What the laws of sm_90 ask of a warp, worked out by hand: 14 lanes in 5 banks, with 4, 3, 3, 2 and 2 lanes.
TEST(Cycles, RoundsOfALoopAreCounted) {
  const MachineProfile& machine = machine_named("sm_90");
  const InstructionRule& rule = machine.rules.at(Instruction::atom_add_f32);
  const InstructionRule& load = machine.rules.at(Instruction::ld_b32);
  LaneAddresses lanes;
  lanes.active = 0x3fff;
  constexpr std::uint32_t banks[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4};
  for (std::size_t lane = 0; lane < 14; ++lane) lanes.byte_address[lane] = banks[lane] * 4;
  // 14 lanes, of which 5 leave; 9, of which 5 leave: a turn; 4, of which 3 leave: a turn, the last; 1.
  WarpCost cost = count_wavefronts(rule, &load, lanes);
  EXPECT_EQ(cost.loop, (LoopCost{.rounds = 4, .turns = 2, .turns_at_last = true}));
  EXPECT_NEAR(latency_cycles(rule, cost)->cycles_per_instruction, 5.8 + 4 * 88 + 2 * 12 + 38 + 3, 1e-9);
  // 12 lanes, each with its own word of bank 0: rounds of 12 + 2 down to 1 + 2 wavefronts, 7 of which are free.
  lanes.active = 0xfff;
  for (std::uint32_t lane = 0; lane < 12; ++lane) lanes.byte_address[lane] = lane * 128;
  cost = count_wavefronts(rule, &load, lanes);
  EXPECT_EQ(cost.loop, (LoopCost{.rounds = 12, .crowded_wavefronts = 7 + 6 + 5 + 4 + 3 + 2 + 1}));
}

TEST(Cycles, LoadsThatDoNotMergeAreSplit) {
  const MachineProfile& machine = machine_named("sm_90");
  const InstructionRule& rule = machine.rules.at(Instruction::atom_add_u64);
  const InstructionRule& load = machine.rules.at(Instruction::ld_b64);
  LaneAddresses lanes;
  lanes.active = 0xf;
  for (std::uint32_t lane = 0; lane < 4; ++lane) lanes.byte_address[lane] = lane * 128;
  // Four lanes of one bank: 4 and 3 lanes are no equal pairs; lanes 2 and 3 are, for i ^ 2; then one lane alone.
  EXPECT_EQ(count_wavefronts(rule, &load, lanes).loop, (LoopCost{.rounds = 4, .split_loads = 2}));
}

TEST(Cycles, RowsThatWantOnePlaceCrowd) {
  InstructionRule rule = rule_with_laws();
  EXPECT_EQ(crowded_rows(rule, {}, all_lanes), 0) << "no table";
  rule.saturated->row_table = RowTable{.rows = 16, .copies = 4, .cycles = {2, 3, 5}};
  const auto rows = [&](const std::vector<std::uint32_t>& of_lane) {
    LaneAddresses lanes;
    for (std::size_t lane = 0; lane < of_lane.size(); ++lane)
      lanes.byte_address[lane] = of_lane[lane] * 128 + static_cast<std::uint32_t>(lane) * 4;
    return crowded_rows(rule, lanes, (LaneMask{1} << of_lane.size()) - 1);
  };
  const auto from_0_to = [&](std::uint32_t last) {
    std::vector<std::uint32_t> all(last + 1);
    std::iota(all.begin(), all.end(), 0u);
    return rows(all);
  };
  EXPECT_EQ(rows({7}), 0);
  EXPECT_EQ(rows({0, 14}), 2);  // 0 1 2 3 and 14 15 16 17: 16 and 17 want the places of 0 and 1
  EXPECT_EQ(rows({0, 16}), 4);
  EXPECT_EQ(rows({5, 53}), 4);  // 48 = 3 * 16
  EXPECT_EQ(rows({5, 5, 6}), 0);
  EXPECT_EQ(from_0_to(12), 0);  // with the copies 0 to 15
  EXPECT_EQ(from_0_to(13), 1);
  EXPECT_EQ(from_0_to(16), 4);

  WarpCost cost = wavefronts(1);
  EXPECT_EQ(saturated_cycles(rule, cost)->cycles_per_instruction, 2);
  cost.crowded_rows = 1;
  EXPECT_EQ(saturated_cycles(rule, cost)->cycles_per_instruction, 3);
  cost.crowded_rows = 7;  // as the last one
  EXPECT_EQ(saturated_cycles(rule, cost)->cycles_per_instruction, 5);
  cost.wavefronts = 5;
  EXPECT_EQ(saturated_cycles(rule, cost)->cycles_per_instruction, 5.25);
}

TEST(Cycles, ACopyIsAskedForItsRows) {
  const MachineProfile& machine = machine_named("sm_90");
  const InstructionRule& rule = machine.rules.at(Instruction::cp_async_ca_4);
  LaneAddresses lanes;
  lanes.active = 3;
  lanes.byte_address[1] = 2048 + 4;
  EXPECT_EQ(count_wavefronts(rule, nullptr, lanes).crowded_rows, 4);
  EXPECT_EQ(serve_warp(rule, nullptr, lanes).cost.crowded_rows, 4);
  EXPECT_EQ(saturated_cycles(rule, count_wavefronts(rule, nullptr, lanes))->cycles_per_instruction, 3.06);
  lanes.byte_address[1] = 2048;  // two wavefronts: those are slower than the rows
  EXPECT_EQ(count_wavefronts(rule, nullptr, lanes).crowded_rows, 0);
  EXPECT_EQ(saturated_cycles(rule, count_wavefronts(rule, nullptr, lanes))->cycles_per_instruction, 3.24);
}

}  // namespace
}  // namespace bankmap
