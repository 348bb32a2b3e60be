#include "core/svg_pass_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/pass_timeline.hpp"
#include "core/svg_view.hpp"

namespace bankmap {
namespace {

constexpr double labels = 176;  // phase, pass, and what a round is made of
constexpr double cell_width = 22;
constexpr double row_height = 20;
constexpr double header_height = 30;  // bank numbers
constexpr double line_width = 1;

class Picture {
 public:
  Picture(const PictureOf& view, const SvgStyle& style, const PassTimeline& timeline)
      : view_(view), style_(style), timeline_(timeline) {}

  static constexpr double width = labels + bank_count * cell_width;

  void draw(SvgView& view) {
    SvgWriter& svg = view.svg;
    view.paragraph(caption(), view.colours().text_dim);
    top_ = view.y + header_height;
    view.y = top_ + static_cast<double>(timeline_.rows.size()) * row_height;
    for (int bank = 0; bank < bank_count; ++bank)
      text(svg, x(bank) + cell_width / 2, top_ - 6, std::to_string(bank), palette(style_.theme).text_faint,
           SvgAnchor::middle);
    for (const TimelineRow& row : timeline_.rows) draw_row(svg, row);
  }

 private:
  static double x(int bank) { return svg_view_margin + labels + bank * cell_width; }
  double y(const TimelineRow& row) const { return top_ + row.pass * row_height; }

  static void text(SvgWriter& svg, double at_x, double at_y, const std::string& content, Colour colour,
                   SvgAnchor anchor) {
    svg.text(at_x, at_y, content, {.fill = hex(colour), .size = 11, .mono = true, .bold = false, .anchor = anchor});
  }

  std::string caption() const {
    return fmt::format(
        "{}: {} wavefront{}, in order of service; number: the lowest lane served in the bank, + with others.",
        step_text(view_), timeline_.wavefronts, timeline_.wavefronts == 1 ? "" : "s");
  }

  std::string label(const TimelineRow& row) const {
    if (timeline_.in_rounds)
      return fmt::format("round {}: load {} + swap {}", row.pass + 1, row.load_wavefronts, row.swap_wavefronts);
    return timeline_.phases > 1 ? fmt::format("phase {}, pass {}", row.phase + 1, row.pass + 1)
                                : fmt::format("pass {}", row.pass + 1);
  }

  void draw_row(SvgWriter& svg, const TimelineRow& row) const {
    const Palette& colours = palette(style_.theme);
    const FillColour paint = turn_colour(style_.theme, row.turn);
    svg.begin_group(explain_row(timeline_, row));
    text(svg, svg_view_margin + labels - 8, y(row) + 14, label(row), colours.text, SvgAnchor::end);
    for (int bank = 0; bank < bank_count; ++bank) {
      const LaneMask lanes = row.lanes_in_bank[static_cast<std::size_t>(bank)];
      svg.rect({x(bank), y(row), cell_width - line_width, row_height - line_width},
               {.fill = hex(lanes == 0 ? colours.cell : paint.fill), .radius = lanes == 0 ? 0.0 : 3});
      if (lanes == 0) continue;
      text(svg, x(bank) + (cell_width - line_width) / 2, y(row) + 13.5,
           fmt::format("{}{}", std::countr_zero(lanes), std::popcount(lanes) > 1 ? "+" : ""), paint.text,
           SvgAnchor::middle);
    }
    svg.end_group();
  }

  const PictureOf& view_;
  const SvgStyle& style_;
  const PassTimeline& timeline_;
  double top_ = 0;
};

Problem why_none(const AccessAnalysis& access) {
  const auto error = std::ranges::find(access.problems, Severity::error, &Problem::severity);
  if (error != access.problems.end()) return *error;
  return {.what = access.shown ? "no lane takes part: there is nothing to serve" : "the access has no answer",
          .hint = {},
          .place = {},
          .range = {}};
}

}  // namespace

std::string svg_pass_timeline(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                              int access, const SvgStyle& style) {
  const PictureOf view{scenario, machine, analysis, access};
  const PassTimeline timeline = pass_timeline(view.of());
  if (timeline.rows.empty()) return svg_view(view, style, [&](SvgView& page) { page.refusal(why_none(view.of())); });
  Picture picture(view, style, timeline);
  return svg_view(
      view, style, [&](SvgView& page) { picture.draw(page); }, Picture::width);
}

}  // namespace bankmap
