// bankmap lesson list
// bankmap lesson show LESSON [--answers]
// bankmap lesson check LESSON...
// bankmap lesson picture LESSON --step N [--guess G | --answered] [--present] [--notes] [--poll] -o out.png
// and export, answers and grade (lesson_class.cpp)
//
//     01-what-is-a-bank    What is a bank?    6 steps, 5 questions
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands/command.hpp"
#include "app/commands/course.hpp"
#include "app/commands/lesson_class.hpp"
#include "app/commands/picture.hpp"
#include "app/commands/terminal.hpp"
#include "app/files.hpp"
#include "app/lessons/lesson_files.hpp"
#include "core/in_words.hpp"
#include "core/lesson/figures.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_text.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

int list() {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  BrokenFiles broken;
  const Result<std::vector<NamedLesson>> lessons = load_lessons(*assets, &broken);
  if (!lessons) return refuse(lessons.error());
  std::string lines;
  for (const NamedLesson& each : *lessons) {
    const auto questions =
        std::ranges::count_if(each.lesson.steps, [](const LessonStep& s) { return s.question.has_value(); });
    lines += fmt::format("{}: {}\n    {}, {}. {}\n", printable(each.name), printable(each.lesson.title),
                         count_in_words(std::ssize(each.lesson.steps), "step"), count_in_words(questions, "question"),
                         printable(each.lesson.summary));
  }
  const int printed = print(lines);
  for (const Problem& problem : broken) refuse(problem);
  return broken.empty() ? printed : exit_bad_input;
}

int show(const std::string& name, bool answers) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  const Result<NamedLesson> named = load_lesson(course->assets, name);
  if (!named) return refuse(named.error());
  const Figures figures(named->lesson, course->machines);
  const Result<std::string> text = lesson_text(named->lesson, figures, {.answers = answers, .columns = text_columns()});
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
    for (const Problem& problem : problems) refuse(at(name, problem));
    wrong = wrong || !problems.empty();
    if (!problems.empty()) continue;
    if (const int printed = print(fmt::format("{}: {}, nothing wrong\n", printable(name),
                                              count_in_words(std::ssize(named->lesson.steps), "step")));
        printed != exit_ok)
      return printed;
  }
  return unreadable ? exit_bad_input : wrong ? exit_check_failed : exit_ok;
}

struct PictureOptions {
  std::string lesson;
  std::string output;
  std::string theme = "dark";
  std::string size;
  LessonPicture picture;
};

int picture(PictureOptions options) {
  const Result<ThemeKind> theme = theme_from_name(options.theme);
  if (!theme) return refuse(at("--theme", theme.error()));
  const Result<PictureExtent> size = parse_picture_size(options.size);
  if (!size) return refuse(size.error());
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  Result<NamedLesson> named = load_lesson(*assets, options.lesson);
  if (!named) return refuse(named.error());
  const auto steps = std::ssize(named->lesson.steps);
  if (options.picture.step < 1 || options.picture.step > steps) {
    return refuse({.what = fmt::format("there is no step {}", options.picture.step),
                   .hint = fmt::format("1 to {}", steps),
                   .place = "--step"});
  }
  --options.picture.step;  // people count from 1
  options.picture.lesson = *std::move(named);
  PngOptions png{.theme = *theme};
  if (size->width > 0) png = {.theme = *theme, .width = size->width, .height = size->height};
  MeasureDesk desk;
  show_recorded(desk, *assets);
  const Result<std::string> content = lesson_png(options.picture, png, std::move(desk));
  if (!content) return refuse(content.error());
  const auto problem = write_file(options.output, *content);
  return problem ? refuse(*problem) : exit_ok;
}

void add_picture_command(CLI::App& lesson, Command& chosen) {
  auto options = std::make_shared<PictureOptions>();
  CLI::App* command =
      lesson.add_subcommand("picture", "a step of a lesson as the window shows it, as PNG; needs no display");
  command->footer("for example: bankmap lesson picture 04 --step 2 --guess 4 -o step.png");
  command->add_option("LESSON", options->lesson, "a lesson of the course (its number will do) or a file")->required();
  command->add_option("--step", options->picture.step, "which step, from 1")->required();
  command->add_option("-o", options->output, "file to write")->required();
  auto* guess =
      command->add_option("--guess", options->picture.guess, "a number, or the number of a choice, given before");
  command->add_flag("--answered", options->picture.answered, "with the answer shown")->excludes(guess);
  command->add_flag("--present", options->picture.presented, "as on the wall");
  command->add_flag("--notes", options->picture.notes, "with the notes of who presents");
  command->add_flag("--poll", options->picture.poll, "with the poll");
  command->add_option("--theme", options->theme, "dark, light or high-contrast; dark unless given");
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels, 1440x900 unless given");
  command->callback([options, &chosen] { chosen = [options] { return picture(*options); }; });
}

}  // namespace

void add_lesson_command(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("lesson", "lessons for a class: lists, shows, checks, prints and grades them");
  command->require_subcommand(1);
  command->footer(
      "for example: bankmap lesson list\n"
      "             bankmap lesson show 04");
  CLI::App* lists = command->add_subcommand("list", "the lessons of the course");
  lists->footer("for example: bankmap lesson list");
  lists->callback([&chosen] { chosen = list; });

  struct Options {
    std::vector<std::string> lessons;
    bool answers = false;
  };
  auto options = std::make_shared<Options>();
  options->lessons.resize(1);
  CLI::App* shows = command->add_subcommand("show", "a lesson as text, its questions open");
  shows->footer("for example: bankmap lesson show 04 --answers");
  shows->add_option("LESSON", options->lessons.front(), "a lesson of the course (its number will do) or a file")
      ->required();
  shows->add_flag("--answers", options->answers, "with the answers and the reasons");
  shows->callback(
      [options, &chosen] { chosen = [options] { return show(options->lessons.front(), options->answers); }; });

  add_picture_command(*command, chosen);

  auto checked = std::make_shared<Options>();
  CLI::App* checks =
      command->add_subcommand("check", "what is wrong with a lesson, and where: exit code 1 if anything is");
  checks->footer("for example: bankmap lesson check mine.json");
  checks->add_option("LESSON", checked->lessons, "lessons of the course or files")->required();
  checks->callback([checked, &chosen] { chosen = [checked] { return check(checked->lessons); }; });
  add_class_commands(*command, chosen);
}

}  // namespace bankmap
