#include "app/views/sweep_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

struct Chart {
  const Frame& frame;
  const Sweep& sweep;
  std::int64_t now;
  ImVec2 min;  // of the bars
  ImVec2 max;
  double most;  // wavefronts at the top
  int hovered = -1;

  std::size_t count() const { return sweep.points.size(); }
  float step() const { return (max.x - min.x) / static_cast<float>(std::max<std::size_t>(1, count())); }
  float left(std::size_t i) const { return min.x + step() * static_cast<float>(i); }
  float top(double wavefronts) const {
    return max.y - std::floor((max.y - min.y) * static_cast<float>(wavefronts / most));
  }
  std::size_t at(float x) const {
    const float place = std::clamp((x - min.x) / step(), 0.0F, static_cast<float>(count()) - 1);
    return static_cast<std::size_t>(place);
  }
};

void centred(const Frame& frame, ImVec2 middle, const std::string& text, Colour colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText({std::floor(middle.x - size.x / 2), std::floor(middle.y - size.y / 2)},
                                      frame.u32(colour), text.c_str());
}

// What the bars count, above them, as far as there is room.
void draw_axis_name(const Chart& chart, ImVec2 at, float right) {
  const std::string whole = axis_in_words(chart.sweep);
  const std::string text = shortened(whole, right - at.x);
  ImGui::GetWindowDrawList()->AddText(at, chart.frame.u32(chart.frame.colours().text_faint), text.c_str());
  if (chart.frame.log.on()) chart.frame.log.area("sweep.axis", at, {right, at.y + ImGui::GetTextLineHeight()}, whole);
}

void draw_axis(const Chart& chart) {
  const Frame& frame = chart.frame;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  double apart = chart.most <= 8 ? 1 : std::exp2(std::ceil(std::log2(chart.most / 8)));
  while (apart < chart.most && chart.top(0) - chart.top(apart) < ImGui::GetTextLineHeight()) apart *= 2;
  for (double at = 0; at <= chart.most; at += apart) {
    const float y = chart.top(at);
    list.AddRectFilled({chart.min.x, y}, {chart.max.x, y + 1}, frame.u32(frame.colours().line));
    const std::string text = fmt::format("{:.0f}", at);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 place{chart.min.x - frame.px(8) - size.x, std::floor(y - size.y / 2)};
    list.AddText(place, frame.u32(frame.colours().text_faint), text.c_str());
    if (frame.log.on())
      frame.log.area(fmt::format("sweep.axis.{}", text), place, {place.x + size.x, place.y + size.y}, text);
  }
}

void draw_bar(const Chart& chart, std::size_t i) {
  const Frame& frame = chart.frame;
  const Palette& colours = frame.colours();
  const SweepPoint& point = chart.sweep.points[i];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = std::min(frame.px(3), chart.step() * 0.2F);
  const float left = std::floor(chart.left(i) + gap / 2);
  const float right = std::max(left + 1, std::floor(chart.left(i + 1) - gap / 2));
  const bool here = point.value == chart.now;
  const bool hot = static_cast<int>(i) == chart.hovered;
  if (here || hot)
    list.AddRectFilled({chart.left(i), chart.min.y}, {chart.left(i + 1), chart.max.y}, frame.u32(colours.cell_lit));
  if (!point.refused.empty()) {
    list.AddRectFilled({left, chart.min.y}, {right, chart.max.y}, frame.u32(colours.hatch, 0.5F));
    if (right - left >= ImGui::CalcTextSize("×").x)
      centred(frame, {(left + right) / 2, chart.max.y - frame.px(10)}, "×", colours.refused);
  } else {
    const float ideal = chart.top(point.ideal_each());
    const float all = chart.top(point.wavefronts_each());
    const float opacity = here || hot ? 1.0F : 0.75F;
    if (all < ideal) list.AddRectFilled({left, all}, {right, ideal}, frame.u32(colours.costly, opacity));
    list.AddRectFilled({left, ideal}, {right, chart.max.y}, frame.u32(colours.good, opacity));
    const std::string number = each_in_words(point.wavefronts_each());
    if (ImGui::CalcTextSize(number.c_str()).x <= chart.step() - 1 || here || hot)
      centred(frame, {(left + right) / 2, all - frame.px(9)}, number,
              here || hot ? colours.text_bright : colours.text_dim);
  }
  if (here)
    add_rect(list, {chart.left(i), chart.min.y}, {chart.left(i + 1), chart.max.y}, frame.u32(colours.outline),
             frame.px(2), std::max(1.0F, frame.px(1)));
}

// Where the ideal lies, through all bars, so that what is above it can be seen at once.
void draw_ideal_line(const Chart& chart) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < chart.count(); ++i) {
    const SweepPoint& point = chart.sweep.points[i];
    if (!point.refused.empty()) continue;
    const float y = chart.top(point.ideal_each());
    list.AddRectFilled({chart.left(i), y - chart.frame.px(1)}, {chart.left(i + 1), y + chart.frame.px(1)},
                       chart.frame.u32(chart.frame.colours().text));
  }
}

