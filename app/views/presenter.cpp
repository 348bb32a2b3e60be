#include "app/views/presenter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/lesson_panel.hpp"

namespace bankmap {
namespace {

constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

// The answer first where one is still hidden.
LessonAsk forward(const LessonDesk& lessons) {
  if (lessons.covered()) return TellAnswer{};
  return GoToStep{lessons.step() + 1};
}

// typing: a box for numbers has the keyboard, with the keys that move and end in it; letters and blanks are none of its own.
std::optional<LessonAsk> way_on(const LessonDesk& lessons, bool typing) {
  if (key_pressed(Key::page_down) || key_pressed(Key::space)) return forward(lessons);
  if (key_pressed(Key::page_up)) return GoToStep{lessons.step() - 1};
  if (typing) return std::nullopt;
  for (const Key key : {Key::right, Key::down, Key::enter, Key::keypad_enter})
    if (key_pressed(key)) return forward(lessons);
  for (const Key key : {Key::left, Key::up, Key::backspace})
    if (key_pressed(key)) return GoToStep{lessons.step() - 1};
  if (key_pressed(Key::home)) return GoToStep{0};
  if (key_pressed(Key::end)) return GoToStep{lessons.last_step()};
  return std::nullopt;
}

bool polls(const LessonDesk& lessons, const PresenterView& own) { return own.poll.on && lessons.current().question; }

void take_keys(const LessonDesk& lessons, PresenterView& own, std::optional<LessonAsk>& ask, Edits& edits) {
  if (key_down(Key::ctrl) || key_down(Key::alt)) return;
  if (key_pressed(Key::escape)) {  // out of the poll first, where a number may be half typed
    if (polls(lessons, own)) {
      own.poll.on = false;
    } else {
      edits.actions.push_back(Action::present);
    }
  }
  const bool typing = ImGui::GetIO().WantTextInput;
  if (const std::optional<LessonAsk> way = way_on(lessons, typing)) {
    if (!own.black) ask = way;
    own.black = false;  // the first key brings the picture back
    return;
  }
  if (key_pressed(Key::b) || (!typing && key_pressed(Key::period))) own.black = !own.black;
  if (key_pressed(Key::n)) own.notes = !own.notes;
  if (key_pressed(Key::p)) own.poll.on = !own.poll.on;
}

void draw_head(const Frame& frame, const LessonDesk& lessons) {
  const std::string count = fmt::format("{} of {}", lessons.step() + 1, lessons.last_step() + 1);
  shown_text(frame, "present.lesson", lessons.lesson().title, frame.theme.fonts.words_small, frame.colours().text_dim);
  ImGui::SameLine();
  push_font(frame.theme.fonts.words_small);
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - ImGui::CalcTextSize(count.c_str()).x));
  ImGui::PopFont();
  shown_text(frame, "present.step", count, frame.theme.fonts.words_small, frame.colours().text_dim);
}

void draw_words(const Frame& frame, const LessonDesk& lessons, PresenterView& own, std::optional<LessonAsk>& ask) {
  draw_lesson_text(frame, lessons);
  if (polls(lessons, own)) {
    draw_lesson_asking(frame, lessons);  // the choices are the poll's
  } else if (lessons.current().question) {
    draw_lesson_question(frame, lessons, own.box, ask);
  }
  draw_lesson_reason(frame, lessons);
}

// What the step looks at, as a caption: the access, and its numbers in a line.
void draw_caption(const Frame& frame) {
  const AccessAnalysis& access = frame.shown();
  std::string caption = access.name + ": refused";
  if (access.shown) {
    const WarpCost& cost = access.shown->served.cost;
    caption = fmt::format("{}: {} wavefront{}, ideal {}, excess {}", access.name, cost.wavefronts,
                          cost.wavefronts == 1 ? "" : "s", cost.ideal, cost.excess());
  }
  wrapped(frame, "present.caption", caption, frame.theme.fonts.words_bold, frame.colours().text_bright);
}

void draw_notes(const Frame& frame, const LessonDesk& lessons) {
  const std::string& notes = lessons.current().notes;
  wrapped(frame, "present.notes", notes.empty() ? "No notes for this step." : lessons.filled(notes),
          frame.theme.fonts.words_small, frame.colours().text_dim);
}

void draw_pointer(const Frame& frame) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (!ImGui::IsMousePosValid(&at)) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float radius = frame.px(18);
  list.AddCircleFilled(at, radius, frame.u32(frame.colours().accent, 0.18F), 48);
  list.AddCircle(at, radius, frame.u32(frame.colours().accent), 48, std::max(2.0F, frame.px(2)));
}

void draw_black(const Frame& frame) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, display, IM_COL32(0, 0, 0, 255));
  if (frame.log.on()) frame.log.area("present.black", {0, 0}, display, "black");
}

}  // namespace

float presenter_text_size(float height) { return std::clamp(std::floor(height / 34), min_text_size, max_text_size); }

void draw_presenter(const Frame& frame, const LessonDesk& lessons, PresenterView& own, PanelsView& panels,
                    const MeasureDesk& measuring, MeasuredView& measured, std::optional<LessonAsk>& ask, Edits& edits) {
  take_keys(lessons, own, ask, edits);
  if (own.black) return draw_black(frame);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float margin = frame.px(20);
  const float head = ImGui::GetTextLineHeight() + frame.px(8);
  const float notes = own.notes ? std::floor(display.y / 5) : 0;
  const float top = margin + head, height = display.y - top - notes - margin;
  const float left = std::floor((display.x - 3 * margin) * 0.4F), right = display.x - 3 * margin - left;
  const LessonStep& step = lessons.current();

  ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, display, frame.u32(frame.colours().ground));
  ImGui::SetCursorScreenPos({margin, margin});
  begin_child("present.head", {display.x - 2 * margin, head}, false, still);
  draw_head(frame, lessons);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({margin, top});
  begin_child("present.words", {left, height}, false);
  draw_words(frame, lessons, own, ask);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({2 * margin + left, top});
  begin_child("present.picture", {right, height}, false, still);
  if (polls(lessons, own)) {
    draw_poll(frame, lessons, own.poll);
  } else if (lessons.covered()) {
    draw_lesson_cover(frame, lessons);
  } else if (step.measured) {
    draw_caption(frame);
    begin_child("present.measured", ImGui::GetContentRegionAvail(), false);
    draw_measured(frame, measuring, measured, edits);
    ImGui::EndChild();
  } else {
    draw_caption(frame);
    draw_panel_places(frame, panels, edits);
  }
  ImGui::EndChild();
  if (own.notes) {
    ImGui::SetCursorScreenPos({margin, display.y - notes});
    begin_child("present.notes", {display.x - 2 * margin, notes - margin / 2}, false);
    draw_notes(frame, lessons);
    ImGui::EndChild();
  }
  draw_pointer(frame);
}

}  // namespace bankmap
