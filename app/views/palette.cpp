#include "app/views/palette.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

bool possible_entry(const PaletteEntry& entry, const Possible& now) {
  return entry.kind != PaletteEntry::Kind::action || possible(static_cast<Action>(entry.index), now);
}

void choose(const Frame& frame, const PaletteEntry& entry, Edits& edits) {
  switch (entry.kind) {
    case PaletteEntry::Kind::action:
      edits.actions.push_back(static_cast<Action>(entry.index));
      return;
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

}  // namespace

PaletteEntries palette_entries(const std::vector<Preset>& presets, const MachineProfiles& machines) {
  using Kind = PaletteEntry::Kind;
  PaletteEntries all;
  const auto add = [&all](PaletteEntry entry, std::string_view heading, std::string name, std::string key,
                          std::string about) {
    all.of_line.push_back(entry);
    all.lines.push_back({.name = name,
                         .text = fmt::format("{}: {}", heading, name),
                         .key = std::move(key),
                         .about = std::move(about),
                         .heading = heading.size() + 2});
  };
  for (const ActionInfo& each : action_table())
    add({Kind::action, static_cast<int>(each.id)}, each.menu, each.name, chord_text(each.key), each.about);
  int at = 0;
  for (const Preset& each : presets)
    add({Kind::preset, at++}, "Preset", each.scenario.title.empty() ? each.name : each.scenario.title, "",
        each.scenario.note);
  at = 0;
  for (const auto& [key, machine] : machines)
    add({Kind::machine, at++}, "Machine", fmt::format("{} {}", key, machine.name), "",
        "Which machine's rules the numbers follow.");
  return all;
}

void draw_palette(const Frame& frame, SheetState& sheets, FilterList& own, const Possible& now, Edits& edits) {
  Sheet sheet(frame, sheets, SheetKind::palette, "Commands", {520, 560});
  if (!sheet) return;
  PaletteEntries all = palette_entries(frame.presets, frame.machines);
  for (std::size_t i = 0; i < all.lines.size(); ++i) all.lines[i].enabled = possible_entry(all.of_line[i], now);
  const auto taken = draw_filter_list(frame,
                                      {.name = "palette",
                                       .hint = "type a command, a preset or a machine",
                                       .none = "No command, preset or machine has these words."},
                                      own, sheet.first(), all.lines);
  if (!taken) return;
  choose(frame, all.of_line[*taken], edits);
  sheet.close();
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
  constexpr const char* everywhere[][2] = {
      {"Next or previous box to type into", "Tab, Shift+Tab"},
      {"Move between controls of a panel", "Arrow keys"},
      {"Press a button, open a list, type into a slider", "Space"},
      {"Move the slider under the pointer", "Left, Right"},
      {"Point the pinned lane at the next element of the tile view", "Alt+Arrow keys"},
      {"Let go of what is pinned, close a sheet", "Esc"}};
  for (const auto& row : everywhere)
    value_row(frame, fmt::format("keys.{}", row[0]), row[0], row[1], frame.colours().text);
  ImGui::EndChild();
}

}  // namespace bankmap
