#include "core/analysis_work.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/analysis.hpp"
#include "core/refusals.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

constexpr std::size_t mask_characters = std::string_view("0xffffffff").size();

// A loop of so many steps, with an index of so many characters.
Scenario loop_with_index(std::int64_t steps, std::size_t index_characters) {
  std::string row = "k";
  row.resize(index_characters - 1, ' ');
  Scenario scenario;
  scenario.accesses[0].pattern = IndexPattern{row, "0"};
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = steps, .step = 1, .at = 0}};
  return scenario;
}

Scenario swizzled(int rows, std::size_t expression_characters) {
  Scenario scenario;
  scenario.tiles[0].element = *element_named("int8");
  scenario.tiles[0].rows = rows;
  scenario.tiles[0].columns = 64;
  std::string column = "col";
  column.resize(expression_characters, ' ');
  scenario.tiles[0].swizzle = ExpressionSwizzle{column};
  scenario.accesses[0].pattern = ColumnPattern{"0"};
  return scenario;
}

std::string refusal(const Scenario& scenario) {
  const std::vector<Problem> errors = errors_of(analyze(scenario, machine_named("sm_90")));
  return errors.empty() ? "" : to_string(errors.front());
}

TEST(AnalysisWork, CountsCharactersForEachWarpInstruction) {
  Scenario scenario;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
  EXPECT_EQ(analysis_work(scenario), 32 * (16 + 4 + 1 + 10));  // "lane", "k", "0xffffffff"
  scenario.block = {32, 8, 1};
  EXPECT_EQ(analysis_work(scenario), 8 * 32 * (16 + 4 + 1 + 10));
  scenario.accesses.push_back(scenario.accesses[0]);
  scenario.accesses[1].pattern = ByteOffsetPattern{"lane * 4"};
  EXPECT_EQ(analysis_work(scenario), 8 * 32 * (16 + 15) + 8 * 32 * (16 + 8 + 10));
  scenario.accesses[1].tile = 3;  // there is none
  EXPECT_EQ(analysis_work(scenario), 8 * 32 * (16 + 15));
}

TEST(AnalysisWork, LoopsThatAreEmptyOrEndlessCountToo) {
  Access access;
  access.loops = {{.name = "k", .begin = 5, .end = 5, .step = 1, .at = 5},
                  {.name = "j", .begin = 0, .end = 7, .step = 3, .at = 0}};
  EXPECT_EQ(warp_instructions(access, {}), 3);
  access.loops[0] = {.name = "k", .begin = INT64_MIN, .end = INT64_MAX, .step = 1, .at = 0};
  EXPECT_EQ(warp_instructions(access, {1024, 1, 1}), max_instructions_per_access + 1);
}

TEST(AnalysisWork, TheLongestLoopHasRoomForAnIndexOf240Characters) {
  const std::size_t most = 240 - mask_characters;
  EXPECT_EQ(refusal(loop_with_index(max_instructions_per_access, most)), "");
  EXPECT_EQ(
      refusal(loop_with_index(max_instructions_per_access, most + 1)),
      "accesses[0].loops[0].end: an index and a mask of 241 characters are too long for 65,536 warp instructions; "
      "at most 65,280 warp instructions, for a pattern repeats long before that; or a shorter index");
  EXPECT_EQ(refusal(loop_with_index(16'000, 900)), "");
}

TEST(AnalysisWork, ASwizzleIsTriedOnEveryElement) {
  EXPECT_EQ(refusal(swizzled(1024, 2000)), "");
  EXPECT_EQ(refusal(swizzled(16'384, 120)), "");
  EXPECT_EQ(
      refusal(swizzled(16'384, 121)),
      "tiles[0].swizzle.column: an expression of 121 characters is too long for a tile of 1,048,576 elements; at most "
      "1,040,447 elements, for a swizzle repeats long before that; or a shorter expression");
}

// 3 KiB that kept the program busy for a minute and a half: each call of rand divided by the bounds of all calls before it.
TEST(AnalysisWork, ManyCallsOfRandEndSoon) {
  std::string calls = "rand(1)";
  while (calls.size() < 900) calls += " ^ rand(1)";
  for (int i = 0; i < 40; ++i) calls += " ^ rand(1000)";
  Scenario scenario;
  scenario.accesses[0].pattern = IndexPattern{"0", "(" + calls + ") % 32"};
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  ASSERT_TRUE(analysis.accesses[0].random.has_value());
  EXPECT_EQ(analysis.accesses[0].random->worst_wavefronts, 1);  // 32 columns of one row: one word in each bank
}

}  // namespace
}  // namespace bankmap
