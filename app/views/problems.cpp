#include "app/views/problems.hpp"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"

namespace bankmap {
namespace {

// The place of a character that may be scrolled away or behind the last: inside the box at least.
float character_x(const std::string& text, std::size_t at, float from, float to) {
  const std::size_t end = std::min(at, text.size());
  return std::clamp(from + ImGui::CalcTextSize(text.data(), text.data() + end).x, from, to);
}

// Some ranges belong to no text that is shown: an index that is composed of several fields has none, or one beyond the
// box.
bool range_is_in(std::string_view text, TextRange range) {
  return range != TextRange{} && range.begin <= range.end && range.end <= text.size();
}

// A wave under the offending range, and a mark at its start.
void draw_caret_line(const Frame& frame, std::string_view name, const std::string& text, const Problem& problem,
                     ImVec2 box_min, ImVec2 box_max) {
  const float from = box_min.x + frame.px(8);
  const float to = box_max.x - frame.px(8);
  const float start = character_x(text, problem.range.begin, from, to);
  const float one = ImGui::CalcTextSize("0").x;
  const float end = std::min(to + one, std::max(start + one, character_x(text, problem.range.end, from, to)));
  const float y = box_max.y - frame.px(3);
  const ImU32 red = frame.u32(frame.colours().refused);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({start, y}, {end, y + frame.px(2)}, red);
  const float tip = frame.px(5);
  list.AddTriangleFilled({start, box_max.y + tip}, {start + one, box_max.y + tip}, {start + one / 2, box_max.y}, red);
  if (frame.log.on())
    frame.log.area(std::string(name) + ".caret", {start, y}, {end, box_max.y + tip},
                   std::to_string(problem.range.begin));
}

}  // namespace

const Problem* problem_at(const std::vector<Problem>& problems, std::string_view place) {
  const auto found = std::ranges::find_if(problems, [place](const Problem& problem) {
    const std::string_view there = problem.place;
    if (!there.ends_with(place)) return false;
    return there.size() == place.size() || there[there.size() - place.size() - 1] == '.';
  });
  return found == problems.end() ? nullptr : &*found;
}

bool is_error(const std::vector<Problem>& problems) {
  return std::ranges::any_of(problems, [](const Problem& problem) { return problem.severity == Severity::error; });
}

void draw_problem(const Frame& frame, std::string_view name, const Problem* problem) {
  if (problem == nullptr) return;
  const bool error = problem->severity == Severity::error;
  wrapped(frame, std::string(name) + ".problem", problem->what, frame.theme.fonts.words,
          error ? frame.colours().refused : frame.colours().costly);
  if (!problem->hint.empty()) {
    wrapped(frame, std::string(name) + ".hint", problem->hint, frame.theme.fonts.words_small, frame.colours().text_dim);
  }
}

bool expression_box(const Frame& frame, std::string_view name, std::string& text, const Problem* problem) {
  ImGui::PushID(name.data(), name.data() + name.size());
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID typing = ImGui::GetID("typing");
  const bool was_typing = storage.GetBool(typing);
  push_font(frame.theme.fonts.mono);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, frame.u32(frame.colours().input));
  ImGui::PushStyleColor(ImGuiCol_Border,
                        frame.u32(problem != nullptr && problem->severity == Severity::error ? frame.colours().refused
                                                                                             : frame.colours().line));
  if (!was_typing) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  const bool changed = ImGui::InputText("##expression", &text);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(was_typing ? 2 : 3);
  const bool now_typing = ImGui::IsItemActive();
  storage.SetBool(typing, now_typing);
  if (now_typing) frame.gesture = ImGui::GetID("gesture");
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  if (frame.log.on()) frame.log.item(name, text);
  if (!was_typing) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(min, max, true);
    draw_code(frame, list, {min.x + frame.px(8), min.y + ImGui::GetStyle().FramePadding.y}, text);
    list.PopClipRect();
  }
  const bool caret = problem != nullptr && range_is_in(text, problem->range);
  if (caret) draw_caret_line(frame, name, text, *problem, min, max);
  ImGui::PopFont();
  if (caret) gap(frame, 2);
  draw_problem(frame, name, problem);
  ImGui::PopID();
  return changed;
}

}  // namespace bankmap
