#include "app/commands/lesson_output.hpp"

#include "app/commands/command.hpp"
#include "app/commands/terminal.hpp"
#include "app/files.hpp"
#include "app/new_file.hpp"
#include "core/lesson/lesson_html.hpp"
#include "core/lesson/lesson_json.hpp"
#include "core/lesson/lesson_text.hpp"

namespace bankmap {
namespace {

Result<std::string> written(const Lesson& lesson, const Figures& figures, const LessonOutput& output) {
  const std::string& file = output.file;
  if (file == "-") return lesson_text(lesson, figures, {.answers = output.solutions, .columns = text_columns()});
  if (file.ends_with(".txt")) return lesson_text(lesson, figures, {.answers = output.solutions});
  if (file.ends_with(".html") || file.ends_with(".htm"))
    return lesson_html(lesson, figures, {.solutions = output.solutions});
  if (file.ends_with(".json")) return write_lesson(lesson);
  return fail(Problem{.what = "'" + shown(file) + "' is neither a sheet, a text nor a lesson",
                      .hint = "a name that ends in .html, .txt or .json",
                      .place = "-o"});
}

}  // namespace

int put_lesson(const std::string& name, const Lesson& lesson, const Figures& figures, const LessonOutput& output) {
  const Result<std::string> text = written(lesson, figures, output);
  if (!text) return refuse(text.error().place == "-o" ? text.error() : at(name, text.error()));
  if (const auto problem = write_file(output.file, *text)) return refuse(*problem);
  return exit_ok;
}

int put_empty_answers(const AnswersTo& to, const Lesson& lesson, const Figures& figures, const std::string& path,
                      const std::string& option, bool force) {
  const Result<AnswerFile> empty = empty_answers(to, lesson, figures);
  if (!empty) return refuse(empty.error());
  if (path == "-") return print(write_answers(*empty));
  Result<NewFile> file = NewFile::open(option, path, force);
  if (!file) return refuse(file.error());
  if (const auto problem = file->write(write_answers(*empty))) return refuse(*problem);
  return exit_ok;
}

}  // namespace bankmap
