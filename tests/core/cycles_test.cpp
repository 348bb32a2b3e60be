#include "core/cycles.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace bankmap
