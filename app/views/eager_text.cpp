#include "app/views/eager_text.hpp"

#include <imgui_stdlib.h>

#include "core/utf8.hpp"

namespace bankmap {
namespace {

// In the frame in which the box gets the keyboard all of its text is selected: what was typed so far takes its place, and
// the next character must not replace that.
int insert_early(ImGuiInputTextCallbackData* data) {
  EagerText& own = *static_cast<EagerText*>(data->UserData);
  if (own.ready) return 0;
  own.ready = true;
  if (own.early.empty()) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, own.early.data(), own.early.data() + own.early.size());
  data->SelectionStart = data->SelectionEnd = data->CursorPos = data->BufTextLen;
  return 0;
}

void keep_early(EagerText& own) {
  ImGuiIO& io = ImGui::GetIO();
  for (const ImWchar code : io.InputQueueCharacters) append_utf8(own.early, code);
  io.InputQueueCharacters.resize(0);
}

}  // namespace

bool eager_text_box(const char* id, const char* hint, std::string& text, EagerText& own, bool first) {
  if (first) {
    own = {};
    ImGui::SetKeyboardFocusHere();
  }
  if (!own.ready) keep_early(own);
  return ImGui::InputTextWithHint(id, hint, &text, ImGuiInputTextFlags_CallbackAlways, insert_early, &own);
}

}  // namespace bankmap
