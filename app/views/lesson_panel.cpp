#include "app/views/lesson_panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"

namespace bankmap {
namespace {

void draw_way(const Frame& frame, const LessonDesk& desk, LessonView& own) {
  gap(frame, 12);
  if (button(frame, "lesson.back", "Back", ButtonLook::ordinary, desk.step() > 0)) own.ask = GoToStep{desk.step() - 1};
  ImGui::SameLine(0, frame.px(8));
  const bool last = desk.step() == desk.last_step();
  const ButtonLook look = desk.covered() ? ButtonLook::ordinary : ButtonLook::chosen;
  if (last) {
    if (button(frame, "lesson.done", "Done", look)) own.ask = EndLesson{};
  } else if (button(frame, "lesson.next", "Next", look)) {
    own.ask = GoToStep{desk.step() + 1};
  }
  if (!desk.current().question || desk.covered()) return;
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "lesson.again", "Ask me again", ButtonLook::quiet)) own.ask = AskAgain{};
}

void draw_changed(const Frame& frame, const LessonDesk& desk, LessonView& own) {
  if (frame.scenario == desk.scenario()) return;
  gap(frame, 8);
  wrapped(frame, "lesson.changed", "You have changed the scenario: the views show yours, the lesson speaks of its own.",
          frame.theme.fonts.words_small, frame.colours().text_dim);
  if (button(frame, "lesson.restore", "Back to the lesson's")) own.ask = RestoreScenario{};
}

// What stands in the source: declarations, and the line of each access.
std::string code_of(const LessonDesk& desk) {
  const Analysis& analysis = desk.figures().analysis(desk.current().scenario);
  std::string code;
  for (const std::string& declaration : analysis.declarations) code += declaration + "\n";
  for (const AccessAnalysis& access : analysis.accesses) {
    if (!access.cuda.empty()) code += fmt::format("\n// {}\n{}\n", access.name, access.cuda);
  }
  return code;
}

// One mark a step: filled where it has been, bright where one is.
void draw_progress(const Frame& frame, const LessonDesk& desk) {
  const int count = desk.last_step() + 1;
  const float space = frame.px(3), height = std::max(2.0F, frame.px(3));
  const float width = ImGui::GetContentRegionAvail().x;
  const float each = (width - space * static_cast<float>(count - 1)) / static_cast<float>(count);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (int i = 0; i < count; ++i) {
    const float x = at.x + (each + space) * static_cast<float>(i);
    const Colour colour = i == desk.step()  ? frame.colours().accent
                          : i < desk.step() ? frame.colours().text_dim
                                            : frame.colours().line;
    ImGui::GetWindowDrawList()->AddRectFilled({x, at.y}, {x + each, at.y + height}, frame.u32(colour));
  }
  ImGui::Dummy({width, height});
}

}  // namespace

void draw_lesson_tabs(const Frame& frame, LessonView& own) {
  if (button(frame, "lesson.tab", "Lesson", own.setup ? ButtonLook::ordinary : ButtonLook::chosen)) own.setup = false;
  ImGui::SameLine(0, frame.px(4));
  if (button(frame, "lesson.setup", "Try it", own.setup ? ButtonLook::chosen : ButtonLook::ordinary)) own.setup = true;
  if (ImGui::IsItemHovered()) hover_sentence(frame, "Change tile and access yourself; the lesson waits.");
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - button_width("×")));
  if (button(frame, "lesson.close", "×", ButtonLook::quiet)) own.ask = EndLesson{};
  if (ImGui::IsItemHovered()) hover_sentence(frame, "Ends the lesson; it goes on here when you open it again.");
  gap(frame, 4);
}

void draw_lesson_panel(const Frame& frame, const LessonDesk& desk, LessonView& own) {
  wrapped(frame, "lesson.name",
          fmt::format("{} · step {} of {}", desk.lesson().title, desk.step() + 1, desk.last_step() + 1),
          frame.theme.fonts.words_small, frame.colours().text_dim);
  draw_progress(frame, desk);
  gap(frame, 8);
  draw_lesson_text(frame, desk);
  if (desk.current().question) draw_lesson_question(frame, desk, own.box, own.ask);
  draw_lesson_reason(frame, desk);
  if (desk.current().measured && !desk.covered()) {
    gap(frame, 8);
    wrapped(frame, "lesson.measured", "Measured beside predicted stands at the right, under RUN ON GPU.",
            frame.theme.fonts.words_small, frame.colours().text_dim);
  }
  draw_changed(frame, desk, own);
  draw_way(frame, desk, own);
}

void draw_lesson_cover(const Frame& frame, const LessonDesk& desk) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = std::min(frame.px(760), room.x);
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + (room.x - width) / 2, ImGui::GetCursorPosY()});
  begin_child("cover", {width, room.y}, false);
  gap(frame, std::min(96.0F, room.y / frame.px(1) / 8));
  wrapped(frame, "cover.title", "First a guess", frame.theme.fonts.words_bold, frame.colours().text_bright);
  gap(frame, 8);
  if (const std::string code = code_of(desk); !code.empty())
    code_box(frame, "cover.code", code, frame.theme.fonts.mono);
  gap(frame, 8);
  wrapped(frame, "cover.hint", "The views come with the answer.", frame.theme.fonts.words, frame.colours().text_dim);
  ImGui::EndChild();
}

}  // namespace bankmap
