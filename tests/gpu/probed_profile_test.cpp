#include "gpu/probed_profile.hpp"

#include <gtest/gtest.h>

#include "core/cuda_instruction.hpp"
#include "core/machine_json.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

MachineProfiles known_profiles() {
  MachineProfiles known;
  for (const std::string& key : machine_keys()) known[key] = machine_named(key);
  return known;
}

// What a GPU that is like sm_90 would tell of ld.b64, were it not for its cycles.
InstructionProbe ld_b64() {
  return {.instruction = Instruction::ld_b64,
          .phases = {0x0000ffffu, 0xffff0000u},
          .merged_phases = {0xffffffffu},
          .equal_words_merge = true,
          .cycles_per_wavefront = 1.50449,
          .latency_cycles_per_wavefront = 3.0,
          .notes = {}};
}

ProbeReport report_of(std::string capability, std::vector<InstructionProbe> instructions) {
  return {.device = {.name = "NVIDIA Example",
                     .compute_capability = std::move(capability),
                     .driver = "590.1",
                     .cuda_runtime = "13.0"},
          .date = "2026-11-30T07:15:00Z",
          .instructions = std::move(instructions)};
}

TEST(NearestProfile, CountsInTenthsAndTakesTheOlderOfEquals) {
  const MachineProfiles known = known_profiles();
  struct Row {
    const char* capability;
    const char* key;
  };
  for (const Row& row : {Row{"9.0", "sm_90"}, Row{"8.7", "sm_86"}, Row{"8.8", "sm_89"}, Row{"10.3", "sm_100"},
                         Row{"12.1", "sm_120"}, Row{"11.0", "sm_100"}, Row{"7.2", "sm_70"}, Row{"13.0", "sm_120"}}) {
    ASSERT_NE(nearest_profile(known, row.capability), nullptr) << row.capability;
    EXPECT_EQ(nearest_profile(known, row.capability)->key, row.key) << row.capability;
  }
  for (const char* wrong : {"", "9", "9.", "x.0", "9.0 ", "9.12", "0.1", "-9.0"})
    EXPECT_EQ(nearest_profile(known, wrong), nullptr) << wrong;
  EXPECT_EQ(nearest_profile({}, "9.0"), nullptr);
}

TEST(ProbedProfile, WhatWasMeasuredIsMeasured) {
  const MachineProfile profile = probed_profile(report_of("9.0", {ld_b64()}), known_profiles()).value();
  EXPECT_EQ(profile.key, "sm_90");
  EXPECT_EQ(profile.name, "NVIDIA Example");
  EXPECT_EQ(profile.compute_capability, "9.0");
  const InstructionRule& rule = *profile.rule(Instruction::ld_b64);
  EXPECT_EQ(rule.phases, ld_b64().phases);
  EXPECT_EQ(rule.merged_phases, ld_b64().merged_phases);
  EXPECT_EQ(rule.law, CountLaw::words);
  EXPECT_EQ(rule.provenance.status, FactStatus::measured);
  EXPECT_EQ(rule.provenance.device, "NVIDIA Example, driver 590.1, 2026-11-30");
  EXPECT_EQ(rule.provenance.source,
            "phases, pair rule and merge of equal words by timing; repeat with: bankmap probe ld.b64");
}

TEST(ProbedProfile, CyclesAreOnlyPartlyMeasuredAndSaySo) {
  const MachineProfiles known = known_profiles();
  const InstructionRule& before = *known.at("sm_90").rule(Instruction::ld_b64);
  const MachineProfile profile = probed_profile(report_of("9.0", {ld_b64()}), known).value();
  const InstructionRule& rule = *profile.rule(Instruction::ld_b64);
  ASSERT_TRUE(rule.saturated && rule.latency);
  EXPECT_EQ(rule.saturated->cycles_per_wavefront, 1.504);
  EXPECT_EQ(rule.saturated->beats, before.saturated->beats);
  EXPECT_EQ(rule.saturated->provenance.status, FactStatus::assumed);
  EXPECT_TRUE(rule.saturated->provenance.source.starts_with(
      "cycles a wavefront measured by bankmap probe (NVIDIA Example, driver 590.1, 2026-11-30); the rest taken from "
      "the profile sm_90 ("));
  EXPECT_EQ(rule.latency->cycles_per_wavefront, 3.0);
  EXPECT_EQ(rule.latency->base_cycles, before.latency->base_cycles);
}

