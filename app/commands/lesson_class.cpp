// bankmap lesson export LESSON [-o sheet.html] [--solutions]
// bankmap lesson answers LESSON [-o FILE] [--force]
// bankmap lesson grade FILE... [--csv]
//
//     student      right  of  wrong  not answered
//     A. Student       4   5  3
#include "app/commands/lesson_class.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "app/commands/course.hpp"
#include "app/commands/lesson_output.hpp"
#include "app/files.hpp"
#include "app/lessons/lesson_files.hpp"
#include "core/lesson/grade.hpp"

namespace bankmap {
namespace {

struct ClassOptions {
  std::string lesson;
  std::string output = "-";
  std::vector<std::string> files;
  bool solutions = false;
  bool force = false;
  bool csv = false;
};

int export_sheet(const ClassOptions& options) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  const Result<NamedLesson> named = load_lesson(course->assets, options.lesson);
  if (!named) return refuse(named.error());
  if (const auto output = check_output(options.lesson, options.output); !output) return refuse(output.error());
  const Figures figures(named->lesson, course->machines);
  return put_lesson(named->name, named->lesson, figures, {.file = options.output, .solutions = options.solutions});
}

int write_empty(const ClassOptions& options) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  const Result<NamedLesson> named = load_lesson(course->assets, options.lesson);
  if (!named) return refuse(named.error());
  const Figures figures(named->lesson, course->machines);
  const bool is_file = options.lesson.find('/') != std::string::npos || options.lesson.ends_with(".json");
  const std::string to = is_file ? options.lesson : named->name;  // "01" as its whole name
  return put_empty_answers(to, named->lesson, figures, options.output, "-o", options.force);
}

// What the files of a class answer is analysed once: all of them answer the same, as a rule.
class Grader {
 public:
  explicit Grader(const Course& course) : course_(course) {}

  Result<Graded> grade_file(const std::string& path) {
    constexpr std::size_t most_bytes = std::size_t{1} << 19;
    const std::string place = path == "-" ? "standard input" : path;
    const Result<std::string> text = read_file(path, most_bytes);
    if (!text) return fail(text.error());
    const Result<AnswerFile> file = read_answers(*text);
    if (!file) return fail(at(place, file.error()));
    const Result<const Asked*> asked = find(file->to);
    if (!asked) return fail(at(place, asked.error()));
    Result<Graded> graded =
        grade(*file, (*asked)->lesson, (*asked)->figures, std::filesystem::path(path).filename().string());
    if (!graded) return fail(at(place, graded.error()));
    return graded;
  }

 private:
  struct Asked {
    Asked(Lesson of, const MachineProfiles& machines) : lesson(std::move(of)), figures(lesson, machines) {}
    Lesson lesson;
    Figures figures;  // of the lesson beside it
  };

  Result<Lesson> lesson_of(const AnswersTo& to) const {
    if (const auto* set = std::get_if<ExerciseSet>(&to)) return exercise_lesson(*set, course_.machines);
    Result<NamedLesson> named = load_lesson(course_.assets, std::get<std::string>(to));
    if (!named) return fail(named.error());
    return std::move(named->lesson);
  }

  Result<const Asked*> find(const AnswersTo& to) {
    const auto* set = std::get_if<ExerciseSet>(&to);
    const std::string key = set != nullptr ? command_line(*set) : std::get<std::string>(to);
    if (const auto known = asked_.find(key); known != asked_.end()) return known->second.get();
    Result<Lesson> lesson = lesson_of(to);
    if (!lesson) return fail(lesson.error());
    return asked_.emplace(key, std::make_unique<Asked>(*std::move(lesson), course_.machines)).first->second.get();
  }

  const Course& course_;
  std::map<std::string, std::unique_ptr<Asked>> asked_;
};

// A broken file hides none of the others.
int grade_class(const ClassOptions& options) {
  const Result<Course> course = find_course();
  if (!course) return refuse(course.error());
  Grader grader(*course);
  std::vector<Graded> all;
  int exit_code = exit_ok;
  for (const std::string& file : options.files) {
    Result<Graded> graded = grader.grade_file(file);
    if (graded) {
      all.push_back(*std::move(graded));
    } else {
      exit_code = refuse(graded.error());
    }
  }
  if (all.empty()) return exit_code;
  const int printed = print(options.csv ? grade_csv(all) : grade_table(all));
  return printed != exit_ok ? printed : exit_code;
}

}  // namespace

void add_class_commands(CLI::App& lesson, Command& chosen) {
  auto options = std::make_shared<ClassOptions>();
  const auto runs = [options, &chosen](CLI::App* command, int (*run)(const ClassOptions&)) {
    command->callback([options, &chosen, run] { chosen = [options, run] { return run(*options); }; });
  };
  CLI::App* sheet = lesson.add_subcommand("export", "a lesson as a sheet for the class, to print or to hand out");
  sheet->footer("for example: bankmap lesson export 01 -o sheet.html --solutions");
  sheet->add_option("LESSON", options->lesson, "a lesson of the course (its number will do) or a file")->required();
  sheet->add_option("-o", options->output, "sheet.html, text.txt or lesson.json; text to standard output unless given");
  sheet->add_flag("--solutions", options->solutions, "with the pictures, the answers, the reasons and the notes");
  runs(sheet, export_sheet);

  CLI::App* answers = lesson.add_subcommand("answers", "a file for a student's answers to a lesson, to fill in");
  answers->footer("for example: bankmap lesson answers 01 -o answers.json");
  answers->add_option("LESSON", options->lesson, "a lesson of the course (its number will do) or a file")->required();
  answers->add_option("-o", options->output, "file to write; standard output unless given");
  answers->add_flag("--force", options->force, "replaces a file that exists, and the answers in it");
  runs(answers, write_empty);

  CLI::App* grades = lesson.add_subcommand("grade", "judges files of answers, to lessons and to exercises");
  grades->footer("for example: bankmap lesson grade answers/*.json --csv > grades.csv");
  grades->add_option("FILE", options->files, "files of answers")->required();
  grades->add_flag("--csv", options->csv, "a table for a spreadsheet");
  runs(grades, grade_class);
}

}  // namespace bankmap
