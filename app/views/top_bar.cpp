#include "app/views/top_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

constexpr float text_size_width = 76;  // [px of the drawing]
constexpr std::array text_sizes{12.0F, 13.0F, 14.0F, 15.0F, 16.0F, 18.0F, 20.0F, 24.0F, 28.0F, 32.0F, 36.0F, 40.0F};

void draw_presets(const Frame& frame, const TopBarView& own, float width, Edits& edits) {
  int current = -1;
  for (std::size_t i = 0; i < frame.presets.size(); ++i) {
    if (frame.presets[i].scenario == frame.scenario) current = static_cast<int>(i);
  }
  const auto label = [&frame](int i) {
    const Preset& preset = frame.presets[static_cast<std::size_t>(i)];
    return preset.scenario.title.empty() ? preset.name : preset.scenario.title;
  };
  const std::string name = !own.file.empty()              ? own.file
                           : frame.scenario.title.empty() ? std::string("own scenario")
                                                          : frame.scenario.title;
  const std::string shown = name + (own.changed ? " · changed" : "");
  const int chosen = combo(frame, "top.preset", shown, static_cast<int>(frame.presets.size()), current, label, width);
  if (ImGui::IsItemHovered() && !own.covered) {
    const bool lacking = lacks_signs(frame.theme.fonts.words, shown);
    hover_sentence(frame, lacking ? "� stands for a sign that the window's fonts do not have. The title keeps it."
                                  : frame.scenario.note);
  }
  if (chosen < 0) return;
  Scenario next = frame.presets[static_cast<std::size_t>(chosen)].scenario;
  next.machine = frame.scenario.machine;  // the machine is the person's choice, not the preset's
  edits.open = std::move(next);
  frame.next_access =
      std::max(0, static_cast<int>(frame.presets[static_cast<std::size_t>(chosen)].scenario.accesses.size()) - 1);
}

void draw_history(const Frame& frame, Edits& edits) {
  if (button(frame, "top.undo", "Undo", ButtonLook::ordinary, frame.can_undo)) edits.history = HistoryMove::undo;
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, "top.redo", "Redo", ButtonLook::ordinary, frame.can_redo)) edits.history = HistoryMove::redo;
}

// Two of the menu's entries that a newcomer should see.
void draw_asking(const Frame& frame, const Possible& now, Edits& edits) {
  if (button(frame, "top.compare", "Compare", now.comparing ? ButtonLook::chosen : ButtonLook::ordinary))
    edits.actions.push_back(now.comparing ? Action::end_compare : Action::pin_a);
  if (ImGui::IsItemHovered()) hover_sentence(frame, info(now.comparing ? Action::end_compare : Action::pin_a).about);
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, "top.share", "Share")) edits.actions.push_back(Action::take_away);
  if (ImGui::IsItemHovered()) hover_sentence(frame, info(Action::take_away).about);
}

void draw_machine(const Frame& frame, float width, Edits& edits) {
  std::vector<const MachineProfile*> machines;
  int current = -1;
  for (const auto& [key, profile] : frame.machines) {
    if (key == frame.scenario.machine) current = static_cast<int>(machines.size());
    machines.push_back(&profile);
  }
  const auto label = [&machines](int i) {
    const MachineProfile& machine = *machines[static_cast<std::size_t>(i)];
    return fmt::format("{}  {}", machine.key, machine.name);
  };
  const std::string shown = current < 0 ? frame.scenario.machine + " ?" : label(current);
  const int chosen = combo(frame, "top.machine", shown, static_cast<int>(machines.size()), current, label, width);
  if (chosen >= 0) edits.push(SetMachine{machines[static_cast<std::size_t>(chosen)]->key});
}

void draw_text_size(const Frame& frame, Look& look, float width) {
  const auto count = static_cast<int>(text_sizes.size());
  int current = -1;
  for (int i = 0; i < count; ++i) current = text_sizes[static_cast<std::size_t>(i)] == look.text_size ? i : current;
  const auto label = [](int i) { return fmt::format("{:.0f} px", text_sizes[static_cast<std::size_t>(i)]); };
  const int chosen =
      combo(frame, "top.text_size", fmt::format("{:.0f} px", look.text_size), count, current, label, width);
  if (chosen >= 0) look.text_size = text_sizes[static_cast<std::size_t>(chosen)];
}

std::string theme_label(ThemeKind theme) { return std::string(theme_name(theme)); }

