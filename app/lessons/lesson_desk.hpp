// app/lessons/lesson_desk.hpp -- the lesson that is open: at which step it is, what was guessed, and what may be seen.
//
//     open(lesson)       step 1, covered       the question stands, the views wait
//     guess("32")        step 1, uncovered     judged by analyze(); the views show why, with the lane in question pinned
//     go(1)              step 2, covered
//
// No ImGui. Whoever owns the editor takes the scenario of a new step (take_scenario) and opens it; what a student then does with it
// changes nothing here: the figures are those of the lesson.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_files.hpp"
#include "app/lessons/progress.hpp"
#include "core/lesson/answers.hpp"
#include "core/lesson/figures.hpp"
#include "core/machine.hpp"

namespace bankmap {

class LessonDesk {
 public:
  // Those of the program. broken: those that cannot be read, which are missing.
  void set_course(Result<std::vector<NamedLesson>> course, std::vector<Problem> broken = {});
  const std::vector<NamedLesson>& course() const { return course_; }
  const std::vector<Problem>& problems() const { return problems_; }  // of files that cannot be read

  void set_progress(Progress progress) { progress_ = std::move(progress); }
  const Progress& progress() const { return progress_; }

  // Goes on where the lesson was left. machines must outlive the lesson's being open.
  void open(NamedLesson lesson, const MachineProfiles& machines);
  void close();
  bool on() const { return open_ != nullptr; }

  // pre, of all below: on()
  const std::string& name() const { return open_->named.name; }
  const Lesson& lesson() const { return open_->named.lesson; }
  const Figures& figures() const { return open_->figures; }
  int step() const { return step_; }
  int last_step() const { return static_cast<int>(lesson().steps.size()) - 1; }
  const LessonStep& current() const { return lesson().steps[static_cast<std::size_t>(step_)]; }
  void go(int step);  // to the nearest there is

  // The question stands, and its answer must not be seen yet.
  bool covered() const;
  // Refuses what is no guess, with what would be one.
  Result<void> guess(const std::string& typed);
  const std::string& guessed() const;      // empty: nothing
  std::optional<Verdict> verdict() const;  // of the guess; empty: there is none
  std::string answer() const;              // of the present question, also where nobody guessed
  void tell();                             // shows the answer without a guess
  void ask_again();                        // covers it, and forgets the guess

  // The text with its figures; where one is wrong, what is wrong with it.
  std::string filled(const std::string& text) const;

  // True once after the step has become another one, or has been uncovered: the views are to show what it looks at.
  bool take_news() { return std::exchange(news_, false); }
  // Once after the step has become another one.
  std::optional<Scenario> take_scenario();
  const Scenario& scenario() const;  // of the present step, as the lesson has it

 private:
  struct Open {
    Open(NamedLesson lesson, const MachineProfiles& machines)
        : named(std::move(lesson)), figures(named.lesson, machines) {}
    NamedLesson named;  // figures points into it
    Figures figures;
  };
  StepAnswer& answer_of_step();
  const StepAnswer* find_answer() const;

  std::vector<NamedLesson> course_;
  std::vector<Problem> problems_;
  Progress progress_;
  std::unique_ptr<Open> open_;  // null: none
  int step_ = 0;
  bool news_ = false;
  bool new_scenario_ = false;
};

// How many questions a lesson has, and how many of them have been answered.
struct QuestionCount {
  int asked = 0;
  int answered = 0;
};
QuestionCount count_questions(const NamedLesson& lesson, const Progress& progress);

}  // namespace bankmap
