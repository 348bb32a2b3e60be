#include "app/views/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string title_of(const Scenario& scenario) { return scenario.title.empty() ? "own scenario" : scenario.title; }

// A title is kept while one edits: it says whether this is still the preset of that name.
std::string marked_title(const Frame& frame, const Scenario& scenario) {
  bool named = false;
  for (const Preset& preset : frame.presets) {
    if (preset.scenario.title != scenario.title) continue;
    named = true;
    if (preset.scenario == scenario) return title_of(scenario);
  }
  return (named ? "changed: " : "") + title_of(scenario);
}

int access_within(const Scenario& scenario, int access) {
  return std::clamp(access, 0, static_cast<int>(scenario.accesses.size()) - 1);
}

struct ShownFigures {
  std::string wavefronts = "–";
  std::string ideal = "–";
  std::string excess = "–";
  std::string cycles = "–";
  bool costly = false;
};

ShownFigures figures_of(const AccessAnalysis& access) {
  if (!access.shown) return {};
  const WarpCost& cost = access.shown->served.cost;
  const auto& cycles = access.shown->saturated;
  return {fmt::format("{}", cost.wavefronts), fmt::format("{}", cost.ideal), fmt::format("{}", cost.excess()),
          cycles ? fmt::format("{:.2f}", cycles->cycles_per_instruction) : "–", cost.excess() > 0};
}

constexpr float first_column = 96;  // [px of the drawing]

// One row of numbers, as many as there is room for; x: where the columns begin.
void draw_figures(const Frame& frame, const char* name, const ShownFigures& figures, float x, float right) {
  struct Column {
    const char* label;
    const std::string& text;
    float width;  // [px of the drawing]
  };
  const Column columns[] = {{"wavefronts", figures.wavefronts, first_column},
                            {"ideal", figures.ideal, 60},
                            {"excess", figures.excess, 76},
                            {"cycles", figures.cycles, 92}};
  for (const Column& column : columns) {
    if (x + frame.px(column.width) > right) return;
    ImGui::SameLine();
    ImGui::SetCursorPosX(x);
    shown_text(frame, fmt::format("compare.{}.{}", name, column.label), column.text, frame.theme.fonts.mono,
               figures.costly ? frame.colours().costly : frame.colours().text);
    ImGui::SameLine(0, frame.px(4));
    shown_text(frame, "", column.label, frame.theme.fonts.words_small, frame.colours().text_dim);
    x += frame.px(column.width);
  }
}

std::string differences_text(const Scenario& a, const Scenario& b) {
  const std::vector<FieldDifference> found = differences(a, b);
  if (found.empty()) return "no difference";
  std::string text;
  for (const FieldDifference& each : found)
    text += fmt::format("{}{}: {} → {}", text.empty() ? "" : "   ", each.place, each.before, each.after);
  return text;
}

void draw_half(const Frame& frame, const char* id, ImVec2 at, ImVec2 size, PanelsView& panels, Edits& edits) {
  ImGui::SetCursorScreenPos(at);
  const WidgetLog::Within within(frame.log, fmt::format("{}.", id));
  if (begin_panel(id, size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    shown_text(frame, "title", id[0] == 'a' ? "A" : "B", frame.theme.fonts.words_bold, frame.colours().text_bright);
    draw_panel_places(frame, panels, edits);
  }
  ImGui::EndChild();
}

}  // namespace

void CompareView::pin(Scenario scenario, const MachineProfiles& machines) {
  const auto found = machines.find(scenario.machine);
  const MachineProfile& machine = found == machines.end() ? machines.begin()->second : found->second;
  Analysis analysis = analyze(scenario, machine);
  a = Pinned{std::move(scenario), std::move(analysis), &machine};
}

float compare_height(const Frame& frame) { return 2 * ImGui::GetFrameHeightWithSpacing() + frame.px(8); }

