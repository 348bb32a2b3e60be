#include "app/views/lesson_parts.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string_view>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

// Paragraphs are parted by an empty line.
void draw_paragraphs(const Frame& frame, const std::string& name, std::string_view text, Colour colour) {
  for (int number = 0; !text.empty(); ++number) {
    const std::size_t end = text.find("\n\n");
    if (number > 0) gap(frame, 4);
    wrapped(frame, fmt::format("{}.{}", name, number), text.substr(0, end), frame.theme.fonts.words, colour);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
}

// A number, or a fix: that may be an expression, and needs room.
void draw_box(const Frame& frame, const LessonQuestion& question, GuessBox& box, std::optional<LessonAsk>& ask) {
  const bool fix = !question.fix.empty();
  ImGui::SetNextItemWidth(frame.px(fix ? 200 : 110));
  push_font(frame.theme.fonts.mono);
  const bool entered = ImGui::InputText(
      "##guess", &box.typed, ImGuiInputTextFlags_EnterReturnsTrue | (fix ? 0 : ImGuiInputTextFlags_CharsDecimal));
  if (entered) ImGui::SetKeyboardFocusHere(-1);  // where the guess is refused the box is still there, for the next one
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item("lesson.guess", box.typed);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "lesson.answer", "Answer", ButtonLook::chosen, !box.typed.empty()) || entered)
    ask = Guess{box.typed};
}

// A button as wide as the panel, its text on as many lines as it takes.
bool choice_button(const Frame& frame, const std::string& name, const std::string& text, bool chosen, bool right) {
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string lines = broken_at_spaces(text, width - 2 * padding.x - frame.px(8));
  const Colour ground = right ? frame.colours().accent : frame.colours().control;
  ImGui::PushStyleColor(ImGuiCol_Button, frame.u32(ground, right ? 0.35F : 1));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(chosen || right ? frame.colours().text_bright : frame.colours().text));
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0, 0.5F});
  const float height = ImGui::CalcTextSize(lines.c_str()).y + 2 * padding.y + frame.px(4);
  const bool pressed = ImGui::Button(fmt::format("{}###{}", lines, name).c_str(), {width, height});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  if (frame.log.on()) frame.log.item(name, text);
  return pressed;
}

void draw_choices(const Frame& frame, const LessonDesk& desk, std::optional<LessonAsk>& ask) {
  const LessonQuestion& question = *desk.current().question;
  const bool open = desk.covered();
  const std::string right = open ? "" : desk.answer();
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::string text = desk.filled(question.choices[i].text);
    const std::string number = fmt::format("{}", i + 1);
    const std::string label = fmt::format("{}   {}", number, text);
    const bool pressed =
        choice_button(frame, fmt::format("lesson.choice.{}", i), label, desk.guessed() == number, text == right);
    if (pressed && open) ask = Guess{number};
  }
}

// Of a choice the right one is marked: what it says need not be said again.
std::string verdict_text(const LessonDesk& desk) {
  const bool number = desk.current().question->choices.empty();
  const std::optional<Verdict> verdict = desk.verdict();
  if (!verdict) return number ? fmt::format("It is {}.", desk.answer()) : "";
  if (verdict->right) return number ? fmt::format("Right: {}.", verdict->answer) : "Right.";
  return number ? fmt::format("Not {}: it is {}.", shown(desk.guessed()), verdict->answer)
                : "No: the one that is marked.";
}

}  // namespace

void draw_lesson_text(const Frame& frame, const LessonDesk& desk) {
  wrapped(frame, "lesson.title", desk.filled(desk.current().title), frame.theme.fonts.words_bold,
          frame.colours().text_bright);
  gap(frame, 4);
  draw_paragraphs(frame, "lesson.text", desk.filled(desk.current().text), frame.colours().text);
}

void draw_lesson_asking(const Frame& frame, const LessonDesk& desk) {
  gap(frame, 8);
  wrapped(frame, "lesson.question", desk.filled(desk.current().question->text), frame.theme.fonts.words_bold,
          frame.colours().text_bright);
}

void draw_lesson_question(const Frame& frame, const LessonDesk& desk, GuessBox& box, std::optional<LessonAsk>& ask) {
  const LessonQuestion& question = *desk.current().question;
  draw_lesson_asking(frame, desk);
  gap(frame, 4);
  if (!question.choices.empty()) {
    draw_choices(frame, desk, ask);
  } else if (desk.covered()) {
    draw_box(frame, question, box, ask);
  }
  if (!desk.covered()) return;
  if (box.problem)
    wrapped(frame, "lesson.problem", to_string(*box.problem), frame.theme.fonts.words, frame.colours().refused);
  gap(frame, 4);
  if (button(frame, "lesson.tell", "Show the answer", ButtonLook::quiet)) ask = TellAnswer{};
  if (ImGui::IsItemHovered()) hover_sentence(frame, "A guess first, even a wrong one, is what stays in mind.");
}

void draw_lesson_reason(const Frame& frame, const LessonDesk& desk) {
  if (desk.covered()) return;
  if (desk.current().question) {
    gap(frame, 8);
    const std::optional<Verdict> verdict = desk.verdict();
    const Palette& colours = frame.colours();
    if (const std::string text = verdict_text(desk); !text.empty()) {
      wrapped(frame, "lesson.verdict", text, frame.theme.fonts.words_bold,
              !verdict         ? colours.text_bright
              : verdict->right ? colours.good
                               : colours.refused);
    }
  }
  if (desk.current().because.empty()) return;
  gap(frame, 4);
  draw_paragraphs(frame, "lesson.because", desk.filled(desk.current().because), frame.colours().text);
}

}  // namespace bankmap