void draw_theme(const Frame& frame, Look& look) {
  const auto at = std::ranges::find(all_themes, look.theme);
  const auto next = at == all_themes.end() || at + 1 == all_themes.end() ? all_themes.begin() : at + 1;
  const bool pressed = button(frame, "top.theme", theme_label(look.theme).c_str());
  if (ImGui::IsItemHovered())
    hover_sentence(frame, fmt::format("The colours of the window are {}; a click makes them {}.",
                                      theme_name(look.theme), theme_name(*next)));
  if (pressed) look.theme = *next;
}

// Folds a side panel away, or brings it back.
void draw_fold(const Frame& frame, std::string_view name, const char* label, bool shown, Fold& fold) {
  if (button(frame, name, label, shown ? ButtonLook::ordinary : ButtonLook::quiet))
    fold = shown ? Fold::closed : Fold::open;
}

// What the bar has room for. All that it holds is also in the menu and has a key, so in a narrow window, or with large
// text, one after the other goes: the last of these first.
struct BarRoom {
  float preset = 0;  // [px] of the list; 0: there is none
  bool folds = false;
  bool theme = false;
  bool text_size = false;
  bool history = false;
  float machine = 0;
  bool asking = false;
};

BarRoom share_out(const Frame& frame, const Look& look, float width) {
  const float space = frame.px(8);
  const float close = frame.px(4);
  float left = width - button_width("Bankmap");
  bool all = true;
  const auto take = [&](float wanted) {
    all = all && wanted + space <= left;
    if (all) left -= wanted + space;
    return all;
  };
  const float preset = std::min(frame.px(360), width * 0.3F);
  const float least_preset = std::min(preset, frame.px(120));
  const float machine = std::min(frame.px(230), width * 0.2F);
  BarRoom room;
  room.preset = take(least_preset) ? least_preset : 0;
  room.folds = take(button_width("Setup") + space + button_width("Results"));
  room.theme = take(button_width(theme_label(look.theme)));
  room.text_size = take(frame.px(text_size_width));
  room.history = take(button_width("Undo") + close + button_width("Redo"));
  const float wider = std::min(left, (all ? preset : frame.px(360)) - room.preset);
  if (room.preset > 0) {
    room.preset += wider;
    left -= wider;
  }
  room.machine = take(machine) ? machine : 0;
  room.asking = take(button_width("Compare") + close + button_width("Share"));
  return room;
}

// From the left: what one works on.
void draw_left_part(const Frame& frame, const BarRoom& room, TopBarView& own, const Possible& now, Edits& edits) {
  const float space = frame.px(8);
  if (room.folds) {
    ImGui::SameLine(0, space);
    draw_fold(frame, "top.left", "Setup", own.left_shown, own.left);
  }
  if (room.preset > 0) {
    ImGui::SameLine(0, space);
    draw_presets(frame, own, room.preset, edits);
  }
  if (room.history) {
    ImGui::SameLine(0, space);
    draw_history(frame, edits);
  }
  if (!room.asking) return;
  ImGui::SameLine(0, space);
  draw_asking(frame, now, edits);
}

// Up to the right edge: the machine and the look.
void draw_right_part(const Frame& frame, const BarRoom& room, TopBarView& own, Edits& edits) {
  const float space = frame.px(8);
  float width = room.folds ? button_width("Results") : 0;
  if (room.theme) width += button_width(theme_label(own.look.theme)) + space;
  if (room.text_size) width += frame.px(text_size_width) + space;
  if (room.machine > 0) width += room.machine + space;
  if (width == 0) return;
  ImGui::SameLine(0, space);
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - width));
  if (room.machine > 0) {
    draw_machine(frame, room.machine, edits);
    ImGui::SameLine(0, space);
  }
  if (room.text_size) {
    draw_text_size(frame, own.look, frame.px(text_size_width));
    ImGui::SameLine(0, space);
  }
  if (room.theme) {
    draw_theme(frame, own.look);
    ImGui::SameLine(0, space);
  }
  if (room.folds) draw_fold(frame, "top.right", "Results", own.right_shown, own.right);
}

}  // namespace

void draw_top_bar(const Frame& frame, TopBarView& own, MenuView& menu, const Possible& now, Edits& edits) {
  const BarRoom room = share_out(frame, own.look, ImGui::GetContentRegionAvail().x);
  ImGui::SetCursorPosY(std::floor((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2));
  ImGui::AlignTextToFramePadding();
  draw_menu_button(frame, menu, now, edits);
  draw_left_part(frame, room, own, now, edits);
  draw_right_part(frame, room, own, edits);
}

}  // namespace bankmap
