#include "app/views/palette.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <sstream>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The part after the heading: what one begins to type.
std::string_view name_of(const PaletteEntry& entry) {
  const std::string_view text = entry.text;
  return text.substr(text.find(": ") + 2);
}

// A row over the whole width: the name, its key at the right. True where it is clicked.
bool draw_row(const Frame& frame, const PaletteEntry& entry, bool chosen, bool enabled) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  const std::string name = fmt::format("palette.{}", name_of(entry));
  const bool pressed = ImGui::InvisibleButton(fmt::format("{}.{}", name, static_cast<int>(entry.kind)).c_str(), size);
  if (frame.log.on()) frame.log.item(name, entry.text);
  const ImVec2 max{min.x + size.x, min.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) list.AddRectFilled(min, max, frame.u32(frame.colours().control_hot), frame.px(4));
  const float y = min.y + std::floor((size.y - ImGui::GetFontSize()) / 2);
  const float width = ImGui::CalcTextSize(entry.key.c_str()).x;
  const std::string text = shortened(entry.text, size.x - width - frame.px(32));
  list.AddText({min.x + frame.px(8), y}, frame.u32(enabled ? frame.colours().text : frame.colours().text_faint),
               text.c_str());
  list.AddText({max.x - width - frame.px(8), y}, frame.u32(frame.colours().text_dim), entry.key.c_str());
  if (ImGui::IsItemHovered()) hover_sentence(frame, entry.about);
  return pressed && enabled;
}

bool possible_entry(const PaletteEntry& entry, const Possible& now) {
  return entry.kind != PaletteEntry::Kind::action || possible(static_cast<Action>(entry.index), now);
}

void choose(const Frame& frame, const PaletteEntry& entry, Edits& edits) {
  switch (entry.kind) {
    case PaletteEntry::Kind::action: edits.actions.push_back(static_cast<Action>(entry.index)); return;
    case PaletteEntry::Kind::preset: {
      Scenario next = frame.presets[static_cast<std::size_t>(entry.index)].scenario;
      next.machine = frame.scenario.machine;
      frame.next_access = static_cast<int>(next.accesses.size()) - 1;
      edits.open = std::move(next);
      return;
    }
    case PaletteEntry::Kind::machine:
      edits.push(SetMachine{std::next(frame.machines.begin(), entry.index)->first});
      return;
  }
}

void move_choice(PaletteView& own, int count) {
  if (key_pressed(Key::down, true)) ++own.chosen;
  if (key_pressed(Key::up, true)) --own.chosen;
  own.chosen = std::clamp(own.chosen, 0, std::max(0, count - 1));
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const std::vector<Preset>& presets, const MachineProfiles& machines) {
  using Kind = PaletteEntry::Kind;
  std::vector<PaletteEntry> entries;
  for (const ActionInfo& each : action_table())
    entries.push_back({Kind::action, static_cast<int>(each.id), fmt::format("{}: {}", each.menu, each.name),
                       chord_text(each.key), each.about});
  int at = 0;
  for (const Preset& each : presets)
    entries.push_back({Kind::preset, at++,
                       fmt::format("Preset: {}", each.scenario.title.empty() ? each.name : each.scenario.title), "",
                       each.scenario.note});
  at = 0;
  for (const auto& [key, machine] : machines)
    entries.push_back({Kind::machine, at++, fmt::format("Machine: {} {}", key, machine.name), "",
                       "Which machine's rules the numbers follow."});
  return entries;
}

std::vector<PaletteEntry> matching(const std::vector<PaletteEntry>& entries, std::string_view typed) {
  std::vector<std::string> words;
  std::istringstream stream(lower(typed));
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<PaletteEntry> found;
  for (const PaletteEntry& each : entries) {
    const std::string text = lower(each.text);
    const auto in_text = [&](const std::string& word) { return text.find(word) != std::string::npos; };
    if (std::ranges::all_of(words, in_text)) found.push_back(each);
  }
  const std::string whole = lower(typed);
  std::ranges::stable_partition(found, [&](const PaletteEntry& entry) { return lower(name_of(entry)).starts_with(whole); });
  return found;
}

void draw_palette(const Frame& frame, SheetState& sheets, PaletteView& own, const Possible& now, Edits& edits) {
  Sheet sheet(frame, sheets, SheetKind::palette, "Commands", {520, 560});
  if (!sheet) return;
  if (sheet.first()) own = {};
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (eager_text_box("##typed", "type a command, a preset or a machine", own.typed, own.box, sheet.first())) own.chosen = 0;
  const std::string& typed = text_in(own.typed, own.box);
  if (frame.log.on()) frame.log.item("palette.typed", typed);
  const std::vector<PaletteEntry> found = matching(palette_entries(frame.presets, frame.machines), typed);
  move_choice(own, static_cast<int>(found.size()));
  const bool enter = key_pressed(Key::enter) || key_pressed(Key::keypad_enter);
  gap(frame, 4);
  begin_child("found", {0, 0}, false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool chosen = static_cast<int>(i) == own.chosen;
    const bool enabled = possible_entry(found[i], now);
    const bool pressed = draw_row(frame, found[i], chosen, enabled);
    if (chosen && (key_pressed(Key::down, true) || key_pressed(Key::up, true))) ImGui::SetScrollHereY(0.5F);
    if (!pressed && !(chosen && enter && enabled)) continue;
    choose(frame, found[i], edits);
    sheet.close();
  }
  if (found.empty()) wrapped(frame, "palette.none", "No command, preset or machine has these words.", frame.theme.fonts.words, frame.colours().text_dim);
  ImGui::EndChild();
}

void draw_keys(const Frame& frame, SheetState& sheets) {
  Sheet sheet(frame, sheets, SheetKind::keys, "Keys", {680, 760});
  if (!sheet) return;
  begin_child("keys", {0, 0}, false);
  if (sheet.first()) ImGui::SetWindowFocus();  // arrows and Page Down scroll it
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
