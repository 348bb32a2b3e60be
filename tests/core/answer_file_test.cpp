#include "core/lesson/answer_file.hpp"

#include <gtest/gtest.h>

#include "core/lesson/grade.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const MachineProfiles& machines() {
  static const MachineProfiles of_tests{{"sm_90", machine_named("sm_90")}};
  return of_tests;
}

TEST(AnswerFile, RoundTrip) {
  const AnswerFile files[] = {
      {.student = "A. Student", .to = std::string("01-what-is-a-bank"), .answers = {}},
      {.student = "", .to = std::string("my/lesson.json"), .answers = {{1, "How many?", "32"}, {4, "", "col ^ row"}}},
      {.student = "\"\\\xc3\xa9\n<b>",
       .to = ExerciseSet{.seed = 0, .difficulty = 4, .count = 16},
       .answers = {{64, "?", ""}}},
      {.student = "B",
       .to = ExerciseSet{.seed = max_exercise_seed, .fix = true, .ways = 16},
       .answers = {{2, "a", "b"}}}};
  for (const AnswerFile& file : files) {
    const Result<AnswerFile> read = read_answers(write_answers(file));
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(*read, file);
  }
}

TEST(AnswerFile, AsItIsWritten) {
  EXPECT_EQ(write_answers({.student = "A. Student",
                           .to = ExerciseSet{.seed = 7, .difficulty = 2, .count = 5, .fix = true, .ways = 16},
                           .answers = {{.step = 1, .asks = "How many?", .answer = "3"}}}),
            R"({
  "format": "bankmap-answers",
  "version": 1,
  "student": "A. Student",
  "exercise": {
    "seed": 7,
    "difficulty": 2,
    "count": 5,
    "fix": true,
    "ways": 16
  },
  "answers": [
    {
      "step": 1,
      "asks": "How many?",
      "answer": "3"
    }
  ]
}
)");
}

TEST(AnswerFile, ANumberWithoutQuotesIsAnAnswer) {
  const Result<AnswerFile> read = read_answers(
      R"({"format": "bankmap-answers", "version": 1, "student": "A", "lesson": "01", "answers": [{"step": 2, "answer": 32}]})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->answers[0], (TypedAnswer{.step = 2, .asks = "", .answer = "32"}));
}

TEST(AnswerFile, RefusalsHaveTheirPlace) {
  struct Row {
    const char* rest;  // after the format and the version
    const char* place;
    const char* what;
  };
  const Row rows[] = {
      {R"("student": "A", "answers": [])", "", "answers are to a lesson or to exercises"},
      {R"("student": "A", "lesson": "01", "exercise": {"seed": 1, "difficulty": 1, "count": 1}, "answers": [])", "",
       "answers are to a lesson or to exercises"},
      {R"("lesson": "01", "answers": [])", "", "the key \"student\" is missing"},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 1, "answer": ""}, {"step": 1, "answer": "2"}])",
       "/answers/1/step", "this step is answered before"},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 0, "answer": ""}])", "/answers/0/step", ""},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 65, "answer": ""}])", "/answers/0/step", ""},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 1, "answer": 1.5}])", "/answers/0/answer", ""},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 1, "answer": true}])", "/answers/0/answer", ""},
      {R"("student": "A", "lesson": "01", "answers": [{"step": 1, "anwser": "1"}])", "/answers/0", ""},
      {R"("student": "A", "exercise": {"seed": -1, "difficulty": 1, "count": 1}, "answers": [])", "/exercise/seed", ""},
      {R"("student": "A", "exercise": {"seed": 1, "difficulty": 9, "count": 1}, "answers": [])", "/exercise/difficulty",
       ""},
      {R"("student": "A", "exercise": {"seed": 1, "difficulty": 1, "count": 99}, "answers": [])", "/exercise/count",
       ""}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.rest);
    const Result<AnswerFile> read =
        read_answers(std::string(R"({"format": "bankmap-answers", "version": 1, )") + row.rest + "}");
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().place.starts_with(row.place)) << read.error().place;
    if (*row.what != '\0') {
      EXPECT_EQ(read.error().what, row.what);
    }
  }
  EXPECT_EQ(read_answers(R"({"format": "bankmap-lesson", "version": 1})").error().what,
            "these are no answers, but \"bankmap-lesson\"");
  EXPECT_EQ(read_answers(R"({"format": "bankmap-answers", "version": 2, "student": "", "lesson": "", "answers": []})")
                .error()
                .what,
            "version 2 is not known here");
  EXPECT_FALSE(read_answers("[]"));
  EXPECT_FALSE(read_answers("{"));
}

