#include <gtest/gtest.h>

#include <set>

#include "core/advice/matter.hpp"
#include "core/advice/other_accesses.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

// Every element byte that an access takes, over all steps and lanes.
std::multiset<std::uint32_t> bytes_taken(const Scenario& scenario, std::size_t access) {
  std::multiset<std::uint32_t> bytes;
  const Access& it = scenario.accesses[access];
  const auto prepared = prepare(it, scenario.tiles[0], scenario.block);
  EXPECT_TRUE(prepared);
  for (std::int64_t step = 0; prepared && step < prepared->steps; ++step) {
    const auto at = addresses(*prepared, loop_values(it, step), 0);
    EXPECT_TRUE(at);
    for (const std::uint32_t address : at->lanes.byte_address) {
      for (int byte = 0; byte < info(it.instruction).access_bytes; ++byte)
        bytes.insert(address + static_cast<std::uint32_t>(byte));
    }
  }
  return bytes;
}

// half [8][64], 16 bytes a lane: 8 rows times 4 chunks. Down the rows a phase meets in one place, 8 wavefronts; along them it meets
// twice in each of four: two rows lie one below the other whatever the order.
Scenario down_the_rows() {
  Scenario scenario;
  scenario.tiles[0].rows = 8;
  scenario.tiles[0].columns = 64;
  scenario.tiles[0].element = *element_named("half");
  scenario.accesses = {access_as(Instruction::ld_b128, IndexPattern{"lane % 8", "lane / 8 * 8"}, {})};
  return scenario;
}

TEST(AdviceLaneOrder, IsOnlySearchedWhereAllowed) {
  EXPECT_EQ(fix_of(advise_on(down_the_rows()), FixFamily::lane_order), nullptr);
}

TEST(AdviceLaneOrder, WalksAlongTheRows) {
  AdviceOptions options;
  options.allow_lane_orders = true;
  const Advice advice = advise_on(down_the_rows(), options);
  EXPECT_EQ(advice.excess_before, 28);
  const Fix* fix = fix_of(advice, FixFamily::lane_order);
  ASSERT_NE(fix, nullptr);
  EXPECT_EQ(fix->excess_after, 4);
  EXPECT_EQ(fix->extra_bytes, 0);
  EXPECT_EQ(fix->scenario.tiles, down_the_rows().tiles);
  EXPECT_EQ(slow_wavefronts(fix->scenario).at(0), 8);
  EXPECT_EQ(bytes_taken(fix->scenario, 0), bytes_taken(down_the_rows(), 0)) << "the same elements, by other lanes";
  ASSERT_EQ(fix->notes.size(), 1u);
}

TEST(AdviceVectorWidth, KeepsTheElementsOfTheLoop) {
  Scenario scenario = float_transpose();
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<Access> widths = other_widths(scenario.accesses[i], scenario.tiles[0]);
    EXPECT_EQ(widths.size(), 2u) << "8 and 16 bytes";
    for (const Access& wide : widths) {
      Scenario other = scenario;
      other.accesses[i] = wide;
      EXPECT_EQ(bytes_taken(other, i), bytes_taken(scenario, i)) << info(wide.instruction).name;
    }
  }
}

TEST(AdviceVectorWidth, WiderColumnsWithALayoutThatFits) {
  AdviceOptions options;
  options.allow_vector_widths = true;
  const Advice advice = advise_on(float_transpose(), options);
  const Fix* fix = fix_of(advice, FixFamily::vector_width);
  ASSERT_NE(fix, nullptr);
  EXPECT_LT(fix->excess_after, advice.excess_before);
  const std::vector<std::int64_t> slow = slow_wavefronts(fix->scenario);
  for (std::size_t i = 0; i < slow.size(); ++i) EXPECT_EQ(slow[i], fix->accesses[i].wavefronts_after);
}

// ---- does it matter ----------------------------------------------------------------------------------------------------

