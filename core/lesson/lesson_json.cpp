#include "core/lesson/lesson_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/analysis_work.hpp"
#include "core/json_format.hpp"
#include "core/json_reader.hpp"
#include "core/lesson/figures.hpp"
#include "core/lesson/fix.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view lesson_format = "bankmap-lesson";
constexpr int lesson_version = 1;
constexpr JsonLimits lesson_limits{.depth = 20};  // a scenario, and what it stands in
constexpr int most_beliefs = 99;

std::string text_or_empty(const JsonReader& json, std::string_view key) {
  return json.has(key) ? json[key].text() : "";
}

LessonScenario read_named_scenario(const JsonReader& json, const FindPreset& find_preset) {
  json.keys({"name"}, {"preset", "scenario"});
  LessonScenario named{.name = json["name"].text(), .preset = {}, .scenario = {}};
  if (!json.refused() && !may_name_a_scenario(named.name)) {
    json["name"].refuse(fmt::format("'{}' cannot be the name of a scenario", shown(named.name)),
                        "a word such as plain or padded, that is no figure, and not lane1, bank1 or access1");
  }
  if (json.has("preset") == json.has("scenario")) {
    json.refuse("a scenario is a preset, or written out", R"("preset": "transpose-float-plain", or "scenario": {...})");
  }
  if (json.has("scenario")) named.scenario = read_scenario(json["scenario"]);
  if (!json.has("preset")) return named;
  named.preset = json["preset"].text();
  if (const Result<Scenario> preset = find_preset(named.preset)) {
    named.scenario = *preset;
  } else {
    json["preset"].refuse(preset.error().what, preset.error().hint);
  }
  return named;
}

std::vector<LessonScenario> read_scenarios(const JsonReader& json, const FindPreset& find_preset) {
  std::vector<LessonScenario> scenarios;
  for (const JsonReader& item : json.items(max_lesson_scenarios, 1)) {
    LessonScenario named = read_named_scenario(item, find_preset);
    for (const LessonScenario& earlier : scenarios) {
      if (earlier.name == named.name) item["name"].refuse("the name is taken by a scenario before it");
    }
    scenarios.push_back(std::move(named));
  }
  return scenarios;
}

