// app/views/poll.hpp -- what a class answers, as bars: typed in by the teacher while hands are up.
//
//     1  still 32     ======== 8          choices: a key 1 to 8 counts one more, with Shift one less
//     2  one          ============= 13    numbers: type one and Enter; "32*5" counts five
//
// After the answer has been shown the right bar has a frame of its own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/lessons/lesson_desk.hpp"
#include "app/views/frame.hpp"

namespace bankmap {

inline constexpr int most_votes = 999;  // for one answer

// Of one question: answers (a choice counts from 1) and how often they were given.
using Votes = std::map<std::int64_t, int>;

// "32" is one vote, "32*5" five, "32*-1" takes one back. False for what is neither; votes stay between 0 and most_votes, and an
// answer without votes goes.
bool add_votes(Votes& votes, std::string_view typed);

struct PollView {
  bool on = false;
  std::map<int, Votes> of_step;  // of the lesson that is open
  std::string typed;
  bool not_understood = false;  // what was typed last
};

// In the room that the current ImGui window has left. pre: the step has a question
void draw_poll(const Frame& frame, const LessonDesk& desk, PollView& own);

}  // namespace bankmap
