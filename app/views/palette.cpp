#include "app/views/palette.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string label(const ActionInfo& action) { return fmt::format("{}: {}", action.menu, action.name); }

// A row over the whole width: the name, its key at the right. True where it is clicked.
bool draw_row(const Frame& frame, const ActionInfo& action, bool chosen, bool enabled) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  const std::string name = fmt::format("palette.{}", action.name);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size);
  const std::string text = label(action);
  if (frame.log.on()) frame.log.item(name, text);
  const ImVec2 max{min.x + size.x, min.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) list.AddRectFilled(min, max, frame.u32(frame.colours().control_hot), frame.px(4));
  const float y = min.y + std::floor((size.y - ImGui::GetFontSize()) / 2);
  list.AddText({min.x + frame.px(8), y}, frame.u32(enabled ? frame.colours().text : frame.colours().text_faint),
               text.c_str());
  const std::string key = chord_text(action.key);
  const float width = ImGui::CalcTextSize(key.c_str()).x;
  list.AddText({max.x - width - frame.px(8), y}, frame.u32(frame.colours().text_dim), key.c_str());
  if (ImGui::IsItemHovered()) hover_sentence(frame, action.about);
  return pressed && enabled;
}

void move_choice(PaletteView& own, int count) {
  if (key_pressed(Key::down, true)) ++own.chosen;
  if (key_pressed(Key::up, true)) --own.chosen;
  own.chosen = std::clamp(own.chosen, 0, std::max(0, count - 1));
}

}  // namespace

std::vector<Action> matching_actions(std::string_view typed) {
  std::vector<std::string> words;
  std::istringstream stream(lower(typed));
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<Action> found;
  for (const ActionInfo& each : action_table()) {
    const std::string text = lower(label(each));
    const auto in_text = [&](const std::string& word) { return text.find(word) != std::string::npos; };
    if (std::ranges::all_of(words, in_text)) found.push_back(each.id);
  }
  const std::string whole = lower(typed);
  std::ranges::stable_partition(found, [&](Action id) { return lower(info(id).name).starts_with(whole); });
  return found;
}

void draw_palette(const Frame& frame, SheetState& sheets, PaletteView& own, const Possible& now, Edits& edits) {
  Sheet sheet(frame, sheets, SheetKind::palette, "Commands", {520, 560});
  if (!sheet) return;
  if (sheet.first()) {
    own = {};
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##typed", "type a command", &own.typed)) own.chosen = 0;
  if (frame.log.on()) frame.log.item("palette.typed", own.typed);
  const std::vector<Action> found = matching_actions(own.typed);
  move_choice(own, static_cast<int>(found.size()));
  const bool enter = key_pressed(Key::enter) || key_pressed(Key::keypad_enter);
  gap(frame, 4);
  begin_child("found", {0, 0}, false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool chosen = static_cast<int>(i) == own.chosen;
    const bool enabled = possible(found[i], now);
    const bool pressed = draw_row(frame, info(found[i]), chosen, enabled);
    if (chosen && (key_pressed(Key::down, true) || key_pressed(Key::up, true))) ImGui::SetScrollHereY(0.5F);
    if (!pressed && !(chosen && enter && enabled)) continue;
    edits.actions.push_back(found[i]);
    sheet.close();
  }
  if (found.empty()) wrapped(frame, "palette.none", "No command has these words.", frame.theme.fonts.words, frame.colours().text_dim);
  ImGui::EndChild();
}

void draw_keys(const Frame& frame, SheetState& sheets) {
  Sheet sheet(frame, sheets, SheetKind::keys, "Keys", {680, 760});
  if (!sheet) return;
  begin_child("keys", {0, 0}, false);
  for (const char* menu : menus()) {
    section(frame, menu);
    for (const ActionInfo& each : action_table()) {
      if (std::string_view(each.menu) != menu || each.key == Chord{}) continue;
      value_row(frame, fmt::format("keys.{}", each.name), each.name, chord_text(each.key), frame.colours().text,
                [&each] { return std::string(each.about); });
    }
  }
  section(frame, "Everywhere");
  constexpr const char* everywhere[][2] = {{"Next or previous box to type into", "Tab, Shift+Tab"},
                                           {"Move between controls of a panel", "Arrow keys"},
                                           {"Press a button, open a list, type into a slider", "Space"},
                                           {"Move the slider under the pointer", "Left, Right"},
                                           {"Let go of what is pinned, close a sheet", "Esc"}};
  for (const auto& row : everywhere) value_row(frame, fmt::format("keys.{}", row[0]), row[0], row[1], frame.colours().text);
  ImGui::EndChild();
}

}  // namespace bankmap