// Every how many bars there is room for a number below: a power of two, so that the ruler of the gcd stays one.
std::size_t tick_distance(const Chart& chart) {
  float widest = 0;
  for (const SweepPoint& point : chart.sweep.points)
    widest = std::max(widest, ImGui::CalcTextSize(fmt::format("{}", point.value).c_str()).x);
  std::size_t every = 1;
  while (chart.step() * static_cast<float>(every) < widest + chart.frame.px(4) && every < chart.count()) every *= 2;
  return every;
}

// The bar under the pointer, or else the one that is set.
std::size_t lit_bar(const Chart& chart) {
  if (chart.hovered >= 0) return static_cast<std::size_t>(chart.hovered);
  const auto now = std::ranges::find(chart.sweep.points, chart.now, &SweepPoint::value);
  return static_cast<std::size_t>(now - chart.sweep.points.begin());
}

// Numbers under the bars, as many as have room, and always the one of the bar that is lit.
template <class Text>
void draw_row(const Chart& chart, float middle, const char* name, Text&& text) {
  const Frame& frame = chart.frame;
  const Palette& colours = frame.colours();
  const ImVec2 name_size = ImGui::CalcTextSize(name);
  ImGui::GetWindowDrawList()->AddText({chart.min.x - frame.px(8) - name_size.x, std::floor(middle - name_size.y / 2)},
                                      frame.u32(colours.text_faint), name);
  const std::size_t every = tick_distance(chart);
  const std::size_t lit = lit_bar(chart);
  for (std::size_t i = 0; i < chart.count(); ++i) {
    const std::size_t away = i > lit ? i - lit : lit - i;
    if (i != lit && (i % every != 0 || (lit < chart.count() && away < every))) continue;
    centred(frame, {chart.left(i) + chart.step() / 2, middle}, text(chart.sweep.points[i]),
            i == lit ? colours.text_bright : colours.text_faint);
  }
}

bool any_stride(const Sweep& sweep) {
  return std::ranges::any_of(sweep.points, [](const SweepPoint& point) { return point.stride_words.has_value(); });
}

void log_points(const Chart& chart) {
  if (!chart.frame.log.on()) return;
  for (std::size_t i = 0; i < chart.count(); ++i) {
    const SweepPoint& point = chart.sweep.points[i];
    const std::string text = point.refused.empty() ? fmt::format("{}/{}", each_in_words(point.wavefronts_each()),
                                                                 each_in_words(point.ideal_each()))
                                                   : std::string("refused");
    chart.frame.log.area(fmt::format("sweep.point.{}", point.value), {chart.left(i), chart.min.y},
                         {chart.left(i + 1), chart.max.y}, point.value == chart.now ? text + " now" : text);
  }
}

// Held: the value under the pointer. Hovered, or clicked last: left and right. An arrow key that moves the focus elsewhere makes
// ImGui forget what is hovered until the pointer moves, so the rectangle is asked.
void take_input(Chart& chart, const SweepChartView& own, Edits& edits) {
  const Frame& frame = chart.frame;
  const bool hovered = pointer_over_item();
  const bool held = ImGui::IsItemActive();
  std::int64_t next = chart.now;
  if (hovered || held) chart.hovered = static_cast<int>(chart.at(ImGui::GetIO().MousePos.x));
  if (held) {
    frame.gesture = ImGui::GetID("gesture");
    next = chart.sweep.points[static_cast<std::size_t>(chart.hovered)].value;
  } else if (!ImGui::GetIO().WantTextInput && !key_down(Key::alt) &&
             (hovered || (ImGui::IsWindowFocused() && !ImGui::IsAnyItemHovered()))) {
    const std::vector<std::int64_t>& values = own.sweep.question.values;
    const auto here = std::ranges::lower_bound(values, chart.now);
    if (key_pressed(Key::left, true) && here != values.begin()) next = *std::prev(here);
    if (key_pressed(Key::right, true) && here != values.end() && std::next(here) != values.end())
      next = *std::next(here);
  }
  if (next != chart.now) edits.push(number_edit(frame.scenario, frame.access, own.asked, next));
}

