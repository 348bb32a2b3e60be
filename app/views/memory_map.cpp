#include "app/views/memory_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/memory_map_parts.hpp"
#include "core/explain.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr float word_height = 0.8F;  // of its width

// As wide as the room; rows are scrolled through.
GridExtent extent_of(const Frame& frame, const MemoryMap& map, ImVec2 room) {
  GridExtent extent{.rows = map.end_row() - map.first_row(), .columns = bank_count};
  extent.height = word_height;
  extent.least = std::max(4.0F, frame.px(4));
  extent.most = frame.px(160);
  const float bar = frame.px(10);  // of the scroll bar, so that it does not take a bank away
  extent.fitted = fitted_cell(1, bank_count, {room.x - bar, FLT_MAX}, word_height, extent.least, frame.px(64));
  return extent;
}

std::string caption(const MemoryMap& map) {
  const TileLayout& layout = map.places().layout();
  const std::int64_t used = layout.tile.rows * ((std::int64_t{layout.tile.columns} * layout.tile.element.bits) / 8);
  std::string text = fmt::format("bytes {}–{}: {} rows of 128 bytes", map.first_row() * row_bytes,
                                 map.end_row() * row_bytes - 1, grouped(map.end_row() - map.first_row()));
  if (used < layout.size_bytes) text += fmt::format(" · {} bytes of padding", grouped(layout.size_bytes - used));
  if (!std::holds_alternative<NoSwizzle>(layout.tile.swizzle)) text += " · " + describe(layout.tile.swizzle);
  return text;
}

void draw_caption(const Frame& frame, const MemoryMap& map, float width) {
  const bool far = map.beyond() != 0;
  const std::string whole =
      (far ? fmt::format("lanes {} lie farther away · ", lane_list(map.beyond())) : "") + caption(map);
  push_font(frame.theme.fonts.words_small);
  const std::string text = shortened(whole, width);
  ImGui::PopFont();
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "memory.caption", text, frame.theme.fonts.words_small,
             far ? frame.colours().costly : frame.colours().text_dim, [&] {
               return whole +
                      ". The colour of a word is the column of its element: where colours stand one below the "
                      "other, a column of the tile lies in one bank. Its number is row,column, or the column alone "
                      "where there is no room.";
             });
}

ImVec2 part_corner(const MemoryPicture& picture, std::int64_t row, std::int64_t bank, int part) {
  const ImVec2 min = picture.grid.place(row, bank);
  return {std::floor(min.x + picture.grid.cell.x * static_cast<float>(part) / static_cast<float>(picture.parts)),
          min.y};
}

void take_input(const MemoryPicture& picture) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  const float above = ImGui::GetTextLineHeight();  // the numbers of the banks
  ImGui::SetCursorScreenPos({grid.min.x, grid.min.y - above});
  const bool clicked = ImGui::InvisibleButton(
      "memory", {std::max(1.0F, grid.max.x - grid.min.x), std::max(1.0F, grid.max.y - grid.min.y + above)});
  if (frame.log.on()) frame.log.item("memory");
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  Pointed pointed;
  std::string sentence;
  if (mouse.y < grid.min.y) {
    pointed.bank = static_cast<int>(std::clamp((mouse.x - grid.origin.x) / grid.cell.x, 0.0F, bank_count - 1.0F));
    sentence = explain_bank(frame.shown(), pointed.bank);
  } else if (const std::optional<Coordinate> at = grid.at(mouse)) {
    const float into = (mouse.x - grid.place(at->row, at->column).x) / grid.cell.x * static_cast<float>(picture.parts);
    const int part = std::clamp(static_cast<int>(into), 0, picture.parts - 1);
    const std::int64_t word = picture.word(at->row, at->column);
    pointed.bytes = bytes_of_part(picture, word, part);
    sentence = explain_part(picture, word, part);
  }
  if (!pointed.any()) return;
  frame.next_selection.hovered = pointed;
  if (clicked) frame.next_selection.toggle_pin(pointed);
  hover_sentence(frame, sentence);
}

void draw_edges(const MemoryPicture& picture) {
  const Frame& frame = picture.frame;
  const std::int64_t first = picture.map.first_row();
  draw_edge(frame, picture.grid, GridEdge::left, picture.map.end_row() - first,
            [&](std::int64_t row) { return fmt::format("{}", (first + row) * row_bytes); });
  draw_edge(
      frame, picture.grid, GridEdge::top, bank_count, [](std::int64_t bank) { return fmt::format("{}", bank); },
      [&](std::int64_t bank) { return (picture.lit.banks >> bank & 1U) != 0; });
  if (!frame.log.on()) return;
  const float above = font_pixels(frame.theme.fonts.mono_small);
  for (std::int64_t bank = picture.grid.window.first_column; bank < picture.grid.window.end_column; ++bank) {
    const float x = picture.grid.place(0, bank).x;
    frame.log.area(fmt::format("memory.bank.{}", bank), {x, picture.grid.min.y - above},
                   {x + picture.grid.cell.x, picture.grid.min.y}, fmt::format("{}", bank));
  }
}

}  // namespace

ImVec2 MemoryPicture::part_min(std::int64_t row, std::int64_t bank, int part) const {
  return part_corner(*this, row, bank, part);
}

ImVec2 MemoryPicture::part_max(std::int64_t row, std::int64_t bank, int part) const {
  if (part + 1 == parts) return grid.end_of(row, bank);
  const ImVec2 next = part_corner(*this, row, bank, part + 1);
  return {next.x - std::min(1.0F, grid.line), grid.end_of(row, bank).y};
}

void draw_memory_map(const Frame& frame, MemoryMapView& own, Edits&) {
  const Result<MemoryMap>& map =
      own.map.of(frame, [&] { return memory_map(frame.scenario, frame.analysis, frame.access); });
  if (!map)
    return wrapped(frame, "memory.refused", "No memory to draw: " + map.error().what + ".", frame.theme.fonts.words,
                   frame.colours().refused);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float numbers = edge_width(frame, fmt::format("{}", map->end_row() * row_bytes));
  const float buttons = button_width("−") + button_width("+") + button_width("fit") + frame.px(24);
  draw_caption(frame, *map, std::max(1.0F, room.x - buttons));
  const ImVec2 min{start.x + numbers, start.y + ImGui::GetFrameHeightWithSpacing() + frame.px(4) +
                                          font_pixels(frame.theme.fonts.mono_small)};
  const ImVec2 grid_room{std::max(1.0F, room.x - numbers), std::max(1.0F, start.y + room.y - min.y)};
  const GridExtent extent = extent_of(frame, *map, grid_room);
  draw_zoom_buttons(frame, "memory", own.scroll, extent);
  const Grid grid = place_grid(frame, "memory", own.scroll, extent, min, grid_room);
  const int parts = map->parts_in_word();
  const bool room_for_parts = grid.cell.x / static_cast<float>(parts) >= frame.px(5);
  const MemoryPicture picture{frame, grid, *map, room_for_parts ? parts : 1, frame.lit()};
  ImGui::PushClipRect(grid.min, grid.max, true);
  draw_memory_words(picture);
  ImGui::PopClipRect();
  draw_edges(picture);
  if (frame.log.on()) log_memory_words(picture);
  take_input(picture);
}

}  // namespace bankmap
