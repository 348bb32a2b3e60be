// Swizzles that move parts of what the widest access takes: legal where the vectors in use stay whole, and then searched like others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <tuple>

#include "core/advice/bit_matrix.hpp"
#include "core/advice/report_advice.hpp"
#include "core/advice/used_vectors.hpp"
#include "core/refusals.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

// Rows 0, 8, 16 and 24 are filled 16 bytes a lane, the other rows word by word; all are read by column.
Scenario every_eighth_row_in_vectors() {
  Scenario scenario = float_transpose();
  scenario.accesses.push_back(access_as(Instruction::st_b128, IndexPattern{"lane / 8 * 8", "lane % 8 * 4"}, {}));
  return scenario;
}

// Chunks of 4 floats leave 8 places for a column, 4 wavefronts. In the rows 0, 8, 16 and 24 the key row & 31 has its low 2 bits 0:
// chunks of 1 leave their vectors whole, and a column has 32 places.
TEST(AdviceVectorParts, KeysThatAreZeroInTheRowsInUse) {
  const Scenario scenario = every_eighth_row_in_vectors();
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.excess_before, 32 * 31);
  for (const auto& [family, title] :
       {std::pair(FixFamily::column_xor, "col ^ (row & 31)"), std::pair(FixFamily::cute, "Swizzle<5,0,5>"),
        std::pair(FixFamily::triton, "Triton vec 1, per phase 1, max phase 32")}) {
    const Fix* fix = fix_of(advice, family);
    ASSERT_NE(fix, nullptr) << title;
    EXPECT_EQ(fix->title, title);
    EXPECT_EQ(fix->excess_after, 0);
    ASSERT_EQ(fix->notes.size(), 1u);
    EXPECT_EQ(fix->notes[0].find(fix->title + " moves less than a vector at once"), 0u) << fix->notes[0];
    EXPECT_EQ(slow_wavefronts(fix->scenario), (std::vector<std::int64_t>{32, 32, 4})) << title;
  }
  const Fix* matrix = fix_of(advice, FixFamily::bit_matrix);
  ASSERT_NE(matrix, nullptr);
  EXPECT_EQ(matrix->excess_after, 0);
  EXPECT_EQ(slow_wavefronts(matrix->scenario), (std::vector<std::int64_t>{32, 32, 4}));
  EXPECT_EQ(advice.fixes[0].extra_bytes, 0) << "no padding is needed";
  EXPECT_EQ(report_advice(scenario, advice).find("stay together"), std::string::npos);
}

// One row more, and nothing narrower than 4 floats is legal: rows 0 and 1 tear what keys of bit 0 move, rows 0 and 2 those of bit 1.
TEST(AdviceVectorParts, VectorsInAllRowsLeaveNoRoom) {
  Scenario scenario = every_eighth_row_in_vectors();
  scenario.accesses[2].pattern = IndexPattern{"lane", "k % 8 * 4"};
  scenario.accesses[2].loops = {over("k", 8)};
  const Advice advice = advise_on(scenario);
  for (const Fix& fix : advice.fixes) {
    if (const auto* flip = std::get_if<XorSwizzle>(&fix.scenario.tiles[0].swizzle)) {
      EXPECT_GE(flip->chunk_elements, 4);
    }
    if (const auto* cute = std::get_if<CuteSwizzle>(&fix.scenario.tiles[0].swizzle)) {
      EXPECT_GE(cute->base, 2);
    }
  }
  EXPECT_EQ(advice.floor_excess, 32 * 3);
}

// Where data says which vector is taken, it may be any: none may be torn.
TEST(AdviceVectorParts, WhatDataChoosesMayBeAnywhere) {
  Scenario scenario = every_eighth_row_in_vectors();
  scenario.accesses[2].pattern = IndexPattern{"rand(4) * 8", "lane % 8 * 4"};
  const Advice advice = advise_on(scenario);
  const Fix* flip = fix_of(advice, FixFamily::column_xor);
  ASSERT_NE(flip, nullptr);
  EXPECT_GE(std::get<XorSwizzle>(flip->scenario.tiles[0].swizzle).chunk_elements, 4);
}

// ---- brute force -----------------------------------------------------------------------------------------------------

// Small tiles of which some rows are taken in vectors, and others element by element.
class VectorScenarios {
 public:
  explicit VectorScenarios(std::uint32_t seed) : random_(seed) {}

  Scenario next() {
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.element = *element_named(pick<const char*>({"half", "float", "int8", "double", "int4"}));
    tile.rows = pick({4, 8, 16, 32});
    tile.columns = pick({32, 64, 128, 256}) * 8 / tile.element.bits;
    scenario.accesses.clear();
    for (std::uint32_t i = 0, count = 1 + below(2); i < count; ++i) scenario.accesses.push_back(vectors(tile));
    for (std::uint32_t i = 0, count = 1 + below(2); i < count; ++i) scenario.accesses.push_back(elements(tile));
    return scenario;
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return *(of.begin() + below(static_cast<std::uint32_t>(of.size())));
  }
  std::string row(const Tile& tile, std::string text) { return fmt::format("({}) % {}", text, tile.rows); }

