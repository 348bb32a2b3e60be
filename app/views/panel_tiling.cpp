#include "app/views/panel_tiling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bankmap {
namespace {

std::size_t index(ViewName panel) { return static_cast<std::size_t>(panel); }

// Panels 0..count-1 over columns, the first columns having one more where they do not come out even.
int first_of_column(int count, int columns, int column) {
  const int least = count / columns;
  return column * least + std::min(column, count % columns);
}

int best_columns(int count, ImVec2 room) {
  int best = 1;
  double least = 1e9;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double wide = static_cast<double>(std::max(1.0F, room.x)) / columns;
    const double high = static_cast<double>(std::max(1.0F, room.y)) / rows;
    const double away = std::abs(std::log(wide / high));
    if (away >= least) continue;
    least = away;
    best = columns;
  }
  return best;
}

// Cuts a length by shares, with a border between neighbours; whole pixels, and the last takes what is left.
std::vector<float> cut(const std::vector<float>& shares, float length, float border) {
  const float sum = std::accumulate(shares.begin(), shares.end(), 0.0F);
  const float free = std::max(0.0F, length - border * static_cast<float>(shares.size() - 1));
  std::vector<float> parts;
  float left = free;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const bool last = i + 1 == shares.size();
    parts.push_back(last ? left : std::min(left, std::floor(free * shares[i] / sum)));
    left -= parts.back();
  }
  return parts;
}

}  // namespace

bool PanelSet::shows(ViewName panel) const { return std::ranges::find(shown, panel) != shown.end(); }

void PanelSet::show_alone(ViewName panel) { shown = {panel}; }

void PanelSet::toggle(ViewName panel) {
  const auto at = std::ranges::find(shown, panel);
  if (at == shown.end()) {
    shown.insert(std::ranges::upper_bound(shown, panel), panel);
  } else if (shown.size() > 1) {
    shown.erase(at);
  }
}

std::vector<PanelPlace> tile_panels(const PanelSet& set, ImVec2 min, ImVec2 room, float border) {
  const int count = static_cast<int>(set.shown.size());
  const int columns = best_columns(count, room);
  const std::vector<float> widths = cut({set.column_share.begin(), set.column_share.begin() + columns}, room.x, border);
  std::vector<PanelPlace> places;
  float x = min.x;
  for (int column = 0; column < columns; ++column) {
    const int first = first_of_column(count, columns, column);
    const int end = first_of_column(count, columns, column + 1);
    std::vector<float> shares;
    for (int i = first; i < end; ++i) shares.push_back(set.height_share[index(set.shown[static_cast<std::size_t>(i)])]);
    const std::vector<float> heights = cut(shares, room.y, border);
    const float width = widths[static_cast<std::size_t>(column)];
    float y = min.y;
    for (int i = first; i < end; ++i) {
      const float height = heights[static_cast<std::size_t>(i - first)];
      places.push_back({set.shown[static_cast<std::size_t>(i)], column, i - first, {x, y}, {width, height}});
      y += height + border;
    }
    x += width + border;
  }
  return places;
}

float needed_height(const PanelSet& set, ImVec2 room, float border, float least) {
  const int count = static_cast<int>(set.shown.size());
  const int columns = best_columns(count, room);
  const auto rows = static_cast<float>((count + columns - 1) / columns);
  return std::max(room.y, rows * least + (rows - 1) * border);
}

void move_border(float& before, float& after, float pixels, float room) {
  if (room <= 0) return;
  const float both = before + after;
  const float least = both / 10;
  before = std::clamp(before + pixels / room * both, least, both - least);
  after = both - before;
}

}  // namespace bankmap