void draw_choice_of_a(const Frame& frame, SheetState& sheets, CompareView& own) {
  Sheet sheet(frame, sheets, SheetKind::choose_a, "Compare with", {520, 560});
  if (!sheet) return;
  std::vector<FilterLine> lines;
  for (const Preset& preset : frame.presets)
    lines.push_back({.name = preset.name, .text = title_of(preset.scenario), .about = preset.scenario.note});
  const auto taken = draw_filter_list(
      frame, {.name = "compare.preset", .hint = "type a part of its name", .none = "No preset has these words."},
      own.presets, sheet.first(), lines);
  if (!taken) return;
  own.next_a = frame.presets[*taken].scenario;
  sheet.close();
}

void draw_compare_strip(const Frame& frame, CompareView& own, Edits& edits) {
  const CompareView::Pinned& a = *own.a;
  const AccessAnalysis& of_a = a.analysis.accesses[static_cast<std::size_t>(access_within(a.scenario, frame.access))];
  const float name_width = std::min(frame.px(220), ImGui::GetContentRegionAvail().x * 0.26F);
  const float columns = ImGui::GetCursorPosX() + frame.px(20) + name_width + frame.px(12);
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "", "A", frame.theme.fonts.words_bold, frame.colours().text_bright);
  ImGui::SameLine();
  ImGui::SetCursorPosX(columns - name_width - frame.px(12));
  if (opening_box(frame, "compare.a", marked_title(frame, a.scenario), name_width))
    edits.actions.push_back(Action::choose_a);
  if (ImGui::IsItemHovered()) hover_sentence(frame, "What is compared with: the state that was pinned, or any preset.");
  const float buttons = button_width("Swap") + button_width("End") + frame.px(4);
  const float whole = ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
  const bool room_for_buttons =
      columns + frame.px(first_column) + buttons <= whole;       // the menu and the keys have them too
  const float right = whole - (room_for_buttons ? buttons : 0);  // the same for both rows
  draw_figures(frame, "a", figures_of(of_a), columns, right);
  if (room_for_buttons) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - buttons));
    if (button(frame, "compare.swap", "Swap")) edits.actions.push_back(Action::swap_ab);
    ImGui::SameLine(0, frame.px(4));
    if (button(frame, "compare.end", "End")) edits.actions.push_back(Action::end_compare);
  }
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "", "B", frame.theme.fonts.words_bold, frame.colours().text_bright);
  ImGui::SameLine();
  ImGui::SetCursorPosX(columns - name_width - frame.px(12));
  push_font(frame.theme.fonts.words);
  const std::string title = shortened(marked_title(frame, frame.scenario), name_width);
  ImGui::PopFont();
  shown_text(frame, "compare.b", title, frame.theme.fonts.words, frame.colours().text);
  draw_figures(frame, "b", figures_of(frame.shown()), columns, right);
  ImGui::SameLine();
  const std::string all = differences_text(a.scenario, frame.scenario);
  push_font(frame.theme.fonts.mono_small);
  const std::string fitting = shortened(all, ImGui::GetContentRegionAvail().x - frame.px(8));
  ImGui::PopFont();
  shown_text(frame, "compare.differences", fitting, frame.theme.fonts.mono_small, frame.colours().text_dim,
             [&all] { return all; });
}

void draw_compared_panels(const Frame& frame, CompareView& own, PanelsView& panels, Edits& edits) {
  draw_panel_tabs(frame, panels, edits);
  own.panels.set = panels.set;
  own.panels.heatmap = panels.heatmap;
  const CompareView::Pinned& a = *own.a;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float between = frame.px(9);
  const ImVec2 half{std::floor((room.x - between) / 2), room.y};
  Frame of_a = frame.showing(a.scenario, a.analysis, "A", access_within(a.scenario, frame.access), a.machine);
  of_a.against = &frame.shown();
  Frame of_b = frame;
  of_b.against = &of_a.shown();
  Edits ignored;  // A is only looked at
  draw_half(of_a, "a", at, half, own.panels, ignored);
  draw_half(of_b, "b", {at.x + half.x + between, at.y}, half, panels, edits);
  const float line = at.x + half.x + std::floor(between / 2);
  ImGui::GetWindowDrawList()->AddRectFilled({line, at.y}, {line + 1, at.y + room.y}, frame.u32(frame.colours().line));
}

}  // namespace bankmap
