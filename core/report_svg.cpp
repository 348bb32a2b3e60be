#include "core/report_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/svg_heatmap.hpp"
#include "core/svg_writer.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr double margin = 24;
constexpr double page_width = svg_heatmap_width + 2 * margin;
constexpr double line_height = 20;
constexpr double figures_height = 72;
constexpr int letters_of_a_line = 118;      // at 13 units in the full width
constexpr int letters_beside_figures = 68;  // ... beside the figures

// Everything is placed in one pass down the page; its height is known at the end, so the shapes are drawn into a page
// measured by a first run of the same code.
class Page {
 public:
  Page(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, ThemeKind theme,
       SvgWriter& svg)
      : scenario_(scenario), machine_(machine), analysis_(analysis), theme_(theme), svg_(svg) {}

  // Returns the height that it took.
  double draw() {
    title();
    for (const Problem& problem : analysis_.problems) add_problem(problem);
    for (std::size_t i = 0; i < analysis_.accesses.size(); ++i) add_access(i);
    return y_ + margin;
  }

 private:
  const Palette& colours() const { return palette(theme_); }

  void left(std::string_view content, Colour colour, double size, bool mono = false, bool bold = false) {
    y_ += line_height;
    svg_.text(margin, y_ - 5, content,
              {.fill = hex(colour), .size = size, .mono = mono, .bold = bold, .anchor = SvgAnchor::start});
  }

  // On the line that `left` has just written.
  void right(std::string_view content) {
    svg_.text(page_width - margin, y_ - 5, content,
              {.fill = hex(colours().text_dim), .size = 13, .mono = false, .bold = false, .anchor = SvgAnchor::end});
  }

  void title() {
    left(scenario_.title.empty() ? "Shared memory banks" : shorten(printable(scenario_.title), 80),
         colours().text_bright, 17, false, true);
    right(fmt::format("{}: {}", machine_.key, machine_.name));
    for (std::size_t i = 0; i < analysis_.declarations.size(); ++i) {
      if (analysis_.declarations[i].empty()) continue;
      left(shorten(analysis_.declarations[i], 96), colours().text, 13, true);
      right(grouped(analysis_.tile_bytes[i]) + " bytes");
    }
  }

  void add_problem(const Problem& problem) {
    const bool error = problem.severity == Severity::error;
    const std::string text = printable((error ? "error: " : "warning: ") + to_string(problem));
    for (const std::string& each : wrap(text, letters_of_a_line))
      left(each, error ? colours().refused : colours().costly, 13);
  }

  void add_access(std::size_t index) {
    const AccessAnalysis& access = analysis_.accesses[index];
    y_ += 12;
    left(shorten(printable(fmt::format("{}: {}", access.name, info(access.instruction).name)), 72),
         colours().text_bright, 15, false, true);
    right(step_text(access, scenario_.accesses[index]));
    if (!access.cuda.empty()) left(shorten(printable(access.cuda), 110), colours().text, 13, true);
    for (const Problem& problem : access.problems) add_problem(problem);
    if (!access.shown) return;
    figures(access);
    draw_svg_heatmap(svg_, margin, y_, access, theme_);
    y_ += svg_heatmap_height;
  }

  static std::string step_text(const AccessAnalysis& access, const Access& asked) {
    if (!access.shown) return "";
    std::string text;
    for (std::size_t i = 0; i < access.shown->loop_values.size() && i < asked.loops.size(); ++i) {
      text += fmt::format("{} = {}, ", asked.loops[i].name, access.shown->loop_values[i]);
    }
    return text + fmt::format("warp {} of {}", access.shown->warp, access.warps);
  }

  void figure(double x, const std::string& number, std::string_view label, bool costly) {
    const Colour colour = costly ? colours().costly : colours().text_bright;
    svg_.text(x, y_ + 32, number,
              {.fill = hex(colour), .size = 28, .mono = true, .bold = false, .anchor = SvgAnchor::start});
    svg_.text(x, y_ + 50, label,
              {.fill = hex(colours().text_dim), .size = 12, .mono = false, .bold = false, .anchor = SvgAnchor::start});
  }

  void figures(const AccessAnalysis& access) {
    const WarpCost& cost = access.shown->served.cost;
    figure(margin, std::to_string(cost.wavefronts), "wavefronts", cost.excess() > 0);
    figure(margin + 104, std::to_string(cost.ideal), "ideal", false);
    figure(margin + 184, std::to_string(cost.excess()), "excess", cost.excess() > 0);
    const auto& cycles = access.shown->saturated;
    figure(margin + 272, cycles ? fmt::format("{:.2f}", cycles->cycles_per_instruction) : "-", "cycles, saturated",
           false);
    const std::vector<std::string> lines = wrap(printable(access.reason), letters_beside_figures);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      svg_.text(margin + 416, y_ + 16 + 17 * static_cast<double>(i), lines[i],
                {.fill = hex(colours().text), .size = 13, .mono = false, .bold = false, .anchor = SvgAnchor::start});
    }
    y_ += std::max(figures_height, 24 + 17 * static_cast<double>(lines.size()));
  }

  const Scenario& scenario_;
  const MachineProfile& machine_;
  const Analysis& analysis_;
  ThemeKind theme_;
  SvgWriter& svg_;
  double y_ = margin - 8;
};

}  // namespace

std::string report_svg(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                       const SvgStyle& style) {
  SvgWriter measured({.width = page_width, .height = 0, .shown_width = 0, .shown_height = 0}, "");
  const double height = Page(scenario, machine, analysis, style.theme, measured).draw();

  const Palette& colours = palette(style.theme);
  SvgWriter svg({.width = page_width, .height = height, .shown_width = style.width, .shown_height = style.height},
                scenario.title.empty() ? "Bankmap" : "Bankmap: " + scenario.title);
  svg.hatch("hatch", hex(colours.cell), hex(colours.hatch));
  svg.rect({0, 0, page_width, height}, {.fill = hex(colours.ground)});
  Page(scenario, machine, analysis, style.theme, svg).draw();
  return svg.finish();
}

}  // namespace bankmap
