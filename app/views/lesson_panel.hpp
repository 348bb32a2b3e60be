// app/views/lesson_panel.hpp -- a lesson beside the picture: the step, the question, what came of the guess, and the way on.
//
//     [Lesson] [Set up]                  x
//     04 · The transpose          3 of 7
//     ... text, question, reason ...
//     [Back] [Next]
//
// While a question stands the centre shows the code alone (draw_lesson_cover): no number gives the answer away.
#pragma once

#include "app/views/lesson_parts.hpp"

namespace bankmap {

struct LessonView {
  bool setup = false;  // the panel to set up tile and access is in its place
  GuessBox box;
  std::optional<LessonAsk> ask;  // taken after the frame
};

// The two tabs over the left panel. pre: desk.on()
void draw_lesson_tabs(const Frame& frame, LessonView& own);
void draw_lesson_panel(const Frame& frame, const LessonDesk& desk, LessonView& own);
// In place of headline and views: what can be known before the answer.
void draw_lesson_cover(const Frame& frame, const LessonDesk& desk);

}  // namespace bankmap
