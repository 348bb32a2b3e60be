// app/views/paste_sheet.hpp -- what is on the clipboard, read while it is looked at and mended.
//
//     +-- Paste ------------------------------------------------------- x +
//     | __shared__ float tile[32][33];                                    |
//     | x = tile[row][threadIdx.x];                                       |
//     |-------------------------------------------------------------------|
//     | line 2:  x = tile[row][threadIdx.x];                              |
//     |                   ~~~                                             |
//     | row is not known                                       [ Set up ] |
//     +-------------------------------------------------------------------+
#pragma once

#include <optional>
#include <string>

#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"
#include "core/paste.hpp"

namespace bankmap {

struct PasteSheetView {
  std::string text;                    // as it stands in the box
  std::string read_text;               // that `read` is of
  std::optional<Result<Pasted>> read;  // empty: not read yet
};
// Setting up is one edit; a share string or a scenario opens as a document of its own.
void draw_paste_sheet(const Frame& frame, SheetState& sheets, PasteSheetView& own, Edits& edits);

// The line of a text that a place in it lies on.
struct TextLine {
  std::size_t number = 1;  // counted from 1
  std::string_view text;
  TextRange range;  // of the place, in the line: cut at its end
};
TextLine line_at(std::string_view text, TextRange place);

}  // namespace bankmap
