#include "app/views/questions.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string title_of(const Scenario& scenario) { return scenario.title.empty() ? "own scenario" : scenario.title; }

// "30 November 2026, 12:40", local time
std::string date_text(std::chrono::system_clock::time_point when) {
  const std::tm local = fmt::localtime(std::chrono::system_clock::to_time_t(when));
  return fmt::format("{} {:%B %Y, %H:%M}", local.tm_mday, local);
}

// What it is, when it was kept and where it belongs, and how to tell it from what is there already.
void draw_unsaved(const Frame& frame, const std::string& name, const Unsaved& work) {
  const Fonts& fonts = frame.theme.fonts;
  const Palette& colours = frame.colours();
  wrapped(frame, name, title_of(work.scenario), fonts.words_bold, colours.text_bright);
  wrapped(frame, name + ".when",
          fmt::format("kept {} · {}", date_text(work.when), work.path.empty() ? "no file" : work.path),
          fonts.words_small, colours.text_dim);
  if (!work.difference.empty())
    wrapped(frame, name + ".difference", work.difference, fonts.words_small, colours.text_dim);
}

}  // namespace

void draw_quit_question(const Frame& frame, SheetState& sheets, QuestionsView& own) {
  Sheet sheet(frame, sheets, SheetKind::question, "Unsaved changes", {460, 0});
  if (!sheet) return;
  wrapped(frame, "question.text", fmt::format("\"{}\" has changes that are in no file.", own.name),
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

void draw_changed_question(const Frame& frame, SheetState& sheets, QuestionsView& own) {
  Sheet sheet(frame, sheets, SheetKind::changed_file, "Changed by another program", {520, 0});
  if (!sheet) return;
  const Fonts& fonts = frame.theme.fonts;
  wrapped(frame, "changed.text",
          fmt::format("\"{}\" was changed by another program. Saving writes over that.", own.name), fonts.words,
          frame.colours().text);
  wrapped(frame, "changed.how", own.changed, fonts.words_small, frame.colours().text_dim);
  gap(frame, 8);
  if (button(frame, "changed.save_as", "Save as ...", ButtonLook::chosen)) own.about_changed = ChangedAnswer::save_as;
  if (sheet.first()) ImGui::SetKeyboardFocusHere(-1);
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "changed.save_over", "Save over it")) own.about_changed = ChangedAnswer::save_over;
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "changed.cancel", "Cancel")) sheet.close();
  if (own.about_changed) sheet.close();
}

void draw_left_behind(const Frame& frame, SheetState& sheets, QuestionsView& own) {
  Sheet sheet(frame, sheets, SheetKind::left_behind, "Unsaved work", {560, 0});
  if (!sheet) return;
  wrapped(frame, "left.text",
          "The program ended before this was saved. What you leave here is offered again at the next start.",
          frame.theme.fonts.words, frame.colours().text);
  for (std::size_t i = 0; i < own.left.size(); ++i) {
    gap(frame, 4);
    draw_unsaved(frame, fmt::format("left.{}", i), own.left[i]);
    if (button(frame, fmt::format("left.{}.restore", i), "Restore", ButtonLook::chosen)) own.about_left = {i, true};
    ImGui::SameLine(0, frame.px(8));
    if (button(frame, fmt::format("left.{}.forget", i), "Forget it")) own.about_left = {i, false};
  }
  gap(frame, 4);
  if (own.about_left && own.left.size() == 1) sheet.close();
}

}  // namespace bankmap
