#include "core/lesson/answers.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/lesson/fix.hpp"
#include "core/trimmed.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

Result<std::int64_t> typed_number(std::string_view guess, const std::string& right_form) {
  const std::string_view digits = trimmed(guess);
  if (digits.empty()) return fail("nothing is typed", right_form);
  const std::optional<std::int64_t> value = whole_number<std::int64_t>(digits);
  if (!value) return fail(fmt::format("'{}' is no whole number", shown(digits)), right_form);
  return *value;
}

Result<std::int64_t> right_choice(const LessonQuestion& question, const Figures& figures, const FigureView& view) {
  std::int64_t right = -1;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Result<std::int64_t> holds = figures.evaluate(question.choices[i].right_if, view);
    if (!holds) return fail(at(fmt::format("/choices/{}/right_if", i), holds.error()));
    if (*holds == 0) continue;
    if (right >= 0) {
      return fail(Problem{.what = fmt::format("choices {} and {} are both right", right + 1, i + 1),
                          .hint = "conditions of which one holds",
                          .place = "/choices"});
    }
    right = static_cast<std::int64_t>(i);
  }
  if (right < 0) {
    return fail(Problem{.what = "no choice is right", .hint = "conditions of which one holds", .place = "/choices"});
  }
  return right;
}

Result<std::int64_t> right_padding(const LessonQuestion& question, const Figures& figures, const FigureView& view) {
  const Result<std::optional<std::int64_t>> padding = smallest_padding(figures, view, question.fix);
  if (!padding) return fail(at("/fix", padding.error()));
  if (*padding) return **padding;
  return fail(Problem{.what = fmt::format("with no padding \"{}\" holds", shown(question.fix)),
                      .hint = "a conflict that a padding can take away",
                      .place = "/fix"});
}

// Any fix with which the condition holds is right; the answer tells the smallest padding too.
Result<Verdict> judged_fix(const LessonQuestion& question, std::string_view typed, const Figures& figures,
                           const FigureView& view) {
  const Result<FixVerdict> verdict = judge_fix(figures, view, question.fix, typed);
  if (!verdict) return fail(verdict.error());
  const Result<std::int64_t> smallest = right_padding(question, figures, view);
  if (!smallest) return fail(smallest.error());
  return Verdict{.right = verdict->right, .answer = fmt::format("{}", *smallest)};
}

}  // namespace

FigureView view_of(const LessonStep& step) { return {.scenario = step.scenario, .access = step.look.access}; }

Result<std::int64_t> right_answer(const LessonQuestion& question, const Figures& figures, const FigureView& view) {
  if (!question.choices.empty()) return right_choice(question, figures, view);
  if (!question.fix.empty()) return right_padding(question, figures, view);
  const Result<std::int64_t> value = figures.evaluate(question.value, view);
  if (!value) return fail(at("/value", value.error()));
  return *value;
}

Result<Verdict> judge(const LessonQuestion& question, std::string_view guess, const Figures& figures,
                      const FigureView& view) {
  if (!question.fix.empty()) return judged_fix(question, guess, figures, view);
  const Result<std::int64_t> answer = right_answer(question, figures, view);
  if (!answer) return fail(answer.error());
  const auto choices = static_cast<std::int64_t>(question.choices.size());
  const std::string form = choices > 0 ? fmt::format("the number of a choice, 1 to {}", choices) : "a number in digits";
  const Result<std::int64_t> typed = typed_number(guess, form);
  if (!typed) return fail(typed.error());
  if (choices == 0) return Verdict{.right = *typed == *answer, .answer = fmt::format("{}", *answer)};
  if (*typed < 1 || *typed > choices) return fail(fmt::format("there is no choice {}", *typed), form);
  const Result<std::string> text = figures.fill(question.choices[static_cast<std::size_t>(*answer)].text, view);
  if (!text) return fail(text.error());
  return Verdict{.right = *typed == *answer + 1, .answer = *text};
}

}  // namespace bankmap
