#include "core/svg_memory_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/bank_colour.hpp"
#include "core/explain.hpp"
#include "core/memory_map.hpp"
#include "core/svg_view.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_rows = 128;
constexpr double cell_width = 34;
constexpr double cell_height = 20;
constexpr double labels = 56;  // bytes at the left
constexpr double above = 30;   // bank numbers
constexpr double line_width = 1;
constexpr double even_row = 0.74;  // of the colour of a column: rows of the tile are seen apart
constexpr double odd_row = 0.58;

class Picture {
 public:
  Picture(const PictureOf& view, const SvgStyle& style, const MemoryMap& map)
      : view_(view),
        style_(style),
        map_(map),
        rows_(std::min(most_rows, map.end_row() - map.first_row())),
        part_width_(cell_width / map.parts_in_word()) {}

  static constexpr double width = labels + bank_count * cell_width;

  void draw(SvgView& view) {
    SvgWriter& svg = view.svg;
    view.paragraph(caption(), view.colours().text_dim);
    top_ = view.y + above;
    view.y = y(rows_);
    heads(svg);
    for (std::int64_t row = 0; row < rows_; ++row)
      for (int bank = 0; bank < bank_count; ++bank)
        for (int part = 0; part < map_.parts_in_word(); ++part) draw_part(svg, row, bank, part);
  }

 private:
  const Palette& colours() const { return palette(style_.theme); }
  double y(std::int64_t row) const { return top_ + static_cast<double>(row) * cell_height; }
  static double x(int bank) { return svg_view_margin + labels + bank * cell_width; }

  std::string caption() const {
    const std::int64_t all = map_.end_row() - map_.first_row();
    const std::string step = step_text(view_);
    return fmt::format("Rows of 128 bytes, 32 banks across{}. Colour: the column of the tile, or the pass of a lane{}.",
                       rows_ < all ? fmt::format("; the first {} of {}", rows_, all) : "",
                       step.empty() ? "" : ": " + step);
  }

  void heads(SvgWriter& svg) const {
    const auto number = [&](double at_x, double at_y, const std::string& text, SvgAnchor anchor) {
      svg.text(at_x, at_y, text,
               {.fill = hex(colours().text_faint), .size = 10, .mono = true, .bold = false, .anchor = anchor});
    };
    for (int bank = 0; bank < bank_count; ++bank)
      number(x(bank) + cell_width / 2, top_ - 6, std::to_string(bank), SvgAnchor::middle);
    for (std::int64_t row = 0; row < rows_; ++row)
      number(svg_view_margin + labels - 8, y(row) + 14, std::to_string((map_.first_row() + row) * row_bytes),
             SvgAnchor::end);
  }

  std::string fill_of(const MemoryPart& part) const {
    if (part.lanes != 0 && view_.of().shown) return hex(pass_colour(part.lanes).fill);
    if (part.holds == MemoryHolds::padding) return "url(#hatch)";
    if (part.holds == MemoryHolds::other_tile) return hex(colours().cell_lit);
    return hex(column_colour(part));
  }
  Colour column_colour(const MemoryPart& part) const {
    const int of_column = static_cast<int>(part.at.column * map_.places().tile().element.bits / 32 % bank_count);
    return mix(colours().cell, bank_colour(style_.theme, of_column).fill, part.at.row % 2 == 0 ? even_row : odd_row);
  }
  FillColour pass_colour(LaneMask lanes) const {
    const WarpAnalysis& warp = *view_.of().shown;
    const int pass = warp.lanes[static_cast<std::size_t>(std::countr_zero(lanes))].pass;
    return turn_colour(style_.theme, pass < 0 ? 0 : turn_of_pass(warp.served, pass));
  }

  void draw_part(SvgWriter& svg, std::int64_t row, int bank, int index) const {
    const std::int64_t word = (map_.first_row() + row) * bank_count + bank;
    const MemoryPart part = map_.part(word, index);
    if (part.holds == MemoryHolds::nothing && part.lanes == 0) return;
    const bool goes_on = part.holds == MemoryHolds::element && !part.starts && bank > 0 && part.lanes == 0;
    const bool last = index + 1 == map_.parts_in_word();
    const double left = x(bank) + index * part_width_ - (goes_on ? line_width : 0);
    const SvgBox box{left, y(row), x(bank) + (index + 1) * part_width_ - (last ? line_width : 0) - left,
                     cell_height - line_width};
    svg.begin_group(tooltip(part, word));
    svg.rect(box, {.fill = fill_of(part), .radius = part.lanes != 0 ? 3.0 : 0});
    write(svg, part, box);
    svg.end_group();
  }

  void write(SvgWriter& svg, const MemoryPart& part, const SvgBox& box) const {
    std::string text;
    if (part.lanes != 0) {
      text = fmt::format("{}{}", std::countr_zero(part.lanes), std::popcount(part.lanes) > 1 ? "+" : "");
    } else if (part.holds == MemoryHolds::element && part.starts) {
      text = fmt::format("{},{}", part.at.row, part.at.column);
    }
    constexpr double letter = 4.8;  // wide at 8 units
    if (text.empty() || static_cast<double>(text.size()) * letter > box.width) return;
    const Colour colour = part.lanes != 0 ? pass_colour(part.lanes).text : text_on(column_colour(part));
    svg.text(box.x + box.width / 2, box.y + 13, text,
             {.fill = hex(colour),
              .size = part.lanes != 0 ? 10.0 : 8,
              .mono = true,
              .bold = part.lanes != 0,
              .anchor = SvgAnchor::middle});
  }

  std::string tooltip(const MemoryPart& part, std::int64_t word) const {
    const std::string& name = map_.places().tile().name;
    std::string text = part.holds == MemoryHolds::element ? fmt::format("{}[{}][{}]", name, part.at.row, part.at.column)
                       : part.holds == MemoryHolds::padding ? "padding of " + name
                       : part.holds == MemoryHolds::other_tile
                           ? view_.scenario.tiles[static_cast<std::size_t>(part.tile)].name
                           : "no tile";
    text += fmt::format(": word {}, bank {}", word, word % bank_count);
    return part.lanes == 0 ? text : text + "; lanes " + lane_list(part.lanes);
  }

  const PictureOf& view_;
  const SvgStyle& style_;
  const MemoryMap& map_;
  std::int64_t rows_;
  double part_width_;
  double top_ = 0;
};

}  // namespace

std::string svg_memory_map(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                           int access, const SvgStyle& style) {
  const PictureOf view{scenario, machine, analysis, access};
  const Result<MemoryMap> map = memory_map(scenario, analysis, access);
  if (!map) return svg_view(view, style, [&](SvgView& page) { page.refusal(map.error()); });
  Picture picture(view, style, *map);
  return svg_view(
      view, style, [&](SvgView& page) { picture.draw(page); }, Picture::width);
}

}  // namespace bankmap
