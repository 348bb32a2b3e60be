#include "core/advice/bit_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "core/advice/bit_space.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

TEST(BitSpace, DimensionAndMembership) {
  BitSpace space;
  EXPECT_TRUE(space.add(0b011));
  EXPECT_TRUE(space.add(0b110));
  EXPECT_FALSE(space.add(0b101)) << "the sum of the two";
  EXPECT_FALSE(space.add(0));
  EXPECT_EQ(space.dimension(), 2);
}

TEST(BitSpace, ReducedBasisDependsOnTheSpaceAlone) {
  std::mt19937 random(1);
  for (int n = 0; n < 200; ++n) {
    std::vector<std::uint32_t> vectors;
    for (int i = 0; i < 4; ++i) vectors.push_back(static_cast<std::uint32_t>(random()) & 0x3f);
    BitSpace one, other;
    for (const std::uint32_t vector : vectors) one.add(vector);
    std::reverse(vectors.begin(), vectors.end());
    vectors.push_back(vectors[0] ^ vectors[1]);
    for (const std::uint32_t vector : vectors) other.add(vector);
    EXPECT_EQ(one.reduced(), other.reduced());
  }
}

// By exhaustion: the vectors of the space whose low bits are 0, cut off.
TEST(BitSpace, WithoutLowBits) {
  std::mt19937 random(2);
  for (int n = 0; n < 200; ++n) {
    std::vector<std::uint32_t> vectors;
    for (int i = 0; i < 3; ++i) vectors.push_back(static_cast<std::uint32_t>(random()) & 0x3f);
    BitSpace space;
    for (const std::uint32_t vector : vectors) space.add(vector);
    const int low = n % 4;
    std::set<std::uint32_t> expected;
    for (std::uint32_t chosen = 0; chosen < 8; ++chosen) {
      std::uint32_t sum = 0;
      for (std::uint32_t i = 0; i < 3; ++i) sum ^= (chosen >> i & 1u) != 0 ? vectors[i] : 0;
      if ((sum & ((1u << low) - 1)) == 0) expected.insert(sum >> low);
    }
    const BitSpace cut = space.without_low_bits(low);
    EXPECT_EQ(std::size_t{1} << cut.dimension(), expected.size());
    BitSpace both = cut;
    for (const std::uint32_t vector : expected) EXPECT_FALSE(both.add(vector));
  }
}

// An index that is linear over F2, with the rows and columns of a tile of 16-byte elements, 8 x 8: three row bits, three chunk bits.
std::string linear_text(std::mt19937& random, int bits) {
  std::string text;
  for (int bit = 0; bit < bits; ++bit) {
    std::string parity = "0";
    for (int lane_bit = 0; lane_bit < 5; ++lane_bit) {
      if (random() % 3 == 0) parity += " ^ lane >> " + std::to_string(lane_bit);
    }
    text += (text.empty() ? "" : " | ") + ("((" + parity + ") & 1) << " + std::to_string(bit));
  }
  return text;
}

// All 512 ways to flip three row bits into three chunk bits, tried; the construction is as good as the best of them, and knows it.
TEST(BitMatrix, IsTheBestOfAllByExhaustion) {
  std::mt19937 random(3);
  int reached_ideal = 0, above = 0;
  for (int n = 0; n < 40; ++n) {
    SCOPED_TRACE(n);
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.rows = tile.columns = 8;
    tile.element = *element_named("float4");
    scenario.accesses.clear();
    for (int i = 0; i < 1 + n % 10; ++i) {
      scenario.accesses.push_back(access_as(i % 2 == 0 ? Instruction::ld_b128 : Instruction::st_b128,
                                            IndexPattern{linear_text(random, 3), linear_text(random, 3)}, {}));
    }
    SearchWork work;
    std::vector<SearchAccess> accesses;
    std::int64_t ideal = 0;
    for (int i = 0; i < static_cast<int>(scenario.accesses.size()); ++i) {
      Result<SearchAccess> access = search_access(scenario, i, tile, machine_named("sm_90"), work);
      ASSERT_TRUE(access) << to_string(access.error());
      ideal += access->ideal;
      accesses.push_back(*access);
    }
    const LayoutSpace space = layout_space(tile, 16);
    const BitMatrixAnswer answer = construct_bit_matrix(space, space.least_pitch, accesses, work);
    ASSERT_TRUE(answer.swizzle) << answer.why_not;
    EXPECT_TRUE(answer.proven);
    std::int64_t best = 1'000'000, constructed = 0;
    for (std::uint32_t columns = 0; columns < 512; ++columns) {
      MatrixSwizzle matrix{{1, 2, 4}};
      for (std::uint32_t bit = 0; bit < 9; ++bit) matrix.rows[bit % 3] |= (columns >> bit & 1u) << (3 + bit / 3);
      Scenario tried = scenario;
      tried.tiles[0].swizzle = matrix;
      const std::vector<std::int64_t> sums = slow_wavefronts(tried);
      const std::int64_t sum = std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
      best = std::min(best, sum);
      if (matrix == *answer.swizzle) constructed = sum;
    }
    EXPECT_EQ(constructed, best) << "among those tried, and the best of them";
    EXPECT_EQ(answer.least_wavefronts, best);
    reached_ideal += best == ideal ? 1 : 0;
    above += best > ideal ? 1 : 0;
  }
  EXPECT_GT(reached_ideal, 10);
  EXPECT_GT(above, 2) << "some have no perfect solution, and that is known too";
}

TEST(BitMatrix, SaysWhyTheAlgebraDoesNotApply) {
  const auto why = [](const Tile& tile) {
    Scenario scenario;
    scenario.tiles[0] = tile;
    scenario.accesses = {access_as(Instruction::ld_b32, IndexPattern{"0", "lane % 8"}, {})};
    SearchWork work;
    const Result<SearchAccess> access = search_access(scenario, 0, tile, machine_named("sm_90"), work);
    EXPECT_TRUE(access);
    const LayoutSpace space = layout_space(tile, 4);
    return construct_bit_matrix(space, space.least_pitch, std::span(&*access, 1), work).why_not;
  };
  Tile tile;
  tile.columns = 24;
  EXPECT_EQ(why(tile), "rows of tile are 96 bytes apart, which is no power of two");
  tile.columns = 32;
  tile.element = *struct_element("Wide", 128, 4);
  EXPECT_EQ(why(tile), "an element of tile fills all banks, so none can be moved to another bank");
  tile = Tile{};
  tile.base_bytes = 4;
  EXPECT_EQ(why(tile), "tile does not start at a multiple of 16 bytes");
}

}  // namespace
}  // namespace bankmap
