// bankmap exercise [--seed S] [--difficulty 1..4] [--count N] [--fix] [--ways W] [--solutions] [-o sheet.html]
//                  [--answers FILE [--force]] [--guess ANSWER]...
//
//     bankmap exercise --fix --ways 16               a conflict of 16 ways to fix
//     bankmap exercise --fix --ways 16 --guess 1     the same, with an answer: exit code 0 if all answers are right, else 1
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/command.hpp"
#include "app/commands/course.hpp"
#include "app/commands/lesson_output.hpp"
#include "app/commands/terminal.hpp"
#include "core/lesson/answers.hpp"
#include "core/lesson/exercise_set.hpp"
#include "core/lesson/grade.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

struct ExerciseOptions {
  ExerciseSet set;
  std::optional<int> count;
  LessonOutput output{.file = "-"};
  std::string answers;  // a file to write; empty: none
  std::vector<std::string> guesses;
  bool force = false;
};

// "3. wrong: 2, for all_excess is 992; 1 is right"
std::string told(const MarkedAnswer& answer) {
  const std::string typed = printable(answer.typed), right = printable(answer.answer);
  if (answer.mark == Mark::right)
    return fmt::format("{}. right: {}{}", answer.step, typed,
                       typed == right ? "" : fmt::format(" ({} is right too)", right));
  if (answer.mark == Mark::not_answered) return fmt::format("{}. not answered; {} is right", answer.step, right);
  return fmt::format("{}. wrong: {}{}; {} is right", answer.step, typed,
                     answer.why.empty() ? "" : ", for " + printable(answer.why), right);
}

// Answers in the order of the questions, and what is to be said of each.
int judge_guesses(const Lesson& lesson, const Figures& figures, const ExerciseOptions& options) {
  if (options.guesses.size() > lesson.steps.size()) {
    return refuse(
        {.what = fmt::format("there are {} answers to {} questions", options.guesses.size(), lesson.steps.size()),
         .hint = "an answer for each question, in order",
         .place = "--guess"});
  }
  AnswerFile file{.student = {}, .to = options.set, .answers = {}};
  for (std::size_t i = 0; i < options.guesses.size(); ++i)
    file.answers.push_back({.step = static_cast<int>(i) + 1, .asks = {}, .answer = options.guesses[i]});
  const Result<Graded> graded = grade(file, lesson, figures, "");
  if (!graded) return refuse(graded.error());
  std::string lines;
  for (const MarkedAnswer& answer : graded->answers) {
    const LessonStep& step = lesson.steps[static_cast<std::size_t>(answer.step) - 1];
    const Result<std::string> because = figures.fill(step.because, view_of(step));
    lines += told(answer) + "\n";
    for (const std::string& line : wrap(because ? printable(*because) : "", text_columns() - 4))
      lines += "   " + line + "\n";
  }
  const int printed = print(lines);
  if (printed != exit_ok) return printed;
  return graded->count(Mark::right) == static_cast<int>(graded->answers.size()) ? exit_ok : exit_check_failed;
}

int run(ExerciseOptions options) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  options.set.fix = options.set.fix || options.set.ways.has_value();
  if (options.count) options.set.count = *options.count;
  if (!options.count && options.set.fix) options.set.count = 1;
  const Result<Lesson> lesson = exercise_lesson(options.set, course->machines);
  if (!lesson) {
    Problem problem = lesson.error();
    if (!problem.place.empty()) problem.place = "--" + problem.place;
    return refuse(problem);
  }
  const Figures figures(*lesson, course->machines);
  if (!options.guesses.empty()) return judge_guesses(*lesson, figures, options);
  if (!options.answers.empty()) {
    const int written = put_empty_answers(options.set, *lesson, figures, options.answers, "--answers", options.force);
    if (written != exit_ok || options.output.file == "-") return written;
  }
  return put_lesson("exercises", *lesson, figures, options.output);
}

}  // namespace

void add_exercise_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ExerciseOptions>();
  ExerciseSet& set = options->set;
  CLI::App* command =
      app.add_subcommand("exercise", "random exercises, the same for the same seed: text, a sheet, or judged");
  command->footer(
      "for example: bankmap exercise --seed 7 --difficulty 2 -o sheet.html --answers answers.json\n"
      "             bankmap exercise --fix --ways 16 --guess 1");
  command->add_option("--seed", set.seed, "which exercises: 0 to 999999999, 1 unless given");
  command->add_option("--difficulty", set.difficulty, "1 (easy, unless given) to 4 (hard)");
  command->add_option("--count", options->count, "how many: 1 to 16; 5 unless given, and 1 with --fix");
  command->add_flag("--fix", set.fix, "only conflicts to fix, with a padding or a swizzle");
  command->add_option("--ways", set.ways,
                      "of the conflicts to fix: different words in the busiest bank, 2, 4, 8, 16 or 32");
  command->add_flag("--solutions", options->output.solutions,
                    "with the answers and the reasons; on a sheet, the pictures too");
  command->add_option("-o", options->output.file,
                      "sheet.html, text.txt or lesson.json; text to standard output unless given");
  command->add_option("--answers", options->answers, "writes a file for the answers, to fill in");
  command->add_flag("--force", options->force, "replaces a file of answers that exists");
  command->add_option("--guess", options->guesses, "answers, in the order of the questions: judged at once")
      ->allow_extra_args(false);
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
