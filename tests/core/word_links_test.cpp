#include "core/word_links.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

// One active lane for each lane of the masks; each mask is a word, all in one bank.
WarpAnalysis words_in_bank(int bank, int banks, std::initializer_list<LaneMask> words) {
  WarpAnalysis warp;
  for (const LaneMask word : words) {
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(word, lane)) continue;
      LaneResult& it = warp.lanes[static_cast<std::size_t>(lane)];
      it.active = true;
      it.bank = bank;
      it.banks = banks;
      it.shares_word = word & ~lane_bit(lane);
    }
  }
  return warp;
}

TEST(WordLinks, RunsAreLanesNextToEachOther) {
  EXPECT_EQ(runs(0), std::vector<LaneRun>{});
  EXPECT_EQ(runs(all_lanes), (std::vector<LaneRun>{{0, 31}}));
  EXPECT_EQ(runs(0x8000'000bU), (std::vector<LaneRun>{{0, 1}, {3, 3}, {31, 31}}));
}

TEST(WordLinks, NeighboursNeedNoLine) {
  const WarpAnalysis warp = words_in_bank(7, 1, {0x0000'00f0U});
  EXPECT_EQ(word_links(warp), (std::vector<WordLink>{{0xf0, 7, 1, no_track}}));
}

TEST(WordLinks, ALaneAloneIsNoLink) { EXPECT_TRUE(word_links(words_in_bank(0, 1, {0x10, 0x20})).empty()); }

TEST(WordLinks, TwoInterleavedWordsHaveATrackEachAndPassEachOther) {
  const WarpAnalysis warp = words_in_bank(0, 1, {0x5555'5555U, 0xaaaa'aaaaU});
  const std::vector<WordLink> links = word_links(warp);
  EXPECT_EQ(links, (std::vector<WordLink>{{0x5555'5555U, 0, 1, 0}, {0xaaaa'aaaaU, 0, 1, 1}}));
  for (int lane = 0; lane < lane_count; ++lane) {
    const bool first_word = lane % 2 == 0;
    EXPECT_FALSE(link_passes(links, warp, lane, {lane, lane}, first_word ? 0 : 1)) << "its own line, lane " << lane;
    const bool beside = lane != 0 && lane != 31;  // word 1 begins at lane 1, word 0 ends at lane 30
    EXPECT_EQ(link_passes(links, warp, lane, {lane, lane}, first_word ? 1 : 0), beside) << lane;
  }
}

TEST(WordLinks, ATrackIsUsedAgainWhereItIsFree) {
  const WarpAnalysis warp = words_in_bank(0, 1, {0x5, 0x50});  // lanes 0 and 2, lanes 4 and 6
  const std::vector<WordLink> links = word_links(warp);
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].track, 0);
  EXPECT_EQ(links[1].track, 0);
}

TEST(WordLinks, WhereThreeWordsInterleaveNoneHasALine) {
  const std::vector<WordLink> links = word_links(words_in_bank(0, 1, {0x0049, 0x0092, 0x0124}));
  EXPECT_EQ(links,
            (std::vector<WordLink>{{0x0049, 0, 1, no_track}, {0x0092, 0, 1, no_track}, {0x0124, 0, 1, no_track}}));
}

TEST(WordLinks, OtherBanksDoNotMatterAndWideAccessesMeetWhereTheirBanksDo) {
  WarpAnalysis warp = words_in_bank(0, 4, {0x5});
  warp.lanes[1] = {.active = true, .bank = 3, .banks = 1};
  warp.lanes[3] = {.active = true, .bank = 4, .banks = 1};
  const std::vector<WordLink> links = word_links(warp);
  EXPECT_TRUE(link_passes(links, warp, 1, {1, 1}, 0));
  EXPECT_FALSE(link_passes(links, warp, 3, {1, 1}, 0));
}

}  // namespace
}  // namespace bankmap
