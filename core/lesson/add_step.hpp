// core/lesson/add_step.hpp -- one more step at the end of a lesson, with the scenario that it shows.
//
//     add_step(lesson, {.title = "Mine", ...}, scenario)    the scenario is named "scenario3", or as one that the lesson has already
#pragma once

#include "core/lesson/lesson.hpp"
#include "core/problem.hpp"

namespace bankmap {

// A lesson with a title and no steps yet, for a first step.
Lesson new_lesson(std::string title);

// step.scenario is set here. Refuses what would be more than a lesson can hold.
Result<Lesson> add_step(Lesson lesson, LessonStep step, const Scenario& scenario);

}  // namespace bankmap
