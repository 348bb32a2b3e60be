#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "app/views/tile_map_parts.hpp"
#include "core/bank_colour.hpp"
#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr double quiet = 0.72;   // of a bank's colour: lanes are to stand out
constexpr double dimmed = 0.22;  // what the selection is not about

struct Paint {
  ImU32 fill = 0;
  ImU32 text = 0;
};

// How an element is painted; elements of one bank, or with one count, all alike.
class CellPaints {
 public:
  explicit CellPaints(const TilePicture& picture) : picture_(picture) {
    const Frame& frame = picture.frame;
    const Pointed& pointed = frame.selection.shown();
    const bool by_bank = pointed.bank >= 0 && pointed.lane < 0;
    for (int bank = 0; bank < bank_count; ++bank) {
      const bool other = by_bank && (picture.lit.banks >> bank & 1U) == 0;
      of_bank_[static_cast<std::size_t>(bank)] =
          paint(bank_colour(frame.theme.look.theme, bank).fill, other ? dimmed : quiet);
    }
  }
  // The number of the cell is its bank, or its count.
  std::uint32_t number(std::int64_t bit) const {
    return picture_.density != nullptr ? picture_.density->of(bit) : static_cast<std::uint32_t>(bank_of_bit(bit));
  }
  Paint of(std::uint32_t number) const {
    if (picture_.density == nullptr) return of_bank_[number];
    if (number == 0) return {picture_.frame.u32(picture_.frame.colours().cell), 0};
    const double most = std::max<double>(1, picture_.density->most());
    return paint(picture_.frame.colours().accent, 0.15 + 0.75 * number / most);
  }

 private:
  Paint paint(Colour colour, double share) const {
    const Colour fill = mix(picture_.frame.colours().cell, colour, share);
    return {picture_.frame.u32(fill), picture_.frame.u32(text_on(fill), 0.85F)};
  }

  const TilePicture& picture_;
  std::array<Paint, bank_count> of_bank_;
};

// The fill of a single row or column in lines.
void fill_wrapped(const TilePicture& picture, const CellPaints& paints) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TileWindow& window = picture.window;
  for (std::int64_t row = window.first_row; row < window.end_row; ++row) {
    for (std::int64_t column = window.first_column; column < window.end_column; ++column)
      list.AddRectFilled(picture.grid.place(row, column), picture.grid.end_of(row, column),
                         paints.of(paints.number(picture.bit(row, column))).fill);
  }
}

// The fill of one row; neighbours of one colour are one rectangle where no line parts them. edges: [column of the window
// and one more] where each begins on the screen.
void fill_row(const TilePicture& picture, const CellPaints& paints, std::int64_t row, std::span<const float> edges) {
  const Grid& grid = picture.grid;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = grid.place(row, 0).y;
  const float bottom = grid.end_of(row, 0).y;
  const std::size_t columns = edges.size() - 1;
  const std::int64_t* bits = &picture.bits[static_cast<std::size_t>(row - picture.window.first_row) * columns];
  const auto count = static_cast<int>(columns);
  list.PrimReserve(6 * count, 4 * count);
  int merged = 0;
  for (std::size_t column = 0; column < columns;) {
    const std::uint32_t number = paints.number(bits[column]);
    std::size_t end = column + 1;
    for (; grid.line == 0 && end < columns && paints.number(bits[end]) == number; ++end) ++merged;
    list.PrimRect({edges[column], top}, {edges[end] - grid.line, bottom}, paints.of(number).fill);
    column = end;
  }
  list.PrimUnreserve(6 * merged, 4 * merged);
}

std::size_t digits_of_most(const TilePicture& picture) {
  return picture.density == nullptr ? 2 : fmt::format("{}", picture.density->most()).size();
}

void write_numbers(const TilePicture& picture, const CellPaints& paints) {
  const Frame& frame = picture.frame;
  ImFont* font = frame.theme.fonts.mono_small;
  const float size = cell_text_size(frame, font, picture.grid.cell, digits_of_most(picture));
  if (size == 0) return;
  push_font(font);
  const CellText text(font, size);
  for (std::int64_t row = picture.window.first_row; row < picture.window.end_row; ++row) {
    for (std::int64_t column = picture.window.first_column; column < picture.window.end_column; ++column) {
      const std::uint32_t number = paints.number(picture.bit(row, column));
      const Paint paint = paints.of(number);
      if (paint.text == 0) continue;
      std::array<char, 12> digits{};
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
      text.centred(picture.grid.place(row, column), picture.grid.end_of(row, column),
                   {digits.data(), static_cast<std::size_t>(end - digits.data())}, paint.text);
    }
  }
  ImGui::PopFont();
}

