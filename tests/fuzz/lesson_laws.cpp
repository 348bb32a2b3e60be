// Lessons, the answers to them, and how far a student has come.
#include <string>

#include "app/lessons/progress.hpp"
#include "core/analysis_work.hpp"
#include "core/lesson/answer_file.hpp"
#include "core/lesson/answers.hpp"
#include "core/lesson/grade.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_html.hpp"
#include "core/lesson/lesson_json.hpp"
#include "core/lesson/lesson_text.hpp"
#include "tests/fuzz/assets.hpp"
#include "tests/fuzz/laws.hpp"

namespace bankmap {
namespace {

// Each kind of question, over a transpose.
const Lesson& small_lesson() {
  static const Lesson lesson = [] {
    Lesson made{.title = "Column", .summary = "A column.", .beliefs = {}, .scenarios = {}, .steps = {}};
    made.scenarios.push_back({"plain", "transpose-float-plain", *preset_named("transpose-float-plain")});
    const auto ask = [&made](LessonQuestion question) {
      LessonStep step{.title = "A step", .text = "{declaration}", .scenario = "plain"};
      step.look.access = 1;
      step.question = std::move(question);
      step.because = "So it is.";
      made.steps.push_back(std::move(step));
    };
    ask({.text = "How many?", .value = "wavefronts", .choices = {}, .fix = {}});
    ask({.text = "Which?", .value = {}, .choices = {{"32", "wavefronts == 32"}, {"1", "wavefronts == 1"}}, .fix = {}});
    ask({.text = "Mend it.", .value = {}, .choices = {}, .fix = "all_excess == 0"});
    return made;
  }();
  return lesson;
}

const Figures& small_figures() {
  static const Figures figures(small_lesson(), all_machines());
  return figures;
}

// A lesson in which nothing is wrong can be shown, printed and handed out.
void require_shows(const Lesson& lesson, const Figures& figures) {
  for (const bool answers : {false, true}) {
    require(lesson_text(lesson, figures, {.answers = answers}).has_value(), "a right lesson is shown");
    require(lesson_html(lesson, figures, {.solutions = answers}).has_value(), "a right lesson is printed");
  }
  const Result<AnswerFile> empty = empty_answers(std::string("lesson"), lesson, figures);
  require(empty.has_value(), "a right lesson has a sheet for answers");
  const Result<AnswerFile> again = read_answers(write_answers(*empty));
  require(again && *again == *empty, "an empty sheet is written and read back");
}

std::int64_t work_of(const Lesson& lesson) {
  std::int64_t units = 0;
  for (const LessonScenario& named : lesson.scenarios) units += analysis_work(named.scenario);
  return units;
}

bool asks_for_a_fix(const Lesson& lesson) {
  for (const LessonStep& step : lesson.steps)
    if (step.question && !step.question->fix.empty()) return true;
  return false;
}

}  // namespace

void check_lesson(std::string_view text) {
  const Result<Lesson> lesson = read_lesson(text, preset_named);
  if (!lesson) return require_reason(lesson.error(), text);
  const Result<Lesson> again = read_lesson(write_lesson(*lesson), preset_named);
  require(again && *again == *lesson, "a lesson is written and read back");
  const std::int64_t most_work = asks_for_a_fix(*lesson) ? 3'000 : 30'000;
  if (work_of(*lesson) > most_work) return;
  const std::vector<Problem> problems = check_lesson(*lesson, all_machines());
  for (const Problem& problem : problems) require(!problem.what.empty(), "a mistake has a reason");
  const Figures figures(*lesson, all_machines());
  if (problems.empty()) return require_shows(*lesson, figures);
  if (const auto shown = lesson_text(*lesson, figures, {.answers = true}); !shown) require_reason(shown.error(), text);
}

void check_answers(std::string_view text) {
  const Result<AnswerFile> answers = read_answers(text);
  if (!answers) return require_reason(answers.error(), text);
  const Result<AnswerFile> again = read_answers(write_answers(*answers));
  require(again && *again == *answers, "answers are written and read back");
  const Result<Graded> graded = grade(*answers, small_lesson(), small_figures(), "a file");
  if (!graded) return require(!graded.error().what.empty(), "a refusal has a reason");
  require(graded->answers.size() == small_lesson().steps.size(), "each question has a mark");
  require(!grade_table({&*graded, 1}).empty() && !grade_csv({&*graded, 1}).empty(), "marks make a table");
}

void check_progress(std::string_view text) {
  const Result<Progress> progress = read_progress(text);
  if (!progress) return require_reason(progress.error(), text);
  const Result<Progress> again = read_progress(write_progress(*progress));
  require(again && *again == *progress, "progress is written and read back");
}

}  // namespace bankmap