  Access vectors(const Tile& tile) {
    const Instruction instruction = tile.element.bits == 64
                                        ? pick({Instruction::st_b128, Instruction::ld_b128})
                                        : pick({Instruction::st_b64, Instruction::ld_b128, Instruction::st_b128});
    const int vector = info(instruction).access_bytes * 8 / tile.element.bits;
    const std::string column = fmt::format("lane % {} * {}", tile.columns / vector, vector);
    const std::string text = pick<const char*>({"lane / 8 * 8", "lane % 4 * 4", "lane & 6", "lane / 16 * 3", "0",
                                                "lane % 2 * 5", "lane & 24", "lane / 16 * 7 + 8", "lane"});
    return access_as(instruction, IndexPattern{row(tile, text), column}, {});
  }
  Access elements(const Tile& tile) {
    const Instruction instruction = tile.element.bits <= 8    ? Instruction::ld_b8
                                    : tile.element.bits == 16 ? Instruction::ld_b16
                                    : tile.element.bits == 32 ? Instruction::ld_b32
                                                              : Instruction::ld_b64;
    const std::string text = pick<const char*>({"lane", "lane / 2", "lane ^ k", "lane * 2", "lane % 8"});
    const std::string column = fmt::format(
        "({}) % {}", pick<const char*>({"k", "lane / 16 * 4 + k", "lane / 8 + k", "lane % 2 * 8"}), tile.columns);
    return access_as(instruction, IndexPattern{row(tile, text), column}, {over("k", 2)});
  }

  std::mt19937 random_;
};

// All members, whatever their chunk, and many that change nothing or are refused.
std::vector<Swizzle> whole_family(FixFamily family) {
  constexpr int most_bits = 7;
  std::vector<Swizzle> list;
  for (int low = 0; low <= most_bits; ++low) {
    for (int bits = 1; bits <= most_bits; ++bits) {
      for (int shift = 0; shift < 5; ++shift) {
        if (family == FixFamily::column_xor) list.emplace_back(XorSwizzle{1 << low, shift, (1 << bits) - 1});
        if (family == FixFamily::triton) list.emplace_back(TritonSwizzle{1 << low, 1 << shift, 1 << bits});
      }
      for (int shift = -10; shift <= 10; ++shift) {
        if (family == FixFamily::cute && std::abs(shift) >= bits) list.emplace_back(CuteSwizzle{bits, low, shift});
      }
    }
  }
  return list;
}

struct Best {
  std::int64_t excess = 0;
  int operations = 0;
  std::string title;
};
// By analyze() alone: the least excess, and what is simplest among those; empty where nothing gains.
std::optional<Best> best_by_brute_force(const Scenario& scenario, FixFamily family) {
  const std::int64_t before = analyze(scenario, machine_named("sm_90")).totals.excess();
  std::optional<Best> best;
  for (const Swizzle& swizzle : whole_family(family)) {
    Scenario other = scenario;
    other.tiles[0].swizzle = swizzle;
    const Analysis analysis = analyze(other, machine_named("sm_90"));
    if (refused(analysis) || analysis.totals.excess() >= before) continue;
    const Best one{analysis.totals.excess(), operations_of(swizzle), describe(swizzle)};
    if (!best || std::tie(one.excess, one.operations) < std::tie(best->excess, best->operations)) best = one;
  }
  return best;
}

bool moves_parts(const Scenario& scenario) {
  int widest_bytes = 1;
  for (const Access& access : scenario.accesses)
    widest_bytes = std::max(widest_bytes, info(access.instruction).access_bytes);
  const Tile& tile = scenario.tiles[0];
  const auto* flip = std::get_if<XorSwizzle>(&tile.swizzle);
  const auto* triton = std::get_if<TritonSwizzle>(&tile.swizzle);
  const auto* cute = std::get_if<CuteSwizzle>(&tile.swizzle);
  const int chunk = flip != nullptr ? flip->chunk_elements : triton != nullptr ? triton->vec : 1 << cute->base;
  return chunk * tile.element.bits < widest_bytes * 8;
}

