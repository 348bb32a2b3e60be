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

// Columns 0, 4, 8 ... are aligned to 16 bytes, the others are not: the loop has no cost, whichever step is shown.
TEST(ParameterSweep, OneMisalignedStepRefusesTheLoopAndNoOtherStep) {
  Scenario scenario = column_read();
  scenario.accesses[0].instruction = Instruction::ld_b128;
  scenario.accesses[0].loops[0].at = 0;
  const Sweep paddings = sweep_of(scenario, {NumberKind::pitch});
  for (const SweepPoint& it : paddings.points) {
    EXPECT_FALSE(it.refused.empty()) << it.value;
    EXPECT_EQ(it.wavefronts, 0);
  }
  EXPECT_NE(point(paddings, 0).refused.find("k = 1"), std::string::npos) << point(paddings, 0).refused;
  const std::string sentence = explain_sweep(paddings, 0, {});
  EXPECT_NE(sentence.find("No value of padding has an answer"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("k = 1"), std::string::npos) << sentence;
  const Sweep steps = sweep_of(scenario, {NumberKind::loop_at, 0});
  ASSERT_EQ(steps.points.size(), 32u);
  for (const SweepPoint& it : steps.points) EXPECT_EQ(it.refused.empty(), it.value % 4 == 0) << it.value;
  EXPECT_EQ(point(steps, 4).wavefronts, 32);  // rows 32 words apart: the 8 lanes of each of 4 phases take turns
  EXPECT_EQ(point(steps, 4).ideal, 4);
  EXPECT_NE(point(steps, 5).refused.find("k = 5"), std::string::npos) << point(steps, 5).refused;
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
  EXPECT_EQ(
      explain_sweep(result, 0, 32),
      "At padding 0 elements: 32 wavefronts per warp instruction, on average (1,024 over 32), of these 31 excess. "
      "The step that is shown: 32. The fewest are 1, at 1, 3, 5, 7 and 28 more.");
  EXPECT_EQ(
      explain_point(result, point(result, 4)),
      "padding 4 elements: 4 wavefronts per warp instruction, on average (128 over 32), ideal 1, of these 3 excess. "
      "Rows are 36 words apart: gcd(36, 32) = 4.");
  EXPECT_EQ(explain_point(result, point(result, 1)).find("padding 1 element: 1 wavefront per"), 0u);
  EXPECT_EQ(
      explain_sweep(sweep_of(column_read(), {NumberKind::base}), 0, {}),
      "At base offset 0 bytes: 32 wavefronts per warp instruction, on average (1,024 over 32), of these 31 excess. "
      "It is the same at every value.");
  const Sweep steps = sweep_of(column_read(), {NumberKind::loop_at, 0});
  EXPECT_EQ(explain_sweep(steps, 5, 32), "At k 5: 32 wavefronts, of these 31 excess. It is the same at every value.");
  EXPECT_EQ(axis_in_words(result), "wavefronts per warp instruction, on average");
  EXPECT_EQ(axis_in_words(steps), "wavefronts of one warp instruction");
}

// 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 of 64 warp instructions have a lane that takes part.
TEST(ParameterSweep, WarpsWithoutAnActiveLaneDoNotLowerTheMean) {
  Scenario scenario;
  scenario.block = {.x = 256, .y = 1, .z = 1};
  scenario.tiles[0].rows = 1;
  scenario.tiles[0].columns = 256;
  scenario.accesses[0].loops = {{.name = "p", .begin = 0, .end = 8, .step = 1, .at = 2}};
  scenario.accesses[0].mask = "threadIdx.x < (128 >> p)";
  scenario.accesses[0].pattern = IndexPattern{"0", "threadIdx.x"};
  const Sweep bases = sweep_of(scenario, {NumberKind::base});
  EXPECT_EQ(point(bases, 0).instructions, 12);
  EXPECT_EQ(point(bases, 0).wavefronts_each(), 1);
  EXPECT_EQ(explain_sweep(bases, 0, 1),
            "At base offset 0 bytes: 1 wavefront per warp instruction, on average (12 over 12), of these 0 excess. The "
            "step that is shown: 1. It is the same at every value.");
  const Sweep warps = sweep_of(scenario, {NumberKind::warp});
  EXPECT_EQ(point(warps, 0).wavefronts_each(), 1);
  EXPECT_EQ(point(warps, 3).instructions, 0) << "p = 2: 32 threads, all of warp 0";
  EXPECT_EQ(explain_point(warps, point(warps, 3)),
            warps.question.name + " 3: no lane is active, so nothing is issued.");
  scenario.accesses[0].mask = "0";
  EXPECT_EQ(explain_sweep(sweep_of(scenario, {NumberKind::base}), 0, {}),
            "No lane is active at any value of base offset.");
}

// With lane 0 alone it is an answer: 0 times anything is 0.
TEST(ParameterSweep, AStrideBeyond64BitsIsNoDistanceInWords) {
  for (const char* stride : {"9223372036854775807", "4611686018427387904", "99999999999999999999999"}) {
    Scenario scenario = column_read();
    scenario.accesses[0].pattern = StridedPattern{stride, "0"};
    scenario.accesses[0].mask = "0x1";
    const auto question = sweep_question(scenario, 0, {NumberKind::literal, 0, 0});
    if (!question) continue;  // not even a number
    for (const SweepPoint& it : sweep(*question, machine_named("sm_90")).points) {
      EXPECT_TRUE(!it.stride_words || it.value <= INT64_MAX / 32) << it.value;
    }
  }
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
