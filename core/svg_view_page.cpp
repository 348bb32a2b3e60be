#include "core/svg_view_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr double unit_of_letter = 7.2;  // of 13-unit words, about

std::string step_text(const PictureOf& view) {
  const AccessAnalysis& access = view.of();
  if (!access.shown) return "";
  const Access& asked = view.scenario.accesses[static_cast<std::size_t>(view.access)];
  std::string text;
  for (std::size_t i = 0; i < access.shown->loop_values.size() && i < asked.loops.size(); ++i)
    text += fmt::format("{} = {}, ", asked.loops[i].name, access.shown->loop_values[i]);
  return text + fmt::format("warp {} of {}", access.shown->warp, access.warps);
}

}  // namespace

SvgWriter begin_view_page(const PictureOf& view, const SvgStyle& style, double width, double height,
                          const std::string& line) {
  const Palette& colours = palette(style.theme);
  const double page_width = std::max(svg_page_least_width, width) + 2 * svg_page_margin;
  const double page_height = svg_page_top + height + svg_page_margin;
  const std::string title = view.scenario.title.empty() ? "Shared memory banks" : view.scenario.title;
  SvgWriter svg({.width = page_width, .height = page_height, .shown_width = style.width, .shown_height = style.height},
                "Bankmap: " + title);
  svg.hatch("hatch", hex(colours.cell), hex(colours.hatch));
  svg.rect({0, 0, page_width, page_height}, {.fill = hex(colours.ground)});
  const double right = page_width - svg_page_margin;
  const int letters = static_cast<int>((page_width - 2 * svg_page_margin) / unit_of_letter);
  const auto write = [&](double x, double y, const std::string& text, Colour colour, double size, SvgAnchor anchor) {
    svg.text(x, y, text, {.fill = hex(colour), .size = size, .anchor = anchor});
  };
  write(svg_page_margin, 32, shorten(printable(title), letters * 2 / 3), colours.text_bright, 17, SvgAnchor::start);
  write(right, 32, view.machine.key, colours.text_dim, 13, SvgAnchor::end);
  const AccessAnalysis& access = view.of();
  const std::string named = fmt::format("{}: {}   {}", access.name, info(access.instruction).name, access.cuda);
  write(svg_page_margin, 54, shorten(printable(named), letters * 3 / 4), colours.text, 13, SvgAnchor::start);
  write(right, 54, step_text(view), colours.text_dim, 13, SvgAnchor::end);
  write(svg_page_margin, 74, shorten(printable(line), letters), colours.text_dim, 13, SvgAnchor::start);
  return svg;
}

std::string refused_view_page(const PictureOf& view, const SvgStyle& style, const Problem& problem) {
  SvgWriter svg = begin_view_page(view, style, svg_page_least_width, 40, "No picture.");
  const std::vector<std::string> lines = wrap(printable(to_string(problem)), 84);
  for (std::size_t i = 0; i < std::min<std::size_t>(2, lines.size()); ++i)
    svg.text(svg_page_margin, svg_page_top + 8 + 18 * static_cast<double>(i), lines[i],
             {.fill = hex(palette(style.theme).refused), .size = 13});
  return svg.finish();
}

}  // namespace bankmap
