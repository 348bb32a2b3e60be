#include "app/lessons/lesson_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files.hpp"
#include "app/session/user_folders.hpp"
#include "core/lesson/add_step.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_json.hpp"
#include "core/nearest.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_lesson_bytes = std::size_t{1} << 20;

Result<NamedLesson> lesson_in(const Assets& assets, const std::string& path, const Result<std::string>& text) {
  if (!text) return fail(text.error());
  std::optional<Problem> broken;  // of a preset that the lesson needs
  const FindPreset find_preset = [&](std::string_view name) -> Result<Scenario> {
    const Result<std::vector<std::string>> presets = list_presets(assets);
    if (!presets) return fail(presets.error());
    if (std::ranges::find(*presets, name) == presets->end())
      return fail(fmt::format("there is no preset '{}'", shown(name)), preset_hint(name, *presets));
    Result<Scenario> scenario = load_scenario(assets, std::string(name));
    if (!scenario && !broken) broken = scenario.error();
    return scenario;
  };
  Result<Lesson> lesson = read_lesson(*text, find_preset);
  const std::string place = path == "-" ? "standard input" : path;
  if (!lesson && broken) return fail(*broken);
  if (!lesson) return fail(at(place, lesson.error()));
  return NamedLesson{path == "-" ? place : fs::path(path).stem().string(), *std::move(lesson)};
}

// A file that somebody named, which may be a pipe; the others are read as the window reads them.
Result<NamedLesson> read_named_lesson(const Assets& assets, const std::string& path) {
  return lesson_in(assets, path, read_file(path, max_lesson_bytes));
}
Result<NamedLesson> read_file_of(const Assets& assets, const std::string& path) {
  return lesson_in(assets, path, read_ordinary_file(path, max_lesson_bytes));
}

std::string course_file(const Assets& assets, const std::string& name) {
  return (assets.lessons() / (name + ".json")).string();
}

Problem without_place(Problem problem) {
  problem.place.clear();
  return problem;
}

// "4" for "04", as the names of the course begin.
std::string with_two_digits(const std::string& number) {
  const bool one_digit = number.size() == 1 && number[0] >= '1' && number[0] <= '9';
  return one_digit ? "0" + number : number;
}

Problem unknown_lesson(const std::string& name, const std::vector<std::string>& names) {
  return {.what = fmt::format("there is no lesson and no file named '{}'", shown(name)),
          .hint = guess_before_hint(name, names) + "'bankmap lesson list' lists the lessons"};
}

}  // namespace

Result<std::vector<std::string>> list_lessons(const Assets& assets) {
  std::error_code error;
  if (!fs::is_directory(assets.lessons(), error)) return std::vector<std::string>{};
  Result<std::vector<fs::path>> files = json_files(assets.lessons());
  if (!files) return fail(files.error());
  std::vector<std::string> names;
  for (const fs::path& file : *files) names.push_back(file.stem().string());
  return names;
}

Result<std::vector<NamedLesson>> load_lessons(const Assets& assets, BrokenFiles* broken) {
  const Result<std::vector<std::string>> names = list_lessons(assets);
  if (!names) return fail(names.error());
  std::vector<NamedLesson> lessons;
  for (const std::string& name : *names) {
    Result<NamedLesson> lesson = read_file_of(assets, course_file(assets, name));
    if (lesson) {
      lessons.push_back(*std::move(lesson));
    } else if (!leave_out(broken, lesson.error())) {
      return fail(lesson.error());
    }
  }
  return lessons;
}

Result<NamedLesson> load_lesson(const Assets& assets, const std::string& name_or_file) {
  const bool is_file =
      name_or_file == "-" || name_or_file.find('/') != std::string::npos || name_or_file.ends_with(".json");
  if (is_file) return read_named_lesson(assets, name_or_file);
  const Result<std::vector<std::string>> names = list_lessons(assets);
  if (!names) return fail(names.error());
  const std::string beginning = with_two_digits(name_or_file);
  std::vector<std::string> meant;
  for (const std::string& name : *names) {
    if (name == name_or_file) return read_file_of(assets, course_file(assets, name));
    if (!beginning.empty() && name.starts_with(beginning)) meant.push_back(name);
  }
  if (meant.size() == 1) return read_file_of(assets, course_file(assets, meant.front()));
  return fail(unknown_lesson(name_or_file, *names));
}

Result<int> save_step(const Assets& assets, const MachineProfiles& machines, const std::string& path,
                      std::string_view title, const LessonStep& step, const Scenario& scenario) {
  std::error_code ignored;
  // What may never end, such as a pipe, would hold the window; "-" is standard input.
  if (path == "-" || (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))) {
    return fail(fmt::format("'{}' is no ordinary file", shown(path)), "the name of a file, such as lesson.json");
  }
  Lesson lesson = new_lesson(std::string(title));
  if (fs::exists(path, ignored)) {
    Result<NamedLesson> known = read_file_of(assets, path);
    if (!known) return fail(known.error());
    lesson = std::move(known->lesson);
  }
  const Result<Lesson> longer = add_step(std::move(lesson), step, scenario);
  if (!longer) return fail(longer.error());
  const std::string place = fmt::format("/steps/{}/", longer->steps.size() - 1);
  for (const Problem& problem : check_lesson(*longer, machines)) {
    if (problem.place.starts_with(place)) return fail(at(problem.place.substr(place.size()), without_place(problem)));
  }
  if (const Result<void> written = replace_file(path, write_lesson(*longer)); !written) return fail(written.error());
  return static_cast<int>(longer->steps.size());
}

}  // namespace bankmap
