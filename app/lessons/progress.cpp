#include "app/lessons/progress.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/json_reader.hpp"
#include "core/lesson/lesson.hpp"

namespace bankmap {
namespace {

using nlohmann::ordered_json;

constexpr int version = 1;
constexpr std::size_t most_lessons = 1000;
constexpr int last_step = static_cast<int>(max_lesson_steps) - 1;

LessonProgress read_one(const JsonReader& json) {
  json.keys({"name", "step", "answers"});
  LessonProgress progress{.step = json["step"].integer<int>(0, last_step), .answers = {}};
  for (const JsonReader& item : json["answers"].items(max_lesson_steps)) {
    item.keys({"step"}, {"guess", "told"});
    StepAnswer& answer = progress.answers[item["step"].integer<int>(0, last_step)];
    if (item.has("guess")) answer.guess = item["guess"].text();
    if (item.has("told")) answer.told = item["told"].boolean();
  }
  return progress;
}

const LessonProgress& of_lesson(const Progress& progress, const std::string& name) {
  static const LessonProgress none;
  const auto found = progress.find(name);
  return found == progress.end() ? none : found->second;
}

const StepAnswer* of_step(const LessonProgress& progress, int step) {
  const auto found = progress.answers.find(step);
  return found == progress.answers.end() ? nullptr : &found->second;
}

bool same_answer(const StepAnswer* a, const StepAnswer* b) { return a == nullptr || b == nullptr ? a == b : *a == *b; }

LessonProgress merged_lesson(const LessonProgress& before, const LessonProgress& ours, const LessonProgress& theirs) {
  LessonProgress all = theirs;
  if (ours.step != before.step) all.step = ours.step;
  for (int step = 0; step <= last_step; ++step) {
    const StepAnswer* mine = of_step(ours, step);
    if (same_answer(mine, of_step(before, step))) continue;
    if (mine == nullptr) {
      all.answers.erase(step);  // it was asked again
    } else {
      all.answers[step] = *mine;
    }
  }
  return all;
}

}  // namespace

Progress merged(const Progress& before, const Progress& ours, const Progress& theirs) {
  Progress all = theirs;
  for (const auto& [name, one] : ours) {
    if (before.contains(name) && one == of_lesson(before, name)) continue;
    all[name] = merged_lesson(of_lesson(before, name), one, of_lesson(theirs, name));
  }
  return all;
}

Result<Progress> read_progress(std::string_view json_text) {
  return read_json<Progress>(json_text, {}, [](const JsonReader& json) {
    json.keys({"bankmap_progress", "lessons"});
    json["bankmap_progress"].integer<int>(version, version);
    Progress progress;
    for (const JsonReader& item : json["lessons"].items(most_lessons)) {
      std::string name = item["name"].text();
      progress[std::move(name)] = read_one(item);
    }
    return progress;
  });
}

std::string write_progress(const Progress& progress) {
  ordered_json lessons = ordered_json::array();
  for (const auto& [name, one] : progress) {
    ordered_json answers = ordered_json::array();
    for (const auto& [step, answer] : one.answers) {
      ordered_json entry{{"step", step}};
      if (!answer.guess.empty()) entry["guess"] = answer.guess;
      if (answer.told) entry["told"] = true;
      answers.push_back(std::move(entry));
    }
    lessons.push_back({{"name", name}, {"step", one.step}, {"answers", std::move(answers)}});
  }
  const ordered_json out{{"bankmap_progress", version}, {"lessons", std::move(lessons)}};
  return out.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