TEST(AdviceMatter, SharedMemoryAloneIsAllOfTheTime) {
  const Advice advice = advise_on(float_transpose());
  const Fix& fix = advice.fixes.at(0);
  const auto alone = does_it_matter(fix, {}, machine_named("sm_90"));
  ASSERT_TRUE(alone);
  // st.b32 and ld.b32, 32 each: 32 + 1024 wavefronts before, 32 + 32 after, and some hundredths of a cycle each.
  EXPECT_NEAR(alone->shared_cycles_before, 1056, 6);
  EXPECT_NEAR(alone->shared_cycles_after, 64, 6);
  EXPECT_NEAR(alone->share_overlapped, 992.0 / 1060, 0.01);
  EXPECT_FALSE(alone->hidden);
}

TEST(AdviceMatter, HiddenBehindABusierPipe) {
  const Advice advice = advise_on(float_transpose());
  const Fix& fix = advice.fixes.at(0);
  // 128 multiply-adds a cycle: 2,560,000 take 20,000 cycles, with the excess or without.
  const auto hidden = does_it_matter(fix, {.arithmetic = 2'560'000, .global_bytes = 0}, machine_named("sm_90"));
  ASSERT_TRUE(hidden);
  EXPECT_DOUBLE_EQ(hidden->arithmetic_cycles, 20'000);
  EXPECT_TRUE(hidden->hidden);
  EXPECT_EQ(hidden->share_overlapped, 0);
  EXPECT_NEAR(hidden->share_in_turn, 992.0 / 21'060, 0.001);
  EXPECT_EQ(hidden->sentence.find("Probably hidden: arithmetic sets the time with the excess as well as without"), 0u)
      << hidden->sentence;
}

// 10,000 passes of shared memory before, 9,990 after, and nothing else: that hides nothing, it saves little.
TEST(AdviceMatter, AFixThatSavesLittleIsNotHidden) {
  Fix fix;
  fix.accesses = {{.name = "a", .cycles_before = 10'000, .cycles_after = 9'990}};
  const auto little = does_it_matter(fix, {}, machine_named("sm_90"));
  ASSERT_TRUE(little);
  EXPECT_FALSE(little->hidden);
  EXPECT_EQ(little->sentence,
            "It hardly matters: shared memory stays the busiest pipe, and the fix saves less than 1 % of its cycles "
            "(estimate).");
}

TEST(AdviceMatter, EveryRateHasAStatusAndASource) {
  for (const char* capability : {"7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0"}) {
    const Result<PipeRates> rates = pipe_rates(capability);
    ASSERT_TRUE(rates) << capability;
    EXPECT_EQ(rates->arithmetic.provenance.status, FactStatus::documented);
    EXPECT_EQ(rates->global_bytes.provenance.status, FactStatus::assumed) << "computed, as if all read at once";
    EXPECT_FALSE(rates->arithmetic.provenance.source.empty());
    EXPECT_FALSE(rates->global_bytes.provenance.source.empty());
  }
  const Advice advice = advise_on(float_transpose());
  const auto matter = does_it_matter(advice.fixes.at(0), {}, machine_named("sm_90"));
  ASSERT_TRUE(matter);
  EXPECT_EQ(matter->assumptions.at(1),
            "128 multiply-adds a cycle and multiprocessor (documented: CUDA C++ Programming Guide, Arithmetic "
            "Instructions)");
  EXPECT_NE(matter->assumptions.at(2).find("(assumed: data sheet of H200: "), std::string::npos);
}

TEST(AdviceMatter, WhatIsNotKnownIsSaid) {
  EXPECT_EQ(pipe_rates("6.1").error().what, "how fast the other pipes of '6.1' are is not known");
  Fix fix;
  fix.accesses = {{.name = "the loop", .cycles_before = std::nullopt, .cycles_after = std::nullopt}};
  const auto none = does_it_matter(fix, {}, machine_named("sm_90"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "'the loop' has no cycle law on sm_90");
}

TEST(AdviceMatter, Presets) {
  const Scenario scenario = float_transpose();
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(work_of(WorkPreset::copy, scenario, advice.fixes.at(0)), (OtherWork{0, 2 * 4096}));
  EXPECT_EQ(work_of(WorkPreset::matrix_multiply, scenario, advice.fixes.at(0)), (OtherWork{4 * 1024, 4096}));
  EXPECT_EQ(work_named("copy").value(), WorkPreset::copy);
  EXPECT_EQ(work_named("sort").error().place, "work");
}

}  // namespace
}  // namespace bankmap
