// app/views/headline.hpp -- one glance: the four big numbers, at places that never move, and the reason in a sentence.
//
//     4            1       3          4.08          Rows are 36 words apart and 36 mod 32 = 4, so the column uses
//     wavefronts   ideal   excess     cycles        only 8 banks; 4 lanes wait in each.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

// In a centre of this width: the sentence stands beside the numbers, or below them where that is narrow.
float headline_height(const Frame& frame, float width);
void draw_headline(const Frame& frame);

}  // namespace bankmap