bool on_screen(const TilePicture& picture, Coordinate at) {
  const TileWindow& window = picture.window;
  return at.row >= window.first_row && at.row < window.end_row && at.column >= window.first_column &&
         at.column < window.end_column;
}

int turn_of(const AccessAnalysis& access, int lane) {
  const int pass = access.shown->lanes[static_cast<std::size_t>(lane)].pass;
  return pass < 0 ? 0 : turn_of_pass(access.shown->served, pass);
}

// "9", "0+" for several where there is room for no more.
std::string lanes_text(LaneMask lanes, std::size_t letters) {
  const std::string all = lane_list(lanes);
  if (std::popcount(lanes) == 1 || all.size() <= letters) return all;
  return fmt::format("{}+", std::countr_zero(lanes));
}

}  // namespace

ByteRange bytes_of_element(const Tile& tile, std::int64_t bit) { return {bit / 8, (bit + tile.element.bits + 7) / 8}; }

void draw_tile_cells(const TilePicture& picture) {
  const CellPaints paints(picture);
  const TileWindow& window = picture.window;
  if (window.rows() <= 0 || window.columns() <= 0) return;
  if (picture.grid.wrap > 0) {
    fill_wrapped(picture, paints);
    return write_numbers(picture, paints);
  }
  std::vector<float> edges;
  for (std::int64_t column = window.first_column; column <= window.end_column; ++column)
    edges.push_back(picture.grid.place(0, column).x);
  for (std::int64_t row = window.first_row; row < window.end_row; ++row) fill_row(picture, paints, row, edges);
  write_numbers(picture, paints);
}

void draw_tile_lanes(const TilePicture& picture) {
  const Frame& frame = picture.frame;
  const AccessAnalysis& access = frame.shown();
  if (!access.shown) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = frame.theme.fonts.mono_bold;
  const float in = picture.grid.line == 0 ? 0 : std::max(1.0F, std::floor(picture.grid.cell.x * 0.08F));
  const float size = cell_text_size(frame, font, {picture.grid.cell.x - 2 * in, picture.grid.cell.y - 2 * in}, 2);
  push_font(font);
  const CellText text(font, std::max(1.0F, size));
  for (const TouchedElement& touched : picture.map.touched) {
    if (!on_screen(picture, touched.at)) continue;
    const ImVec2 min = picture.grid.place(touched.at.row, touched.at.column);
    const ImVec2 max = picture.grid.end_of(touched.at.row, touched.at.column);
    const FillColour paint = frame.theme.turn(turn_of(access, std::countr_zero(touched.lanes)));
    const bool dim = picture.lit.lanes != 0 && (picture.lit.lanes & touched.lanes) == 0;
    const auto mixed = [&](Colour colour) { return frame.u32(mix(frame.colours().cell, colour, dim ? 0.45 : 1.0)); };
    list.AddRectFilled({min.x + in, min.y + in}, {std::max(max.x - in, min.x + 1), std::max(max.y - in, min.y + 1)},
                       mixed(paint.fill), std::min(frame.px(3), picture.grid.cell.x * 0.2F));
    if (size == 0) continue;
    const auto letters = static_cast<std::size_t>((max.x - min.x - 2 * in) / text.width(1));
    text.centred(min, max, lanes_text(touched.lanes, letters), mixed(paint.text));
  }
  ImGui::PopFont();
}

