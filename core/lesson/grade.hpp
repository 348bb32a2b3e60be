// core/lesson/grade.hpp -- how many answers are right, asked of analyze(); and the table of a class.
//
//     student          right  of  wrong  not answered
//     A. Student           4   5  3
//     B. Student           2   5  1, 4   5
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/lesson/answer_file.hpp"

namespace bankmap {

enum class Mark : std::uint8_t { right, wrong, not_answered };

struct MarkedAnswer {
  int step = 1;
  Mark mark = Mark::not_answered;
  std::string typed;
  std::string answer;  // the right one: "32", the text of a choice, the fewest elements of padding
  std::string why;     // a wrong one is no number, or no fix: what it is instead; empty for others
  bool operator==(const MarkedAnswer&) const = default;
};

struct Graded {
  std::string student;  // where that is empty, the name of the file
  std::string file;
  std::vector<MarkedAnswer> answers;  // one for each question of the lesson, in its order
  int count(Mark mark) const;
  bool operator==(const Graded&) const = default;
};

// lesson: what file.to stands for. Refuses answers to steps that ask nothing, and a lesson whose questions are wrong.
Result<Graded> grade(const AnswerFile& file, const Lesson& lesson, const Figures& figures, std::string file_name);

std::string grade_table(std::span<const Graded> all);
// RFC 4180, with the columns file, student, right, asked, wrong, not_answered. A text that a spreadsheet would take for a formula gets
// an apostrophe in front.
std::string grade_csv(std::span<const Graded> all);

}  // namespace bankmap
