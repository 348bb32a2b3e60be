// app/views/heatmap_layout.hpp -- where each lane and bank of the heatmap lies on the screen.
//
//            0  1  2  ...  31   banks            all cells are of one size in whole pixels, square where the
//     lane 0 [ ][ ][ ] ... [ ]  bar              room is, at most twice as long one way as the other;
//          1 [ ][ ][ ] ... [ ]                   bars and labels stand in the margins
#pragma once

#include "app/imgui_compat.hpp"
#include "app/selection.hpp"

namespace bankmap {

struct HeatmapLayout {
  ImVec2 grid;     // top left of lane 0, bank 0
  ImVec2 cell;     // size of one cell with the line after it
  float left = 0;  // width of the margins
  float right = 0;
  float top = 0;
  float bottom = 0;
  float small = 9;       // [px] lower cells have no room for a label each; more with large text
  bool numbered = true;  // false: a picture so small that no number could be read

  ImVec2 min(int lane, int bank) const {
    return {grid.x + cell.x * static_cast<float>(bank), grid.y + cell.y * static_cast<float>(lane)};
  }
  ImVec2 end() const { return min(lane_count, bank_count); }
  // Which lanes and banks are labelled: every one, or every 4th where the cells are too small for a label each.
  int lane_label_step() const { return cell.y < small ? 4 : 1; }
  int bank_label_step() const { return cell.x < small + 2 ? 4 : 1; }
  // [px] of the labels, no larger than own.
  float lane_label_size(float own) const;
  float bank_label_size(float own) const;
  // Between two cells: as thick as asked for where the cells are large enough for it.
  float line(float asked) const;
  // The cell under a point; in the margins only the lane or only the bank; nothing beyond.
  Pointed at(ImVec2 point) const;
};

inline constexpr float least_number = 7;  // [px] a smaller number in a cell is left out

struct HeatmapMargins {
  float left = 0;
  float right = 0;
  float top = 0;
  float bottom = 0;
};
// The largest cells that fit, at most twice as wide as high and the other way round; centred.
HeatmapLayout fit_heatmap(ImVec2 origin, ImVec2 room, HeatmapMargins margins);

}  // namespace bankmap
