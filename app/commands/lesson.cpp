// bankmap lesson list
// bankmap lesson show LESSON [--answers]
// bankmap lesson check LESSON...
//
//     01-what-is-a-bank    What is a bank?    6 steps, 5 questions
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands/command.hpp"
#include "app/lessons/lesson_files.hpp"
#include "core/in_words.hpp"
#include "core/lesson/figures.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_text.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// What every one of these commands begins with.
struct Course {
  Assets assets;
  MachineProfiles machines;
};
Result<Course> find_course() {
  Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return fail(machines.error());
  return Course{*std::move(assets), *std::move(machines)};
}

int list() {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<std::vector<NamedLesson>> lessons = load_lessons(*assets);
  if (!lessons) return refuse(lessons.error());
  std::string lines;
  for (const NamedLesson& each : *lessons) {
    const auto questions =
        std::ranges::count_if(each.lesson.steps, [](const LessonStep& s) { return s.question.has_value(); });
    lines += fmt::format("{}: {}\n    {}, {}. {}\n", printable(each.name), printable(each.lesson.title),
                         count_in_words(std::ssize(each.lesson.steps), "step"), count_in_words(questions, "question"),
                         printable(each.lesson.summary));
  }
  return print(lines);
}

int show(const std::string& name, bool answers) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  const Result<NamedLesson> named = load_lesson(course->assets, name);
  if (!named) return refuse(named.error());
  const Figures figures(named->lesson, course->machines);
  const Result<std::string> text = lesson_text(named->lesson, figures, {.answers = answers});
  if (!text) return refuse(at(named->name, text.error()));
  return print(*text);
}

// One that cannot be read hides none of the others.
int check(const std::vector<std::string>& names) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  bool unreadable = false, wrong = false;
  for (const std::string& name : names) {
    const Result<NamedLesson> named = load_lesson(course->assets, name);
    if (!named) {
      refuse(named.error());
      unreadable = true;
      continue;
    }
    const std::vector<Problem> problems = check_lesson(named->lesson, course->machines);
    for (const Problem& problem : problems) refuse(at(name + ":", problem));
    wrong = wrong || !problems.empty();
    if (!problems.empty()) continue;
    if (const int printed = print(fmt::format("{}: {}, nothing wrong\n", printable(name),
                                              count_in_words(std::ssize(named->lesson.steps), "step")));
        printed != exit_ok)
      return printed;
  }
  return unreadable ? exit_bad_input : wrong ? exit_check_failed : exit_ok;
}

}  // namespace

void add_lesson_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("lesson", "lessons for a class: lists, shows and checks them");
  command->require_subcommand(1);
  command->add_subcommand("list", "the lessons of the course")->callback([&chosen] { chosen = list; });

  struct Options {
    std::vector<std::string> lessons;
    bool answers = false;
  };
  auto options = std::make_shared<Options>();
  options->lessons.resize(1);
  CLI::App* shows = command->add_subcommand("show", "a lesson as text, its questions open");
  shows->add_option("LESSON", options->lessons.front(), "a lesson of the course (its number will do) or a file")
      ->required();
  shows->add_flag("--answers", options->answers, "with the answers and the reasons");
  shows->callback(
      [options, &chosen] { chosen = [options] { return show(options->lessons.front(), options->answers); }; });

  auto checked = std::make_shared<Options>();
  CLI::App* checks =
      command->add_subcommand("check", "what is wrong with a lesson, and where: exit code 1 if anything is");
  checks->add_option("LESSON", checked->lessons, "lessons of the course or files")->required();
  checks->callback([checked, &chosen] { chosen = [checked] { return check(checked->lessons); }; });
}

}  // namespace bankmap
