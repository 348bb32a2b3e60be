// Sweeps worked out by hand: the ruler of gcd(stride, 32), refusals, numbers inside typed indices, and what a question leaves out.
#include "core/parameter_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Scenario column_read() {
  Scenario scenario;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

Sweep sweep_of(const Scenario& scenario, const NumberKey& key) {
  return sweep(sweep_question(scenario, 0, key).value(), machine_named("sm_90"));
}

const SweepPoint& point(const Sweep& result, std::int64_t value) {
  return *std::ranges::find(result.points, value, &SweepPoint::value);
}

TEST(ParameterSweep, PaddingOfAColumnReadIsTheRulerOfTheGcd) {
  const Sweep result = sweep_of(column_read(), {NumberKind::pitch});
  ASSERT_EQ(result.points.size(), 65u);
  for (const SweepPoint& it : result.points) {
    const std::int64_t words = 32 + it.value;
    EXPECT_EQ(it.stride_words, words);
    EXPECT_EQ(it.instructions, 32);
    EXPECT_EQ(it.wavefronts, 32 * std::gcd(words, std::int64_t{32})) << it.value;
    EXPECT_EQ(it.ideal, 32);
  }
}

TEST(ParameterSweep, EachPointIsTheAnswerOfAnalyze) {
  Scenario scenario = column_read();
  scenario.accesses[0].instruction = Instruction::ld_b64;
  scenario.accesses[0].pattern = IndexPattern{"lane / 2", "lane % 2 * 2"};
  const Sweep result = sweep_of(scenario, {NumberKind::pitch});
  int refused = 0;
  for (const SweepPoint& it : result.points) {
    scenario.tiles[0].pitch.value = it.value;
    const AccessAnalysis answer = analyze(scenario, machine_named("sm_90")).accesses[0];
    ASSERT_EQ(it.refused.empty(), answer.shown.has_value()) << it.value;
    refused += it.refused.empty() ? 0 : 1;
    if (answer.shown) {
      EXPECT_EQ(it.wavefronts, answer.totals.wavefronts);
    }
  }
  EXPECT_EQ(refused, 32) << "rows an odd number of words apart break the alignment of 8 bytes";
  EXPECT_NE(point(result, 1).refused.find("lane 2"), std::string::npos) << point(result, 1).refused;
  EXPECT_EQ(point(result, 1).wavefronts_each(), 0);
}

TEST(ParameterSweep, ALoopVariableChoosesTheStep) {
  Scenario scenario = column_read();
  scenario.accesses[0].pattern =
      IndexPattern{"lane * k", "0"};  // rows 32 words apart: k = 0 is one word, else one bank
  scenario.tiles[0].rows = 1024;
  const Sweep result = sweep_of(scenario, {NumberKind::loop_at, 0});
  ASSERT_EQ(result.points.size(), 32u);
  EXPECT_EQ(result.question.scope, SweepScope::one);
  EXPECT_EQ(point(result, 0).wavefronts, 1);
  EXPECT_EQ(point(result, 1).wavefronts, 32);
  EXPECT_EQ(point(result, 31).wavefronts, 32);
}

TEST(ParameterSweep, NumbersInsideATypedIndex) {
  Scenario scenario = column_read();
  scenario.accesses[0].pattern = ByteOffsetPattern{"(lane) * (4) + 0x10"};
  const std::vector<ScenarioNumber> numbers = scenario_numbers(scenario, 0);
  const auto first = std::ranges::find(numbers, NumberKey{NumberKind::literal, 0, 0}, &ScenarioNumber::key);
  const auto second = std::ranges::find(numbers, NumberKey{NumberKind::literal, 0, 1}, &ScenarioNumber::key);
  ASSERT_NE(first, numbers.end());
  ASSERT_NE(second, numbers.end());
  EXPECT_EQ(first->name, "number 1 in bytes");
  EXPECT_EQ(first->value, 4);
  EXPECT_EQ(second->value, 16);
  const auto text = [](const Scenario& of) { return std::get<ByteOffsetPattern>(of.accesses[0].pattern).bytes; };
  EXPECT_EQ(text(with_number(scenario, 0, first->key, 128)), "(lane) * (128) + 0x10");
  EXPECT_EQ(text(with_number(scenario, 0, second->key, 0)), "(lane) * (4) + 0");
  EXPECT_EQ(first_number(scenario, 0), first->key);
  const Sweep result = sweep_of(scenario, first->key);  // bytes: words 0, 1, 2 ... 31 apart at 4, 8, ...
  EXPECT_EQ(point(result, 4).wavefronts_each(), 1);
  EXPECT_EQ(point(result, 8).wavefronts_each(), 2);
  EXPECT_EQ(point(result, 64).wavefronts_each(), 16);
  EXPECT_FALSE(point(result, 3).refused.empty());
}

TEST(ParameterSweep, TheWidthOfAnAccess) {
  Scenario scenario = column_read();
  scenario.tiles[0].columns = 128;
  scenario.accesses[0].pattern = RowPattern{.row = "0", .first = "0", .step = 4};
  const Sweep result = sweep_of(scenario, {NumberKind::access_bytes});
  ASSERT_EQ(result.points.size(), 5u);
  EXPECT_EQ(point(result, 16).wavefronts_each(), 4);  // clean: four phases
  EXPECT_EQ(point(result, 16).ideal_each(), 4);
  EXPECT_EQ(point(result, 4).wavefronts_each(), 4);  // lanes 16 bytes apart: 8 banks, 4 words each
  EXPECT_EQ(point(result, 4).ideal_each(), 1);
  EXPECT_EQ(with_number(scenario, 0, {NumberKind::access_bytes}, 8).accesses[0].instruction, Instruction::ld_b64);
}