void draw_chart(const Frame& frame, const SweepChartView& own, std::int64_t now, Edits& edits) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < frame.px(80) || room.y < frame.px(60) || own.sweep.points.empty()) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  push_font(frame.theme.fonts.mono_small);
  const float line = std::floor(ImGui::GetTextLineHeight() * 1.35F);
  const bool strides = any_stride(own.sweep);
  double most = 1;
  for (const SweepPoint& point : own.sweep.points) most = std::max(most, point.wavefronts_each());
  const float below = strides ? 2 * line : line;
  const bool named = room.y >= frame.px(120);
  Chart chart{frame,
              own.sweep,
              now,
              {origin.x + frame.px(56), origin.y + (named ? 2 : 1) * line},
              {origin.x + room.x - frame.px(8), origin.y + room.y - below - frame.px(4)},
              most};
  ImGui::SetCursorScreenPos({chart.min.x, origin.y});
  ImGui::InvisibleButton("sweep", {chart.max.x - chart.min.x, room.y});
  if (frame.log.on()) frame.log.item("sweep", fmt::format("{} {}", own.sweep.question.name, now));
  take_input(chart, own, edits);
  if (named) draw_axis_name(chart, origin, chart.max.x);
  draw_axis(chart);
  for (std::size_t i = 0; i < chart.count(); ++i) draw_bar(chart, i);
  draw_ideal_line(chart);
  draw_row(chart, chart.max.y + frame.px(4) + line / 2, "value",
           [](const SweepPoint& point) { return fmt::format("{}", point.value); });
  if (strides) {
    draw_row(chart, chart.max.y + frame.px(4) + line * 1.5F, "gcd 32", [](const SweepPoint& point) {
      return point.stride_words ? fmt::format("{}", std::gcd(*point.stride_words, std::int64_t{bank_count})) : "";
    });
  }
  const bool explained = ImGui::IsItemHovered() && !ImGui::IsItemActive();
  ImGui::PopFont();
  log_points(chart);
  if (explained)
    hover_sentence(frame, explain_point(own.sweep, own.sweep.points[static_cast<std::size_t>(chart.hovered)]));
}

std::string label_of(const ScenarioNumber& number) { return fmt::format("{} = {}", number.name, number.value); }

// Which number is swept; the sentence beside it, or below where there is no room.
void draw_head(const Frame& frame, SweepChartView& own, const std::vector<ScenarioNumber>& numbers, int current) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = std::min(room, frame.px(210));
  const auto label = [&](int i) { return label_of(numbers[static_cast<std::size_t>(i)]); };
  const int chosen =
      combo(frame, "sweep.number", label(current), static_cast<int>(numbers.size()), current, label, width);
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "Which number of the scenario runs along the chart; everything else stays as it is.");
  if (chosen >= 0) own.chosen = numbers[static_cast<std::size_t>(chosen)].key;
  if (ImGui::GetContentRegionAvail().y < frame.px(180)) return;
  if (room - width > frame.px(260)) ImGui::SameLine(0, frame.px(12));
  ImGui::AlignTextToFramePadding();
  const std::optional<WarpAnalysis>& warp = frame.shown().shown;
  const std::optional<int> shown = warp ? std::optional(warp->served.cost.wavefronts) : std::nullopt;
  std::string text = explain_sweep(own.sweep, numbers[static_cast<std::size_t>(current)].value, shown);
  if (own.sweep.question.scope == SweepScope::shown_step) text += " The loop is long: only the step that is shown.";
  wrapped(frame, "sweep.sentence", text, frame.theme.fonts.words, frame.colours().text);
}

// The same question, but for a list of values that fits the new one as well: the bars stay where they are.
bool still_fits(const SweepQuestion& old, const SweepQuestion& wanted, std::int64_t now) {
  if (old == wanted) return true;
  if (!std::ranges::binary_search(old.values, now)) return false;
  SweepQuestion other = wanted;
  other.values = old.values;
  return other == old;
}

}  // namespace

void draw_sweep_chart(const Frame& frame, SweepChartView& own, Edits& edits) {
  const std::vector<ScenarioNumber>& numbers =
      own.numbers.of(frame, [&] { return scenario_numbers(frame.scenario, frame.access); });
  if (numbers.empty()) {
    return wrapped(frame, "sweep.empty", "This access has no number that could be changed.", frame.theme.fonts.words,
                   frame.colours().text_dim);
  }
  auto current = own.chosen ? std::ranges::find(numbers, *own.chosen, &ScenarioNumber::key) : numbers.end();
  if (current == numbers.end())
    current = std::ranges::find(numbers, first_number(frame.scenario, frame.access), &ScenarioNumber::key);
  if (current == numbers.end()) current = numbers.begin();
  if (own.asked != current->key) own.question = {};
  own.asked = current->key;
  const SweepQuestion& question =
      own.question.of(frame, [&] { return *sweep_question(frame.scenario, frame.access, own.asked); });
  if (own.sweep.points.empty() || !still_fits(own.sweep.question, question, current->value))
    own.sweep = sweep(question, frame.machine);
  draw_head(frame, own, numbers, static_cast<int>(current - numbers.begin()));
  constexpr ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (begin_child("sweep.chart", ImGui::GetContentRegionAvail(), false, flags))
    draw_chart(frame, own, current->value, edits);
  ImGui::EndChild();
}

}  // namespace bankmap
