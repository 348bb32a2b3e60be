// app/views/code_text.hpp -- lines of C in a box: numbers and the names a person can change in a colour of their own.
//
//     __shared__ float tile[32][36];          "32" "36" numbers, "k" a loop variable
#pragma once

#include <string_view>

#include "app/views/frame.hpp"

namespace bankmap {

// Draws one line at a place, in the mono font, which must be pushed. No wrapping.
void draw_code(const Frame& frame, ImDrawList& list, ImVec2 at, std::string_view line);
// The code in a box over the width of the panel; lines that are too long go on, indented, on the next.
// font: the small mono font where it is null.
void code_box(const Frame& frame, std::string_view name, std::string_view code, ImFont* font = nullptr);

}  // namespace bankmap
