#include "app/views/questions.hpp"

#include <fmt/format.h>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string title_of(const Scenario& scenario) { return scenario.title.empty() ? "own scenario" : scenario.title; }

}  // namespace

void draw_quit_question(const Frame& frame, SheetState& sheets, QuestionsView& own) {
  Sheet sheet(frame, sheets, SheetKind::question, "Unsaved changes", {460, 0});
  if (!sheet) return;
  wrapped(frame, "question.text", fmt::format("\"{}\" has changes that are in no file.", title_of(frame.scenario)),
          frame.theme.fonts.words, frame.colours().text);
  gap(frame, 8);
  if (button(frame, "question.save", "Save", ButtonLook::chosen)) own.quit = QuitAnswer::save;
  if (sheet.first()) ImGui::SetKeyboardFocusHere(-1);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "question.leave", "Quit without saving")) own.quit = QuitAnswer::leave;
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "question.cancel", "Cancel")) sheet.close();
  if (own.quit) sheet.close();
}

void draw_left_behind(const Frame& frame, SheetState& sheets, QuestionsView& own) {
  Sheet sheet(frame, sheets, SheetKind::left_behind, "Unsaved work", {560, 0});
  if (!sheet) return;
  wrapped(frame, "left.text", "The program ended before this was saved. What you leave here is offered again at the next start.",
          frame.theme.fonts.words, frame.colours().text);
  for (std::size_t i = 0; i < own.left.size(); ++i) {
    const Unsaved& work = own.left[i];
    gap(frame, 4);
    const std::string text =
        work.path.empty() ? title_of(work.scenario) : fmt::format("{}, {}", title_of(work.scenario), work.path);
    wrapped(frame, fmt::format("left.{}", i), text, frame.theme.fonts.words_bold, frame.colours().text_bright);
    if (button(frame, fmt::format("left.{}.restore", i), "Restore", ButtonLook::chosen)) own.about_left = {i, true};
    ImGui::SameLine(0, frame.px(8));
    if (button(frame, fmt::format("left.{}.forget", i), "Forget it")) own.about_left = {i, false};
  }
  gap(frame, 4);
  if (own.about_left && own.left.size() == 1) sheet.close();
}

}  // namespace bankmap
