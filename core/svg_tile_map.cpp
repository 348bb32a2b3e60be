#include "core/svg_tile_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "core/bank_colour.hpp"
#include "core/explain.hpp"
#include "core/in_words.hpp"
#include "core/svg_view.hpp"
#include "core/tile_map.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_cells = 128;  // to a side
constexpr std::int64_t most_padding_columns = 16;
constexpr double cell_size = 20;
constexpr double labels = 40;  // row numbers at the left
constexpr double above = 30;   // column numbers
constexpr double line_width = 1;
constexpr double quiet = 0.72;  // of a bank's colour: lanes are to stand out

class Picture {
 public:
  Picture(const PictureOf& view, const SvgStyle& style, const TileMap& map, const TileDensity* density)
      : view_(view), style_(style), map_(map), density_(density), tile_(map.places.tile()) {
    window_.end_row = std::min<std::int64_t>(most_cells, tile_.rows);
    window_.end_column = std::min<std::int64_t>(most_cells, tile_.columns);
    const std::int64_t bits = map.places.layout().pitch_bits - std::int64_t{tile_.columns} * tile_.element.bits;
    const bool whole_rows = window_.end_column == tile_.columns;
    padding_ = !whole_rows ? 0 : std::min(most_padding_columns, (bits + tile_.element.bits - 1) / tile_.element.bits);
    bits_ = bit_offsets(map.places.layout(), window_);
  }

  double width() const { return labels + static_cast<double>(window_.end_column + padding_) * cell_size; }

  void draw(SvgView& view) {
    SvgWriter& svg = view.svg;
    view.paragraph(caption(), view.colours().text_dim);
    top_ = view.y + above;
    view.y = y(window_.end_row);
    heads(svg);
    for (std::int64_t row = 0; row < window_.end_row; ++row)
      for (std::int64_t column = 0; column < window_.end_column; ++column) element(svg, row, column);
    if (padding_ > 0) {
      svg.begin_group("padding");
      svg.rect({x(window_.end_column), top_, static_cast<double>(padding_) * cell_size - line_width,
                static_cast<double>(window_.end_row) * cell_size - line_width},
               {.fill = "url(#hatch)"});
      svg.end_group();
    }
  }

 private:
  static double x(std::int64_t column) { return svg_view_margin + labels + static_cast<double>(column) * cell_size; }
  double y(std::int64_t row) const { return top_ + static_cast<double>(row) * cell_size; }

  std::string caption() const {
    std::string text = fmt::format("{} × {} {}, {} from row to row. ", tile_.rows, tile_.columns, tile_.element.name,
                                   count_in_words(map_.places.layout().pitch_bits / 8, "byte"));
    if (window_.end_row < tile_.rows || window_.end_column < tile_.columns)
      text += fmt::format("The first {} and {}. ", count_in_words(window_.end_row, "row"),
                          count_in_words(window_.end_column, "column"));
    if (density_ != nullptr)
      return text +
             fmt::format("Number: how often it is touched, at most {}.", count_in_words(density_->most(), "time"));
    return fmt::format("{}Number: the bank, or the lane that touches it: {}.", text, step_text(view_));
  }

  void heads(SvgWriter& svg) const {
    const Palette& colours = palette(style_.theme);
    const auto number = [&](double at_x, double at_y, std::int64_t value, SvgAnchor anchor) {
      svg.text(at_x, at_y, std::to_string(value),
               {.fill = hex(colours.text_faint), .size = 10, .mono = true, .bold = false, .anchor = anchor});
    };
    for (std::int64_t column = 0; column < window_.end_column; ++column)
      number(x(column) + cell_size / 2, top_ - 6, column, SvgAnchor::middle);
    for (std::int64_t row = 0; row < window_.end_row; ++row)
      number(svg_view_margin + labels - 6, y(row) + 14, row, SvgAnchor::end);
  }

  void element(SvgWriter& svg, std::int64_t row, std::int64_t column) const {
    const std::int64_t bit = bits_[static_cast<std::size_t>(row * window_.columns() + column)];
    const Palette& colours = palette(style_.theme);
    const LaneMask lanes = density_ == nullptr ? map_.lanes_at({row, column}) : 0;
    const SvgBox box{x(column), y(row), cell_size - line_width, cell_size - line_width};
    Colour fill = mix(colours.cell, bank_colour(style_.theme, bank_of_bit(bit)).fill, quiet);
    std::string text = std::to_string(bank_of_bit(bit));
    if (density_ != nullptr) {
      const std::uint32_t times = density_->of(bit);
      fill = times == 0
                 ? colours.cell
                 : mix(colours.cell, colours.accent, 0.15 + 0.75 * times / std::max<double>(1, density_->most()));
      text = times == 0 ? "" : std::to_string(times);
    } else if (lanes != 0) {
      fill = pass_colour(lanes).fill;
      text = fmt::format("{}{}", std::countr_zero(lanes), std::popcount(lanes) > 1 ? "+" : "");
    }
    svg.begin_group(fmt::format("{}[{}][{}]: byte {}, bank {}{}", tile_.name, row, column, bit / 8, bank_of_bit(bit),
                                lanes == 0 ? "" : "; lanes " + lane_list(lanes)));
    svg.rect(box, {.fill = hex(fill), .radius = lanes != 0 ? 3.0 : 0});
    if (!text.empty())
      svg.text(box.x + box.width / 2, box.y + 13.5, text,
               {.fill = hex(text_on(fill)),
                .size = text.size() > 2 ? 8.0 : 10,
                .mono = true,
                .bold = lanes != 0,
                .anchor = SvgAnchor::middle});
    svg.end_group();
  }

  FillColour pass_colour(LaneMask lanes) const {
    const WarpAnalysis& warp = *view_.of().shown;
    const int pass = warp.lanes[static_cast<std::size_t>(std::countr_zero(lanes))].pass;
    return turn_colour(style_.theme, pass < 0 ? 0 : turn_of_pass(warp.served, pass));
  }

  const PictureOf& view_;
  const SvgStyle& style_;
  const TileMap& map_;
  const TileDensity* density_;
  const Tile& tile_;
  TileWindow window_;
  std::int64_t padding_ = 0;  // [columns]
  std::vector<std::int64_t> bits_;
  double top_ = 0;
};

}  // namespace

std::string svg_tile_map(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                         const SvgStyle& style, TileMapShows shows) {
  const PictureOf view{scenario, machine, analysis, access};
  const Result<TileMap> map = tile_map(scenario, analysis, access);
  const auto refused = [&](const Problem& problem) {
    return svg_view(view, style, [&](SvgView& page) { page.refusal(problem); });
  };
  if (!map) return refused(map.error());
  std::optional<Result<TileDensity>> density;
  if (shows == TileMapShows::sweep) density = tile_density(scenario, access);
  if (density && !*density) return refused(density->error());
  Picture picture(view, style, *map, density ? &**density : nullptr);
  return svg_view(
      view, style, [&](SvgView& page) { picture.draw(page); }, picture.width());
}

}  // namespace bankmap
