// app/views/palette.hpp -- every command, preset and machine by its name, and all keys on a sheet.
//
//     > tx lar                          words and parts of words, in any order
//       Larger text            Ctrl++   Up to 40 px.
#pragma once

#include <vector>

#include "app/views/action_table.hpp"
#include "app/views/filter_list.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

void draw_palette(const Frame& frame, SheetState& sheets, FilterList& own, const Possible& now, Edits& edits);
void draw_keys(const Frame& frame, SheetState& sheets);

// Every line with what it stands for: "View: Larger text", "Preset: 16 x 16 block", "Machine: sm_90 Hopper".
struct PaletteEntry {
  enum class Kind { action, preset, machine };
  Kind kind = Kind::action;
  int index = 0;  // an Action, or where it stands among presets or machines
};
struct PaletteEntries {
  std::vector<FilterLine> lines;
  std::vector<PaletteEntry> of_line;
};
PaletteEntries palette_entries(const std::vector<Preset>& presets, const MachineProfiles& machines);

}  // namespace bankmap
