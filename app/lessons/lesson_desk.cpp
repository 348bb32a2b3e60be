#include "app/lessons/lesson_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bankmap {

void LessonDesk::set_course(Result<std::vector<NamedLesson>> course, std::vector<Problem> broken) {
  problems_ = std::move(broken);
  if (!course) problems_.push_back(course.error());
  course_ = course ? *std::move(course) : std::vector<NamedLesson>();
}

void LessonDesk::open(NamedLesson lesson, const MachineProfiles& machines) {
  open_ = std::make_unique<Open>(std::move(lesson), machines);
  const auto before = progress_.find(name());
  step_ = 0;
  go(before == progress_.end() ? 0 : before->second.step);
}

void LessonDesk::close() { open_.reset(); }

void LessonDesk::go(int step) {
  step_ = std::clamp(step, 0, last_step());
  progress_[name()].step = step_;
  news_ = new_scenario_ = true;
}

StepAnswer& LessonDesk::answer_of_step() { return progress_[name()].answers[step_]; }

const StepAnswer* LessonDesk::find_answer() const {
  const auto of_lesson = progress_.find(name());
  if (of_lesson == progress_.end()) return nullptr;
  const auto found = of_lesson->second.answers.find(step_);
  return found == of_lesson->second.answers.end() ? nullptr : &found->second;
}

bool LessonDesk::covered() const {
  if (!current().question) return false;
  const StepAnswer* answer = find_answer();
  return answer == nullptr || (answer->guess.empty() && !answer->told);
}

Result<void> LessonDesk::guess(const std::string& typed) {
  const Result<Verdict> judged = judge(*current().question, typed, figures(), view_of(current()));
  if (!judged) return fail(judged.error());
  answer_of_step() = {.guess = typed, .told = false};
  news_ = true;
  return {};
}

const std::string& LessonDesk::guessed() const {
  static const std::string none;
  const StepAnswer* answer = find_answer();
  return answer == nullptr ? none : answer->guess;
}

std::optional<Verdict> LessonDesk::verdict() const {
  if (!current().question || guessed().empty()) return std::nullopt;
  const Result<Verdict> judged = judge(*current().question, guessed(), figures(), view_of(current()));
  return judged ? std::optional(*judged) : std::nullopt;
}

std::string LessonDesk::answer() const {
  const LessonQuestion& question = *current().question;
  const Result<std::int64_t> right = right_answer(question, figures(), view_of(current()));
  if (!right) return to_string(right.error());
  if (question.choices.empty()) return fmt::format("{}", *right);
  return filled(question.choices[static_cast<std::size_t>(*right)].text);
}

void LessonDesk::tell() {
  answer_of_step().told = true;
  news_ = true;
}

void LessonDesk::ask_again() {
  progress_[name()].answers.erase(step_);
  news_ = true;
}

std::string LessonDesk::filled(const std::string& text) const {
  const Result<std::string> result = figures().fill(text, view_of(current()));
  return result ? *result : to_string(result.error());
}

std::optional<Scenario> LessonDesk::take_scenario() {
  return std::exchange(new_scenario_, false) ? std::optional(scenario()) : std::nullopt;
}

const Scenario& LessonDesk::scenario() const { return lesson().scenario_named(current().scenario)->scenario; }

QuestionCount count_questions(const NamedLesson& lesson, const Progress& progress) {
  QuestionCount count;
  const auto found = progress.find(lesson.name);
  for (std::size_t i = 0; i < lesson.lesson.steps.size(); ++i) {
    if (!lesson.lesson.steps[i].question) continue;
    ++count.asked;
    if (found == progress.end()) continue;
    const auto answer = found->second.answers.find(static_cast<int>(i));
    if (answer != found->second.answers.end() && !answer->second.guess.empty()) ++count.answered;
  }
  return count;
}

}  // namespace bankmap
