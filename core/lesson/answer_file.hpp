// core/lesson/answer_file.hpp -- the answers of one student, as typed: a file to hand out, to fill in and to collect.
//
//     {"format": "bankmap-answers", "version": 1,
//      "student": "A. Student",
//      "exercise": {"seed": 7, "difficulty": 2, "count": 5},              or "lesson": "02-stride", by its name or file
//      "answers": [{"step": 1, "asks": "In which bank does lane 5 land?", "answer": "5"}, ...]}
//
// It holds no right answer. Whether one is right is asked when it is graded (core/lesson/grade.hpp).
//
// law: read_answers(write_answers(a)) == a. Refused with the place: unknown keys, a step that is answered twice, numbers out of
// range, more than 64 answers, texts over 4 KiB. A whole number without quotes is as good as one with them.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/lesson/exercise_set.hpp"
#include "core/lesson/figures.hpp"

namespace bankmap {

struct TypedAnswer {
  int step = 1;        // from 1, as on the sheet
  std::string asks;    // the question, for who fills it in
  std::string answer;  // empty: not answered
  bool operator==(const TypedAnswer&) const = default;
};

// A lesson, by its name in the course or its file, or an exercise set.
using AnswersTo = std::variant<std::string, ExerciseSet>;

struct AnswerFile {
  std::string student;
  AnswersTo to;
  std::vector<TypedAnswer> answers;
  bool operator==(const AnswerFile&) const = default;
};

Result<AnswerFile> read_answers(std::string_view json_text);
std::string write_answers(const AnswerFile& file);

// One to fill in: each question of the lesson, without an answer. Refuses texts that cannot be filled in.
Result<AnswerFile> empty_answers(AnswersTo to, const Lesson& lesson, const Figures& figures);

}  // namespace bankmap
