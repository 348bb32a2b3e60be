// app/views/frame.hpp -- what every view gets to draw one frame from: the question, the answer, the look, and what is
// pointed at.
//
//     void draw_headline(const Frame& frame, Edits& edits);
//
// A view reads the Frame, writes its own state, and pushes Edits; the scenario changes only after all views have drawn,
// so one frame shows one state. What may be proposed from anywhere (the next selection, the access that is open) are
// references in here.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/editor.hpp"
#include "app/selection.hpp"
#include "app/theme.hpp"
#include "app/views/lit.hpp"
#include "app/widget_log.hpp"

namespace bankmap {

struct Frame {
  const Scenario& scenario;
  const Analysis& analysis;
  const MachineProfile& machine;
  const MachineProfiles& machines;
  const std::vector<Preset>& presets;
  const Theme& theme;
  WidgetLog& log;
  int access = 0;              // the one that is open, an index into scenario.accesses; pre: there is one
  const Selection& selection;  // of the frame before
  Selection& next_selection;   // views propose; hover starts empty each frame
  int& next_access;
  std::uint32_t& gesture;  // set by a control that is held down or typed into
  bool can_undo = false;
  bool can_redo = false;
  std::string_view preview = {};            // of which fix all this is, for a look; empty: it is the person's own
  const AccessAnalysis* against = nullptr;  // the same access in a comparison, whose differences are marked

  const Access& shown_access() const { return scenario.accesses[static_cast<std::size_t>(access)]; }
  const AccessAnalysis& shown() const { return analysis.accesses[static_cast<std::size_t>(access)]; }
  // What the selection lights up, in every view.
  Lit lit() const { return bankmap::lit(shown(), selection.shown()); }
  // The tile of an access; where a file names one that is not there, the nearest that is (the analysis says what is
  // wrong).
  int tile_of(const Access& each) const {
    return std::clamp(each.tile, 0, static_cast<int>(scenario.tiles.size()) - 1);
  }
  const Tile& tile(int index) const { return scenario.tiles[static_cast<std::size_t>(index)]; }
  // The same frame with another question and its answer, only to be looked at. pre: both outlive it, and it has the access
  Frame showing(const Scenario& other, const Analysis& answer, std::string_view title, int of_access,
                const MachineProfile* of_machine) const {
    return {other,     answer,         *of_machine, machines, presets,  theme,    log,  of_access,
            selection, next_selection, next_access, gesture,  can_undo, can_redo, title};
  }
  const Palette& colours() const { return *theme.colours; }
  ImU32 u32(Colour colour, float opacity = 1) const { return theme.u32(colour, opacity); }
  float px(float drawing_pixels) const { return theme.px(drawing_pixels); }
};

}  // namespace bankmap
