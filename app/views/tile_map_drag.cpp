// Dragging a lane to another element: the same edit again and again from the access as it was, so that only the last
// place counts, all of one gesture.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/views/controls.hpp"
#include "app/views/tile_map_parts.hpp"
#include "core/lane_target.hpp"

namespace bankmap {
namespace {

// The element under the pointer, or the nearest of those on the screen.
Coordinate nearest_element(const TilePicture& picture, ImVec2 mouse) {
  const Grid& grid = picture.grid;
  const auto cell = [](float from, float size) { return static_cast<std::int64_t>(std::max(0.0F, from) / size); };
  return {std::clamp(cell(mouse.y - grid.origin.y, grid.cell.y), picture.window.first_row, picture.window.end_row - 1),
          std::clamp(cell(mouse.x - grid.origin.x, grid.cell.x), picture.window.first_column,
                     picture.window.end_column - 1)};
}

void say_target(const TilePicture& picture, const LaneDrag& drag) {
  const std::optional<Coordinate> at = landing(drag.before, picture.map.places.layout(), drag.target);
  const std::string& name = picture.tile().name;
  hover_sentence(picture.frame, at ? fmt::format("Lane {} to {}[{}][{}].", drag.lane, name, at->row, at->column)
                                   : fmt::format("Lane {} cannot start at {}[{}][{}]: its address would be no multiple "
                                                 "of the access size.",
                                                 drag.lane, name, drag.target.row, drag.target.column));
}

}  // namespace

int draggable_lane(const TilePicture& picture, Coordinate at) {
  if (picture.density != nullptr || !picture.frame.preview.empty()) return -1;
  const LaneMask lanes = picture.map.lanes_at(at);
  if (lanes == 0) return -1;
  const int pinned = picture.frame.selection.pinned.lane;
  return pinned >= 0 && has_lane(lanes, pinned) ? pinned : std::countr_zero(lanes);
}

void drag_lane(const TilePicture& picture, TileMapView& own, Edits& edits) {
  const Frame& frame = picture.frame;
  LaneDrag& drag = own.drag;
  if (!ImGui::IsItemActive() || picture.window.rows() == 0 || picture.window.columns() == 0) {
    drag = {};
    return;
  }
  const ImVec2 pressed = ImGui::GetIO().MouseClickedPos[0];
  const Coordinate from = nearest_element(picture, pressed);
  const Coordinate to = nearest_element(picture, ImGui::GetIO().MousePos);
  if (drag.lane < 0) {
    const bool begins = ImGui::IsMouseDragging(0, frame.px(3)) && picture.grid.at(pressed) == from && to != from;
    const int lane = begins ? draggable_lane(picture, from) : -1;
    if (lane < 0) return;
    drag = {lane, frame.shown_access(), from};
  }
  frame.gesture = ImGui::GetID("tilemap.drag");
  frame.next_selection.hovered.lane = drag.lane;
  if (drag.target != to) {
    drag.target = to;
    const TileLayout& layout = picture.map.places.layout();
    if (const std::optional<Coordinate> at = landing(drag.before, layout, to))
      edits.push(SetAccess{frame.access, with_lane_at(drag.before, layout, drag.lane, *at)});
  }
  say_target(picture, drag);
}

}  // namespace bankmap
