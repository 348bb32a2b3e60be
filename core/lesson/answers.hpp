// core/lesson/answers.hpp -- a guess, and whether it is right: compared with what analyze() says, never with a stored number.
//
//     question "How many wavefronts?"  value wavefronts       guess "4"   ->  wrong, it is 32
//     question with choices                                   guess "2"   ->  the second: right
#pragma once

#include <string>
#include <string_view>

#include "core/lesson/figures.hpp"

namespace bankmap {

struct Verdict {
  bool right = false;
  std::string answer;  // "32", or the text of the right choice
  bool operator==(const Verdict&) const = default;
};

FigureView view_of(const LessonStep& step);

// The right answer: a number, or the index of the right choice. Refuses a question whose expressions are wrong, and one of
// which no choice or several are right.
Result<std::int64_t> right_answer(const LessonQuestion& question, const Figures& figures, const FigureView& view);

// guess: a number, or the number of a choice (from 1) as it was typed. Refuses what is none, with what would be one.
Result<Verdict> judge(const LessonQuestion& question, std::string_view guess, const Figures& figures,
                      const FigureView& view);

}  // namespace bankmap