TEST(ProbedProfile, WithoutAPairRuleNothingIsFasterInPairs) {
  InstructionProbe probe = ld_b64();
  probe.merged_phases.clear();
  const MachineProfile profile = probed_profile(report_of("9.0", {probe}), known_profiles()).value();
  const InstructionRule& rule = *profile.rule(Instruction::ld_b64);
  EXPECT_TRUE(rule.merged_phases.empty());
  EXPECT_EQ(rule.saturated->merged_beats, rule.saturated->beats);
  EXPECT_EQ(rule.latency->merged_base_cycles, rule.latency->base_cycles);
}

TEST(ProbedProfile, TheRestIsTheNearestProfilesAndAssumed) {
  const MachineProfiles known = known_profiles();
  const MachineProfile profile = probed_profile(report_of("9.0", {ld_b64()}), known).value();
  const MachineProfile& nearest = known.at("sm_90");
  EXPECT_EQ(profile.occupancy.shared_bytes_per_sm, nearest.occupancy.shared_bytes_per_sm);
  for (const Provenance* taken :
       {&profile.banks, &profile.occupancy.provenance, &profile.rule(Instruction::atom_add_f32)->provenance,
        &profile.rule(Instruction::st_b32)->provenance, &profile.rule(Instruction::st_b32)->saturated->provenance}) {
    EXPECT_EQ(taken->status, FactStatus::assumed);
    EXPECT_TRUE(taken->source.starts_with("taken from the profile sm_90 (")) << taken->source;
    EXPECT_EQ(taken->device, "");
  }
  EXPECT_EQ(profile.rule(Instruction::st_b32)->phases, nearest.rule(Instruction::st_b32)->phases);
  EXPECT_EQ(profile.not_modelled.at(Instruction::cp_async_cg_16), nearest.not_modelled.at(Instruction::cp_async_cg_16));
}

TEST(ProbedProfile, AnInstructionThatTheGpuLacksIsNotModelled) {
  const MachineProfile profile = probed_profile(report_of("8.8", {ld_b64()}), known_profiles()).value();
  EXPECT_EQ(profile.key, "sm_88");
  EXPECT_EQ(profile.rule(Instruction::stmatrix_x4), nullptr);
  EXPECT_EQ(profile.not_modelled.at(Instruction::stmatrix_x4),
            "a GPU of compute capability 8.8 does not have it: it needs 9.0");
}

TEST(ProbedProfile, AProbeThatDidNotWorkOutIsNoMeasurement) {
  InstructionProbe probe = ld_b64();
  probe.notes = {"the lanes do not fall into phases"};
  const MachineProfile profile = probed_profile(report_of("9.0", {probe}), known_profiles()).value();
  const Provenance& provenance = profile.rule(Instruction::ld_b64)->provenance;
  EXPECT_EQ(provenance.status, FactStatus::assumed);
  EXPECT_TRUE(provenance.source.starts_with(
      "taken from the profile sm_90 (measured), the probe did not work out (the lanes do not fall into phases): "))
      << provenance.source;
}

TEST(ProbedProfile, IsReadBackAsItWasWritten) {
  InstructionProbe turns = ld_b64();
  turns.instruction = Instruction::atom_add_u32;
  turns.phases = {0xffffffffu};
  turns.merged_phases = {};
  turns.equal_words_merge = false;
  for (const char* capability : {"7.5", "8.7", "8.9", "9.0", "10.0", "12.1"}) {
    const MachineProfile profile = probed_profile(report_of(capability, {ld_b64(), turns}), known_profiles()).value();
    EXPECT_EQ(read_machine(write_machine(profile)).value(), profile) << capability;
    EXPECT_EQ(profile.rule(Instruction::atom_add_u32)->law, CountLaw::lanes);
  }
}

TEST(ProbedProfile, RefusesWhatCouldNotBeUsed) {
  EXPECT_EQ(probed_profile(report_of("9.0", {}), known_profiles()).error().what, "the probe has measured nothing");
  EXPECT_EQ(probed_profile(report_of("9", {ld_b64()}), known_profiles()).error().what,
            "there is no profile near compute capability 9");
  EXPECT_FALSE(probed_profile(report_of("9.0", {ld_b64()}), {}));
  InstructionProbe torn = ld_b64();
  torn.phases = {0x0000ffffu};  // lanes 16-31 are nowhere
  const auto refused = probed_profile(report_of("9.0", {torn}), known_profiles());
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().place.starts_with("the profile of this GPU would be refused"))
      << to_string(refused.error());
}

}  // namespace
}  // namespace bankmap
