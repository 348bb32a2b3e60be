#include "core/lesson/lesson_check.hpp"

#include <gtest/gtest.h>

#include "core/lesson/lesson_text.hpp"
#include "tests/core/lesson_testing.hpp"

namespace bankmap {
namespace {

// Everything that is wrong, a line each.
std::string found(const Lesson& lesson) {
  std::string lines;
  for (const Problem& problem : check_lesson(lesson, lesson_machines())) lines += to_string(problem) + "\n";
  return lines;
}

TEST(LessonCheck, FindsNothingInARightOne) { EXPECT_EQ(found(transpose_lesson()), ""); }

TEST(LessonCheck, ClaimsMustHold) {
  Lesson lesson = transpose_lesson();
  lesson.steps[0].claims = {"wavefronts == 32", "excess == 3", "padded.excess == 0 && excess == 0", "exces == 3"};
  EXPECT_EQ(found(lesson),
            "/steps/0/claims/1: \"excess == 3\" does not hold: excess is 31\n"
            "/steps/0/claims/2: \"padded.excess == 0 && excess == 0\" does not hold: padded.excess is 0\n"
            "/steps/0/claims/3, character 1: unknown figure 'exces'; did you mean 'excess'?\n");
}

TEST(LessonCheck, NumbersOfTheModelAreNotWrittenOut) {
  Lesson lesson = transpose_lesson();
  lesson.steps[0].text = "It takes 32 wavefronts. 33 words a row, {wavefronts} wavefronts.";
  lesson.steps[0].because = "Two wavefronts, 4 bytes.";
  EXPECT_EQ(found(lesson),
            "/steps/0/text, character 10: \"32 wavefronts\" is a number of the model written out; a figure between "
            "braces, such as "
            "{wavefronts}\n");
}

TEST(LessonCheck, ExactlyOneChoiceIsRight) {
  Lesson lesson = transpose_lesson();
  std::vector<LessonChoice>& choices = lesson.steps[1].question->choices;
  choices[0].right_if = "wavefronts == 1";
  EXPECT_EQ(found(lesson),
            "/steps/1/question/choices: choices 1 and 2 are both right; conditions of which one holds\n");
  choices[0].right_if = choices[1].right_if = "wavefronts == 7";
  EXPECT_EQ(found(lesson), "/steps/1/question/choices: no choice is right; conditions of which one holds\n");
}

TEST(LessonCheck, WhatIsPointedAtIsThere) {
  Lesson lesson = transpose_lesson();
  lesson.steps[0].look.lane.reset();
  lesson.steps[0].look.pass = 32;
  EXPECT_EQ(found(lesson), "/steps/0/look/pass: there are only 32 passes; 0 to 31, counted from 0\n");
  lesson.steps[0].look.pass.reset();
  lesson.steps[0].look.lane = 7;
  lesson.scenarios[0].scenario.accesses[1].mask = "lane < 7";
  lesson.steps[0].claims.clear();
  EXPECT_EQ(found(lesson), "/steps/0/look/lane: lane 7 takes no part; a lane that is active\n");
}

TEST(LessonCheck, QuestionsHaveAReasonAndScenariosAUse) {
  Lesson lesson = transpose_lesson();
  lesson.steps[0].because.clear();
  lesson.scenarios.push_back({"spare", "broadcast", *preset_scenario("broadcast")});
  EXPECT_EQ(found(lesson),
            "/scenarios/2: no step shows or mentions 'spare'; leave it out\n"
            "/steps/0: a question without a reason; \"because\": why it is so\n");
}

TEST(LessonCheck, ARefusedScenarioIsClaimedToBe) {
  Lesson lesson = transpose_lesson();
  lesson.scenarios[1].scenario.accesses[1].pattern = ColumnPattern{"k +", 1};
  lesson.steps[0].claims = {"wavefronts == 32"};
  lesson.steps[1].question.reset();
  EXPECT_TRUE(found(lesson).starts_with("/scenarios/1: it is refused: ")) << found(lesson);
  lesson.steps[1].claims = {"errors > 0"};
  EXPECT_EQ(found(lesson), "");
}

TEST(LessonText, LeavesQuestionsOpenOrAnswersThem) {
  const Lesson lesson = transpose_lesson();
  const Figures figures(lesson, lesson_machines());
  EXPECT_EQ(lesson_text(lesson, figures, {.answers = false, .columns = 80}).value(),
            "Reading down a column\nWhat a pad does.\n\n"
            "1. Read a column   (plain: heatmap, access 1, lane 1)\n"
            "     Lane 1 reads word 32.\n"
            "   ? How many wavefronts?\n\n"
            "2. One word of padding   (padded: memory, access 1)\n"
            "     __shared__ float tile[32][33];\n"
            "   ? And now?\n"
            "     1  as before\n"
            "     2  1: each lane alone\n");
  const std::string answered = lesson_text(lesson, figures, {.answers = true, .columns = 80}).value();
  EXPECT_NE(answered.find("   = 32\n     All 32 words are in one bank.\n"), std::string::npos) << answered;
  EXPECT_NE(answered.find("   = 2\n     33 is odd.\n"), std::string::npos) << answered;
}

}  // namespace
}  // namespace bankmap
