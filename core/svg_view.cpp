#include "core/svg_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr double line_height = 19;
constexpr double width_of_letter = 7.35;  // at 13 units, on average

void draw_head(SvgView& view, const PictureOf& picture) {
  const AccessAnalysis& access = picture.of();
  const Palette& colours = view.colours();
  const double right = view.width - svg_view_margin;
  const std::string& name = picture.scenario.title;
  view.y += 16;
  SvgText title = view.words(colours.text_bright, 17);
  title.bold = true;
  view.svg.text(svg_view_margin, view.y, name.empty() ? "Shared memory banks" : shorten(printable(name), 80), title);
  view.svg.text(right, view.y, fmt::format("{}: {}", picture.machine.key, picture.machine.name),
                view.words(colours.text_dim, 13, SvgAnchor::end));
  view.y += line_height + 3;
  const std::string of = shorten(printable(fmt::format("{}: {}", access.name, info(access.instruction).name)), 60);
  view.svg.text(right, view.y, of, view.words(colours.text_dim, 13, SvgAnchor::end));
  view.svg.text(svg_view_margin, view.y, shorten(printable(access.cuda), 84), view.code(colours.text));
  view.y += 8;
}

void draw_problems(SvgView& view, const PictureOf& picture) {
  for (const auto* problems : {&picture.analysis.problems, &picture.of().problems}) {
    for (const Problem& problem : *problems) {
      if (problem.severity != Severity::error) continue;
      view.paragraph("error: " + to_string(problem), view.colours().refused);
      view.refused = true;
    }
  }
}

}  // namespace

std::string step_text(const PictureOf& picture) {
  const AccessAnalysis& access = picture.of();
  if (!access.shown) return "";
  const Access& asked = picture.scenario.accesses[static_cast<std::size_t>(picture.access)];
  std::string text;
  for (std::size_t i = 0; i < access.shown->loop_values.size() && i < asked.loops.size(); ++i)
    text += fmt::format("{} = {}, ", asked.loops[i].name, access.shown->loop_values[i]);
  return text + fmt::format("warp {} of {}", access.shown->warp, access.warps);
}

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
  const int letters = static_cast<int>((width - 2 * svg_view_margin) / width_of_letter);
  for (const std::string& line : wrap(printable(text), letters)) {
    y += line_height;
    svg.text(svg_view_margin, y, line, words(colour));
  }
}

void SvgView::refusal(const Problem& problem) {
  if (!refused) paragraph("No picture: " + to_string(problem), colours().refused);
}

std::string svg_view(const PictureOf& picture, const SvgStyle& style, const std::function<void(SvgView&)>& draw,
                     double picture_width) {
  const double width = std::max(svg_view_width, picture_width + 2 * svg_view_margin);
  const auto draw_all = [&](SvgWriter& svg) {
    SvgView view(svg, style.theme, width);
    draw_head(view, picture);
    draw_problems(view, picture);
    draw(view);
    return view.y + svg_view_margin;
  };
  SvgWriter measured({.width = width, .height = 0, .shown_width = 0, .shown_height = 0}, "");
  const double height = draw_all(measured);
  SvgWriter svg({.width = width, .height = height, .shown_width = style.width, .shown_height = style.height},
                picture.scenario.title.empty() ? "Bankmap" : "Bankmap: " + picture.scenario.title);
  svg.hatch("hatch", hex(palette(style.theme).cell), hex(palette(style.theme).hatch));
  svg.rect({0, 0, width, height}, {.fill = hex(palette(style.theme).ground)});
  draw_all(svg);
  return svg.finish();
}

}  // namespace bankmap