TEST(AdviceVectorParts, NothingInAnyFamilyIsBetterByBruteForce) {
  VectorScenarios scenarios(5);
  int compared = 0, parts = 0;
  for (int n = 0; n < 40; ++n) {
    const Scenario scenario = scenarios.next();
    SCOPED_TRACE(write_scenario(scenario));
    const Advice advice = advise_on(scenario);
    ASSERT_NE(advice.outcome, AdviceOutcome::refused) << advice.sentence;
    for (const FixFamily family : {FixFamily::column_xor, FixFamily::triton, FixFamily::cute}) {
      SCOPED_TRACE(to_string(family));
      const std::optional<Best> best = best_by_brute_force(scenario, family);
      const Fix* fix = fix_of(advice, family);
      ASSERT_EQ(fix != nullptr, best.has_value()) << (best ? best->title : fix->title);
      if (!best) continue;
      ++compared;
      ASSERT_EQ(fix->excess_after, best->excess) << fix->title << ", but " << best->title;
      ASSERT_EQ(fix->operations, best->operations) << fix->title << ", but " << best->title;
      parts += moves_parts(fix->scenario) ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 60);
  EXPECT_GT(parts, 10) << "chunks smaller than the widest access are the best there are";
}

// What the search holds legal is what analyze() does not refuse, for every member and every vector.
TEST(AdviceVectorParts, LegalIsWhatTheAnalysisTakes) {
  VectorScenarios scenarios(6);
  int legal = 0, torn = 0;
  for (int n = 0; n < 25; ++n) {
    Scenario scenario = scenarios.next();
    SCOPED_TRACE(write_scenario(scenario));
    SearchWork work;
    std::vector<SearchAccess> accesses;
    for (int i = 0; i < static_cast<int>(scenario.accesses.size()); ++i) {
      Result<SearchAccess> access = search_access(scenario, i, scenario.tiles[0], machine_named("sm_90"), work);
      ASSERT_TRUE(access);
      accesses.push_back(*std::move(access));
    }
    for (const FixFamily family : {FixFamily::column_xor, FixFamily::triton, FixFamily::cute}) {
      for (const Swizzle& swizzle : whole_family(family)) {
        scenario.tiles[0].swizzle = swizzle;
        const Result<TileLayout> layout = lay_out(scenario.tiles[0]);
        if (!layout) continue;
        const bool whole = std::all_of(accesses.begin(), accesses.end(), [&](const SearchAccess& access) {
          return stay_whole(access.vectors, *layout, work);
        });
        ASSERT_EQ(whole, !refused(analyze(scenario, machine_named("sm_90")))) << describe(swizzle);
        ++(whole ? legal : torn);
      }
    }
  }
  EXPECT_GT(legal, 1000);
  EXPECT_GT(torn, 1000);
}

// ---- bit matrices ----------------------------------------------------------------------------------------------------

// float [4][32]: two row bits, five bank bits, so 1,024 ways to flip. Vectors in some rows allow some of them.
TEST(AdviceVectorParts, ConstructedMatrixIsTheBestOfAllByExhaustion) {
  std::mt19937 random(7);
  int better_than_whole = 0;
  for (const char* row : {"0", "1", "2", "3", "lane & 1", "lane & 2", "lane & 1 | lane << 1 & 2", "lane & 3"}) {
    for (int n = 0; n < 4; ++n) {
      Scenario scenario;
      Tile& tile = scenario.tiles[0];
      tile.rows = 4;
      scenario.accesses = {access_as(n % 2 == 0 ? Instruction::st_b128 : Instruction::st_b64,
                                     IndexPattern{row, n % 2 == 0 ? "lane / 4 * 4" : "lane / 2 * 2"}, {})};
      for (int i = 0; i < 2; ++i) {
        const unsigned long a = random() % 3, b = random() % 3;
        scenario.accesses.push_back(access_as(
            Instruction::ld_b32,
            IndexPattern{fmt::format("lane >> {} & 3", a), fmt::format("(lane >> {} & 7) << {}", a + 2, b)}, {}));
      }
      SCOPED_TRACE(write_scenario(scenario));
      SearchWork work;
      std::vector<SearchAccess> accesses;
      for (int i = 0; i < 3; ++i)
        accesses.push_back(search_access(scenario, i, tile, machine_named("sm_90"), work).value());
      const LayoutSpace space = layout_space(tile, n % 2 == 0 ? 16 : 8);
      const BitMatrixAnswer whole = construct_bit_matrix(space, space.least_pitch, accesses, work);
      ASSERT_TRUE(whole.swizzle);
      const BitMatrixAnswer answer =
          whole.room_for_parts ? construct_from_parts_of_vectors(space, space.least_pitch, accesses, whole, work)
                               : whole;
      EXPECT_TRUE(answer.proven);
      std::int64_t best = 1'000'000, constructed = 0;
      const MatrixSwizzle chosen = answer.swizzle ? *answer.swizzle : *whole.swizzle;
      for (std::uint32_t columns = 0; columns < 1024; ++columns) {
        MatrixSwizzle matrix{{1, 2, 4, 8, 16}};
        for (std::uint32_t bit = 0; bit < 10; ++bit) matrix.rows[bit % 5] |= (columns >> bit & 1u) << (5 + bit / 5);
        Scenario tried = scenario;
        tried.tiles[0].swizzle = matrix;
        if (refused(analyze(tried, machine_named("sm_90")))) continue;
        const std::vector<std::int64_t> sums = slow_wavefronts(tried);
        const std::int64_t sum = std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
        best = std::min(best, sum);
        if (matrix == chosen) constructed = sum;
      }
      EXPECT_EQ(constructed, best) << "among those tried, and the best of them";
      EXPECT_EQ(answer.least_wavefronts, best);
      better_than_whole += best < whole.least_wavefronts ? 1 : 0;
    }
  }
  EXPECT_GT(better_than_whole, 5);
}

}  // namespace
}  // namespace bankmap
