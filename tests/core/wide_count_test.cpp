#include "core/wide_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "tests/core/random_warps.hpp"

namespace bankmap {
namespace {

class WideCount : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_wide_count()) GTEST_SKIP() << "this processor has no vectors of 512 bits";
  }
};

// What one writes first.
int most_words(const LaneAddresses& lanes, LaneMask served) {
  std::array<std::set<std::uint32_t>, bank_count> words;
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t address = lanes.byte_address[static_cast<std::size_t>(lane)];
    if (has_lane(served, lane)) words[static_cast<std::size_t>(bank_of(address))].insert(word_of(address));
  }
  const auto busiest = std::ranges::max_element(words, {}, [](const auto& in_bank) { return in_bank.size(); });
  return static_cast<int>(busiest->size());
}

LaneAddresses rows_of_bank(int bank) {
  LaneAddresses lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane)
    lanes.byte_address[lane] = lane * row_bytes + static_cast<std::uint32_t>(bank) * bank_bytes;
  return lanes;
}

TEST_F(WideCount, EveryPairOfLanesMayShareAWord) {
  for (std::size_t one = 0; one < lane_count; ++one) {
    for (std::size_t other = 0; other < lane_count; ++other) {
      LaneAddresses lanes = rows_of_bank(5);
      lanes.byte_address[other] = lanes.byte_address[one];
      EXPECT_EQ(wide_most_words(lanes, all_lanes), one == other ? 32 : 31) << one << " and " << other;
    }
  }
}

// Lanes 0 to n-1 in one bank, the others in another: 32 - n there.
TEST_F(WideCount, EveryNumberOfWaysInEveryBank) {
  for (int bank = 0; bank < bank_count; ++bank) {
    for (std::size_t n = 0; n <= lane_count; ++n) {
      LaneAddresses lanes = rows_of_bank(bank);
      const LaneAddresses elsewhere = rows_of_bank((bank + 11) % bank_count);
      std::copy(elsewhere.byte_address.begin() + static_cast<std::ptrdiff_t>(n), elsewhere.byte_address.end(),
                lanes.byte_address.begin() + static_cast<std::ptrdiff_t>(n));
      EXPECT_EQ(wide_most_words(lanes, all_lanes), std::max(static_cast<int>(n), lane_count - static_cast<int>(n)));
    }
  }
}

TEST_F(WideCount, EveryBitOfAWordTellsItFromAnother) {
  for (std::uint32_t bit = 0; bit < 16; ++bit) {
    LaneAddresses lanes;  // all at word 0
    lanes.byte_address[7] = std::uint32_t{bank_bytes} << bit;
    EXPECT_EQ(wide_most_words(lanes, all_lanes), bit < 5 ? 1 : 2) << bit;
  }
}

TEST_F(WideCount, OneServedLaneOfAnyIsOneWord) {
  for (int lane = 0; lane < lane_count; ++lane) EXPECT_EQ(wide_most_words(rows_of_bank(0), lane_bit(lane)), 1);
}

TEST_F(WideCount, LeavesWhatReachesBeyondItsWordsToTheSweep) {
  constexpr std::uint32_t end = 256 * 1024;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    LaneAddresses lanes = rows_of_bank(0);
    lanes.byte_address[lane] = end - bank_bytes;
    EXPECT_EQ(wide_most_words(lanes, all_lanes), 31);
    lanes.byte_address[lane] = end;
    EXPECT_EQ(wide_most_words(lanes, all_lanes), 0);
    EXPECT_EQ(wide_most_words(lanes, all_lanes & ~lane_bit(static_cast<int>(lane))), 31);
  }
}

TEST_F(WideCount, LanesOfABankCountWhereverTheyAre) {
  for (int bank = 0; bank < bank_count; ++bank) {
    LaneAddresses lanes;
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      lanes.byte_address[lane] = lane * bank_bytes + lane % 3 * (1u << 29);  // one in each bank
    }
    EXPECT_EQ(wide_most_lanes(lanes), 1);
    for (std::size_t lane = 0, more = 1; more <= 5; lane += 6, ++more) {  // lanes 0, 6, 12, 18, 24 come to it
      lanes.byte_address[lane] = static_cast<std::uint32_t>(bank) * bank_bytes;
      EXPECT_EQ(wide_most_lanes(lanes),
                static_cast<int>(more) + (bank % 6 == 0 && bank <= static_cast<int>(lane) ? 0 : 1))
          << bank;
    }
  }
}

TEST_F(WideCount, CountsAsSetsDo) {
  RandomWarps random(7);
  for (int i = 0; i < 200'000 && !HasFailure(); ++i) {
    const LaneAddresses lanes = random.next(bank_bytes);
    if (lanes.active == 0) continue;
    const int ways = wide_most_words(lanes, lanes.active);
    if (ways != 0) {
      EXPECT_EQ(ways, most_words(lanes, lanes.active)) << i;
    }
  }
}

}  // namespace
}  // namespace bankmap
