#include "core/lesson/lesson_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "core/lesson/answers.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::string_view indent = "   ";

void add_paragraph(std::string& out, std::string_view text, std::string_view mark, int columns) {
  const int room = columns - static_cast<int>(indent.size()) - 2;
  bool first = true;
  for (const std::string& line : wrap(text, room)) {
    out += fmt::format("{}{}{}\n", indent, first ? mark : "  ", line);
    first = false;
  }
}

// Paragraphs are parted by an empty line.
void add_text(std::string& out, std::string_view text, std::string_view mark, int columns) {
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    add_paragraph(out, printable(text.substr(0, end)), mark, columns);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
}

std::string what_is_shown(const LessonStep& step) {
  std::string shown = fmt::format("{}: {}", step.scenario, to_string(step.look.view));
  if (step.look.access > 0) shown += fmt::format(", access {}", step.look.access);
  if (step.look.lane) shown += fmt::format(", lane {}", *step.look.lane);
  if (step.look.bank) shown += fmt::format(", bank {}", *step.look.bank);
  if (step.look.pass) shown += fmt::format(", pass {}", *step.look.pass + 1);
  return shown;
}

// One step after the other; the first problem is kept, with its place.
class TextLesson {
 public:
  TextLesson(const Figures& figures, const LessonTextStyle& style) : figures_(figures), style_(style) {}

  void step(const LessonStep& step, std::size_t number) {
    place_ = fmt::format("/steps/{}", number - 1);
    view_ = view_of(step);
    out_ += fmt::format("\n{}. {}   ({})\n", number, printable(filled(step.title)), printable(what_is_shown(step)));
    add_text(out_, filled(step.text), "  ", style_.columns);
    if (step.question) question(*step.question);
    if (!step.because.empty() && (style_.answers || !step.question)) {
      add_text(out_, filled(step.because), "  ", style_.columns);
    }
  }

  Result<std::string> result() && {
    if (problem_) return fail(*std::move(problem_));
    return std::move(out_);
  }

 private:
  std::string filled(const std::string& text) { return or_keep(figures_.fill(text, view_)); }

  template <class T>
  T or_keep(Result<T> result) {
    if (result) return *std::move(result);
    if (!problem_) problem_ = at(place_, result.error());
    return {};
  }

  void question(const LessonQuestion& asked) {
    add_text(out_, filled(asked.text), "? ", style_.columns);
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      add_text(out_, filled(asked.choices[i].text), fmt::format("  {}  ", i + 1), style_.columns);
    }
    if (!style_.answers) return;
    const auto answer = or_keep(right_answer(asked, figures_, view_));
    add_text(out_, fmt::format("{}", asked.choices.empty() ? answer : answer + 1), "= ", style_.columns);
  }

  const Figures& figures_;
  LessonTextStyle style_;
  std::string place_;
  FigureView view_;
  std::string out_;
  std::optional<Problem> problem_;
};

}  // namespace

Result<std::string> lesson_text(const Lesson& lesson, const Figures& figures, const LessonTextStyle& style) {
  TextLesson steps(figures, style);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) steps.step(lesson.steps[i], i + 1);
  Result<std::string> body = std::move(steps).result();
  if (!body) return fail(body.error());
  std::string head;
  for (const std::string& line : wrap(printable(lesson.summary), style.columns)) head += line + "\n";
  return fmt::format("{}\n{}{}", printable(lesson.title), head, *body);
}

}  // namespace bankmap
