#include "app/views/top_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

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
  const std::string name = !own.file.empty()               ? own.file
                           : frame.scenario.title.empty() ? std::string("own scenario")
                                                          : frame.scenario.title;
  const std::string shown = name + (own.changed ? " · changed" : "");
  const int chosen = combo(frame, "top.preset", shown, static_cast<int>(frame.presets.size()), current, label, width);
  if (ImGui::IsItemHovered() && !frame.scenario.note.empty() && !own.covered) hover_sentence(frame, frame.scenario.note);
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

}  // namespace

void draw_top_bar(const Frame& frame, TopBarView& own, MenuView& menu, const Possible& now, Edits& edits) {
  const float space = frame.px(8);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool tight = width < frame.px(760);  // with large text some things give way; the menu and the keys have them
  ImGui::SetCursorPosY(std::floor((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2));
  ImGui::AlignTextToFramePadding();
  draw_menu_button(frame, menu, now, edits);
  ImGui::SameLine(0, space);
  draw_fold(frame, "top.left", "Setup", own.left_shown, own.left);
  ImGui::SameLine(0, space);
  draw_presets(frame, own, std::min(frame.px(360), width * 0.3F), edits);
  if (!tight) {
    ImGui::SameLine(0, space);
    draw_history(frame, edits);
  }
  const float machine = tight ? 0 : std::min(frame.px(230), width * 0.2F);
  const float size = frame.px(76);
  const float theme = button_width(theme_label(own.look.theme));
  const float right = (tight ? 0 : machine + space) + size + theme + button_width("Results") + 2 * space;
  ImGui::SameLine(0, space);
  const float asking = button_width("Compare") + button_width("Share") + frame.px(4) + space;
  if (ImGui::GetCursorPosX() + asking + right <= content_right()) {
    draw_asking(frame, now, edits);
    ImGui::SameLine(0, space);
  }
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - right));
  if (!tight) {
    draw_machine(frame, machine, edits);
    ImGui::SameLine(0, space);
  }
  draw_text_size(frame, own.look, size);
  ImGui::SameLine(0, space);
  draw_theme(frame, own.look);
  ImGui::SameLine(0, space);
  draw_fold(frame, "top.right", "Results", own.right_shown, own.right);
}

}  // namespace bankmap
