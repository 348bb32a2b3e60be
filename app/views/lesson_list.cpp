#include "app/views/lesson_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string how_far(const QuestionCount& count) {
  const char* plural = count.asked == 1 ? "" : "s";
  if (count.answered == 0) return fmt::format("{} question{}", count.asked, plural);
  return fmt::format("{} of {} answered", count.answered, count.asked);
}

// True where it is to be opened.
bool draw_lesson(const Frame& frame, const NamedLesson& each, const Progress& progress) {
  const QuestionCount count = count_questions(each, progress);
  const std::string name = "lessons." + each.name;
  const char* label = progress.contains(each.name) ? "Go on" : "Begin";
  const float top = ImGui::GetCursorPosY();
  ImGui::AlignTextToFramePadding();
  shown_text(frame, name, fmt::format("{}   {}", each.name.substr(0, each.name.find('-')), each.lesson.title),
             frame.theme.fonts.words_bold, frame.colours().text_bright);
  const float buttons = button_width("Go on");
  ImGui::SameLine();
  const std::string far = how_far(count);
  const float width = ImGui::CalcTextSize(far.c_str()).x;
  ImGui::SetCursorPos({std::max(ImGui::GetCursorPosX(), content_right() - buttons - frame.px(16) - width), top});
  ImGui::AlignTextToFramePadding();
  shown_text(frame, name + ".far", far, frame.theme.fonts.words_small, frame.colours().text_dim);
  ImGui::SameLine();
  ImGui::SetCursorPos({content_right() - buttons, top});
  const bool pressed = button(frame, name + ".open", label, ButtonLook::ordinary);
  wrapped(frame, name + ".summary", each.lesson.summary, frame.theme.fonts.words_small, frame.colours().text_dim);
  gap(frame, 4);
  return pressed;
}

}  // namespace

void draw_lesson_list(const Frame& frame, SheetState& sheets, const LessonDesk& lessons,
                      std::optional<LessonAsk>& ask) {
  Sheet sheet(frame, sheets, SheetKind::lessons, "Lessons", {720, 740});
  if (!sheet) return;
  for (const Problem& problem : lessons.problems())
    wrapped(frame, "lessons.problem", to_string(problem), frame.theme.fonts.words, frame.colours().refused);
  if (lessons.problems().empty() && lessons.course().empty()) {
    wrapped(frame, "lessons.none",
            "There are no lessons beside the program: the folder lessons of its assets is empty.",
            frame.theme.fonts.words, frame.colours().text);
  }
  bool chosen = false;
  begin_child("course", ImGui::GetContentRegionAvail(), false);
  for (const NamedLesson& each : lessons.course()) {
    if (!draw_lesson(frame, each, lessons.progress())) continue;
    ask = OpenLesson{each.name};
    chosen = true;
  }
  ImGui::EndChild();
  if (chosen) sheet.close();
}

}  // namespace bankmap
