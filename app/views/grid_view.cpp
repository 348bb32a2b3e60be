#include "app/views/grid_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

constexpr float zoom_step = 1.25F;
constexpr float rows_of_a_notch = 3;
constexpr float smallest_text = 8;  // [px] at text size 14: below that nobody reads it

// Between whole pixels there would be cells of two sizes, which is seen where cells are large.
float whole(float cell) { return cell >= 6 ? std::round(cell) : cell; }

float cell_of(const GridScroll& own, const GridExtent& extent) {
  const float least = std::min(extent.least, extent.fitted);
  return whole(own.cell <= 0 ? extent.fitted : std::clamp(own.cell, least, std::max(extent.most, extent.fitted)));
}

ImVec2 content(const GridExtent& extent, float cell) {
  return {static_cast<float>(extent.columns) * cell,
          static_cast<float>(extent.rows) * std::max(1.0F, whole(cell * extent.height))};
}

// about: [px] from the top left corner of what is seen; what is there stays there.
void zoom(GridScroll& own, const GridExtent& extent, float factor, ImVec2 about) {
  const float before = cell_of(own, extent);
  const float least = std::min(extent.least, extent.fitted);
  own.cell = std::clamp(before * factor, least, std::max(extent.most, extent.fitted));
  const float after = cell_of(own, extent);
  if (after == before && before >= 6) own.cell = std::clamp(before + (factor > 1 ? 1.0F : -1.0F), least, extent.most);
  const float grown = cell_of(own, extent) / before;
  own.at = {(own.at.x + about.x) * grown - about.x, (own.at.y + about.y) * grown - about.y};
}

void take_wheel(GridScroll& own, const GridExtent& extent, ImVec2 min, ImVec2 max) {
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) || !ImGui::IsMouseHoveringRect(min, max))
    return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0 && io.MouseWheelH == 0) return;
  if (io.KeyCtrl) {
    return zoom(own, extent, std::pow(zoom_step, io.MouseWheel), {io.MousePos.x - min.x, io.MousePos.y - min.y});
  }
  const float notch = rows_of_a_notch * std::max(8.0F, cell_of(own, extent) * extent.height);
  const bool sideways = io.KeyShift;
  own.at.x -= notch * (io.MouseWheelH + (sideways ? io.MouseWheel : 0));
  own.at.y -= notch * (sideways ? 0 : io.MouseWheel);
}

// along: 0 for the bar at the bottom, 1 for the one at the right.
struct Bar {
  ImVec2 min;
  ImVec2 size;
  bool upright;
  float seen;
  float all;
};
void draw_bar(const Frame& frame, const std::string& name, const Bar& bar, float& at) {
  ImGui::SetCursorScreenPos(bar.min);
  ImGui::InvisibleButton(name.c_str(), bar.size);
  if (frame.log.on()) frame.log.item(name);
  const float length = bar.upright ? bar.size.y : bar.size.x;
  const float knob = std::min(length, std::max(frame.px(16), length * bar.seen / bar.all));
  const float way = std::max(1.0F, length - knob);
  const bool held = ImGui::IsItemActive();
  if (held) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float along = bar.upright ? mouse.y - bar.min.y : mouse.x - bar.min.x;
    at = std::clamp((along - knob / 2) / way, 0.0F, 1.0F) * (bar.all - bar.seen);
  }
  const float from = std::floor(std::clamp(at / (bar.all - bar.seen), 0.0F, 1.0F) * way);
  const float in = frame.px(2);
  const ImVec2 begin{bar.min.x + (bar.upright ? in : from), bar.min.y + (bar.upright ? from : in)};
  const ImVec2 end{bar.upright ? bar.min.x + bar.size.x - in : begin.x + knob,
                   bar.upright ? begin.y + knob : bar.min.y + bar.size.y - in};
  const Colour colour = held || ImGui::IsItemHovered() ? frame.colours().text_faint : frame.colours().control_down;
  ImGui::GetWindowDrawList()->AddRectFilled(begin, end, frame.u32(colour), frame.px(3));
}

