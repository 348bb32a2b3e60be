#include "app/views/heatmap_layout.hpp"

#include <algorithm>
#include <cmath>

namespace bankmap {
namespace {
constexpr float most_oblong = 2;  // halves of a comparison are high: rows of twice the height are read well
constexpr float smallest_cell = 4;
}  // namespace

float HeatmapLayout::line(float asked) const {
  return std::clamp(asked, 1.0F, std::max(1.0F, std::floor(cell.y / 14)));
}

float HeatmapLayout::lane_label_size(float own) const {
  return std::min({own, cell.y * static_cast<float>(lane_label_step()) * 0.9F, std::max(8.0F, left * 0.5F)});
}

float HeatmapLayout::bank_label_size(float own) const {
  // Two digits are 1.2 times as wide as high.
  return std::min({own, cell.x * static_cast<float>(bank_label_step()) * 0.8F, std::max(8.0F, top)});
}

Pointed HeatmapLayout::at(ImVec2 point) const {
  const ImVec2 last = end();
  const bool in_columns = point.x >= grid.x && point.x < last.x;
  const bool in_rows = point.y >= grid.y && point.y < last.y;
  const bool beside = point.x >= grid.x - left && point.x < last.x + right;
  const bool above_or_below = point.y >= grid.y - top && point.y < last.y + bottom;
  Pointed pointed;
  if (in_rows && beside) pointed.lane = static_cast<int>((point.y - grid.y) / cell.y);
  if (in_columns && above_or_below) pointed.bank = static_cast<int>((point.x - grid.x) / cell.x);
  return pointed;
}

HeatmapLayout fit_heatmap(ImVec2 origin, ImVec2 room, HeatmapMargins margins) {
  HeatmapLayout layout{.grid = {},
                       .cell = {},
                       .left = margins.left,
                       .right = margins.right,
                       .top = margins.top,
                       .bottom = margins.bottom};
  float width = std::floor((room.x - margins.left - margins.right) / bank_count);
  float height = std::floor((room.y - margins.top - margins.bottom) / lane_count);
  width = std::max(width, smallest_cell);
  height = std::max(height, smallest_cell);
  layout.cell = {std::min(width, std::floor(height * most_oblong)), std::min(height, std::floor(width * most_oblong))};
  const float spare_x = room.x - layout.cell.x * bank_count - margins.left - margins.right;
  const float spare_y = room.y - layout.cell.y * lane_count - margins.top - margins.bottom;
  layout.grid = {origin.x + margins.left + std::max(0.0F, std::floor(spare_x / 2)),
                 origin.y + margins.top + std::max(0.0F, std::floor(spare_y / 2))};
  return layout;
}

}  // namespace bankmap