TEST(ParameterSweep, AQuestionStaysTheSameWhereTheAnswerDoes) {
  const Scenario scenario = column_read();
  const SweepQuestion question = sweep_question(scenario, 0, {NumberKind::pitch}).value();
  Scenario other = scenario;
  other.accesses[0].loops[0].at = 7;
  other.tiles[0].pitch.value = 9;
  other.title = "another";
  other.accesses.push_back(scenario.accesses[0]);
  other.accesses[1].instruction = Instruction::st_b32;
  EXPECT_EQ(question, sweep_question(other, 0, {NumberKind::pitch}).value());
  other.tiles[0].rows = 33;
  EXPECT_NE(question, sweep_question(other, 0, {NumberKind::pitch}).value());
  EXPECT_NE(question, sweep_question(scenario, 0, {NumberKind::base}).value());
}

TEST(ParameterSweep, LongLoopsAreSweptAtTheStepThatIsShown) {
  Scenario scenario = column_read();
  scenario.accesses[0].loops[0].end = 2048;
  scenario.accesses[0].pattern = ColumnPattern{"k % 32"};
  const Sweep result = sweep_of(scenario, {NumberKind::pitch});
  EXPECT_EQ(result.question.scope, SweepScope::shown_step);
  EXPECT_EQ(point(result, 0).instructions, 1);
  EXPECT_EQ(point(result, 0).wavefronts, 32);
}

TEST(ParameterSweep, EveryNumberCanBeSetAndReadBack) {
  Scenario scenario = column_read();
  scenario.accesses[0].pattern = BlockPattern{};
  const std::vector<Swizzle> swizzles{XorSwizzle{}, CuteSwizzle{}, TritonSwizzle{}};
  for (const Swizzle& swizzle : swizzles) {
    scenario.tiles[0].swizzle = swizzle;
    for (const ScenarioNumber& number : scenario_numbers(scenario, 0)) {
      EXPECT_TRUE(std::ranges::is_sorted(number.values)) << number.name;
      EXPECT_NE(std::ranges::find(number.values, number.value), number.values.end()) << number.name;
      EXPECT_EQ(std::ranges::adjacent_find(number.values), number.values.end()) << number.name;
      const std::int64_t next = number.values.back() == number.value ? number.values.front() : number.values.back();
      const Scenario by_edit = bankmap::apply(scenario, number_edit(scenario, 0, number.key, next));
      EXPECT_EQ(by_edit, with_number(scenario, 0, number.key, next)) << number.name;
      const std::vector<ScenarioNumber> after = scenario_numbers(by_edit, 0);
      const auto found = std::ranges::find(after, number.key, &ScenarioNumber::key);
      ASSERT_NE(found, after.end()) << number.name;
      EXPECT_EQ(found->value, next) << number.name;
      EXPECT_EQ(found->name, number.name);
    }
  }
}

TEST(ParameterSweep, SaysWhereTheFewestAre) {
  const Sweep result = sweep_of(column_read(), {NumberKind::pitch});
  EXPECT_EQ(explain_sweep(result, 0),
            "32 wavefronts at padding 0 elements. The fewest are 1, at 1, 3, 5, 7 and 28 more.");
  EXPECT_EQ(
      explain_point(result, point(result, 4)),
      "padding 4 elements: 4 wavefronts a warp instruction, ideal 1, excess 3. Together 128 wavefronts in 32 warp "
      "instructions. Rows are 36 words apart: gcd(36, 32) = 4.");
  EXPECT_EQ(explain_sweep(sweep_of(column_read(), {NumberKind::base}), 0),
            "32 wavefronts at base offset 0 bytes. It is the same at every value.");
}

TEST(ParameterSweep, NonsenseIsRefusedAndNeverCrashes) {
  Scenario scenario = column_read();
  scenario.tiles[0].columns = -7;
  scenario.tiles[0].pitch.value = std::numeric_limits<std::int64_t>::min();
  scenario.tiles[0].element.align_bytes = 0;
  scenario.accesses[0].pattern = IndexPattern{"lane +", "9223372036854775807"};
  scenario.accesses[0].loops.push_back({.name = "j",
                                        .begin = std::numeric_limits<std::int64_t>::min(),
                                        .end = std::numeric_limits<std::int64_t>::max(),
                                        .step = 0,
                                        .at = -1});
  scenario.accesses[0].tile = 3;
  for (const ScenarioNumber& number : scenario_numbers(scenario, 0)) {
    const auto question = sweep_question(scenario, 0, number.key);
    ASSERT_TRUE(question);
    for (const SweepPoint& it : sweep(*question, machine_named("sm_90")).points) EXPECT_FALSE(it.refused.empty());
  }
  scenario = column_read();
  scenario.machine = "sm_0";
  EXPECT_FALSE(sweep_of(scenario, {NumberKind::pitch}).points[0].refused.empty());
}

}  // namespace
}  // namespace bankmap