LessonLook read_look(const JsonReader& json, const Scenario& scenario) {
  json.keys({}, {"view", "access", "lane", "bank", "pass"});
  LessonLook look;
  if (json.has("view")) {
    const Result<ViewName> view = view_named(json["view"].text());
    if (view) look.view = *view;
    if (!view) json["view"].refuse(view.error().what, view.error().hint);
  }
  const int accesses = static_cast<int>(scenario.accesses.size());
  if (json.has("access")) look.access = json["access"].integer<int>(0, accesses - 1);
  if (json.has("lane")) look.lane = json["lane"].integer<int>(0, lane_count - 1);
  if (json.has("bank")) look.bank = json["bank"].integer<int>(0, bank_count - 1);
  if (json.has("pass")) look.pass = json["pass"].integer<int>(0, 65'535);
  if (look.lane.has_value() + look.bank.has_value() + look.pass.has_value() > 1) {
    json.refuse("more than one thing is pointed at", "one of lane, bank and pass");
  }
  return look;
}

LessonQuestion read_question(const JsonReader& json) {
  json.keys({"text"}, {"value", "choices", "fix"});
  LessonQuestion question{.text = json["text"].text(),
                          .value = text_or_empty(json, "value"),
                          .choices = {},
                          .fix = text_or_empty(json, "fix")};
  if (json.has("value") + json.has("choices") + json.has("fix") != 1) {
    json.refuse("a question asks for a number, has choices, or asks for a fix",
                R"("value": "wavefronts", "choices": [...], or "fix": "all_excess == 0")");
  }
  if (!json.has("choices")) return question;
  for (const JsonReader& item : json["choices"].items(max_lesson_choices, 2)) {
    item.keys({"text", "right_if"});
    question.choices.push_back({.text = item["text"].text(), .right_if = item["right_if"].text()});
  }
  return question;
}

LessonStep read_step(const JsonReader& json, const Lesson& lesson) {
  json.keys({"title", "text", "scenario"}, {"look", "question", "because", "claims", "notes", "measured"});
  LessonStep step;
  step.title = json["title"].text();
  step.text = json["text"].text();
  step.scenario = json["scenario"].text();
  step.because = text_or_empty(json, "because");
  step.notes = text_or_empty(json, "notes");
  if (json.has("measured")) step.measured = json["measured"].boolean();
  const LessonScenario* scenario = lesson.scenario_named(step.scenario);
  if (scenario == nullptr) {
    json["scenario"].refuse(fmt::format("the lesson has no scenario '{}'", shown(step.scenario)),
                            "a name from the list \"scenarios\" of this file");
    return step;
  }
  if (json.has("look")) step.look = read_look(json["look"], scenario->scenario);
  if (json.has("question")) step.question = read_question(json["question"]);
  if (!json.has("claims")) return step;
  for (const JsonReader& claim : json["claims"].items(max_lesson_claims)) step.claims.push_back(claim.text());
  return step;
}

// Opening a lesson analyses each scenario once, and one that is to be fixed with every padding.
std::int64_t step_work(const LessonStep& step, const Lesson& lesson) {
  const LessonScenario* named = lesson.scenario_named(step.scenario);
  if (named == nullptr || !step.question || step.question->fix.empty()) return 0;
  const Scenario& scenario = named->scenario;
  const Access& access = scenario.accesses[static_cast<std::size_t>(step.look.access)];
  return analysis_work(scenario) * paddings_to_try(scenario.tiles[static_cast<std::size_t>(access.tile)]);
}

void check_work(const JsonReader& json, const Lesson& lesson) {
  std::int64_t units = 0;
  const auto add = [&units](std::int64_t more, const JsonReader& place) {
    units += more;
    if (units <= max_lesson_work) return;
    place.refuse("here the lesson has more to work out than a program can while one waits",
                 "shorter loops: a pattern repeats long before that");
  };
  const std::vector<JsonReader> scenarios = json["scenarios"].items(max_lesson_scenarios);
  const std::vector<JsonReader> steps = json["steps"].items(max_lesson_steps);
  for (std::size_t i = 0; i < scenarios.size(); ++i) add(analysis_work(lesson.scenarios[i].scenario), scenarios[i]);
  for (std::size_t i = 0; i < steps.size(); ++i) add(step_work(lesson.steps[i], lesson), steps[i]);
}

Lesson read_lesson_root(const JsonReader& json, const FindPreset& find_preset) {
  if (json.is_object()) check_format(json, lesson_format, lesson_version, "this is no lesson");
  json.keys({"format", "version", "title", "summary", "scenarios", "steps"}, {"beliefs"});
  Lesson lesson{
      .title = json["title"].text(), .summary = json["summary"].text(), .beliefs = {}, .scenarios = {}, .steps = {}};
  if (json.has("beliefs")) {
    for (const JsonReader& item : json["beliefs"].items(most_beliefs)) {
      lesson.beliefs.push_back(item.integer<int>(1, most_beliefs));
    }
  }
  lesson.scenarios = read_scenarios(json["scenarios"], find_preset);
  for (const JsonReader& item : json["steps"].items(max_lesson_steps, 1))
    lesson.steps.push_back(read_step(item, lesson));
  if (!json.refused()) check_work(json, lesson);
  return lesson;
}

ordered_json scenario_json(const LessonScenario& named) {
  if (!named.preset.empty()) return {{"name", named.name}, {"preset", named.preset}};
  return {{"name", named.name}, {"scenario", ordered_json::parse(write_scenario(named.scenario))}};
}

ordered_json look_json(const LessonLook& look) {
  ordered_json out{{"view", std::string(to_string(look.view))}, {"access", look.access}};
  if (look.lane) out["lane"] = *look.lane;
  if (look.bank) out["bank"] = *look.bank;
  if (look.pass) out["pass"] = *look.pass;
  return out;
}

ordered_json question_json(const LessonQuestion& question) {
  ordered_json out{{"text", question.text}};
  if (question.choices.empty()) {
    const bool fix = !question.fix.empty();
    out[fix ? "fix" : "value"] = fix ? question.fix : question.value;
    return out;
  }
  out["choices"] = ordered_json::array();
  for (const LessonChoice& choice : question.choices) {
    out["choices"].push_back({{"text", choice.text}, {"right_if", choice.right_if}});
  }
  return out;
}

ordered_json step_json(const LessonStep& step) {
  ordered_json out{
      {"title", step.title}, {"text", step.text}, {"scenario", step.scenario}, {"look", look_json(step.look)}};
  if (step.question) out["question"] = question_json(*step.question);
  if (!step.because.empty()) out["because"] = step.because;
  if (!step.claims.empty()) out["claims"] = step.claims;
  if (!step.notes.empty()) out["notes"] = step.notes;
  if (step.measured) out["measured"] = true;
  return out;
}

}  // namespace

Result<Lesson> read_lesson(std::string_view json_text, const FindPreset& find_preset) {
  return read_json<Lesson>(json_text, lesson_limits,
                           [&](const JsonReader& json) { return read_lesson_root(json, find_preset); });
}

std::string write_lesson(const Lesson& lesson) {
  ordered_json out{{"format", std::string(lesson_format)},
                   {"version", lesson_version},
                   {"title", lesson.title},
                   {"summary", lesson.summary},
                   {"beliefs", lesson.beliefs},
                   {"scenarios", ordered_json::array()},
                   {"steps", ordered_json::array()}};
  for (const LessonScenario& named : lesson.scenarios) out["scenarios"].push_back(scenario_json(named));
  for (const LessonStep& step : lesson.steps) out["steps"].push_back(step_json(step));
  // As in write_scenario: what is not UTF-8 is replaced.
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
