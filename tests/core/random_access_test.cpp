#include "core/random_access.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/measurement.hpp"

namespace bankmap {
namespace {

TEST(RandomAccesses, AreAlignedActiveAndWithinThirtyTwoKibibytes) {
  for (const InstructionInfo& each : instructions()) {
    RandomAccesses accesses(7);
    const bool matrix = each.kind == InstructionKind::matrix_load || each.kind == InstructionKind::matrix_store;
    for (int i = 0; i < 500; ++i) {
      const LaneAddresses lanes = accesses.next(each.id);
      ASSERT_NE(lanes.active, 0u);
      if (matrix) {
        ASSERT_EQ(lanes.active, all_lanes);
      }
      for (const std::uint32_t address : lanes.byte_address) {
        ASSERT_EQ(address % static_cast<std::uint32_t>(each.access_bytes), 0u) << each.name;
        ASSERT_LT(address, 32u << 10) << each.name;
      }
    }
  }
}

TEST(RandomAccesses, ASeedRepeatsAndAnotherDiffers) {
  RandomAccesses first(1), again(1), other(2);
  std::set<std::string> hashes, other_hashes;
  for (int i = 0; i < 200; ++i) {
    const LaneAddresses lanes = first.next(Instruction::ld_b64);
    EXPECT_EQ(lanes, again.next(Instruction::ld_b64));
    hashes.insert(addresses_hash(lanes));
    other_hashes.insert(addresses_hash(other.next(Instruction::ld_b64)));
  }
  EXPECT_GT(hashes.size(), 150u);
  EXPECT_NE(hashes, other_hashes);
}

TEST(RandomAccesses, HoldThePairRuleAndItsNearMisses) {
  const auto agree = [](const LaneAddresses& lanes, std::size_t with) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (lanes.byte_address[lane] != lanes.byte_address[lane ^ with]) return false;
    }
    return true;
  };
  RandomAccesses accesses(3);
  int neighbours = 0, seconds = 0, neither = 0;
  for (int i = 0; i < 500; ++i) {
    const LaneAddresses lanes = accesses.next(Instruction::ld_b128);
    const bool one = agree(lanes, 1), two = agree(lanes, 2);
    neighbours += one;
    seconds += two;
    neither += !one && !two;
  }
  EXPECT_GT(neighbours, 10);
  EXPECT_GT(seconds, 10);
  EXPECT_GT(neither, 250);
}

}  // namespace
}  // namespace bankmap
