// app/views/lesson_parts.hpp -- a step's text, its question, and what came of the guess: for the student's panel and for the
// wall of a class alike, in whatever size the theme has.
//
//     Lane 1 reads one row further down: word 32.
//
//     How many wavefronts?
//     [ 4    ] [Answer]              (or choices, one below the other)
//     Not 4: it is 32.
//     All 32 words are in one bank ...
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/lessons/lesson_desk.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

// What a view of a lesson leaves to be done after the frame.
struct OpenLesson {
  std::string name;  // of the course
};
struct GoToStep {
  int step = 0;
};
struct Guess {
  std::string typed;
};
struct TellAnswer {};
struct AskAgain {};
struct RestoreScenario {};  // the step's own takes the place of what was made of it
struct EndLesson {};
using LessonAsk = std::variant<OpenLesson, GoToStep, Guess, TellAnswer, AskAgain, RestoreScenario, EndLesson>;

// The box of a number that is asked for.
struct GuessBox {
  std::string typed;
  std::optional<Problem> problem;  // with what was typed last
};

void draw_lesson_text(const Frame& frame, const LessonDesk& desk);
// What is asked, alone. pre, here and below: the step has a question
void draw_lesson_asking(const Frame& frame, const LessonDesk& desk);
// With what is needed to answer it.
void draw_lesson_question(const Frame& frame, const LessonDesk& desk, GuessBox& box, std::optional<LessonAsk>& ask);
// The verdict on the guess, and the reason; nothing while the question stands.
void draw_lesson_reason(const Frame& frame, const LessonDesk& desk);

}  // namespace bankmap
