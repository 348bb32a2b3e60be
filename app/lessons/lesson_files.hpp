// app/lessons/lesson_files.hpp -- the lessons that come with the program, and those of the person.
//
//     list_lessons(assets)                              "01-what-is-a-bank", ... in the order of the course
//     load_lesson(assets, "01-what-is-a-bank")          one of the course, by its file name without .json
//     load_lesson(assets, "my/lesson.json")             a file
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/assets.hpp"
#include "core/lesson/lesson.hpp"
#include "core/machine.hpp"

namespace bankmap {

struct NamedLesson {
  std::string name;  // of its file, without .json
  Lesson lesson;
};

// Empty where the assets have no lessons.
Result<std::vector<std::string>> list_lessons(const Assets& assets);
// All of them, in order.
Result<std::vector<NamedLesson>> load_lessons(const Assets& assets, BrokenFiles* broken = nullptr);

// "01", "1", or another beginning that only one name has, will do. place of a problem: "file.json:/steps/2/look".
Result<NamedLesson> load_lesson(const Assets& assets, const std::string& name_or_file);

// Adds a step to the lesson in a file, which is made where there is none (then it is called `title`). Refuses a step that
// check_lesson would find fault with, and leaves the file as it was. The number of steps it has now.
Result<int> save_step(const Assets& assets, const MachineProfiles& machines, const std::string& path,
                      std::string_view title, const LessonStep& step, const Scenario& scenario);

}  // namespace bankmap
