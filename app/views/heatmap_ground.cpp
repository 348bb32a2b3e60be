#include <algorithm>
#include <cmath>

#include "app/views/heatmap_parts.hpp"

namespace bankmap {
namespace {

// Every second phase a little lighter, so that phases are seen as bands.
void draw_bands(const Frame& frame, const HeatmapLayout& layout, ImDrawList& list) {
  const AccessAnalysis& access = frame.shown();
  if (!access.shown || access.shown->served.phases.size() < 2) return;
  const Colour band = mix(frame.colours().cell, frame.colours().cell_lit, 0.55);
  for (int lane = 0; lane < lane_count; ++lane) {
    if (access.shown->lanes[static_cast<std::size_t>(lane)].phase % 2 != 1) continue;
    const ImVec2 min = layout.min(lane, 0);
    list.AddRectFilled(min, {layout.end().x, min.y + layout.cell.y}, frame.u32(band));
  }
}

void draw_lit(const Frame& frame, const HeatmapLayout& layout, ImDrawList& list) {
  const Pointed& pointed = frame.selection.shown();
  const std::uint32_t banks = pointed.bank >= 0 || pointed.bytes.any() ? frame.lit().banks : 0;
  const ImU32 lit = frame.u32(frame.colours().cell_lit);
  if (pointed.lane >= 0) {
    const ImVec2 min = layout.min(pointed.lane, 0);
    list.AddRectFilled(min, {layout.end().x, min.y + layout.cell.y}, lit);
  }
  for (int bank = 0; bank < bank_count; ++bank) {
    if (bank != pointed.bank && (banks >> bank & 1U) == 0) continue;
    const ImVec2 min = layout.min(0, bank);
    list.AddRectFilled(min, {min.x + layout.cell.x, layout.end().y}, lit);
  }
}

void draw_lines(const Frame& frame, const HeatmapLayout& layout, ImDrawList& list) {
  if (!layout.numbered) return;  // there would be little else
  const ImU32 line = frame.u32(frame.colours().ground);
  const ImVec2 end = layout.end();
  const float thick = layout.line(frame.px(1));
  for (int i = 1; i < lane_count; ++i) {
    const ImVec2 at = layout.min(i, i);
    list.AddRectFilled({layout.grid.x, at.y - thick}, {end.x, at.y}, line);
    list.AddRectFilled({at.x - thick, layout.grid.y}, {at.x, end.y}, line);
  }
}

// Slanted lines that begin and end inside the row, so that nothing has to be clipped.
void draw_hatching(const Frame& frame, const HeatmapLayout& layout, ImDrawList& list, LaneMask lanes) {
  const ImU32 colour = frame.u32(frame.colours().hatch);
  const float apart = std::max(6.0F, std::floor(layout.cell.x / 2));
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const float top = layout.min(lane, 0).y + 1;
    const float bottom = top + layout.cell.y - 3;
    const float lean = bottom - top;
    for (float x = layout.grid.x; x + lean <= layout.end().x; x += apart) {
      list.AddLine({x, bottom}, {x + lean, top}, colour, 1);
    }
  }
}

LaneMask idle_lanes(const AccessAnalysis& access) {
  LaneMask idle = 0;
  for (int lane = 0; lane < lane_count && access.shown; ++lane) {
    if (!access.shown->lanes[static_cast<std::size_t>(lane)].active) idle |= lane_bit(lane);
  }
  return idle;
}

}  // namespace

LaneMask refused_lanes(const AccessAnalysis& access) {
  if (access.shown) return 0;
  LaneMask lanes = 0;
  for (const Problem& problem : access.problems) {
    if (problem.severity == Severity::error) lanes |= problem.lanes;
  }
  return lanes;
}

void draw_ground(const Frame& frame, const HeatmapLayout& layout) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(layout.grid, layout.end(), frame.u32(frame.colours().cell), frame.px(3));
  draw_bands(frame, layout, list);
  draw_lit(frame, layout, list);
  const LaneMask refused = refused_lanes(frame.shown());
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(refused, lane)) continue;
    const ImVec2 min = layout.min(lane, 0);
    list.AddRectFilled(min, {layout.end().x, min.y + layout.cell.y}, frame.u32(frame.colours().refused, 0.7F));
  }
  draw_lines(frame, layout, list);
  draw_hatching(frame, layout, list, idle_lanes(frame.shown()));
}

}  // namespace bankmap
