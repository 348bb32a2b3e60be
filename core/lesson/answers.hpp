// core/lesson/answers.hpp -- a guess, and whether it is right: compared with what analyze() says, never with a stored number.
//
//     question "How many wavefronts?"  value wavefronts       guess "4"   ->  wrong, it is 32
//     question with choices                                   guess "2"   ->  the second: right
//     question that asks for a fix                            guess "3"   ->  right, and 1 would do
#pragma once

#include <string>
#include <string_view>

#include "core/lesson/figures.hpp"

namespace bankmap {

struct Verdict {
  bool right = false;
  std::string answer;  // "32", or the text of the right choice, or the fewest elements of padding that are a fix
  bool operator==(const Verdict&) const = default;
};

FigureView view_of(const LessonStep& step);

// The right answer: a number, the index of the right choice, or the fewest elements of padding that are a fix. Refuses a question whose
// expressions are wrong, one of which no choice or several are right, and a fix that no padding is.
Result<std::int64_t> right_answer(const LessonQuestion& question, const Figures& figures, const FigureView& view);

// guess: a number, the number of a choice (from 1) or a fix, as it was typed. Refuses what is none, with what would be one.
Result<Verdict> judge(const LessonQuestion& question, std::string_view guess, const Figures& figures,
                      const FigureView& view);

}  // namespace bankmap