// The lines on the screen, as cells of a single row or column.
TileWindow unwrapped(const TileWindow& lines, const GridExtent& extent) {
  const std::int64_t first = std::min(extent.wrapped, lines.first_row * extent.columns);
  const std::int64_t end = std::min(extent.wrapped, lines.end_row * extent.columns);
  if (extent.upright) return {.first_row = first, .end_row = end, .first_column = 0, .end_column = 1};
  return {.first_row = 0, .end_row = 1, .first_column = first, .end_column = end};
}

TileWindow window_of(const Grid& grid, const GridExtent& extent) {
  const auto first = [](float from, float cell) { return static_cast<std::int64_t>(std::floor(from / cell)); };
  const auto clamp = [](std::int64_t value, std::int64_t most) { return std::clamp<std::int64_t>(value, 0, most); };
  return {.first_row = clamp(first(grid.min.y - grid.origin.y, grid.cell.y), extent.rows),
          .end_row = clamp(first(grid.max.y - grid.origin.y - 0.5F, grid.cell.y) + 1, extent.rows),
          .first_column = clamp(first(grid.min.x - grid.origin.x, grid.cell.x), extent.columns),
          .end_column = clamp(first(grid.max.x - grid.origin.x - 0.5F, grid.cell.x) + 1, extent.columns)};
}

}  // namespace

float fitted_cell(std::int64_t rows, std::int64_t columns, ImVec2 room, float height, float least, float most) {
  const float across = room.x / static_cast<float>(std::max<std::int64_t>(1, columns));
  const float down = room.y / static_cast<float>(std::max<std::int64_t>(1, rows)) / height;
  const float cell = std::clamp(std::min(across, down), least, std::max(least, most));
  return cell >= 6 ? std::floor(cell) : cell;
}

ImVec2 Grid::corner(std::int64_t line_of_screen, std::int64_t in_line) const {
  return {std::floor(origin.x + cell.x * static_cast<float>(in_line)),
          std::floor(origin.y + cell.y * static_cast<float>(line_of_screen))};
}

ImVec2 Grid::place(std::int64_t row, std::int64_t column) const {
  if (wrap == 0) return corner(row, column);
  const std::int64_t index = upright ? row : column;
  return corner(index / wrap, index % wrap);
}

ImVec2 Grid::end_of(std::int64_t row, std::int64_t column) const {
  const std::int64_t index = upright ? row : column;
  const ImVec2 next = wrap == 0 ? corner(row + 1, column + 1) : corner(index / wrap + 1, index % wrap + 1);
  return {next.x - line, next.y - line};
}

Coordinate Grid::cell_under(ImVec2 point) const {
  const Coordinate found{static_cast<std::int64_t>(std::floor((point.y - origin.y) / cell.y)),
                         static_cast<std::int64_t>(std::floor((point.x - origin.x) / cell.x))};
  if (wrap == 0) return found;
  const std::int64_t index = found.row * wrap + std::clamp<std::int64_t>(found.column, 0, wrap - 1);
  return upright ? Coordinate{index, 0} : Coordinate{0, index};
}

std::optional<Coordinate> Grid::at(ImVec2 point) const {
  if (point.x < min.x || point.x >= max.x || point.y < min.y || point.y >= max.y) return std::nullopt;
  const Coordinate found = cell_under(point);
  const bool inside = found.row >= window.first_row && found.row < window.end_row &&
                      found.column >= window.first_column && found.column < window.end_column;
  return inside ? std::optional(found) : std::nullopt;
}

