// The probe against a GPU that is the model: it must find the very phases that the machine's profile states.
#include "gpu/probe.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <iterator>

#include "core/machine_json.hpp"
#include "core/passes.hpp"

namespace bankmap {
namespace {

MachineProfile machine(const std::string& key) {
  std::ifstream in(std::string(BANKMAP_ASSETS) + "/machines/" + key + ".json");
  return read_machine(std::string(std::istreambuf_iterator<char>(in), {})).value();
}

// Saturated: a cycle for each wavefront, and at least so many for the width. Latency: two for each.
TimePattern model(const InstructionRule& rule) {
  return [&rule](Instruction instruction, const LaneAddresses& lanes, bool latency) -> Result<std::optional<double>> {
    const WarpCost cost = count_wavefronts(rule, nullptr, lanes);
    if (latency) return 27 + 2.0 * cost.wavefronts;
    const double beats = info(instruction).access_bytes / (cost.merged ? 8.0 : 4.0);
    return std::max<double>(cost.wavefronts, rule.merged_phases.empty() ? 1 : beats);
  };
}

void expect_found(const MachineProfile& profile, const InstructionRule& rule) {
  SCOPED_TRACE(std::string(info(rule.instruction).name) + " on " + profile.key);
  const Result<InstructionProbe> probed = probe_instruction(rule.instruction, model(rule));
  ASSERT_TRUE(probed) << to_string(probed.error());
  EXPECT_EQ(probed->phases, rule.phases);
  EXPECT_EQ(probed->merged_phases, rule.merged_phases);
  EXPECT_EQ(probed->equal_words_merge, rule.law == CountLaw::words);
  EXPECT_EQ(probed->cycles_per_wavefront, 1.0);
  EXPECT_EQ(probed->latency_cycles_per_wavefront, 2.0);
  EXPECT_TRUE(probed->notes.empty());
}

TEST(Probe, FindsTheRulesOfEveryProfile) {
  for (const char* key : {"sm_75", "sm_80", "sm_90", "sm_120"}) {
    const MachineProfile profile = machine(key);
    for (const auto& [instruction, rule] : profile.rules) {
      if (can_probe(instruction)) expect_found(profile, rule);
    }
  }
}

TEST(Probe, FindsPhasesThatAreNotInOrder) {
  // A made-up machine: 8-byte loads in halves of even and odd groups of four lanes.
  InstructionRule rule;
  rule.instruction = Instruction::ld_b64;
  rule.phases = {0x0f0f0f0fu, 0xf0f0f0f0u};
  const Result<InstructionProbe> probed = probe_instruction(rule.instruction, model(rule));
  ASSERT_TRUE(probed);
  EXPECT_NE(probed->phases, (std::vector<LaneMask>{0x0000ffffu, 0xffff0000u}));
}

TEST(Probe, AFailedMeasurementEndsItAndIsReported) {
  int calls = 0;
  const TimePattern broken = [&calls](Instruction, const LaneAddresses&, bool) -> Result<std::optional<double>> {
    ++calls;
    return fail("the device does not answer");
  };
  const Result<InstructionProbe> probed = probe_instruction(Instruction::ld_b32, broken);
  ASSERT_FALSE(probed);
  EXPECT_EQ(probed.error().what, "the device does not answer");
  EXPECT_EQ(calls, 1);
}

// Wherever in the probe the device is lost or the person cancels, the end of it included, there is no probe.
TEST(Probe, AFailureIsReportedWhereverItComes) {
  const MachineProfile profile = machine("sm_90");
  const InstructionRule& rule = *profile.rule(Instruction::ld_b128);
  int count = 0;
  const TimePattern counting = [&](Instruction instruction, const LaneAddresses& lanes, bool latency) {
    ++count;
    return model(rule)(instruction, lanes, latency);
  };
  ASSERT_TRUE(probe_instruction(rule.instruction, counting));
  const int all = count;
  ASSERT_GT(all, 100);
  for (int last = 0; last < all; ++last) {
    count = 0;
    const TimePattern failing = [&](Instruction instruction, const LaneAddresses& lanes,
                                    bool latency) -> Result<std::optional<double>> {
      if (count++ == last) return fail("cancelled");
      return model(rule)(instruction, lanes, latency);
    };
    const Result<InstructionProbe> probed = probe_instruction(rule.instruction, failing);
    ASSERT_FALSE(probed) << "failed at " << last << " of " << all;
    EXPECT_EQ(probed.error().what, "cancelled");
    EXPECT_EQ(count, last + 1) << "nothing is asked of the device afterwards";
  }
}

TEST(Probe, ALatencyWithoutAFigureIsSaidWhereThereCouldBeOne) {
  const MachineProfile profile = machine("sm_90");
  const auto probed = [&profile](Instruction instruction) {
    const InstructionRule& rule = *profile.rule(instruction);
    return probe_instruction(instruction, [&rule](Instruction each, const LaneAddresses& lanes, bool latency) {
      return latency ? Result<std::optional<double>>(std::nullopt) : model(rule)(each, lanes, false);
    });
  };
  for (const Instruction instruction : {Instruction::ld_b64, Instruction::atom_add_u32}) {
    const Result<InstructionProbe> load = probed(instruction);
    ASSERT_TRUE(load);
    EXPECT_FALSE(load->latency_cycles_per_wavefront);
    ASSERT_EQ(load->notes.size(), 1u);
    EXPECT_TRUE(load->notes[0].starts_with("the latency has no figure: too few samples agree")) << load->notes[0];
  }
  for (const Instruction instruction : {Instruction::st_b64, Instruction::red_add_u32}) {
    const Result<InstructionProbe> store = probed(instruction);
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->notes.empty()) << "nothing waits for what has no result";
  }
}

TEST(Probe, LeavesOutWhatItsMethodCannotTell) {
  EXPECT_TRUE(can_probe(Instruction::red_add_u32_const1));
  EXPECT_FALSE(can_probe(Instruction::atom_cas_b32));
  EXPECT_FALSE(can_probe(Instruction::atom_add_f32));
  EXPECT_FALSE(can_probe(Instruction::cp_async_ca_16));
}

}  // namespace
}  // namespace bankmap
