#include "core/measurement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bankmap {
namespace {

TEST(Median, MiddleOrMeanOfTheTwoInTheMiddle) {
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 4}), 4);
  EXPECT_EQ(median({8, 1, 3, 4}), 3.5);
}

TEST(Summarize, KeepsSamplesThatAgree) {
  const std::optional<CycleFigure> figure = summarize(std::vector<double>{31.0, 31.25, 31.0, 31.5, 31.25});
  ASSERT_TRUE(figure);
  EXPECT_EQ(figure->median_cycles, 31.25);
  EXPECT_EQ(figure->spread_cycles, 0.125);  // quartiles 31.0 and 31.25
  EXPECT_EQ(figure->samples, 5);
  EXPECT_EQ(figure->dropped, 0);
  EXPECT_EQ(figure->dropped_why, "");
}

TEST(Summarize, DropsWhatLiesFarFromTheMedianAndSaysSo) {
  // Deviations from 4.0: 0, 0, 0, 0.1, 46: their median is 0, so the window is the least one, 0.25 cycle.
  const std::optional<CycleFigure> figure = summarize(std::vector<double>{4.0, 4.0, 50.0, 4.1, 4.0});
  ASSERT_TRUE(figure);
  EXPECT_EQ(figure->median_cycles, 4.0);
  EXPECT_EQ(figure->samples, 4);
  EXPECT_EQ(figure->dropped, 1);
  EXPECT_EQ(figure->dropped_why, "more than 0.25 cycles from the median");
}

TEST(Summarize, TheWindowGrowsWithTheDeviations) {
  // Deviations from 100: 10, 2, 0, 1, 3: median 2, window 10.
  const std::optional<CycleFigure> figure = summarize(std::vector<double>{90, 98, 100, 101, 103});
  ASSERT_TRUE(figure);
  EXPECT_EQ(figure->samples, 5);
}

TEST(Summarize, TooFewSamplesAreUnavailableNotZero) {
  EXPECT_FALSE(summarize({}));
  EXPECT_FALSE(summarize(std::vector<double>{1, 1}));
  EXPECT_FALSE(summarize(std::vector<double>{1, std::nan(""), 1}));
  EXPECT_FALSE(summarize(std::vector<double>{1, std::numeric_limits<double>::infinity(), 1, 1}));
}

TEST(AddressesHash, SeesTheMaskAndTheActiveAddressesOnly) {
  LaneAddresses lanes;
  const std::string all_at_zero = addresses_hash(lanes);
  EXPECT_EQ(all_at_zero.size(), 16u);
  lanes.byte_address[5] = 4;
  EXPECT_NE(addresses_hash(lanes), all_at_zero);
  lanes.active = ~lane_bit(5);
  const std::string without_lane_5 = addresses_hash(lanes);
  lanes.byte_address[5] = 400;
  EXPECT_EQ(addresses_hash(lanes), without_lane_5);
  EXPECT_NE(without_lane_5, all_at_zero);
}

TEST(AddressesHash, IsFnv1aOfMaskThenAddresses) {
  LaneAddresses none;
  none.active = 0;  // four zero bytes: the offset basis times the prime, four times
  std::uint64_t want = 0xcbf29ce484222325u;
  for (int byte = 0; byte < 4; ++byte) want *= 0x100000001b3u;
  EXPECT_EQ(std::stoull(addresses_hash(none), nullptr, 16), want);
}

}  // namespace
}  // namespace bankmap