Grid place_grid(const Frame& frame, std::string_view name, GridScroll& own, const GridExtent& extent, ImVec2 min,
                ImVec2 room) {
  const float thick = frame.px(10);
  take_wheel(own, extent, min, {min.x + room.x, min.y + room.y});
  const float cell = cell_of(own, extent);
  const ImVec2 all = content(extent, cell);
  const bool down = all.y > room.y + 0.5F;
  const bool across = all.x > room.x - (down ? thick : 0) + 0.5F;
  const ImVec2 seen{std::max(1.0F, room.x - (down ? thick : 0)), std::max(1.0F, room.y - (across ? thick : 0))};
  if (down)
    draw_bar(frame, fmt::format("{}.scroll.down", name),
             {{min.x + seen.x, min.y}, {thick, seen.y}, true, seen.y, all.y}, own.at.y);
  if (across)
    draw_bar(frame, fmt::format("{}.scroll.across", name),
             {{min.x, min.y + seen.y}, {seen.x, thick}, false, seen.x, all.x}, own.at.x);
  own.at = {std::round(std::clamp(own.at.x, 0.0F, std::max(0.0F, all.x - seen.x))),
            std::round(std::clamp(own.at.y, 0.0F, std::max(0.0F, all.y - seen.y)))};
  Grid grid;
  grid.min = min;
  grid.max = {min.x + std::min(seen.x, all.x), min.y + std::min(seen.y, all.y)};
  grid.origin = {min.x - own.at.x, min.y - own.at.y};
  grid.cell = {cell, std::max(1.0F, whole(cell * extent.height))};
  grid.line = std::min(grid.cell.x, grid.cell.y) >= 7 ? std::max(1.0F, frame.px(1)) : 0;
  grid.lines = window_of(grid, extent);
  grid.window = extent.wrapped > 0 ? unwrapped(grid.lines, extent) : grid.lines;
  grid.wrap = extent.wrapped > 0 ? extent.columns : 0;
  grid.upright = extent.upright;
  return grid;
}

void reveal(GridScroll& own, const Grid& grid, Coordinate at) {
  const ImVec2 place = grid.place(at.row, at.column);
  own.at.x -= std::max(0.0F, grid.min.x - place.x) - std::max(0.0F, place.x + grid.cell.x - grid.max.x);
  own.at.y -= std::max(0.0F, grid.min.y - place.y) - std::max(0.0F, place.y + grid.cell.y - grid.max.y);
}

void draw_zoom_buttons(const Frame& frame, std::string_view name, GridScroll& own, const GridExtent& extent) {
  const float space = frame.px(4);
  const float width = button_width("−") + button_width("+") + button_width("fit") + 2 * space;
  const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
  if (used + space > content_right() - width) return;  // no room: the wheel zooms all the same
  ImGui::SameLine(content_right() - width);
  if (button(frame, fmt::format("{}.smaller", name), "−")) zoom(own, extent, 1 / zoom_step, {});
  ImGui::SameLine(0, space);
  if (button(frame, fmt::format("{}.larger", name), "+")) zoom(own, extent, zoom_step, {});
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "Larger cells; Ctrl with the wheel does the same about the pointer.");
  ImGui::SameLine(0, space);
  if (button(frame, fmt::format("{}.fit", name), "fit", own.cell <= 0 ? ButtonLook::chosen : ButtonLook::ordinary))
    own = {};
}

CellText::CellText(ImFont* font, float size)
    : list_(*ImGui::GetWindowDrawList()),
      font_(font),
      size_(size),
      advance_(font->CalcTextSizeA(size, FLT_MAX, 0, "0").x) {}

void CellText::centred(ImVec2 min, ImVec2 max, std::string_view text, ImU32 colour) const {
  const float wide = width(text.size());
  at({std::floor((min.x + max.x - wide) / 2 + 0.5F), std::floor((min.y + max.y - size_) / 2)}, text, colour);
}

void CellText::at(ImVec2 min, std::string_view text, ImU32 colour) const {
  list_.AddText(font_, size_, min, colour, text.data(), text.data() + text.size());
}

float cell_text_size(const Frame& frame, const ImFont* font, ImVec2 cell, std::size_t letters) {
  const float size = std::floor(std::min(
      {font_pixels(font), cell.y * 0.8F, (cell.x - 2) * 1.6F / static_cast<float>(std::max<std::size_t>(1, letters))}));
  return size < std::max(smallest_text, frame.px(smallest_text)) ? 0 : size;
}

Outline outline_of(const Lit& lit, LaneMask lanes, const ByteRange& bytes) {
  if (bytes.overlaps(lit.bytes)) return Outline::own;
  if ((lanes & lit.shares) != 0) return Outline::shares;
  if ((lanes & lit.conflicts) != 0) return Outline::fights;
  return (lanes & lit.lanes) != 0 ? Outline::own : Outline::none;
}

