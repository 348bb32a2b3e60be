// app/commands/lesson_output.hpp -- where a lesson or an exercise set goes: the terminal, a sheet, a lesson file, a file for answers.
//
//     -o sheet.html    a sheet that prints well        -o sheet.txt, or none    text        -o set.json    a lesson file
#pragma once

#include <string>

#include "core/lesson/answer_file.hpp"
#include "core/lesson/figures.hpp"

namespace bankmap {

struct LessonOutput {
  std::string file;  // "-": standard output, as text
  bool solutions = false;
};

// The exit code. name: how problems in the lesson are introduced.
int put_lesson(const std::string& name, const Lesson& lesson, const Figures& figures, const LessonOutput& output);

// A file to fill in; "-" is standard output. A file that exists may hold answers: it is only replaced with force.
int put_empty_answers(const AnswersTo& to, const Lesson& lesson, const Figures& figures, const std::string& path,
                      const std::string& option, bool force);

}  // namespace bankmap
