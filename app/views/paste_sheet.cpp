#include "app/views/paste_sheet.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstring>

#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/problems.hpp"
#include "core/trimmed.hpp"

namespace bankmap {
namespace {

constexpr std::size_t most_pasted = (std::size_t{1} << 20) + 1;  // of a scenario file, and one that says it is too long
constexpr float height_below = 150;                              // [px of the drawing] for what is said under the box

void fill_from_clipboard(PasteSheetView& own) {
  const char* text = ImGui::GetClipboardText();
  own.text = text == nullptr ? "" : std::string(text, strnlen(text, most_pasted));
}

// Reading is quick, but a text of thousands of lines need not be read again sixty times a second.
void read(const Frame& frame, PasteSheetView& own) {
  if (own.read && own.read_text == own.text) return;
  own.read_text = own.text;
  own.read = read_pasted(own.text, frame.scenario, frame.access);
}

// The part of a line that has room, with the place in it, and a wave under the place.
void draw_marked_line(const Frame& frame, const TextLine& line) {
  with_font(frame.theme.fonts.mono_small, [&] {
    const float letter = ImGui::CalcTextSize("0").x;
    const std::string number = fmt::format("line {}:  ", line.number);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float from = at.x + ImGui::CalcTextSize(number.c_str()).x;
    const float room = at.x + ImGui::GetContentRegionAvail().x - from;
    const auto letters = static_cast<std::size_t>(std::max(8.0F, room / letter));
    const std::size_t skipped = line.range.end > letters ? std::min(line.range.begin, line.range.end - letters / 2) : 0;
    const std::string_view part = line.text.substr(skipped, letters);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, frame.u32(frame.colours().text_dim), number.c_str());
    draw_code(frame, list, {from, at.y}, part);
    const auto x = [&](std::size_t place) {
      const std::size_t shown = std::min(place - std::min(place, skipped), part.size());
      return from + ImGui::CalcTextSize(part.data(), part.data() + shown).x;
    };
    const float end = std::max(x(line.range.end), x(line.range.begin) + letter);
    const float y = at.y + ImGui::GetFontSize() + frame.px(1);
    list.AddRectFilled({x(line.range.begin), y}, {std::min(end, from + room), y + frame.px(2)},
                       frame.u32(frame.colours().refused));
    ImGui::Dummy({0, ImGui::GetFontSize() + frame.px(5)});
    if (frame.log.on())
      frame.log.area("paste.caret", {x(line.range.begin), y}, {end, y + frame.px(2)},
                     fmt::format("{}:{}", line.number, line.range.begin + 1));
  });
}

void draw_answer(const Frame& frame, const PasteSheetView& own) {
  const Result<Pasted>& read = *own.read;
  if (!read) {
    if (read.error().range != TextRange{}) draw_marked_line(frame, line_at(own.text, read.error().range));
    const bool empty = trimmed(own.text).empty();
    wrapped(frame, "paste.problem", to_string(Problem{.what = read.error().what, .place = read.error().place}),
            frame.theme.fonts.words, empty ? frame.colours().text_dim : frame.colours().refused);
    if (!read.error().hint.empty())
      wrapped(frame, "paste.hint", read.error().hint, frame.theme.fonts.words_small, frame.colours().text_dim);
    return;
  }
  wrapped(frame, "paste.understood", read->understood, frame.theme.fonts.words, frame.colours().good);
  wrapped(frame, "paste.what",
          read->is_document() ? "Opens as a document of its own; undo comes back here."
                              : "Sets up tile and access in what is open; undo takes it back.",
          frame.theme.fonts.words_small, frame.colours().text_dim);
}

void set_up(const Frame& frame, const Pasted& pasted, Edits& edits) {
  if (pasted.is_document()) {
    edits.open = pasted.scenario;
  } else {
    edits.push(ReplaceScenario{pasted.scenario});
  }
  frame.next_access = pasted.access;
}

void draw_box(const Frame& frame, PasteSheetView& own, bool first) {
  const float height = std::max(frame.px(80), ImGui::GetContentRegionAvail().y - frame.px(height_below));
  push_font(frame.theme.fonts.mono);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, frame.u32(frame.colours().input));
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextMultiline("##pasted", &own.text, {ImGui::GetContentRegionAvail().x, height});
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item("paste.text", own.text);
}

// The buttons stand at the bottom, where they are whatever is said above them.
void draw_buttons(const Frame& frame, Sheet& sheet, PasteSheetView& own, Edits& edits) {
  const bool can = own.read && own.read->has_value();
  ImGui::SetCursorPosY(ImGui::GetWindowHeight() - ImGui::GetFrameHeight() - frame.px(12));
  const bool pressed =
      button(frame, "paste.set_up", can && (**own.read).is_document() ? "Open" : "Set up", ButtonLook::chosen, can);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "paste.clipboard", "From the clipboard")) fill_from_clipboard(own);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "paste.clear", "Clear")) own.text.clear();
  ImGui::SameLine(0, frame.px(16));
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "paste.keys", "Ctrl+Enter sets up", frame.theme.fonts.words_small, frame.colours().text_faint);
  const bool chord = !sheet.first() && (ctrl_pressed(Key::enter) || ctrl_pressed(Key::keypad_enter));
  if (!can || !(pressed || chord)) return;
  set_up(frame, **own.read, edits);
  sheet.close();
}

}  // namespace

TextLine line_at(std::string_view text, TextRange place) {
  const std::size_t at = std::min(place.begin, text.size());
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  TextLine line;
  line.number = 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, begin), '\n'));
  line.text = text.substr(begin, end - begin);
  line.range = {std::min(at, end) - begin, std::clamp(place.end, at, std::max(at, end)) - begin};
  return line;
}

void draw_paste_sheet(const Frame& frame, SheetState& sheets, PasteSheetView& own, Edits& edits) {
  Sheet sheet(frame, sheets, SheetKind::paste, "Paste", {720, 600});
  if (!sheet) return;
  if (sheet.first()) {
    own = {};
    fill_from_clipboard(own);
  }
  wrapped(frame, "paste.about",
          "32 addresses, a __shared__ declaration with statements that index it, a share string, or a scenario file.",
          frame.theme.fonts.words_small, frame.colours().text_dim);
  draw_box(frame, own, sheet.first());
  read(frame, own);
  gap(frame, 4);
  begin_child("answer", {0, ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeight() - frame.px(8)}, false);
  draw_answer(frame, own);
  ImGui::EndChild();
  draw_buttons(frame, sheet, own, edits);
}

}  // namespace bankmap