std::string_view outline_name(Outline outline) {
  switch (outline) {
    case Outline::none:
      return "";
    case Outline::fights:
      return " fights";
    case Outline::shares:
      return " shares";
    case Outline::own:
      return " lit";
  }
  return "";
}

void draw_outline(const Frame& frame, ImVec2 min, ImVec2 max, Outline outline) {
  if (outline == Outline::none) return;
  const Palette& colours = frame.colours();
  const bool thin = outline == Outline::fights;
  const float thick = outline == Outline::own ? std::max(2.0F, frame.px(3)) : std::max(1.0F, frame.px(thin ? 1 : 1.5F));
  const Colour colour = outline == Outline::shares ? colours.link : colours.outline;
  add_rect(*ImGui::GetWindowDrawList(), min, max, frame.u32(colour, thin ? 0.5F : 1.0F), frame.px(2), thick);
}

void draw_hatching(const Frame& frame, ImVec2 min, ImVec2 max, Colour colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float apart = std::max(5.0F, frame.px(6));
  const float width = max.x - min.x;
  const float height = max.y - min.y;
  // Along a line x + y is the same, and all rectangles share the lines of the screen, so that neighbours match.
  const float offset = std::fmod(min.x + min.y, apart);
  for (float c = apart - offset; c < width + height; c += apart) {
    const ImVec2 from{min.x + std::max(0.0F, c - height), min.y + std::min(c, height)};
    const ImVec2 to{min.x + std::min(c, width), min.y + std::max(0.0F, c - width)};
    list.AddLine(from, to, frame.u32(colour), 1);
  }
}

float edge_width(const Frame& frame, std::string_view longest) {
  ImFont* font = frame.theme.fonts.mono_small;
  return std::ceil(
             font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, longest.data(), longest.data() + longest.size()).x) +
         frame.px(8);
}

void draw_edge(const Frame& frame, const Grid& grid, GridEdge edge, std::int64_t count,
               const std::function<std::string(std::int64_t)>& text, const std::function<bool(std::int64_t)>& bright) {
  ImFont* font = frame.theme.fonts.mono_small;
  const float size = font_pixels(font);
  const bool left = edge == GridEdge::left;
  const std::int64_t first = left ? grid.lines.first_row : grid.lines.first_column;
  const std::int64_t end = std::min(count, left ? grid.lines.end_row : grid.lines.end_column);
  const auto wide = [&](const std::string& label) { return font->CalcTextSizeA(size, FLT_MAX, 0, label.c_str()).x; };
  const float needed = left ? size : (end > first ? wide(text(end - 1)) : 0) + frame.px(4);
  std::int64_t every = 1;  // 1, 2, 4, 8, ...: what people count memory in
  while (static_cast<float>(every) * (left ? grid.cell.y : grid.cell.x) < needed && every < count) every *= 2;
  push_font(font);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::int64_t i = first; i < end; ++i) {
    const bool lit = bright && bright(i);
    if (i % every != 0) continue;
    const std::string label = text(i);
    const ImVec2 corner = left ? grid.corner(i, 0) : grid.corner(0, i);
    const ImVec2 at =
        left ? ImVec2{grid.min.x - frame.px(6) - wide(label), std::floor(corner.y + (grid.cell.y - size) / 2)}
             : ImVec2{std::floor(corner.x + (grid.cell.x - wide(label)) / 2),
                      std::floor(grid.min.y - size - frame.px(3))};
    const bool cut = left ? at.y + size / 2 < grid.min.y || at.y + size / 2 > grid.max.y
                          : corner.x + grid.cell.x / 2 < grid.min.x || corner.x + grid.cell.x / 2 > grid.max.x;
    if (cut) continue;
    list.AddText(font, size, at, frame.u32(lit ? frame.colours().text_bright : frame.colours().text_faint),
                 label.c_str());
  }
  ImGui::PopFont();
}

}  // namespace bankmap
