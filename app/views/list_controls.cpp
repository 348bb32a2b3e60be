// Lists of which one entry is chosen: the closed box, and the entries. Texts are drawn by us: they may be names that
// people typed, and Dear ImGui cuts a label at "##".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/named_id.hpp"

namespace bankmap {
namespace {

const char* end_of(std::string_view text) { return text.data() + text.size(); }

// What is chosen, and the arrow that says that there is more.
void draw_box_text(const Frame& frame, ImDrawList& list, ImVec2 min, ImVec2 max, std::string_view shown) {
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float arrow = frame.px(20);
  const std::string text = shortened(shown, max.x - min.x - arrow - padding.x);
  list.AddText({min.x + padding.x, min.y + padding.y}, ImGui::GetColorU32(ImGuiCol_Text), text.data(), end_of(text));
  const ImVec2 middle{max.x - arrow / 2, std::floor((min.y + max.y) / 2)};
  const float r = frame.px(4);
  list.AddTriangleFilled({middle.x - r, middle.y - r / 2}, {middle.x + r, middle.y - r / 2},
                         {middle.x, middle.y + r * 0.7F}, frame.u32(frame.colours().text_dim));
}

}  // namespace

bool list_entry(int index, std::string_view text, bool selected, ImGuiSelectableFlags flags) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, ImGui::CalcTextSize(text.data(), end_of(text)).x);
  ImGui::PushID(index);
  const bool pressed = ImGui::Selectable("##entry", selected, flags, {width, 0});
  ImGui::PopID();
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.data(), end_of(text));
  return pressed;
}

int combo(const Frame& frame, std::string_view name, std::string_view shown, int count, int current,
          const std::function<std::string(int)>& item, float width) {
  const NamedId id(name);
  int chosen = -1;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();  // of the panel: what follows may be in the list that is open
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##combo", nullptr, ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
  draw_box_text(frame, list, min, {min.x + std::floor(width), min.y + ImGui::GetFrameHeight()}, shown);
  if (!open) {
    if (frame.log.on()) frame.log.item(name, shown);
    return chosen;
  }
  if (key_pressed(Key::escape)) ImGui::CloseCurrentPopup();
  for (int i = 0; i < count; ++i) {
    const std::string text = item(i);
    if (list_entry(i, text, i == current)) chosen = i;
    if (i == current && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
    if (frame.log.on()) frame.log.item(fmt::format("{}.{}", name, i), text);
  }
  ImGui::EndCombo();
  return chosen == current ? -1 : chosen;
}

int combo_row(const Frame& frame, std::string_view name, const char* label, int count, int current,
              const std::function<std::string(int)>& item) {
  const float room = row_label(frame, label);
  return combo(frame, name, current >= 0 && current < count ? item(current) : std::string("other"), count, current,
               item, room);
}

bool opening_box(const Frame& frame, std::string_view name, std::string_view shown, float width) {
  const NamedId id(name);
  const bool pressed = ImGui::Button("##box", {width, ImGui::GetFrameHeight()});
  draw_box_text(frame, *ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), shown);
  if (frame.log.on()) frame.log.item(name, shown);
  return pressed;
}

}  // namespace bankmap
