// app/views/presenter.hpp -- a lesson on the wall: the step at the left, the picture at the right, and nothing around it.
//
//     Read a column                                3 of 7      Space, Right, Page Down: the answer, then the next step
//     +---------------------+---------------------------+      Left, Page Up: back       Home, End: first, last
//     | text                |                           |      P poll      N notes      B or . black      Escape ends
//     | question            |   picture, poll, or code  |
//     | reason              |                           |      a ring follows the pointer
//     +---------------------+---------------------------+
//     | notes of the step, for who presents             |
//
// Page Down, Page Up, "." and "b" are what the remote controls of presenters send.
#pragma once

#include "app/measure/measure_desk.hpp"
#include "app/views/lesson_parts.hpp"
#include "app/views/measured.hpp"
#include "app/views/panels.hpp"
#include "app/views/poll.hpp"

namespace bankmap {

struct PresenterView {
  bool on = false;
  bool notes = false;
  bool black = false;
  PollView poll;
  GuessBox box;
  float text_size_before = 0;  // [px] of the window, for when it ends
  float fitted_height = 0;     // [px] of the display that the text has been fitted to
};

// What fits on a wall: a line of text about a thirtieth of the height [px at scale 1].
float presenter_text_size(float height);

// Over the whole display, in place of everything else. pre: lessons.on()
void draw_presenter(const Frame& frame, const LessonDesk& lessons, PresenterView& own, PanelsView& panels,
                    const MeasureDesk& measuring, MeasuredView& measured, std::optional<LessonAsk>& ask, Edits& edits);

}  // namespace bankmap
