// app/views/palette.hpp -- every command, preset and machine by its name, and all keys on a sheet.
//
//     > tx lar                          words and parts of words, in any order
//       Larger text            Ctrl++   Up to 40 px.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/action_table.hpp"
#include "app/views/eager_text.hpp"
#include "app/views/frame.hpp"
#include "app/views/sheet.hpp"

namespace bankmap {

struct PaletteView {
  std::string typed;
  EagerText box;
  int chosen = 0;  // of those that match
};
void draw_palette(const Frame& frame, SheetState& sheets, PaletteView& own, const Possible& now, Edits& edits);
void draw_keys(const Frame& frame, SheetState& sheets);

struct PaletteEntry {
  enum class Kind { action, preset, machine };
  Kind kind = Kind::action;
  int index = 0;     // an Action, or where it stands among presets or machines
  std::string text;  // "View: Larger text", "Preset: 16 x 16 block", "Machine: sm_90 Hopper"
  std::string key;
  std::string about;
};
std::vector<PaletteEntry> palette_entries(const std::vector<Preset>& presets, const MachineProfiles& machines);
// Those whose text contains each word of what is typed, whatever the case; names that begin with it first, else in order.
std::vector<PaletteEntry> matching(const std::vector<PaletteEntry>& entries, std::string_view typed);

}  // namespace bankmap
