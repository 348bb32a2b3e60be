#include "app/views/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

void place(const Frame& frame, ImVec2 size) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 wanted{std::min(frame.px(size.x), display.x - frame.px(16)),
                      std::min(frame.px(size.y), display.y - frame.px(16))};
  const float top = std::min(display.y * 0.08F, (display.y - wanted.y) / 2);  // a high one is whole all the same
  ImGui::SetNextWindowPos({display.x / 2, std::floor(top)}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({std::floor(wanted.x), std::floor(wanted.y)});
}

// Closed by what was done after the frame before: Dear ImGui must not think it open any longer.
void close_popup(const std::string& id) {
  if (!ImGui::IsPopupOpen(id.c_str())) return;
  if (!ImGui::BeginPopup(id.c_str())) return;
  ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace

Sheet::Sheet(const Frame& frame, SheetState& state, SheetKind kind, const char* title, ImVec2 size) : state_(state) {
  const std::string id = fmt::format("sheet.{}", title);
  if (state.shown != kind) {
    close_popup(id);
    return;
  }
  first_ = state.opened == kind;
  if (first_) ImGui::OpenPopup(id.c_str());
  state.opened = SheetKind::none;
  place(frame, size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(16), frame.px(12)});
  visible_ = ImGui::BeginPopup(id.c_str(), ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleVar();
  if (!visible_) {  // a click beside it
    state.close();
    return;
  }
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 extent = ImGui::GetWindowSize();
  if (frame.log.on()) frame.log.area("sheet", at, {at.x + extent.x, at.y + extent.y}, title);
  shown_text(frame, "sheet.title", title, frame.theme.fonts.words_bold, frame.colours().text_bright);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - button_width("×")));
  if (button(frame, "sheet.close", "×", ButtonLook::quiet) || (!first_ && key_pressed(Key::escape))) close();
  gap(frame, 4);
}

Sheet::~Sheet() {
  if (visible_) ImGui::EndPopup();
}

void Sheet::close() {
  state_.close();
  ImGui::CloseCurrentPopup();
}

}  // namespace bankmap
