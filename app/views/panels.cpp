#include "app/views/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view_action.hpp"
#include "app/views/controls.hpp"

namespace bankmap {
namespace {

const char* about(ViewName panel) {
  switch (panel) {
    case ViewName::heatmap:
      return "Lanes down, banks across: who is served when.";
    case ViewName::tile:
      return "The tile as the code sees it: rows and columns, each element in the colour of its bank.";
    case ViewName::memory:
      return "Shared memory as it lies: 32 banks across, rows of 128 bytes down.";
    case ViewName::passes:
      return "One row for each wavefront: the lanes and banks that it serves, in order.";
    case ViewName::sweep:
      return "Wavefronts against any number of the scenario, as a chart; a click goes there.";
    case ViewName::bits:
      return "Which bits of row and column make up the bank, before and after the swizzle.";
    case ViewName::profiler:
      return "How the profiler arrives at its numbers for this kernel.";
  }
  return "";
}

void draw_one(const Frame& frame, ViewName panel, PanelsView& own, Edits& edits) {
  switch (panel) {
    case ViewName::heatmap:
      return draw_heatmap(frame, own.heatmap);
    case ViewName::tile:
      return draw_tile_map(frame, own.tile, edits);
    case ViewName::memory:
      return draw_memory_map(frame, own.memory, edits);
    case ViewName::passes:
      return draw_pass_timeline(frame, own.passes, edits);
    case ViewName::sweep:
      return draw_sweep_chart(frame, own.sweep, edits);
    case ViewName::bits:
      return draw_address_bits(frame, own.bits, edits);
    case ViewName::profiler:
      return draw_profiler_sum(frame, own.profiler, edits);
  }
}

void draw_tab(const Frame& frame, const PanelSet& set, ViewName panel, Edits& edits) {
  const std::string name = fmt::format("panels.{}", to_string(panel));
  const bool shown = set.shows(panel);
  const bool pressed = button(frame, name, to_string(panel), shown ? ButtonLook::chosen : ButtonLook::ordinary);
  if (ImGui::IsItemHovered())
    hover_sentence(frame,
                   fmt::format("{} Key {}; with Shift it {}.", about(panel), static_cast<int>(panel) + 1,
                               shown && set.shown.size() > 1 ? "goes and the others stay" : "comes beside the others"));
  if (pressed) edits.actions.push_back(action_of(panel, key_down(Key::shift)));
}

float tabs_width(const Frame& frame) {
  float width = 0;
  for (const ViewName panel : all_views) width += button_width(to_string(panel)) + frame.px(4);
  return width;
}

}  // namespace

// Where the tabs have no room beside each other they are a list; where there is room for one list alone, it is theirs.
void draw_panel_tabs(const Frame& frame, PanelsView& own, Edits& edits) {
  const PanelSet& set = own.set;
  const float switch_width = frame.px(150);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool room_for_both = room >= switch_width + frame.px(8 + 110);
  if (tabs_width(frame) <= room) {
    for (const ViewName panel : all_views) {
      if (panel != all_views.front()) ImGui::SameLine(0, frame.px(4));
      draw_tab(frame, set, panel, edits);
    }
  } else {
    const std::string shown =
        set.shown.size() == 1 ? to_string(set.shown[0]) : fmt::format("{} views", set.shown.size());
    const int current = static_cast<int>(set.shown[0]);
    const auto label = [](int i) { return std::string(to_string(all_views[static_cast<std::size_t>(i)])); };
    const int chosen = combo(frame, "panels.list", shown, static_cast<int>(view_count), current, label,
                             std::min(room_for_both ? room - switch_width - frame.px(8) : room, frame.px(160)));
    if (chosen >= 0)
      edits.actions.push_back(action_of(all_views[static_cast<std::size_t>(chosen)], key_down(Key::shift)));
  }
  if (!set.shows(ViewName::heatmap) || !room_for_both) return;  // its key and the palette still switch it
  ImGui::SameLine(0, frame.px(8));
  const float left = content_right() - switch_width;
  if (left < ImGui::GetCursorPosX()) return ImGui::NewLine();
  ImGui::SetCursorPosX(left);
  draw_heatmap_switch(frame, own.heatmap, switch_width);
}

namespace {

void draw_title(const Frame& frame, PanelSet& set, ViewName panel) {
  push_font(frame.theme.fonts.words_small);
  ImGui::AlignTextToFramePadding();
  shown_text(frame, fmt::format("panels.{}.title", to_string(panel)), to_string(panel), frame.theme.fonts.words_small,
             frame.colours().text_dim);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - button_width("×")));
  if (button(frame, fmt::format("panels.{}.close", to_string(panel)), "×", ButtonLook::quiet)) set.toggle(panel);
  if (ImGui::IsItemHovered()) hover_sentence(frame, fmt::format("Hides the {} view.", to_string(panel)));
  ImGui::PopFont();
}

constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

void draw_place(const Frame& frame, const PanelPlace& place, bool titled, PanelsView& own, Edits& edits) {
  ImGui::SetCursorScreenPos(place.min);
  const std::string id = fmt::format("panel.{}", to_string(place.panel));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(titled ? 8 : 0), 0});
  const bool visible = begin_panel(id.c_str(), place.size, still);
  ImGui::PopStyleVar();
  if (visible) {
    if (titled) draw_title(frame, own.set, place.panel);
    draw_one(frame, place.panel, own, edits);
  }
  ImGui::EndChild();
  if (frame.log.on())
    frame.log.area(id, place.min, {place.min.x + place.size.x, place.min.y + place.size.y}, to_string(place.panel));
}

// A border that can be dragged; a double click makes both sides equal. `along`: the size of both neighbours together.
void draw_border(const Frame& frame, const std::string& name, ImVec2 min, ImVec2 size, float along, float& before,
                 float& after) {
  const bool upright = size.y > size.x;
  ImGui::SetCursorScreenPos(min);
  ImGui::InvisibleButton(name.c_str(), {std::max(1.0F, size.x), std::max(1.0F, size.y)});
  if (frame.log.on()) frame.log.item(name);
  const bool lively = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lively) ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemActive()) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    move_border(before, after, upright ? moved.x : moved.y, along);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) before = after = (before + after) / 2;
  const float thick = std::max(1.0F, frame.px(lively ? 3 : 1));
  const ImVec2 middle{min.x + std::floor((size.x - thick) / 2), min.y + std::floor((size.y - thick) / 2)};
  const ImVec2 from{upright ? middle.x : min.x, upright ? min.y : middle.y};
  const ImVec2 to{upright ? middle.x + thick : min.x + size.x, upright ? min.y + size.y : middle.y + thick};
  ImGui::GetWindowDrawList()->AddRectFilled(from, to,
                                            frame.u32(lively ? frame.colours().accent : frame.colours().line));
}

void draw_borders(const Frame& frame, PanelSet& set, const std::vector<PanelPlace>& places, float border,
                  float height) {
  for (std::size_t i = 1; i < places.size(); ++i) {
    const PanelPlace& before = places[i - 1];
    const PanelPlace& after = places[i];
    const std::string name = fmt::format("panels.border.{}", to_string(after.panel));
    if (after.column == before.column) {
      draw_border(frame, name, {after.min.x, after.min.y - border}, {after.size.x, border},
                  before.size.y + after.size.y, set.height_share[static_cast<std::size_t>(before.panel)],
                  set.height_share[static_cast<std::size_t>(after.panel)]);
    } else {
      const auto column = static_cast<std::size_t>(after.column);
      draw_border(frame, name, {after.min.x - border, after.min.y}, {border, height}, before.size.x + after.size.x,
                  set.column_share[column - 1], set.column_share[column]);
    }
  }
}

}  // namespace

void draw_panel_places(const Frame& frame, PanelsView& own, Edits& edits) {
  const float border = frame.px(9);
  ImVec2 room = ImGui::GetContentRegionAvail();
  const float height = needed_height(own.set, room, border, frame.px(own.set.shown.size() > 1 ? 190 : 0));
  const bool scrolls = height > room.y;  // large text, a small window, many views
  if (scrolls) {
    begin_child("panels", room, false);
    room = {ImGui::GetContentRegionAvail().x, height};
  }
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const PanelSet drawn = own.set;  // what a close button does is seen in the next frame
  const std::vector<PanelPlace> places = tile_panels(drawn, min, room, border);
  for (const PanelPlace& place : places) draw_place(frame, place, places.size() > 1, own, edits);
  draw_borders(frame, own.set, places, border, room.y);
  if (!scrolls) return;
  ImGui::SetCursorScreenPos(min);
  ImGui::Dummy(room);
  ImGui::EndChild();
}

}  // namespace bankmap
