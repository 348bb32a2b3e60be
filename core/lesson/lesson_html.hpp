// core/lesson/lesson_html.hpp -- a lesson or an exercise set as one HTML file that prints well on A4: a sheet for the class.
//
//     Exercises, seed 7, difficulty 2                     without solutions   the code, banks to tally in, lines to write on
//     Name ____________  Date ________  __ of 5           with solutions      the view, the answer, the reason, the notes
//     1  The bank of a lane ...
//
// A step that asks shows no picture without its solution, for the picture is the answer: it shows the tile's declaration and the CUDA line
// instead. A step that asks nothing shows its view. Nothing is fetched from elsewhere, and every text is escaped.
#pragma once

#include <string>

#include "core/lesson/figures.hpp"

namespace bankmap {

struct LessonHtmlStyle {
  bool solutions = false;  // with pictures, answers, reasons and the teacher's notes
};

// Refuses a lesson whose expressions are wrong: check_lesson says all of what is wrong.
Result<std::string> lesson_html(const Lesson& lesson, const Figures& figures, const LessonHtmlStyle& style);

}  // namespace bankmap
