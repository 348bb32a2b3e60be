// app/views/panel_tiling.hpp -- how the views that are shown share the centre of the window.
//
//     one: all of it      two: side by side       five, in three columns:   +----+----+----+
//                         (or one below the                                 | 1  | 3  | 5  |
//                         other where it is high)                           +----+----+    |
//                                                                           | 2  | 4  |    |
//                                                                           +----+----+----+
// Pure arithmetic. Borders can be dragged: that changes the shares of the two neighbours, and nothing else.
#pragma once

#include <array>
#include <vector>

#include "app/imgui_compat.hpp"

namespace bankmap {

enum class Panel { heatmap, tile, memory, passes, sweep, bits, profiler };
inline constexpr std::array all_panels{Panel::heatmap, Panel::tile, Panel::memory,  Panel::passes,
                                       Panel::sweep,   Panel::bits, Panel::profiler};
inline constexpr std::size_t panel_count = all_panels.size();
const char* panel_name(Panel panel);  // "heatmap": on its tab, in files, in names of the widget log

// Which views are shown, in the order of all_panels, and their shares of the room. Never empty.
struct PanelSet {
  std::vector<Panel> shown{Panel::heatmap};
  std::array<float, panel_count> column_share = filled(1);  // [column]
  std::array<float, panel_count> height_share = filled(1);  // [panel] within its column

  bool shows(Panel panel) const;
  void show_alone(Panel panel);
  void toggle(Panel panel);  // the last one stays
  bool operator==(const PanelSet&) const = default;

 private:
  static constexpr std::array<float, panel_count> filled(float value) {
    std::array<float, panel_count> all{};
    all.fill(value);
    return all;
  }
};

struct PanelPlace {
  Panel panel;
  int column = 0;
  int row = 0;  // within the column
  ImVec2 min;   // whole pixels
  ImVec2 size;
};
// Places do not overlap and fill the room but for `border` pixels between neighbours. As many columns as make the
// places most alike a square.
std::vector<PanelPlace> tile_panels(const PanelSet& set, ImVec2 min, ImVec2 room, float border);
// The room that the views need so that none is lower than `least` [px] on average; as high as `room` where that is enough.
float needed_height(const PanelSet& set, ImVec2 room, float border, float least);

// Moves the border after `before` by some pixels of `room`, the two shares' pixels together; neither becomes less than
// a tenth of both.
void move_border(float& before, float& after, float pixels, float room);

}  // namespace bankmap
