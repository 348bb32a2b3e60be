#include "app/views/tile_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/tile_map_parts.hpp"
#include "core/bank_colour.hpp"
#include "core/explain.hpp"
#include "core/in_words.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_padding_columns = 64;  // a stride of thousands is not scrolled through
constexpr float most_cells_of_a_frame = 90'000;    // 256 x 256 and its padding are seen whole
constexpr std::int64_t cells_in_line = 32;         // of a single row or column: neighbours in a line are in all banks
constexpr float thin = 72;                         // [px] a tile that is lower or narrower is scrolled through
constexpr float readable = 12;                     // [px] least side of a cell of such a tile

std::int64_t padding_columns(const TileLayout& layout) {
  const std::int64_t bits = layout.pitch_bits - std::int64_t{layout.tile.columns} * layout.tile.element.bits;
  return std::min(most_padding_columns, (bits + layout.tile.element.bits - 1) / layout.tile.element.bits);
}

GridExtent extent_of(const Frame& frame, const TileLayout& layout, ImVec2 room) {
  GridExtent extent{.rows = layout.tile.rows, .columns = layout.tile.columns + padding_columns(layout)};
  const std::int64_t count = std::max(extent.rows, extent.columns);
  if (layout.tile.rows == 1) extent.columns = layout.tile.columns;  // nothing lies behind the only row
  if (std::min(extent.rows, extent.columns) == 1 && count > cells_in_line) {
    extent.upright = layout.tile.rows > 1;
    extent.wrapped = std::max(extent.rows, extent.columns);
    extent.columns = cells_in_line;
    extent.rows = (extent.wrapped + cells_in_line - 1) / cells_in_line;
  }
  const float cells = static_cast<float>(extent.rows) * static_cast<float>(extent.columns);
  extent.least =
      cells <= most_cells_of_a_frame ? 1.0F : std::max(2.0F, std::sqrt(room.x * room.y / most_cells_of_a_frame));
  extent.most = frame.px(72);
  extent.fitted = fitted_cell(extent.rows, extent.columns, room, 1, extent.least, frame.px(40));
  if (extent.wrapped > 0) {  // as wide as the room beside the scroll bar, if the lines are many
    const float across = (room.x - frame.px(10)) / static_cast<float>(cells_in_line);
    extent.fitted = std::max(extent.fitted, std::floor(std::min(across, frame.px(24))));
  } else if (extent.fitted * static_cast<float>(std::min(extent.rows, extent.columns)) < frame.px(thin)) {
    extent.fitted = std::max(extent.fitted, frame.px(readable));
  }
  return extent;
}

void draw_switch(const Frame& frame, TileMapView& own) {
  if (button(frame, "tilemap.now", "now", own.sweep ? ButtonLook::ordinary : ButtonLook::chosen)) own.sweep = false;
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "Each element in the colour of its bank, and the lanes of the warp and step that are shown.");
  ImGui::SameLine(0, frame.px(4));
  const bool narrow = ImGui::GetContentRegionAvail().x < frame.px(216);
  if (button(frame, "tilemap.sweep", narrow ? "sweep" : "whole sweep",
             own.sweep ? ButtonLook::chosen : ButtonLook::ordinary))
    own.sweep = true;
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "How often each element is touched by the lanes of all warps, over all steps of the loops.");
}

// "32 × 33 float, 132 bytes a row" or what is to be said of the sweep; shortened to the room.
std::string caption(const TileMap& map, const TileDensity* density) {
  const TileLayout& layout = map.places.layout();
  if (density != nullptr) {
    const std::int64_t elements = std::int64_t{layout.tile.rows} * layout.tile.columns;
    return fmt::format("{} × {} touch {} of {}, at most {}", count_in_words(density->steps(), "step"),
                       count_in_words(density->warps(), "warp"), grouped(density->elements_touched()),
                       count_in_words(elements, "element"), count_in_words(density->most(), "time"));
  }
  return fmt::format("{} × {} of {}, {} from row to row", count_in_words(layout.tile.rows, "row"),
                     count_in_words(layout.tile.columns, "column"), layout.tile.element.name,
                     count_in_words(layout.pitch_bits / 8, "byte"));
}

