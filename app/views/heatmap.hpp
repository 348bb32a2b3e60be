// app/views/heatmap.hpp -- 32 lanes down, 32 banks across: where each lane lands, and in which pass it is served.
//
//     filled cell        the lane touches the bank; the number is its pass, the colour how long it waits in its phase
//     linked shape       lanes that share a word and are served together (broadcast); each word is a shape of its own
//     hatched row        the lane takes no part              red row   the lane whose address is refused
//     below              distinct words in the bank          beside    the pass of the lane, as a bar
//
// Hovering a cell explains it and lights up all that share or fight with it; a click pins it. The switch above says
// what number and colour mean: the pass, the phase, or how many words the bank holds for that phase; or, lanes against
// lanes, who conflicts with whom.
#pragma once

#include <array>

#include "app/views/frame.hpp"

namespace bankmap {

enum class HeatmapColour { pass, phase, ways, conflicts };
inline constexpr std::array all_heatmap_colours{HeatmapColour::pass, HeatmapColour::phase, HeatmapColour::ways,
                                                HeatmapColour::conflicts};
const char* heatmap_colour_name(HeatmapColour colour);  // "pass", "phase", "way count", "conflicts"

struct HeatmapView {
  HeatmapColour colour = HeatmapColour::pass;
};
void draw_heatmap(const Frame& frame, const HeatmapView& own);
void draw_heatmap_switch(const Frame& frame, HeatmapView& own, float width);

}  // namespace bankmap
