// app/views/heatmap_parts.hpp -- the layers of the heatmap, from the ground up (internal to the heatmap).
#pragma once

#include "app/views/frame.hpp"
#include "app/views/heatmap_layout.hpp"

namespace bankmap {

// Lanes that the selection is about: the one pointed at, those that share its word, and those that fight it for its
// bank; or all lanes in the bank that is pointed at. Nothing pointed at: none.
LaneMask related_lanes(const AccessAnalysis& access, const Pointed& pointed);
// Lanes whose address the hardware would refuse.
LaneMask refused_lanes(const AccessAnalysis& access);

void draw_ground(const Frame& frame,
                 const HeatmapLayout& layout);  // empty cells, bands of phases, lit row and column, hatching
void draw_cells(const Frame& frame, const HeatmapLayout& layout);  // what the lanes touch
void draw_axes(const Frame& frame, const HeatmapLayout& layout);   // numbers of lanes and banks, words, bars, phases
// In one line: which access, step and warp; and at the right what the colours and shapes mean, where there is room for
// it.
void draw_legend(const Frame& frame, ImVec2 at, float width);
void log_cells(const Frame& frame, const HeatmapLayout& layout);

}  // namespace bankmap
