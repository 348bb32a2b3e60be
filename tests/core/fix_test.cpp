#include "core/lesson/fix.hpp"

#include <gtest/gtest.h>

#include "core/lesson/answers.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_json.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const MachineProfiles& machines() {
  static const MachineProfiles of_tests{{"sm_90", machine_named("sm_90")}};
  return of_tests;
}

Access access_of(Instruction instruction, LanePattern pattern, std::int64_t steps) {
  Access access;
  access.name = std::string(info(instruction).name);
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  access.loops = {{.name = "k", .begin = 0, .end = steps, .step = 1, .at = 0}};
  return access;
}

// float [32][32], stored by row, read by column
Scenario transpose() {
  Scenario scenario;
  scenario.accesses = {access_of(Instruction::st_b32, RowPattern{}, 32),
                       access_of(Instruction::ld_b32, ColumnPattern{}, 32)};
  return scenario;
}

LessonQuestion question() { return {.text = "Fix it.", .fix = "all_excess == 0"}; }

Lesson lesson_of(Scenario scenario) {
  Lesson lesson{.title = "T", .summary = "S"};
  lesson.scenarios.push_back({.name = "plain", .preset = {}, .scenario = std::move(scenario)});
  LessonStep step{.title = "Fix", .text = "Look.", .scenario = "plain"};
  step.look.access = static_cast<int>(lesson.scenarios[0].scenario.accesses.size()) - 1;
  step.question = question();
  step.because = "{reason}";
  lesson.steps.push_back(step);
  return lesson;
}

const FigureView the_load{.scenario = "plain", .access = 1};

TEST(Fix, WorkedExamples) {
  struct Row {
    const char* typed;
    FixVerdict want;
  };
  // Rows 32 + p floats apart: a column has gcd(32 + p, 32) words in a bank, over 32 steps.
  const Row rows[] = {{"1", {true, "", 128}},
                      {" 3 ", {true, "", 384}},
                      {"padding 5", {true, "", 640}},
                      {"pad 1", {true, "", 128}},
                      {"+1", {true, "", 128}},
                      {"0", {false, "all_excess is 992", 0}},
                      {"2", {false, "all_excess is 32", 256}},
                      {"4", {false, "all_excess is 96", 512}},
                      {"col", {false, "all_excess is 992", 0}},
                      {"col ^ row", {true, "", 0}},
                      {"col ^ (row & 31)", {true, "", 0}},
                      {"(col + row) % 32", {true, "", 0}},
                      {"col ^ (row & 15)", {false, "all_excess is 32", 0}},
                      {"Swizzle<5,0,5>", {true, "", 0}},
                      {"Swizzle< 5, 0, 5 >", {true, "", 0}},
                      {"Swizzle<4,0,5>", {false, "all_excess is 32", 0}},
                      {"1; col", {true, "", 128}},
                      {"2; col ^ row", {true, "", 256}}};
  const Lesson lesson = lesson_of(transpose());
  const Figures figures(lesson, machines());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.typed);
    const Result<FixVerdict> verdict = judge_fix(figures, the_load, "all_excess == 0", row.typed);
    ASSERT_TRUE(verdict) << to_string(verdict.error());
    EXPECT_EQ(*verdict, row.want) << verdict->why << ", " << verdict->extra_bytes;
  }
}

TEST(Fix, WhatTheHardwareCannotDoIsWrongWithItsReason) {
  const Lesson lesson = lesson_of(transpose());
  const Figures figures(lesson, machines());
  const Result<FixVerdict> outside = judge_fix(figures, the_load, "all_excess == 0", "col ^ 32");
  ASSERT_TRUE(outside);
  EXPECT_FALSE(outside->right);
  EXPECT_NE(outside->why, "");
  const Result<FixVerdict> collides = judge_fix(figures, the_load, "all_excess == 0", "col & 15");
  ASSERT_TRUE(collides);
  EXPECT_FALSE(collides->right);
}

TEST(Fix, WhatIsNoFixIsRefused) {
  const Scenario scenario = transpose();
  for (const char* typed : {"", "   ", "col +", "lane ^ 3", "k", "2000", "-1", "1; 2; 3", "1;", "Swizzle<5,0>",
                            "Swizzle<9,9,1>", "rand(3)"}) {
    const Result<Scenario> changed = with_fix(scenario, 1, typed);
    EXPECT_FALSE(changed) << typed;
    if (!changed) {
      EXPECT_NE(changed.error().what, "") << typed;
    }
  }
}

