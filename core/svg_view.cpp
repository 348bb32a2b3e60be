#include "core/svg_view.hpp"

#include <fmt/format.h>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr double line_height = 19;
constexpr int letters_of_a_line = 124;  // at 13 units

void draw_head(SvgView& view, const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
               int index) {
  const AccessAnalysis& access = analysis.accesses[static_cast<std::size_t>(index)];
  const Palette& colours = view.colours();
  const double right = svg_view_width - svg_view_margin;
  view.y += 16;
  SvgText title = view.words(colours.text_bright, 17);
  title.bold = true;
  view.svg.text(svg_view_margin, view.y,
                scenario.title.empty() ? "Shared memory banks" : shorten(printable(scenario.title), 80), title);
  view.svg.text(right, view.y, fmt::format("{}: {}", machine.key, machine.name),
                view.words(colours.text_dim, 13, SvgAnchor::end));
  view.y += line_height + 3;
  const std::string name = shorten(printable(fmt::format("{}: {}", access.name, info(access.instruction).name)), 60);
  view.svg.text(right, view.y, name, view.words(colours.text_dim, 13, SvgAnchor::end));
  view.svg.text(svg_view_margin, view.y, shorten(printable(access.cuda), 84), view.code(colours.text));
  view.y += 8;
}

void draw_problems(SvgView& view, const Analysis& analysis, int index) {
  const auto errors = [&](const std::vector<Problem>& problems) {
    for (const Problem& problem : problems) {
      if (problem.severity == Severity::error) view.paragraph("error: " + to_string(problem), view.colours().refused);
    }
  };
  errors(analysis.problems);
  errors(analysis.accesses[static_cast<std::size_t>(index)].problems);
}

}  // namespace

SvgText SvgView::words(Colour colour, double size, SvgAnchor anchor) const {
  return {.fill = hex(colour), .size = size, .mono = false, .bold = false, .anchor = anchor};
}

SvgText SvgView::code(Colour colour, double size, SvgAnchor anchor) const {
  return {.fill = hex(colour), .size = size, .mono = true, .bold = false, .anchor = anchor};
}

void SvgView::heading(std::string_view text) {
  y += line_height + 10;
  svg.text(svg_view_margin, y, text, words(colours().text_dim, 12));
}

void SvgView::paragraph(std::string_view text, Colour colour) {
  for (const std::string& line : wrap(printable(text), letters_of_a_line)) {
    y += line_height;
    svg.text(svg_view_margin, y, line, words(colour));
  }
}

std::string svg_view(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                     const SvgStyle& style, const std::function<void(SvgView&)>& draw) {
  const auto draw_all = [&](SvgWriter& svg) {
    SvgView view(svg, style.theme);
    draw_head(view, scenario, machine, analysis, access);
    draw_problems(view, analysis, access);
    draw(view);
    return view.y + svg_view_margin;
  };
  SvgWriter measured({.width = svg_view_width, .height = 0, .shown_width = 0, .shown_height = 0}, "");
  const double height = draw_all(measured);
  SvgWriter svg({.width = svg_view_width, .height = height, .shown_width = style.width, .shown_height = style.height},
                scenario.title.empty() ? "Bankmap" : "Bankmap: " + scenario.title);
  svg.hatch("hatch", hex(palette(style.theme).cell), hex(palette(style.theme).hatch));
  svg.rect({0, 0, svg_view_width, height}, {.fill = hex(palette(style.theme).ground)});
  draw_all(svg);
  return svg.finish();
}

}  // namespace bankmap
