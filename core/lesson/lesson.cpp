#include "core/lesson/lesson.hpp"

#include <algorithm>

namespace bankmap {

const LessonScenario* Lesson::scenario_named(std::string_view name) const {
  const auto found = std::ranges::find(scenarios, name, &LessonScenario::name);
  return found == scenarios.end() ? nullptr : &*found;
}

}  // namespace bankmap
