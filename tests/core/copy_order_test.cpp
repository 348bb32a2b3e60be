#include "core/copy_order.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const InstructionRule& rule_of(Instruction instruction) {
  static const MachineProfile hopper = machine_named("sm_90");
  return *hopper.rule(instruction);
}

struct MeasuredCopy {
  Instruction instruction{};
  LaneAddresses lanes;
  LaneSources sources{};
  int wavefronts = 0;
  int bank_conflicts = 0;
};

// instruction,active_mask,source0..31,lane0..31,wavefronts,bank_conflicts
MeasuredCopy read_row(const std::string& line) {
  std::istringstream text(line);
  std::string field;
  const auto next = [&] {
    std::getline(text, field, ',');
    return field;
  };
  MeasuredCopy row;
  row.instruction = instruction_named(next()).value();
  row.lanes.active = static_cast<LaneMask>(std::stoul(next(), nullptr, 16));
  for (std::uint64_t& source : row.sources) source = std::stoull(next());
  for (std::uint32_t& byte : row.lanes.byte_address) byte = static_cast<std::uint32_t>(std::stoul(next()));
  row.wavefronts = std::stoi(next());
  row.bank_conflicts = std::stoi(next());
  return row;
}

TEST(CopyOrder, EveryMeasuredCopyIsPredictedExactly) {
  std::istringstream table(file_text(std::string(BANKMAP_TEST_DATA) + "/h200_copy_order.csv"));
  std::string line;
  std::getline(table, line);  // the header
  int rows = 0;
  while (std::getline(table, line)) {
    SCOPED_TRACE("row " + std::to_string(++rows));
    const MeasuredCopy row = read_row(line);
    const auto cost = count_copy(rule_of(row.instruction), row.lanes, row.sources);
    ASSERT_TRUE(cost) << to_string(cost.error());
    EXPECT_EQ(cost->wavefronts, row.wavefronts);
    EXPECT_EQ(cost->bank_conflicts, row.bank_conflicts);
  }
  EXPECT_EQ(rows, 587);
}

// The example of the header: three lanes of a 4-byte copy.
TEST(CopyOrder, ALaneWaitsBehindEarlierOnesOnEitherSide) {
  LaneAddresses lanes{.byte_address = {0, 128, 8}, .active = 0x7};
  const auto cost = count_copy(rule_of(Instruction::cp_async_ca_4), lanes, {0, 4, 132});
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->wavefronts, 3);
  EXPECT_EQ(cost->ideal, 1);
  EXPECT_EQ(cost->bank_conflicts, 2);
  EXPECT_EQ(cost->ways, 2);
}

TEST(CopyOrder, OneSourceForAllLanesIsReadOnceForEach) {
  LaneSources same{};
  LaneAddresses lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = lane * 4;
  EXPECT_EQ(count_copy(rule_of(Instruction::cp_async_ca_4), lanes, same)->wavefronts, 32);
}

// A source in lane order: the law of the profile, which core/passes.hpp counts.
TEST(CopyOrder, InLaneOrderItIsTheLawOfTheProfile) {
  std::mt19937 random(7);
  for (const Instruction instruction :
       {Instruction::cp_async_ca_4, Instruction::cp_async_ca_8, Instruction::cp_async_ca_16}) {
    const auto bytes = static_cast<std::uint32_t>(info(instruction).access_bytes);
    LaneSources in_order{};
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) in_order[lane] = 4096 + lane * bytes;
    for (int i = 0; i < 2000; ++i) {
      LaneAddresses lanes;
      lanes.active = static_cast<LaneMask>(random());
      for (std::uint32_t& byte : lanes.byte_address) byte = random() % 256 * bytes;
      const auto cost = count_copy(rule_of(instruction), lanes, in_order);
      ASSERT_TRUE(cost);
      const WarpCost same = count_wavefronts(rule_of(instruction), nullptr, lanes);
      EXPECT_EQ(cost->wavefronts, same.wavefronts);
      EXPECT_EQ(cost->bank_conflicts, same.bank_conflicts);
      EXPECT_EQ(cost->ideal, same.ideal);
    }
  }
}

TEST(CopyOrder, WhatIsNotKnownIsRefusedWithTheLane) {
  LaneAddresses lanes{.byte_address = {}, .active = 0x3};
  const auto other_block = count_copy(rule_of(Instruction::cp_async_ca_16), lanes, {496, 512});
  ASSERT_FALSE(other_block);
  EXPECT_EQ(other_block.error().lanes, 0x2u);
  EXPECT_EQ(other_block.error().what, "lane 1 reads byte 512, in another block of 512 bytes than lane 0");
  EXPECT_EQ(other_block.error().hint, "what such a copy costs is not known; here 0 to 496");
  const auto odd = count_copy(rule_of(Instruction::cp_async_ca_8), lanes, {0, 12});
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().what, "misaligned: lane 1 reads byte 12, not a multiple of the 8 bytes of cp.async.ca.8");
  EXPECT_EQ(count_copy(rule_of(Instruction::st_b32), lanes, {}).error().what, "st.b32 has no source order");
  lanes.active = 0;
  EXPECT_EQ(count_copy(rule_of(Instruction::cp_async_ca_8), lanes, {})->wavefronts, 0);
}

}  // namespace
}  // namespace bankmap
