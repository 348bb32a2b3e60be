#include "core/lesson/add_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bankmap {
namespace {

std::string free_name(const Lesson& lesson) {
  for (std::size_t number = lesson.scenarios.size() + 1;; ++number) {
    std::string name = fmt::format("scenario{}", number);
    if (lesson.scenario_named(name) == nullptr) return name;
  }
}

}  // namespace

Lesson new_lesson(std::string title) {
  Lesson lesson;
  lesson.title = std::move(title);
  return lesson;
}

Result<Lesson> add_step(Lesson lesson, LessonStep step, const Scenario& scenario) {
  if (lesson.steps.size() >= max_lesson_steps) {
    return fail(fmt::format("the lesson has {} steps already", lesson.steps.size()), "begin another lesson");
  }
  const auto known = std::ranges::find(lesson.scenarios, scenario, &LessonScenario::scenario);
  if (known != lesson.scenarios.end()) {
    step.scenario = known->name;
  } else if (lesson.scenarios.size() >= max_lesson_scenarios) {
    return fail(fmt::format("the lesson has {} scenarios already", lesson.scenarios.size()), "begin another lesson");
  } else {
    step.scenario = free_name(lesson);
    lesson.scenarios.push_back({.name = step.scenario, .preset = {}, .scenario = scenario});
  }
  lesson.steps.push_back(std::move(step));
  return lesson;
}

}  // namespace bankmap
