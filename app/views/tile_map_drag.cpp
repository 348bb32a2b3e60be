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
  const Coordinate under = picture.grid.cell_under(mouse);
  return {std::clamp(under.row, picture.window.first_row, picture.window.end_row - 1),
          std::clamp(under.column, picture.window.first_column, picture.window.end_column - 1)};
}

// Of the warp and step that are shown; "?" where there is no answer.
std::string cost_text(const Frame& frame) {
  return frame.shown().shown ? fmt::format("{}", frame.shown().shown->served.cost.wavefronts) : "?";
}

// "lane 3 → [7][2]: wavefronts 32 → 31"; each step of the drag is applied, so the answer is that of the new place.
void say_target(const TilePicture& picture, const LaneDrag& drag) {
  const std::optional<Coordinate> at = landing(drag.before, picture.map.places.layout(), drag.target);
  const std::string text =
      at ? fmt::format("lane {} → [{}][{}]: wavefronts {} → {}", drag.lane, at->row, at->column, drag.wavefronts_before,
                       cost_text(picture.frame))
         : fmt::format("lane {} cannot start at [{}][{}]: its address would be no multiple of the access size",
                       drag.lane, drag.target.row, drag.target.column);
  hover_sentence(picture.frame, text);
  if (picture.frame.log.on()) picture.frame.log.area("tilemap.drag", picture.grid.min, picture.grid.max, text);
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
    drag = {lane, frame.shown_access(), from, cost_text(frame)};
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
