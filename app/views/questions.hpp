// app/views/questions.hpp -- questions about work that is not in a file: before the program ends, after it ended without being
// asked to, and before it is saved over what another program wrote.
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
enum class ChangedAnswer { save_over, save_as };

struct QuestionsView {
  std::string name;                // of the scenario that is not saved: its file or its title
  std::optional<QuitAnswer> quit;  // taken after the frame
  std::vector<Unsaved> left;       // unsaved work of programs that have ended
  struct LeftAnswer {
    std::size_t which = 0;
    bool restore = false;  // false: forget
  };
  std::optional<LeftAnswer> about_left;          // taken after the frame
  std::string changed;                           // what another program did to the file (changed_meanwhile)
  std::optional<ChangedAnswer> about_changed{};  // taken after the frame
};

void draw_quit_question(const Frame& frame, SheetState& sheets, QuestionsView& own);
void draw_changed_question(const Frame& frame, SheetState& sheets, QuestionsView& own);
void draw_left_behind(const Frame& frame, SheetState& sheets, QuestionsView& own);

}  // namespace bankmap
