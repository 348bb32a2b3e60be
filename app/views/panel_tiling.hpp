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
#include "core/view_name.hpp"

namespace bankmap {

// Which views are shown, in the order of all_views, and their shares of the room. Never empty.
struct PanelSet {
  std::vector<ViewName> shown{ViewName::heatmap};
  std::array<float, view_count> column_share = filled(1);  // [column]
  std::array<float, view_count> height_share = filled(1);  // [panel] within its column

  bool shows(ViewName panel) const;
  void show_alone(ViewName panel);
  void toggle(ViewName panel);  // the last one stays
  bool operator==(const PanelSet&) const = default;

 private:
  static constexpr std::array<float, view_count> filled(float value) {
    std::array<float, view_count> all{};
    all.fill(value);
    return all;
  }
};

struct PanelPlace {
  ViewName panel;
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
