#include "core/lesson/answer_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/json_format.hpp"
#include "core/json_reader.hpp"
#include "core/lesson/answers.hpp"

namespace bankmap {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format_name = "bankmap-answers";
constexpr int format_version = 1;
// As deep as a lesson, so that one that is given by mistake is called what it is.
constexpr JsonLimits limits{.document_bytes = 1 << 19, .text_bytes = 4096, .depth = 20};

ExerciseSet read_set(const JsonReader& json) {
  json.keys({"seed", "difficulty", "count"}, {"fix", "ways"});
  ExerciseSet set;
  set.seed = json["seed"].integer<std::int64_t>(0, max_exercise_seed);
  set.difficulty = json["difficulty"].integer<int>(easiest, hardest);
  set.count = json["count"].integer<int>(1, max_exercises);
  if (json.has("fix")) set.fix = json["fix"].boolean();
  if (json.has("ways")) set.ways = json["ways"].integer<int>(exercise_ways.front(), exercise_ways.back());
  return set;
}

AnswersTo read_to(const JsonReader& json) {
  if (json.has("lesson") == json.has("exercise")) {
    json.refuse("answers are to a lesson or to exercises", R"("lesson": "NAME", or "exercise": {...})");
  }
  if (json.has("exercise")) return read_set(json["exercise"]);
  return json.has("lesson") ? json["lesson"].text() : "";
}

TypedAnswer read_answer(const JsonReader& json) {
  json.keys({"step", "answer"}, {"asks"});
  TypedAnswer typed{.step = json["step"].integer<int>(1, static_cast<int>(max_lesson_steps)), .asks = {}, .answer = {}};
  if (json.has("asks")) typed.asks = json["asks"].text();
  const JsonReader answer = json["answer"];
  constexpr std::int64_t most = 1'000'000'000'000;
  typed.answer = answer.is_number() ? fmt::format("{}", answer.integer<std::int64_t>(-most, most)) : answer.text();
  return typed;
}

AnswerFile read_root(const JsonReader& json) {
  if (json.is_object()) check_format(json, format_name, format_version, "these are no answers");
  json.keys({"format", "version", "student", "answers"}, {"lesson", "exercise"});
  AnswerFile file{.student = json["student"].text(), .to = read_to(json), .answers = {}};
  for (const JsonReader& item : json["answers"].items(max_lesson_steps)) {
    TypedAnswer typed = read_answer(item);
    const auto is_answered = [&typed](const TypedAnswer& earlier) { return earlier.step == typed.step; };
    if (std::ranges::any_of(file.answers, is_answered))
      item["step"].refuse("this step is answered before", "each step once");
    file.answers.push_back(std::move(typed));
  }
  return file;
}

ordered_json set_json(const ExerciseSet& set) {
  ordered_json out{{"seed", set.seed}, {"difficulty", set.difficulty}, {"count", set.count}};
  if (set.fix) out["fix"] = true;
  if (set.ways) out["ways"] = *set.ways;
  return out;
}

}  // namespace

Result<AnswerFile> read_answers(std::string_view json_text) {
  return read_json<AnswerFile>(json_text, limits, read_root);
}

std::string write_answers(const AnswerFile& file) {
  ordered_json out{{"format", std::string(format_name)}, {"version", format_version}, {"student", file.student}};
  if (const auto* set = std::get_if<ExerciseSet>(&file.to)) {
    out["exercise"] = set_json(*set);
  } else {
    out["lesson"] = std::get<std::string>(file.to);
  }
  out["answers"] = ordered_json::array();
  for (const TypedAnswer& typed : file.answers) {
    ordered_json answer{{"step", typed.step}};
    if (!typed.asks.empty()) answer["asks"] = typed.asks;
    answer["answer"] = typed.answer;
    out["answers"].push_back(std::move(answer));
  }
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<AnswerFile> empty_answers(AnswersTo to, const Lesson& lesson, const Figures& figures) {
  AnswerFile file{.student = {}, .to = std::move(to), .answers = {}};
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const auto& question = lesson.steps[i].question;
    if (!question) continue;
    const FigureView view = view_of(lesson.steps[i]);
    std::string asks = question->text;
    for (std::size_t choice = 0; choice < question->choices.size(); ++choice)
      asks += fmt::format("  {}: {}", choice + 1, question->choices[choice].text);
    const Result<std::string> filled = figures.fill(asks, view);
    if (!filled) return fail(at(fmt::format("/steps/{}/question", i), filled.error()));
    file.answers.push_back({.step = static_cast<int>(i) + 1, .asks = *filled, .answer = {}});
  }
  return file;
}

}  // namespace bankmap