// "own expression: [lane == 3 ? 7 : lane][k]" of a pattern in which lanes were dragged elsewhere.
std::string dragged_pattern(const Access& access) {
  const auto* index = std::get_if<IndexPattern>(&access.pattern);
  if (index == nullptr) return "";
  const auto moved = [](const std::string& text) { return text.starts_with("lane == "); };
  if (!moved(index->row) && !moved(index->column)) return "";
  return fmt::format("own expression: [{}][{}]", index->row, index->column);
}

// The 32 colours of the banks, at the right end of the caption, where they have room.
float draw_bank_scale(const Frame& frame, float right, float y, float height) {
  const float box = std::max(2.0F, frame.px(4));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto text = [&](const char* words, float x) {
    list.AddText({x, y}, frame.u32(frame.colours().text_faint), words);
  };
  const float last = ImGui::CalcTextSize(" 31").x;
  float x = right - last;
  text(" 31", x);
  x -= box * bank_count;
  for (int bank = 0; bank < bank_count; ++bank) {
    const float left = x + box * static_cast<float>(bank);
    list.AddRectFilled({left, y + frame.px(2)}, {left + box, y + height - frame.px(1)},
                       frame.u32(bank_colour(frame.theme.look.theme, bank).fill));
  }
  x -= ImGui::CalcTextSize("bank 0 ").x;
  text("bank 0 ", x);
  return x;
}

void draw_caption(const Frame& frame, const TileMap& map, const TileDensity* density, ImVec2 at, float width) {
  push_font(frame.theme.fonts.words_small);
  const float height = font_pixels(frame.theme.fonts.words_small);
  float right = at.x + width;
  if (density == nullptr && width > frame.px(420)) right = draw_bank_scale(frame, right, at.y, height) - frame.px(16);
  std::string whole = caption(map, density);
  Colour colour = frame.colours().text_dim;
  if (density == nullptr && map.astray != 0) {
    const bool one = (map.astray & (map.astray - 1)) == 0;
    whole = fmt::format("{} {} on no element of the tile · {}", one ? "lane" : "lanes",
                        lane_list(map.astray) + (one ? " is" : " are"), whole);
    colour = frame.colours().costly;
  }
  if (const std::string own = dragged_pattern(frame.shown_access()); density == nullptr && !own.empty())
    whole = fmt::format("{} · {}", own, whole);
  const std::string text = shortened(whole, right - at.x);
  ImGui::GetWindowDrawList()->AddText(at, frame.u32(colour), text.c_str());
  const ImVec2 end{right, at.y + height};
  if (frame.log.on()) frame.log.area("tilemap.caption", at, end, whole);
  if (text != whole) hover_over(frame, at, end, whole);
  ImGui::PopFont();
}

void place_elements(TileMapView& own, const TileLayout& layout, const TileWindow& window) {
  if (own.placed_tile == layout.tile && own.placed_window == window && !own.placed.empty()) return;
  own.placed = bit_offsets(layout, window);
  own.placed_tile = layout.tile;
  own.placed_window = window;
}

void take_input(const TilePicture& picture, TileMapView& own, Edits& edits) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  ImGui::SetCursorScreenPos(grid.min);
  const bool clicked = ImGui::InvisibleButton(
      "tilemap", {std::max(1.0F, grid.max.x - grid.min.x), std::max(1.0F, grid.max.y - grid.min.y)});
  if (frame.log.on()) frame.log.item("tilemap", own.sweep ? "whole sweep" : "now");
  const bool was_dragging = own.drag.lane >= 0;
  drag_lane(picture, own, edits);
  if (was_dragging || own.drag.lane >= 0 || !ImGui::IsItemHovered()) return;
  const std::optional<Coordinate> at = grid.at(ImGui::GetIO().MousePos);
  if (!at) return;
  if (!picture.map.places.inside(*at))
    return hover_sentence(frame, fmt::format("Padding: the {} bytes behind each row hold no element.",
                                             (picture.map.places.layout().pitch_bits -
                                              std::int64_t{picture.tile().columns} * picture.tile().element.bits) /
                                                 8));
  const Pointed pointed{.bytes = bytes_of_element(picture.tile(), picture.bit(at->row, at->column))};
  frame.next_selection.hovered = pointed;
  if (clicked) frame.next_selection.toggle_pin(pointed);
  if (draggable_lane(picture, *at) >= 0) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  hover_sentence(frame, explain_element(picture, *at));
}

