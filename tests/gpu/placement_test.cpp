#include "gpu/placement.hpp"

#include <gtest/gtest.h>

namespace bankmap::gpu {
namespace {

constexpr std::uint32_t plenty = 227 * 1024;

LaneAddresses apart(std::uint32_t first, std::uint32_t step, LaneMask active = all_lanes) {
  LaneAddresses lanes;
  lanes.active = active;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = first + lane * step;
  return lanes;
}

// What the banks see: the bank of each lane, and which lanes are at one address.
void expect_same_banks(const LaneAddresses& before, const LaneAddresses& after) {
  for (std::size_t a = 0; a < lane_count; ++a) {
    if (!has_lane(before.active, static_cast<int>(a))) continue;
    EXPECT_EQ(before.byte_address[a] % row_bytes, after.byte_address[a] % row_bytes);
    for (std::size_t b = 0; b < a; ++b) {
      if (!has_lane(before.active, static_cast<int>(b))) continue;
      EXPECT_EQ(before.byte_address[a] == before.byte_address[b], after.byte_address[a] == after.byte_address[b]);
    }
  }
}

TEST(Place, MovesTheLowestRowToTheStart) {
  const auto placed = place(Instruction::ld_b32, apart(4096 + 4, 132), plenty);
  ASSERT_TRUE(placed);
  EXPECT_FALSE(placed->renumbered);
  EXPECT_EQ(placed->lanes, apart(4, 132));
  EXPECT_EQ(placed->shared_bytes,
            (32u + 8u) * 128u);  // byte 4 + 31 * 132 is in row 32; the last of 8 copies is 7 rows on
}

TEST(Place, RenumbersRowsThatAreTooFarApart) {
  const LaneAddresses wide = apart(64, 100'000 * 4);
  const auto placed = place(Instruction::ld_b32, wide, plenty);
  ASSERT_TRUE(placed);
  EXPECT_TRUE(placed->renumbered);
  EXPECT_EQ(placed->shared_bytes, (32u - 1u + 8u) * 128u);
  expect_same_banks(wide, placed->lanes);
}

TEST(Place, FitsExactly) {
  // One lane in row 0 and one in the last row that still fits.
  LaneAddresses lanes = apart(0, 0, 0x3);
  lanes.byte_address[1] = plenty - 8 * 128;
  EXPECT_FALSE(place(Instruction::ld_b32, lanes, plenty)->renumbered);
  EXPECT_EQ(place(Instruction::ld_b32, lanes, plenty)->shared_bytes, plenty);
  lanes.byte_address[1] += 128;
  EXPECT_TRUE(place(Instruction::ld_b32, lanes, plenty)->renumbered);
}

TEST(Place, InactiveLanesDoNotCount) {
  LaneAddresses lanes = apart(128, 4, 0x0000000f);
  lanes.byte_address[31] = 0xffffffffu;  // odd, and far away
  const auto placed = place(Instruction::st_b32, lanes, plenty);
  ASSERT_TRUE(placed);
  EXPECT_FALSE(placed->renumbered);
  EXPECT_EQ(placed->lanes.active, 0xfu);
  EXPECT_EQ(placed->lanes.byte_address[31], 0u);
}

TEST(Place, RefusesWhatTheHardwareRefuses) {
  const auto torn = place(Instruction::ld_b64, apart(4, 8), plenty);
  ASSERT_FALSE(torn);
  EXPECT_EQ(torn.error().what, "lane 0: byte 4 is no multiple of 8");
  EXPECT_EQ(torn.error().lanes, 1u);
  EXPECT_FALSE(place(Instruction::ld_b32, apart(0, 4, 0), plenty));
}

TEST(Place, MatrixInstructionsNeedTheirRowsAndAllLanes) {
  EXPECT_FALSE(place(Instruction::ldmatrix_x2, apart(0, 16, 0x000000ff), plenty));
  EXPECT_FALSE(place(Instruction::ldmatrix_x1, apart(0, 16, 0xffffff00), plenty));
  const auto placed = place(Instruction::ldmatrix_x1, apart(0, 16, 0x000000ff), plenty);
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->lanes.active, all_lanes);
  EXPECT_EQ(placed->lanes.byte_address[7], 112u);
  EXPECT_EQ(placed->lanes.byte_address[8], 0u);
}

}  // namespace
}  // namespace bankmap::gpu
