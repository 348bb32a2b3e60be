#include "app/views/step_sheet.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/views/controls.hpp"
#include "core/lesson/add_step.hpp"
#include "core/lesson/figures.hpp"

namespace bankmap {
namespace {

void draw_line(const Frame& frame, const char* name, const char* label, std::string& text) {
  ImGui::SetNextItemWidth(row_label(frame, label));
  ImGui::InputText(fmt::format("##{}", name).c_str(), &text);
  if (frame.log.on()) frame.log.item(fmt::format("step.{}", name), text);
}

void draw_lines(const Frame& frame, const char* name, const char* label, std::string& text) {
  const float width = row_label(frame, label);
  ImGui::InputTextMultiline(fmt::format("##{}", name).c_str(), &text, {width, ImGui::GetTextLineHeight() * 3.5F});
  if (frame.log.on()) frame.log.item(fmt::format("step.{}", name), text);
}

// What a class would read; or what is wrong with it.
void draw_filled(const Frame& frame, const char* name, const Result<std::string>& filled, const std::string& typed) {
  if (typed.empty() || (filled && *filled == typed)) return;
  wrapped(frame, fmt::format("step.{}.filled", name), filled ? *filled : to_string(filled.error()),
          frame.theme.fonts.words_small, filled ? frame.colours().text_dim : frame.colours().refused);
}

Result<std::string> number(const Figures& figures, const std::string& expression, const FigureView& view) {
  const Result<std::int64_t> value = figures.evaluate(expression, view);
  if (!value) return fail(value.error());
  return fmt::format("= {}", *value);
}

void draw_fields(const Frame& frame, StepSheetView& own) {
  Lesson lesson;  // of this scenario alone, to see what its figures come to
  lesson.scenarios.push_back({.name = "this", .preset = {}, .scenario = frame.scenario});
  const Figures figures(lesson, frame.machines);
  const FigureView view{"this", frame.access};
  draw_line(frame, "path", "file", own.path);
  draw_line(frame, "title", "title", own.title);
  draw_lines(frame, "text", "text", own.text);
  draw_filled(frame, "text", figures.fill(own.text, view), own.text);
  draw_line(frame, "question", "question", own.question);
  draw_line(frame, "answer", "answer", own.answer);
  if (ImGui::IsItemHovered())
    hover_sentence(frame, "A figure of the analysis, or an expression: wavefronts, lane5.bank, excess * 32.");
  draw_filled(frame, "answer", number(figures, own.answer, view), own.answer);
  draw_lines(frame, "reason", "reason", own.reason);
  draw_filled(frame, "reason", figures.fill(own.reason, view), own.reason);
}

}  // namespace

LessonStep typed_step(const StepSheetView& typed, const LessonLook& look) {
  LessonStep step;
  step.title = typed.title;
  step.text = typed.text;
  step.look = look;
  step.because = typed.reason;
  if (!typed.question.empty() || !typed.answer.empty()) {
    step.question = LessonQuestion{.text = typed.question, .value = typed.answer, .choices = {}};
  }
  return step;
}

void draw_step_sheet(const Frame& frame, SheetState& sheets, StepSheetView& own) {
  Sheet sheet(frame, sheets, SheetKind::lesson_step, "Save as lesson step", {720, 0});
  if (!sheet) return;
  wrapped(frame, "step.about",
          "The scenario, the view and what is pinned become the last step of a lesson file. Numbers of the model stand "
          "between "
          "braces: {wavefronts}, {lane5.bank}. The question may be left out.",
          frame.theme.fonts.words_small, frame.colours().text_dim);
  gap(frame, 4);
  draw_fields(frame, own);
  gap(frame, 8);
  if (button(frame, "step.add", "Add the step", ButtonLook::chosen, !own.path.empty() && !own.title.empty()))
    own.ask = true;
  if (!own.said.empty()) {
    wrapped(frame, "step.said", own.said, frame.theme.fonts.words,
            own.bad ? frame.colours().refused : frame.colours().good);
  }
}

}  // namespace bankmap
