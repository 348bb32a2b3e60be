// app/lessons/progress.hpp -- how far a student has come in each lesson, and what was guessed.
//
//     {"bankmap_progress": 1, "lessons": [{"name": "04-transpose", "step": 3,
//                                          "answers": [{"step": 1, "guess": "32"}, {"step": 2, "told": true}]}]}
//
// Guesses are kept as typed. Whether one is right is never kept: it is found out again, by analyze().
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

struct StepAnswer {
  std::string guess;  // empty: none
  bool told = false;  // the answer was asked for without a guess
  bool operator==(const StepAnswer&) const = default;
};

struct LessonProgress {
  int step = 0;                       // the one that was looked at last, from 0
  std::map<int, StepAnswer> answers;  // by step
  bool operator==(const LessonProgress&) const = default;
};

using Progress = std::map<std::string, LessonProgress>;  // by the lesson's name

// law: read_progress(write_progress(p)) == p. Refuses other files, and more than the course could need.
Result<Progress> read_progress(std::string_view json_text);
std::string write_progress(const Progress& progress);

// Two windows keep one file: what this one changed since `before`, answer by answer, and the rest as the other left it.
Progress merged(const Progress& before, const Progress& ours, const Progress& theirs);

}  // namespace bankmap
