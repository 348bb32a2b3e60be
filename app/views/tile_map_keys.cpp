// Moving the pinned lane by Alt and an arrow key, as the pointer does by dragging: one element at a time, and what is
// done while Alt is held is one step of undo.
#include "app/views/tile_map_parts.hpp"
#include "core/lane_target.hpp"

namespace bankmap {
namespace {

struct Direction {
  int rows = 0;
  int columns = 0;
  bool any() const { return rows != 0 || columns != 0; }
};

Direction pressed_direction() {
  const auto step = [](Key back, Key forth) {
    return (key_pressed(forth, true) ? 1 : 0) - (key_pressed(back, true) ? 1 : 0);
  };
  return {.rows = step(Key::up, Key::down), .columns = step(Key::left, Key::right)};
}

bool keys_are_ours(const TilePicture& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool elsewhere = io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  return key_down(Key::alt) && !elsewhere && picture.density == nullptr && picture.frame.preview.empty() &&
         picture.frame.selection.pinned.lane >= 0;
}

// The element that the lane's address lies in; nothing where it takes no part, or lies outside of the tile.
std::optional<Coordinate> element_of(const TilePicture& picture, int lane) {
  const AccessAnalysis& access = picture.frame.shown();
  if (!access.shown || !has_lane(access.shown->addresses.active, lane)) return std::nullopt;
  const std::int64_t byte = access.shown->addresses.byte_address[static_cast<std::size_t>(lane)];
  return picture.map.places.element_at(byte * 8);
}

// The nearest element in this direction that the access may start at: a 16-byte access of floats moves by four.
std::optional<Coordinate> next_place(const TilePicture& picture, Coordinate from, Direction way) {
  for (Coordinate asked = from;;) {
    asked = {asked.row + way.rows, asked.column + way.columns};
    if (!picture.map.places.inside(asked)) return std::nullopt;
    const std::optional<Coordinate> at = landing(picture.frame.shown_access(), picture.map.places.layout(), asked);
    if (at && *at != from) return at;
  }
}

}  // namespace

void move_lane_by_keys(const TilePicture& picture, TileMapView& own, Edits& edits) {
  if (!keys_are_ours(picture)) return;
  const Frame& frame = picture.frame;
  frame.gesture = ImGui::GetID("tilemap.keys");
  const Direction way = pressed_direction();
  const int lane = frame.selection.pinned.lane;
  const std::optional<Coordinate> from = element_of(picture, lane);
  if (!way.any() || !from) return;
  const std::optional<Coordinate> to = next_place(picture, *from, way);
  if (!to) return;
  edits.push(SetAccess{frame.access, with_lane_at(frame.shown_access(), picture.map.places.layout(), lane, *to)});
  reveal(own.scroll, picture.grid, *to);
}

}  // namespace bankmap
