// app/views/take_away_sheet.hpp -- all that can be taken out of the window, each with a button to copy and one to save.
//
//     +-- Take away -------------------------------------------------- x +
//     | file name [ transpose-float          ]  in /home/ada/kernels     |
//     | Share string     whoever pastes it sees the same  [Copy] [Save]  |
//     | Heatmap, SVG     lanes down, banks across         [Copy] [Save]  |
//     | Saved as transpose-float.md.                                     |
//     +------------------------------------------------------------------+
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/take_away.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

struct TakeAwayAsk {
  TakeAway kind = TakeAway::share;
  bool copy = false;  // to the clipboard; else into a file
};

struct TakeAwayView {
  std::filesystem::path folder;
  std::string stem;                // of the file name, as typed
  std::optional<TakeAwayAsk> ask;  // taken after the frame
  std::string said;                // what became of the last one
  bool bad = false;
  int frames_to_picture = 0;  // until the sheet has left the screen and the window can be taken

  // For a document; the working folder and the title where it has no file.
  void begin(const std::string& document_path, std::string_view title);
};
// can_picture: there is a window of which one can be taken.
void draw_take_away_sheet(const Frame& frame, SheetState& sheets, TakeAwayView& own, bool can_picture);

}  // namespace bankmap
