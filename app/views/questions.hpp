// app/views/questions.hpp -- two questions about work that is not in a file: before the program ends, and after it ended
// without being asked to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/session/autosave.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

enum class QuitAnswer { save, leave };

struct QuestionsView {
  std::string name;                // of the scenario that is not saved: its file or its title
  std::optional<QuitAnswer> quit;  // taken after the frame
  std::vector<Unsaved> left;       // unsaved work of programs that have ended
  struct LeftAnswer {
    std::size_t which = 0;
    bool restore = false;  // false: forget
  };
  std::optional<LeftAnswer> about_left;  // taken after the frame
};

void draw_quit_question(const Frame& frame, SheetState& sheets, QuestionsView& own);
void draw_left_behind(const Frame& frame, SheetState& sheets, QuestionsView& own);

}  // namespace bankmap
