#include "app/views/loops_view.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/problems.hpp"

namespace bankmap {
namespace {

constexpr double seconds_per_step = 0.15;
constexpr std::uint32_t play_gesture = 1;  // a whole run of "play" is one step of the history

const LoopVariable& loop_at(const Frame& frame, int loop) {
  return frame.shown_access().loops[static_cast<std::size_t>(loop)];
}

void play(const Frame& frame, LoopsView& own, Edits& edits) {
  if (own.playing < 0) return;
  frame.gesture = play_gesture;
  own.waited += ImGui::GetIO().DeltaTime;
  if (own.waited < seconds_per_step) return;
  own.waited = 0;
  const LoopVariable& loop = loop_at(frame, own.playing);
  const std::int64_t next = loop.at + loop.step;
  edits.push(SetLoopValue{frame.access, own.playing, next < loop.end ? next : loop.begin});
}

void draw_triangle_or_bars(const Frame& frame, bool playing) {
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  const ImVec2 middle{(min.x + max.x) / 2, (min.y + max.y) / 2};
  const float r = frame.px(5);
  const ImU32 colour = frame.u32(playing ? frame.colours().text_bright : frame.colours().text_dim);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (playing) {
    list.AddRectFilled({middle.x - r, middle.y - r}, {middle.x - r / 3, middle.y + r}, colour);
    list.AddRectFilled({middle.x + r / 3, middle.y - r}, {middle.x + r, middle.y + r}, colour);
  } else {
    list.AddTriangleFilled({middle.x - r * 0.8F, middle.y - r}, {middle.x - r * 0.8F, middle.y + r},
                           {middle.x + r, middle.y}, colour);
  }
}

void draw_loop(const Frame& frame, LoopsView& own, int index, Edits& edits) {
  const LoopVariable& loop = loop_at(frame, index);
  const std::string name = fmt::format("access.loop.{}", loop.name);
  const std::string label = fmt::format("{}  {}…{}", loop.name, loop.begin, loop.end - 1);
  const float start = ImGui::GetCursorPosX();
  row_label(frame, label.c_str());
  ImGui::SameLine(start + frame.px(96) - frame.px(24));
  ImGui::PushID(index);
  if (ImGui::InvisibleButton("play", {frame.px(20), ImGui::GetFrameHeight()}))
    own.playing = own.playing == index ? -1 : index;
  ImGui::PopID();
  if (frame.log.on()) frame.log.item(name + ".play", own.playing == index ? "playing" : "stopped");
  draw_triangle_or_bars(frame, own.playing == index);
  ImGui::SameLine(start + frame.px(96));
  const float box = frame.px(56);
  std::int64_t at = loop.at;
  const std::int64_t last =
      loop.begin +
      std::max<std::int64_t>(0, (loop.end - 1 - loop.begin) / std::max<std::int64_t>(1, loop.step)) * loop.step;
  bool changed = slider(frame, name, at, {loop.begin, std::max(last, loop.begin), std::max<std::int64_t>(1, loop.step)},
                        ImGui::GetContentRegionAvail().x - box - frame.px(8));
  ImGui::SameLine(0, frame.px(8));
  changed |= number_box(frame, name + ".typed", at, box);
  if (changed) edits.push(SetLoopValue{frame.access, index, at});
}

bool name_box(const Frame& frame, std::string_view name, std::string& text, float width) {
  push_font(frame.theme.fonts.mono);
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputText("##name", &text);
  if (ImGui::IsItemActive()) frame.gesture = ImGui::GetID("##name");
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item(name, text);
  return changed;
}

// name | from | to (one past the last) | step | remove
void draw_range(const Frame& frame, int index, Edits& edits) {
  Access access = frame.shown_access();
  LoopVariable& loop = access.loops[static_cast<std::size_t>(index)];
  const std::string name = fmt::format("access.loops.{}", index);
  const float space = frame.px(4);
  const float remove = frame.px(24);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - remove - 4 * space) / 4);
  ImGui::PushID(index);
  bool changed = name_box(frame, name + ".name", loop.name, width);
  ImGui::SameLine(0, space);
  changed |= number_box(frame, name + ".begin", loop.begin, width);
  ImGui::SameLine(0, space);
  changed |= number_box(frame, name + ".end", loop.end, width);
  ImGui::SameLine(0, space);
  changed |= number_box(frame, name + ".step", loop.step, width);
  ImGui::SameLine(0, space);
  if (button(frame, name + ".remove", "×", ButtonLook::quiet)) {
    access.loops.erase(access.loops.begin() + index);
    changed = true;
  } else if (changed) {
    loop.at = std::clamp(loop.at, loop.begin, std::max(loop.begin, loop.end - 1));
  }
  ImGui::PopID();
  for (const char* field : {"name", "begin", "end", "step"}) {
    draw_problem(frame, name, problem_at(frame.shown().problems, fmt::format("loops[{}].{}", index, field)));
  }
  if (changed) edits.push(SetAccess{frame.access, std::move(access)});
}

LoopVariable loop_to_add(const Access& access) {
  for (const char* name : {"k", "i", "j", "m", "n", "step"}) {
    if (std::ranges::find(access.loops, std::string(name), &LoopVariable::name) == access.loops.end()) {
      return LoopVariable{.name = name, .begin = 0, .end = 32, .step = 1, .at = 0};
    }
  }
  return LoopVariable{.name = "loop", .begin = 0, .end = 32, .step = 1, .at = 0};
}

}  // namespace

void draw_loops(const Frame& frame, LoopsView& own, Edits& edits) {
  const Access& access = frame.shown_access();
  const auto count = static_cast<int>(access.loops.size());
  if (own.of_access != frame.access || own.playing >= count) own.playing = -1;
  own.of_access = frame.access;
  for (int i = 0; i < count; ++i) draw_loop(frame, own, i, edits);
  if (own.ranges_open && count > 0) {
    wrapped(frame, "access.loops.head", "name, from, up to (not reached), step", frame.theme.fonts.words_small,
            frame.colours().text_faint);
  }
  const bool any_problem = std::ranges::any_of(
      frame.shown().problems, [](const Problem& problem) { return problem.place.find("loops[") != std::string::npos; });
  for (int i = 0; i < count && (own.ranges_open || any_problem); ++i) draw_range(frame, i, edits);
  if (button(frame, "access.loops.add", "+ loop", ButtonLook::quiet, count < max_loops)) {
    Access next = access;
    next.loops.push_back(loop_to_add(access));
    own.ranges_open = true;
    edits.push(SetAccess{frame.access, std::move(next)});
  }
  if (count > 0) {
    ImGui::SameLine(0, frame.px(4));
    if (button(frame, "access.loops.ranges", own.ranges_open ? "hide ranges" : "ranges", ButtonLook::quiet))
      own.ranges_open = !own.ranges_open;
  }
  play(frame, own, edits);
}

}  // namespace bankmap
