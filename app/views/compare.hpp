// app/views/compare.hpp -- two scenarios side by side: A, which was pinned, and B, which one goes on with.
//
//     A  [transpose 32x32 float, plain   v]   32 wavefronts   ideal 1   excess 31     33.08 cycles     [Swap] [End]
//     B  present state                         1              1         0              1.08            tiles[0].padding: 0 → 1
//     +------------- A ------------+------------- B ------------+
//     | heatmap                    | heatmap, lanes that differ |
//     |                            | are marked                 |
//     +----------------------------+----------------------------+
#pragma once

#include <optional>
#include <vector>

#include "app/views/filter_list.hpp"
#include "app/views/frame.hpp"
#include "app/views/panels.hpp"
#include "app/views/sheet.hpp"
#include "core/scenario_difference.hpp"

namespace bankmap {

struct CompareView {
  // What is compared with. The answer is kept beside the question.
  struct Pinned {
    Scenario scenario;
    Analysis analysis;
    const MachineProfile* machine = nullptr;  // of the editor's machines, which outlive this
  };
  std::optional<Pinned> a;
  PanelsView panels;               // those of A
  std::optional<Scenario> next_a;  // a preset was chosen: taken after the frame
  FilterList presets;              // of the sheet that A is chosen in
  bool on() const { return a.has_value(); }
  // machines: not empty, and outlive this.
  void pin(Scenario scenario, const MachineProfiles& machines);
};

float compare_height(const Frame& frame);  // [px] of the strip
// The presets, of which any can be A.
void draw_choice_of_a(const Frame& frame, SheetState& sheets, CompareView& own);
void draw_compare_strip(const Frame& frame, CompareView& own, Edits& edits);
// The panels of both, in the room that the current ImGui window has left; own.panels shows what panels shows.
void draw_compared_panels(const Frame& frame, CompareView& own, PanelsView& panels, Edits& edits);

}  // namespace bankmap