void draw_edges(const TilePicture& picture) {
  const Frame& frame = picture.frame;
  const auto number = [](std::int64_t i) { return fmt::format("{}", i); };
  if (picture.grid.wrap > 0) {
    const std::int64_t wrap = picture.grid.wrap;
    draw_edge(frame, picture.grid, GridEdge::left, picture.grid.lines.end_row,
              [&](auto i) { return number(i * wrap); });
    return draw_edge(frame, picture.grid, GridEdge::top, wrap, [&](auto i) { return fmt::format("+{}", i); });
  }
  draw_edge(frame, picture.grid, GridEdge::left, picture.tile().rows, number);
  draw_edge(frame, picture.grid, GridEdge::top, picture.tile().columns, number);
}

}  // namespace

void draw_tile_map(const Frame& frame, TileMapView& own, Edits& edits) {
  const Result<TileMap>& map =
      own.map.of(frame, [&] { return tile_map(frame.scenario, frame.analysis, frame.access); });
  draw_switch(frame, own);
  if (!map) {
    own.drag = {};
    return wrapped(frame, "tilemap.refused", "No tile to draw: " + map.error().what + ".", frame.theme.fonts.words,
                   frame.colours().refused);
  }
  const TileDensity* density = nullptr;
  if (own.sweep) {
    const Result<TileDensity>& counted =
        own.density.of(frame, [&] { return tile_density(frame.scenario, frame.access); });
    if (counted) density = &*counted;
  }
  const TileLayout& layout = map->places.layout();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float row_numbers =
      edge_width(frame, fmt::format("{}", (layout.tile.rows == 1 ? layout.tile.columns : layout.tile.rows) - 1));
  const float head = ImGui::GetFrameHeightWithSpacing() + frame.px(22);
  const ImVec2 start{ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y - ImGui::GetFrameHeightWithSpacing()};
  const ImVec2 min{start.x + row_numbers, start.y + head + font_pixels(frame.theme.fonts.mono_small)};
  const ImVec2 grid_room{std::max(1.0F, room.x - row_numbers),
                         std::max(1.0F, room.y - (min.y - ImGui::GetCursorScreenPos().y))};
  const GridExtent extent = extent_of(frame, layout, grid_room);
  draw_zoom_buttons(frame, "tilemap", own.scroll, extent);
  draw_caption(frame, *map, density, {start.x, start.y + ImGui::GetFrameHeightWithSpacing()}, room.x);
  const Grid grid = place_grid(frame, "tilemap", own.scroll, extent, min, grid_room);
  TileWindow window = grid.window;
  window.end_column = std::min<std::int64_t>(window.end_column, layout.tile.columns);
  window.first_column = std::min(window.first_column, window.end_column);
  place_elements(own, layout, window);
  const TilePicture picture{frame, grid, *map, density, window, own.placed, frame.lit()};
  ImGui::PushClipRect(grid.min, grid.max, true);
  draw_tile_cells(picture);
  draw_tile_padding(picture);
  if (density == nullptr) draw_tile_lanes(picture);
  draw_tile_lit(picture);
  ImGui::PopClipRect();
  draw_edges(picture);
  if (frame.log.on()) log_tile_cells(picture);
  take_input(picture, own, edits);
  move_lane_by_keys(picture, own, edits);
}

}  // namespace bankmap
