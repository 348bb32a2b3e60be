#include "core/svg_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/svg_view.hpp"

namespace bankmap {
namespace {

constexpr double chart_height = 320;
constexpr double axis_width = 40;
constexpr double chart_left = svg_view_margin + axis_width;
constexpr double chart_width = svg_view_width - svg_view_margin - chart_left;
constexpr double label_room = 26;  // of a number under the axis

class Chart {
 public:
  Chart(SvgView& view, const Sweep& sweep, std::int64_t now) : view_(view), sweep_(sweep), now_(now) {
    for (const SweepPoint& point : sweep.points) most_ = std::max(most_, point.wavefronts_each());
    top_ = view.y + 34;
    step_ = chart_width / static_cast<double>(std::max<std::size_t>(1, sweep.points.size()));
  }

  void draw() {
    axis();
    for (std::size_t i = 0; i < sweep_.points.size(); ++i) {
      view_.svg.begin_group(explain_point(sweep_, sweep_.points[i]));
      bar(i);
      view_.svg.end_group();
    }
    labels();
    view_.y = top_ + chart_height + 44;
  }

 private:
  double height(double wavefronts) const { return chart_height * wavefronts / most_; }
  double left(std::size_t i) const { return chart_left + step_ * static_cast<double>(i); }

  void axis() {
    const Palette& colours = view_.colours();
    view_.svg.text(svg_view_margin, top_ - 14, axis_in_words(sweep_), view_.words(colours.text_dim, 12));
    const double apart = most_ <= 8 ? 1 : std::exp2(std::ceil(std::log2(most_ / 8)));
    for (double at = 0; at <= most_; at += apart) {
      const double y = top_ + chart_height - height(at);
      view_.svg.line(chart_left, y, chart_left + chart_width, y, hex(colours.line), 1);
      view_.svg.text(chart_left - 8, y + 4, fmt::format("{:.0f}", at),
                     view_.code(colours.text_faint, 11, SvgAnchor::end));
    }
  }

  void bar(std::size_t i) {
    const SweepPoint& point = sweep_.points[i];
    const Palette& colours = view_.colours();
    const double gap = std::min(3.0, step_ * 0.2);
    const double x = left(i) + gap / 2;
    const double width = step_ - gap;
    const double bottom = top_ + chart_height;
    if (point.value == now_) {
      view_.svg.rect({left(i), top_, step_, chart_height},
                     {.fill = hex(colours.cell_lit), .stroke = hex(colours.outline), .stroke_width = 1, .radius = 2});
    }
    if (!point.refused.empty()) {
      view_.svg.rect({x, top_, width, chart_height}, {.fill = "url(#hatch)"});
      return;
    }
    const double ideal = height(point.ideal_each());
    const double all = height(point.wavefronts_each());
    view_.svg.rect({x, bottom - ideal, width, ideal}, {.fill = hex(colours.good)});
    if (all > ideal) view_.svg.rect({x, bottom - all, width, all - ideal}, {.fill = hex(colours.costly)});
  }

  void labels() {
    const Palette& colours = view_.colours();
    const auto every = static_cast<std::size_t>(std::ceil(label_room / step_));
    for (std::size_t i = 0; i < sweep_.points.size(); ++i) {
      const bool now = sweep_.points[i].value == now_;
      if (i % every != 0) continue;
      view_.svg.text(left(i) + step_ / 2, top_ + chart_height + 16, fmt::format("{}", sweep_.points[i].value),
                     view_.code(now ? colours.text_bright : colours.text_faint, 11, SvgAnchor::middle));
    }
    const std::string& unit = sweep_.question.unit;
    view_.svg.text(chart_left + chart_width / 2, top_ + chart_height + 36,
                   unit.empty() ? sweep_.question.name : fmt::format("{} [{}]", sweep_.question.name, unit),
                   view_.words(colours.text_dim, 12, SvgAnchor::middle));
  }

  SvgView& view_;
  const Sweep& sweep_;
  std::int64_t now_;
  double most_ = 1;
  double top_ = 0;
  double step_ = 1;
};

}  // namespace

std::string svg_sweep(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                      const SvgStyle& style, std::optional<NumberKey> key) {
  const NumberKey wanted = key.value_or(first_number(scenario, access));
  const std::optional<SweepQuestion> question = sweep_question(scenario, access, wanted);
  if (!question) {
    return svg_view({scenario, machine, analysis, access}, style,
                    [](SvgView& view) { view.paragraph("This access has no such number.", view.colours().text_dim); });
  }
  const Sweep result = sweep(*question, machine);
  const std::vector<ScenarioNumber> numbers = scenario_numbers(scenario, access);
  const std::int64_t now = std::ranges::find(numbers, wanted, &ScenarioNumber::key)->value;
  const AccessAnalysis& of = analysis.accesses[static_cast<std::size_t>(access)];
  const std::optional<int> shown = of.shown ? std::optional(of.shown->served.cost.wavefronts) : std::nullopt;
  return svg_view({scenario, machine, analysis, access}, style, [&](SvgView& view) {
    Chart(view, result, now).draw();
    view.paragraph(explain_sweep(result, now, shown), view.colours().text);
  });
}

}  // namespace bankmap
