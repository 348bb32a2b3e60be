// app/views/lesson_list.hpp -- the sheet with the lessons of the course: what each is about, and how far one has come.
//
//     01  What is a bank?        5 of 6 answered      [Go on]
//     02  Broadcast              6 questions          [Begin]
#pragma once

#include "app/views/lesson_parts.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

void draw_lesson_list(const Frame& frame, SheetState& sheets, const LessonDesk& lessons, std::optional<LessonAsk>& ask);

}  // namespace bankmap
