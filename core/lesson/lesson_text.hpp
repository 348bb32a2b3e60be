// core/lesson/lesson_text.hpp -- a lesson as plain text for a terminal, its questions open or answered.
//
//     2. Read a column                                               plain: heatmap, lane 1
//        Lane 1 reads one row further down: word 32, bank 0.
//        ? How many wavefronts?
//        = 32: all 32 words are in one bank.
#pragma once

#include <string>

#include "core/lesson/figures.hpp"

namespace bankmap {

struct LessonTextStyle {
  bool answers = false;  // with the answers and the reasons
  int columns = 100;     // of the terminal
};

// Refuses a lesson whose expressions are wrong: check_lesson says all of what is wrong.
Result<std::string> lesson_text(const Lesson& lesson, const Figures& figures, const LessonTextStyle& style);

}  // namespace bankmap
