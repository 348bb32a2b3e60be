#include "core/lesson/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/lesson/answers.hpp"
#include "core/lesson/fix.hpp"
#include "core/text_layout.hpp"
#include "core/trimmed.hpp"

namespace bankmap {
namespace {

// Why an answer that can be read is wrong: of a fix, what it leaves. Empty where the right answer says all.
std::string why_wrong(const LessonQuestion& question, const std::string& typed, const Figures& figures,
                      const FigureView& view) {
  if (question.fix.empty()) return {};
  const Result<FixVerdict> verdict = judge_fix(figures, view, question.fix, typed);
  return verdict ? verdict->why : "";
}

std::string printed_answer(const LessonQuestion& question, std::int64_t answer) {
  return fmt::format("{}", question.choices.empty() ? answer : answer + 1);
}

// What cannot be read as an answer is a wrong one, and says so.
MarkedAnswer marked(const LessonQuestion& question, const std::string& typed, std::int64_t answer,
                    const Figures& figures, const FigureView& view) {
  MarkedAnswer result{
      .step = 1, .mark = Mark::not_answered, .typed = typed, .answer = printed_answer(question, answer)};
  if (trimmed(typed).empty()) return result;
  const Result<Verdict> verdict = judge(question, typed, figures, view);
  result.mark = verdict && verdict->right ? Mark::right : Mark::wrong;
  if (!verdict) result.why = to_string(verdict.error());
  if (verdict && !verdict->right) result.why = why_wrong(question, typed, figures, view);
  return result;
}

std::string steps_with(const Graded& graded, Mark mark) {
  std::vector<int> steps;
  for (const MarkedAnswer& answer : graded.answers) {
    if (answer.mark == mark) steps.push_back(answer.step);
  }
  return fmt::format("{}", fmt::join(steps, ", "));
}

std::string csv_field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string padded(const std::string& text, int columns) {
  return text + std::string(static_cast<std::size_t>(std::max(0, columns - display_width(text))), ' ');
}

}  // namespace

int Graded::count(Mark mark) const { return static_cast<int>(std::ranges::count(answers, mark, &MarkedAnswer::mark)); }

Result<Graded> grade(const AnswerFile& file, const Lesson& lesson, const Figures& figures, std::string file_name) {
  for (std::size_t i = 0; i < file.answers.size(); ++i) {
    const auto step = static_cast<std::size_t>(file.answers[i].step);
    if (step <= lesson.steps.size() && lesson.steps[step - 1].question) continue;
    return fail(Problem{.what = fmt::format("step {} of '{}' asks nothing", step, shown(lesson.title)),
                        .hint = "a step with a question",
                        .place = fmt::format("/answers/{}/step", i)});
  }
  Graded graded{.student = file.student, .file = std::move(file_name), .answers = {}};
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const auto& question = lesson.steps[i].question;
    if (!question) continue;
    const FigureView view = view_of(lesson.steps[i]);
    const Result<std::int64_t> answer = right_answer(*question, figures, view);
    if (!answer) return fail(at(fmt::format("/steps/{}/question", i), answer.error()));
    const int step = static_cast<int>(i) + 1;
    const auto typed = std::ranges::find(file.answers, step, &TypedAnswer::step);
    graded.answers.push_back(
        marked(*question, typed == file.answers.end() ? "" : typed->answer, *answer, figures, view));
    graded.answers.back().step = step;
  }
  return graded;
}

std::string grade_table(std::span<const Graded> all) {
  struct Row {
    std::string student, right, of, wrong, unanswered;
  };
  std::vector<Row> rows{{"student", "right", "of", "wrong", "not answered"}};
  for (const Graded& graded : all) {
    rows.push_back({printable(graded.student.empty() ? graded.file : graded.student),
                    fmt::format("{}", graded.count(Mark::right)), fmt::format("{}", graded.answers.size()),
                    steps_with(graded, Mark::wrong), steps_with(graded, Mark::not_answered)});
  }
  int students = 0, wrong = 0;
  for (const Row& row : rows) {
    students = std::max(students, display_width(row.student));
    wrong = std::max(wrong, display_width(row.wrong));
  }
  std::string table;
  for (const Row& row : rows) {
    std::string line = fmt::format("{}  {:>5}  {:>2}  {}  {}", padded(row.student, students), row.right, row.of,
                                   padded(row.wrong, wrong), row.unanswered);
    line.erase(line.find_last_not_of(' ') + 1);
    table += line + "\n";
  }
  return table;
}

std::string grade_csv(std::span<const Graded> all) {
  std::string csv = "file,student,right,asked,wrong,not_answered\n";
  for (const Graded& graded : all) {
    csv += fmt::format("{},{},{},{},{},{}\n", csv_field(printable(graded.file)), csv_field(printable(graded.student)),
                       graded.count(Mark::right), graded.answers.size(), csv_field(steps_with(graded, Mark::wrong)),
                       csv_field(steps_with(graded, Mark::not_answered)));
  }
  return csv;
}

}  // namespace bankmap
