// app/views/heatmap.hpp -- 32 lanes down, 32 banks across: where each lane lands, and in which pass it is served.
//
//     filled cell        the lane touches the bank; the number is its pass, the colour how long it waits in its phase
//     linked shape       lanes that share a word and are served together (broadcast); each word is a shape of its own
//     hatched row        the lane takes no part              red row   the lane whose address is refused
//     below              distinct words in the bank          beside    the pass of the lane, as a bar
//
// Hovering a cell explains it and lights up all that share or fight with it; a click pins it.
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

void draw_heatmap(const Frame& frame);

}  // namespace bankmap