void draw_tile_padding(const TilePicture& picture) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  const std::int64_t columns = picture.tile().columns;
  if (grid.window.end_column <= columns) return;
  const std::int64_t first = std::max(columns, grid.window.first_column);
  const ImVec2 min = grid.place(grid.window.first_row, first);
  const ImVec2 max = grid.end_of(grid.window.end_row - 1, grid.window.end_column - 1);
  ImGui::GetWindowDrawList()->AddRectFilled(min, max, frame.u32(frame.colours().cell));
  draw_hatching(frame, min, max, frame.colours().hatch);
  if (frame.log.on()) frame.log.area("tilemap.padding", min, max, "padding");
  ImFont* font = frame.theme.fonts.words_small;
  const ImVec2 size = font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, "padding");
  if (size.x + frame.px(8) > max.x - min.x) return;
  push_font(font);
  const ImVec2 middle{std::floor((min.x + max.x - size.x) / 2), std::floor((grid.min.y + grid.max.y - size.y) / 2)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({middle.x - frame.px(3), middle.y}, {middle.x + size.x + frame.px(3), middle.y + size.y},
                     frame.u32(frame.colours().cell));
  list.AddText(middle, frame.u32(frame.colours().text_dim), "padding");
  ImGui::PopFont();
}

void draw_tile_lit(const TilePicture& picture) {
  if (!picture.lit.any()) return;
  const Frame& frame = picture.frame;
  const float out = picture.grid.line;
  const auto outline = [&](Coordinate at, Outline how) {
    const ImVec2 min = picture.grid.place(at.row, at.column);
    const ImVec2 max = picture.grid.end_of(at.row, at.column);
    draw_outline(frame, {min.x - out, min.y - out},
                 {std::max(max.x + out, min.x + frame.px(3)), std::max(max.y + out, min.y + frame.px(3))}, how);
  };
  for (const TouchedElement& touched : picture.map.touched) {
    if (picture.density != nullptr || !on_screen(picture, touched.at)) continue;
    const std::int64_t bit = picture.bit(touched.at.row, touched.at.column);
    outline(touched.at, outline_of(picture.lit, touched.lanes, bytes_of_element(picture.tile(), bit)));
  }
  if (!picture.lit.bytes.any()) return;
  const std::int64_t step = std::min(8, picture.tile().element.bits);
  const std::int64_t end = std::min(picture.lit.bytes.end, picture.lit.bytes.begin + 4096) * 8;
  for (std::int64_t bit = picture.lit.bytes.begin * 8; bit < end; bit += step) {
    const std::optional<Coordinate> at = picture.map.places.element_at(bit);
    const bool first = at && picture.map.places.element_at(bit - step) != at;
    if (first && on_screen(picture, *at)) outline(*at, Outline::own);
  }
}

void log_tile_cells(const TilePicture& picture) {
  constexpr std::int64_t most_logged = 4096;
  if (picture.window.rows() * picture.window.columns() > most_logged) return;
  const CellPaints paints(picture);
  for (std::int64_t row = picture.window.first_row; row < picture.window.end_row; ++row) {
    for (std::int64_t column = picture.window.first_column; column < picture.window.end_column; ++column) {
      const std::int64_t bit = picture.bit(row, column);
      const LaneMask lanes = picture.map.lanes_at({row, column});
      std::string text = fmt::format("{} {}", picture.density == nullptr ? "bank" : "times", paints.number(bit));
      if (picture.density == nullptr && lanes != 0) text += " lane " + lane_list(lanes);
      text += outline_name(outline_of(picture.lit, lanes, bytes_of_element(picture.tile(), bit)));
      picture.frame.log.area(fmt::format("tilemap.cell.{}.{}", row, column), picture.grid.place(row, column),
                             picture.grid.end_of(row, column), text);
    }
  }
}

std::string explain_element(const TilePicture& picture, Coordinate at) {
  const std::int64_t bit = picture.bit(at.row, at.column);
  const ByteRange bytes = bytes_of_element(picture.tile(), bit);
  std::string text = fmt::format("{}[{}][{}]. {}", picture.tile().name, at.row, at.column,
                                 explain_bytes(picture.frame.shown(), bytes.begin, bytes.end));
  if (picture.density != nullptr) {
    const std::uint32_t times = picture.density->of(bit);
    text += times == 0 ? " Never touched in the whole sweep."
                       : fmt::format(" Touched {} time{} in the whole sweep.", times, times == 1 ? "" : "s");
  } else if (const int lane = draggable_lane(picture, at); lane >= 0) {
    text += fmt::format(
        " Drag it to point lane {} elsewhere; by keyboard, pin the lane and press Alt with an arrow key.", lane);
  }
  return text;
}

}  // namespace bankmap
