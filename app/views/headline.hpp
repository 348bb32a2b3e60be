// app/views/headline.hpp -- one glance: the four big numbers, at places that never move, and the reason in a sentence.
//
//     4            1       3          4.08          Rows are 36 words apart and 36 mod 32 = 4, so the column uses
//     wavefronts   ideal   excess     cycles        only 8 banks; 4 lanes wait in each.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

// The sentence stands beside the numbers; below them where the centre is narrow; and in a wide, low centre (large text,
// folded panels) all of it is a column at the left, as wide as a side panel, so that the picture keeps its height.
enum class HeadlineShape { row, narrow, column };
HeadlineShape headline_shape(const Frame& frame, ImVec2 centre);
ImVec2 headline_size(const Frame& frame, HeadlineShape shape, ImVec2 centre);
void draw_headline(const Frame& frame, HeadlineShape shape);

}  // namespace bankmap