// A small lesson of a number, choices, a step that asks nothing, and a fix.
Lesson four_steps() {
  Access store, load;
  store.name = "store";
  store.instruction = Instruction::st_b32;
  store.pattern = RowPattern{};
  store.loops = load.loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
  Scenario scenario;
  scenario.accesses = {store, load};
  Lesson lesson{.title = "Four", .summary = "Steps."};
  lesson.scenarios.push_back({.name = "plain", .preset = {}, .scenario = scenario});
  LessonStep step{.title = "One", .text = "Look.", .scenario = "plain"};
  step.look.access = 1;
  lesson.steps.assign(4, step);
  lesson.steps[0].question = {.text = "How many wavefronts?", .value = "wavefronts"};
  lesson.steps[1].question = {.text = "More than {ideal}?",
                              .choices = {{"no", "wavefronts == ideal"}, {"yes", "wavefronts > ideal"}}};
  lesson.steps[3].question = {.text = "Which padding?", .fix = "all_excess == 0"};
  return lesson;
}

Graded graded(std::string student, std::vector<TypedAnswer> answers) {
  static const Lesson lesson = four_steps();
  static const Figures figures(lesson, machines());
  const AnswerFile file{.student = std::move(student), .to = std::string("four"), .answers = std::move(answers)};
  return grade(file, lesson, figures, "file.json").value();
}

TEST(AnswerFile, AnEmptyOneAsksEveryQuestionOnce) {
  const Lesson lesson = four_steps();
  const AnswerFile empty = empty_answers(std::string("four"), lesson, Figures(lesson, machines())).value();
  const std::vector<TypedAnswer> want{
      {1, "How many wavefronts?", ""}, {2, "More than 1?  1: no  2: yes", ""}, {4, "Which padding?", ""}};
  EXPECT_EQ(empty.answers, want);
  EXPECT_EQ(empty.student, "");
}

TEST(Grade, AsksTheModel) {
  const Graded all_right = graded("A", {{1, "", "32"}, {2, "", "2"}, {4, "", "col ^ row"}});
  EXPECT_EQ(all_right.count(Mark::right), 3);

  const Graded some = graded("B", {{4, "", "2"}, {1, "", " 31 "}});
  const std::vector<MarkedAnswer> want{{1, Mark::wrong, " 31 ", "32", ""},
                                       {2, Mark::not_answered, "", "2", ""},
                                       {4, Mark::wrong, "2", "1", "all_excess is 32"}};
  EXPECT_EQ(some.answers, want);

  const Graded unreadable = graded("C", {{1, "", "many"}, {2, "", "7"}, {4, "", "col ^"}});
  EXPECT_EQ(unreadable.count(Mark::wrong), 3);
  EXPECT_EQ(unreadable.answers[0].why, "'many' is no whole number; a number in digits");
  EXPECT_EQ(unreadable.answers[1].why, "there is no choice 7; the number of a choice, 1 to 2");
}

TEST(Grade, RefusesAnswersToWhatIsNotAsked) {
  const Lesson lesson = four_steps();
  const Figures figures(lesson, machines());
  for (const int step : {3, 5}) {
    const AnswerFile file{.student = "A", .to = std::string("four"), .answers = {{1, "", "32"}, {step, "", "1"}}};
    const Result<Graded> refused = grade(file, lesson, figures, "file.json");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place, "/answers/1/step");
  }
}

TEST(Grade, TheTableOfAClass) {
  const std::vector<Graded> all{graded("A. Student", {{1, "", "32"}, {2, "", "2"}, {4, "", "1"}}),
                                graded("", {{1, "", "1"}, {2, "", "1"}})};
  EXPECT_EQ(grade_table(all),
            "student     right  of  wrong  not answered\n"
            "A. Student      3   3\n"
            "file.json       0   3  1, 2   4\n");
}

TEST(Grade, TheTableForASpreadsheet) {
  const std::vector<Graded> all{graded("=1+1", {{1, "", "1"}, {2, "", "1"}}), graded("A, \"B\"\x1b", {{1, "", "32"}})};
  EXPECT_EQ(grade_csv(all),
            "file,student,right,asked,wrong,not_answered\n"
            "file.json,'=1+1,0,3,\"1, 2\",4\n"
            "file.json,\"A, \"\"B\"\"?\",1,3,,\"2, 4\"\n");
}

}  // namespace
}  // namespace bankmap
