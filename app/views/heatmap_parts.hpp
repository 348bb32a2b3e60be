// app/views/heatmap_parts.hpp -- the layers of the heatmap, from the ground up (internal to the heatmap).
#pragma once

#include "app/views/frame.hpp"
#include "app/views/heatmap.hpp"
#include "app/views/heatmap_layout.hpp"

namespace bankmap {

// Lanes whose address the hardware would refuse, at the step that is shown: none where it is another that is refused.
LaneMask refused_lanes(const AccessAnalysis& access);

void draw_ground(const Frame& frame,
                 const HeatmapLayout& layout);  // empty cells, bands of phases, lit row and column, hatching
// What the lanes touch; the number and the colour by `colour`, which is not `conflicts`.
void draw_cells(const Frame& frame, const HeatmapLayout& layout, HeatmapColour colour);
void draw_axes(const Frame& frame, const HeatmapLayout& layout);  // numbers of lanes and banks, words, bars, phases
// The number of an active lane, and what paints it. pre: as for draw_cells; access.shown
struct CellMeaning {
  int number = 0;
  FillColour paint;
};
CellMeaning cell_meaning(const AccessAnalysis& access, HeatmapColour colour, const Theme& theme, int lane);
// In one line: which access, step and warp; and at the right what the colours and shapes mean, where there is room for
// it.
void draw_legend(const Frame& frame, HeatmapColour colour, ImVec2 at, float width);
void log_cells(const Frame& frame, const HeatmapLayout& layout, HeatmapColour colour);

// Lanes against lanes in the same grid: cells, axes, input and all.
void draw_conflicts(const Frame& frame, const HeatmapLayout& layout);

}  // namespace bankmap
