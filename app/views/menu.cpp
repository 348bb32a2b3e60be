#include "app/views/menu.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

void draw_recent(const Frame& frame, MenuView& own) {
  const bool open = ImGui::BeginMenu("Recent files", !own.recent.empty());
  if (frame.log.on()) frame.log.item("menu.File.Recent files");
  if (!open) return;
  for (std::size_t i = 0; i < own.recent.size(); ++i) {
    const std::string name = std::filesystem::path(own.recent[i]).filename().string();
    if (list_entry(static_cast<int>(i), name, false)) own.reopen = own.recent[i];
    if (frame.log.on()) frame.log.item(fmt::format("menu.recent.{}", i), own.recent[i]);
    if (ImGui::IsItemHovered()) hover_sentence(frame, own.recent[i]);
  }
  ImGui::EndMenu();
}

void draw_entries(const Frame& frame, const char* menu, MenuView& own, const Possible& now, Edits& edits) {
  for (const ActionInfo& each : action_table()) {
    if (std::string_view(each.menu) != menu) continue;
    const bool enabled = possible(each.id, now);
    if (ImGui::MenuItem(each.name, chord_text(each.key).c_str(), false, enabled)) edits.actions.push_back(each.id);
    if (frame.log.on())
      frame.log.item(fmt::format("menu.{}.{}", menu, each.name), enabled ? chord_text(each.key) : "not now");
    if (ImGui::IsItemHovered()) hover_sentence(frame, each.about);
    if (each.id == Action::open_file) draw_recent(frame, own);
  }
}

}  // namespace

void draw_menu_button(const Frame& frame, MenuView& own, const Possible& now, Edits& edits) {
  if (button(frame, "menu", "Bankmap", ButtonLook::quiet)) ImGui::OpenPopup("menu");
  if (ImGui::IsItemHovered()) hover_sentence(frame, "All commands, with their keys.");
  const ImVec2 below{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y};
  ImGui::SetNextWindowPos(below);
  if (!ImGui::BeginPopup("menu")) return;
  for (const char* menu : menus()) {
    const bool open = ImGui::BeginMenu(menu);
    if (frame.log.on()) frame.log.item(fmt::format("menu.{}", menu), open ? "open" : "");
    if (!open) continue;
    draw_entries(frame, menu, own, now, edits);
    ImGui::EndMenu();
  }
  ImGui::EndPopup();
}

}  // namespace bankmap
