// Exercises, sheets, answers and grades on the command line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/folder.hpp"
#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// On every machine: `bash tests/golden/update.sh` rewrites them after a change that is meant.
TEST(ExerciseCommand, TheSameSeedGivesTheSameTextAsBefore) {
  for (const std::string difficulty : {"1", "2", "3", "4"}) {
    const Outcome outcome = run_program({"exercise", "--seed", "7", "--difficulty", difficulty, "--solutions"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out,
              file_content(BANKMAP_SOURCE "/tests/golden/exercises/seed-7-difficulty-" + difficulty + ".txt"));
  }
}

TEST(LessonCommand, ANumberNeedsNoZeroInFront) {
  const Outcome first = run_program({"lesson", "show", "1"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, run_program({"lesson", "show", "01-what-is-a-bank"}).out);
  EXPECT_EQ(run_program({"lesson", "show", "0"}).exit_code, 2);
}

TEST(ExerciseCommand, AConflictOfSixteenWaysToFix) {
  const Outcome asked = run_program({"exercise", "--fix", "--ways", "16"});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_TRUE(contains(asked.out, "busiest bank for 16 different words")) << asked.out;
  EXPECT_FALSE(contains(asked.out, "\n   = "));
  EXPECT_EQ(run_program({"exercise", "--ways", "16"}).out, asked.out);

  const Outcome right = run_program({"exercise", "--ways", "16", "--guess", "3"});
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_TRUE(right.out.starts_with("1. right: 3 (1 is right too)\n")) << right.out;
  const Outcome wrong = run_program({"exercise", "--ways", "16", "--guess", "2"});
  EXPECT_EQ(wrong.exit_code, 1) << wrong.err;
  EXPECT_TRUE(wrong.out.starts_with("1. wrong: 2, for all_excess is ")) << wrong.out;
  EXPECT_TRUE(contains(wrong.out, "; 1 is right\n")) << wrong.out;
  const Outcome none = run_program({"exercise", "--count", "2", "--guess", "x"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_TRUE(contains(none.out, "1. wrong: x, for 'x' is no whole number")) << none.out;
  EXPECT_TRUE(contains(none.out, "2. not answered; ")) << none.out;
}

TEST(ExerciseCommand, RefusesByTheNameOfTheOption) {
  const auto error = [](const Arguments& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(error({"exercise", "--difficulty", "5"}), "bankmap: --difficulty: 5 is out of range; 1 to 4\n");
  EXPECT_EQ(error({"exercise", "--count", "17"}), "bankmap: --count: 17 is out of range; 1 to 16\n");
  EXPECT_EQ(error({"exercise", "--seed", "-1"}), "bankmap: --seed: -1 is out of range; 0 to 999999999\n");
  EXPECT_EQ(error({"exercise", "--ways", "3"}),
            "bankmap: --ways: no exercise has a conflict of 3 ways; one of 2, 4, 8, 16, 32\n");
  EXPECT_EQ(
      error({"exercise", "-o", "sheet.pdf"}),
      "bankmap: -o: 'sheet.pdf' is neither a sheet, a text nor a lesson; a name that ends in .html, .txt or .json\n");
  EXPECT_EQ(error({"exercise", "--count", "1", "--guess", "1", "--guess", "2"}),
            "bankmap: --guess: there are 2 answers to 1 questions; an answer for each question, in order\n");
}

TEST(ExerciseCommand, ASheetAndALesson) {
  const Folder at;
  const std::string sheet = (at / "sheet.html").string(), lesson = (at / "set.json").string();
  EXPECT_EQ(run_program({"exercise", "--seed", "7", "-o", sheet}).exit_code, 0);
  EXPECT_TRUE(contains(file_content(sheet), "<h1>Exercises, seed 7, difficulty 1</h1>"));
  EXPECT_FALSE(contains(file_content(sheet), "<svg"));
  EXPECT_EQ(run_program({"exercise", "--seed", "7", "--solutions", "-o", sheet}).exit_code, 0);
  EXPECT_TRUE(contains(file_content(sheet), "<svg"));

  EXPECT_EQ(run_program({"exercise", "--seed", "7", "-o", lesson}).exit_code, 0);
  const Outcome checked = run_program({"lesson", "check", lesson});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_EQ(run_program({"lesson", "show", lesson, "--answers"}).out,
            run_program({"exercise", "--seed", "7", "--solutions"}).out);
  EXPECT_EQ(run_program({"lesson", "export", lesson, "--solutions", "-o", sheet}).exit_code, 0);
  EXPECT_TRUE(contains(file_content(sheet), "<p class=\"small\">With solutions</p>"));
}

TEST(LessonGrade, AClass) {
  const Folder at;
  const std::string first = (at / "first.json").string(), second = (at / "second.json").string();
  const Arguments write_answers{"exercise", "--ways", "16", "--count", "2", "--answers", first};
  const Outcome written = run_program(write_answers);
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_TRUE(contains(file_content(first), "\"asks\": \"Give the whole padding, in floats after each row"));

  const Outcome again = run_program(write_answers);  // somebody may have filled it in
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(contains(again.err, "--answers: ")) << again.err;

  const std::string empty = file_content(first);
  const std::string named = replaced(empty, "\"student\": \"\"", "\"student\": \"A. Student\"");
  const std::string one = replaced(named, "\"answer\": \"\"", "\"answer\": \"1\"");
  write(first, replaced(one, "\"answer\": \"\"", "\"answer\": 3"));
  write(second, replaced(empty, "\"answer\": \"\"", "\"answer\": \"2\""));
  const Outcome graded = run_program({"lesson", "grade", first, second});
  EXPECT_EQ(graded.exit_code, 0) << graded.err;
  EXPECT_EQ(graded.out,
            "student      right  of  wrong  not answered\n"
            "A. Student       2   2\n"
            "second.json      0   2  1      2\n");
  EXPECT_EQ(run_program({"lesson", "grade", "--csv", first, second}).out,
            "file,student,right,asked,wrong,not_answered\n"
            "first.json,A. Student,2,2,,\n"
            "second.json,,0,2,1,2\n");

  const Outcome lesson = run_program({"lesson", "grade", BANKMAP_SOURCE "/assets/lessons/04-transpose.json"});
  EXPECT_EQ(lesson.exit_code, 2);
  EXPECT_TRUE(contains(lesson.err, "these are no answers")) << lesson.err;

  write(second, "{\"format\": 3}");
  const Outcome broken = run_program({"lesson", "grade", second, (at / "none.json").string(), first});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(contains(broken.err, "second.json:/format: ") && contains(broken.err, "none.json")) << broken.err;
  EXPECT_EQ(broken.out,
            "student     right  of  wrong  not answered\n"
            "A. Student      2   2\n");
}

TEST(LessonGrade, AnswersToALessonFile) {
  const Folder at;
  const std::string lesson = (at / "own.json").string(), answers = (at / "answers.json").string();
  EXPECT_EQ(run_program({"exercise", "--seed", "3", "--count", "2", "-o", lesson}).exit_code, 0);
  EXPECT_EQ(run_program({"lesson", "answers", lesson, "-o", answers}).exit_code, 0);
  EXPECT_EQ(run_program({"lesson", "answers", lesson}).out, file_content(answers));
  EXPECT_EQ(run_program({"lesson", "answers", lesson, "-o", answers}).exit_code, 2);
  EXPECT_EQ(run_program({"lesson", "answers", lesson, "-o", answers, "--force"}).exit_code, 0);
  const Outcome graded = run_program({"lesson", "grade", answers});
  EXPECT_EQ(graded.exit_code, 0) << graded.err;
  EXPECT_TRUE(contains(graded.out, "answers.json      0   2         1, 2\n")) << graded.out;

  fs::remove(lesson);
  const Outcome lost = run_program({"lesson", "grade", answers});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_TRUE(contains(lost.err, "own.json")) << lost.err;
}

}  // namespace
}  // namespace bankmap
