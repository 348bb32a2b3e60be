// app/views/panels.hpp -- the views of the access that is open, in the centre of the window: tabs, and the panels below.
//
//     [heatmap] [tile] [memory] [passes] [sweep] [bits] [profiler]            colour: pass v
//     +--------------------+--------------------+
//     | heatmap          x | memory           x |      a click on a tab (key 1 to 7) shows one view alone,
//     |                    |                    |      with Shift it comes beside the others or goes
//     +--------------------+--------------------+      borders between panels can be dragged
//
// How a new view is made: the README, "How to add".
#pragma once

#include "app/views/address_bits.hpp"
#include "app/views/heatmap.hpp"
#include "app/views/memory_map.hpp"
#include "app/views/panel_tiling.hpp"
#include "app/views/pass_timeline.hpp"
#include "app/views/profiler_sum.hpp"
#include "app/views/sweep_chart.hpp"
#include "app/views/tile_map.hpp"

namespace bankmap {

struct PanelsView {
  PanelSet set;
  HeatmapView heatmap;
  TileMapView tile;
  MemoryMapView memory;
  PassTimelineView passes;
  SweepChartView sweep;
  AddressBitsView bits;
  ProfilerSumView profiler;
};

void draw_panel_tabs(const Frame& frame, PanelsView& own, Edits& edits);
// The views that are shown, in the room that the current ImGui window has left.
void draw_panel_places(const Frame& frame, PanelsView& own, Edits& edits);

}  // namespace bankmap
