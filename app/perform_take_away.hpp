// app/perform_take_away.hpp -- doing what the sheet "Take away" and its actions ask for (app/perform.hpp).
#pragma once

#include <optional>

#include "app/perform.hpp"
#include "app/views/take_away_sheet.hpp"

namespace bankmap {

// To the clipboard, or into a file with the next free name; what became of it.
// Nothing is said of a picture: it comes once the sheet has left the screen (picture_when_clear), and would show the words.
std::optional<Notice> take_away(const Editor& editor, Ui& ui, const TakeAwayAsk& ask);
// Once a frame.
void picture_when_clear(Ui& ui);

}  // namespace bankmap
