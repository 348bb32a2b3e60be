// app/views/step_sheet.hpp -- "save as lesson step": what is on the screen becomes the last step of a lesson file of one's own.
//
//     file       [ /home/me/lesson.json                ]
//     title      [ Read a column                       ]
//     text       [ Lane 1 reads word {lane1.word}.     ]     Lane 1 reads word 32.
//     question   [ How many wavefronts?                ]
//     answer     [ wavefronts                          ]     32
//     reason     [ ...                                 ]
//     [Add the step]
//
// What the figures come to is shown while one types.
#pragma once

#include <optional>
#include <string>

#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"
#include "core/lesson/lesson.hpp"

namespace bankmap {

struct StepSheetView {
  std::string path;
  std::string title, text, question, answer, reason;
  bool ask = false;  // taken after the frame
  std::string said;  // what came of it
  bool bad = false;
};

// The step as typed, looking at what the window shows.
LessonStep typed_step(const StepSheetView& typed, const LessonLook& look);
void draw_step_sheet(const Frame& frame, SheetState& sheets, StepSheetView& own);

}  // namespace bankmap