TEST(Fix, ChangesOnlyTheTile) {
  Scenario want = transpose();
  want.tiles[0].pitch.value = 7;
  EXPECT_EQ(with_fix(transpose(), 1, "7").value(), want);
}

TEST(Fix, SmallestPadding) {
  const auto smallest = [](Scenario scenario) {
    const Lesson lesson = lesson_of(std::move(scenario));
    const Figures figures(lesson, machines());
    return smallest_padding(figures, view_of(lesson.steps[0]), "all_excess == 0").value();
  };
  EXPECT_EQ(smallest(transpose()), 1);

  // Two halves a lane are stored: a row starts at a whole word, so one half of padding is refused.
  Scenario pairs;
  pairs.tiles[0].columns = 64;
  pairs.tiles[0].element = *element_named("half");
  pairs.accesses = {access_of(Instruction::st_b32, RowPattern{.row = "k", .first = "0", .step = 2}, 32),
                    access_of(Instruction::ld_b16, ColumnPattern{}, 64)};
  EXPECT_EQ(smallest(pairs), 2);

  // A warp of a 16 x 16 block: storing two rows wants rows 16 words apart, reading two columns does not.
  Scenario block;
  block.block = {.x = 16, .y = 16, .z = 1};
  block.tiles[0].rows = block.tiles[0].columns = 16;
  block.accesses = {access_of(Instruction::st_b32, BlockPattern{}, 1),
                    access_of(Instruction::ld_b32, BlockPattern{.rows = 16, .columns = 16, .row_major = false}, 1)};
  EXPECT_EQ(smallest(block), std::nullopt);
}

TEST(Fix, AnyFixIsJudgedRightAndTheSmallestPaddingIsTheAnswer) {
  const Lesson lesson = lesson_of(transpose());
  const Figures figures(lesson, machines());
  EXPECT_EQ(right_answer(question(), figures, the_load).value(), 1);
  EXPECT_EQ(judge(question(), "3", figures, the_load).value(), (Verdict{.right = true, .answer = "1"}));
  EXPECT_EQ(judge(question(), "2", figures, the_load).value(), (Verdict{.right = false, .answer = "1"}));
  EXPECT_EQ(judge(question(), "col ^ row", figures, the_load).value(), (Verdict{.right = true, .answer = "1"}));
  EXPECT_FALSE(judge(question(), "col ^^ row", figures, the_load));
}

TEST(Fix, AQuestionOfALessonFile) {
  const Lesson lesson = lesson_of(transpose());
  const auto no_presets = [](std::string_view) -> Result<Scenario> { return fail("no presets here"); };
  EXPECT_EQ(read_lesson(write_lesson(lesson), no_presets).value(), lesson);
  EXPECT_TRUE(check_lesson(lesson, machines()).empty());

  Lesson hopeless = lesson;
  hopeless.steps[0].question->fix = "all_excess < 0";
  const std::vector<Problem> problems = check_lesson(hopeless, machines());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].place, "/steps/0/question/fix");
  EXPECT_EQ(problems[0].what, "with no padding \"all_excess < 0\" holds");

  Lesson misspelt = lesson;
  misspelt.steps[0].question->fix = "all_exces == 0";
  ASSERT_EQ(check_lesson(misspelt, machines()).size(), 1u);
  EXPECT_EQ(check_lesson(misspelt, machines())[0].hint, "did you mean 'all_excess'?");

  Lesson upside_down = lesson;
  upside_down.steps[0].question->fix = "all_excess";  // not 0: so it is with a conflict
  ASSERT_EQ(check_lesson(upside_down, machines()).size(), 1u);
  EXPECT_EQ(to_string(check_lesson(upside_down, machines())[0]),
            "/steps/0/question/fix: \"all_excess\" holds before anything is changed; a condition that holds once it is "
            "fixed, such as all_excess == 0");
}

TEST(Fix, AQuestionIsOfOneKind) {
  const auto no_presets = [](std::string_view) -> Result<Scenario> { return fail("no presets here"); };
  std::string text = write_lesson(lesson_of(transpose()));
  const std::string fix = "\"fix\": \"all_excess == 0\"";
  text.replace(text.find(fix), fix.size(), fix + ", \"value\": \"excess\"");
  const Result<Lesson> both = read_lesson(text, no_presets);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().place, "/steps/0/question");
  EXPECT_EQ(both.error().what, "a question asks for a number, has choices, or asks for a fix");
}

}  // namespace
}  // namespace bankmap
