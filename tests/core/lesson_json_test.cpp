#include "core/lesson/lesson_json.hpp"

#include <gtest/gtest.h>

#include "core/lesson/add_step.hpp"
#include "tests/core/lesson_testing.hpp"
#include "tests/core/random_scenarios.hpp"

namespace bankmap {
namespace {

std::string with(std::string from, std::string_view to_find, std::string_view instead) {
  const std::size_t at = from.find(to_find);
  EXPECT_NE(at, std::string::npos) << to_find;
  return from.replace(at, to_find.size(), instead);
}

std::string refusal(std::string_view text) {
  const Result<Lesson> read = read_lesson(text, preset_scenario);
  return read ? "it was read" : to_string(read.error());
}

TEST(LessonJson, ComesBackAsItWas) {
  const Lesson lesson = transpose_lesson();
  EXPECT_EQ(read_lesson(write_lesson(lesson), preset_scenario).value(), lesson);
}

TEST(LessonJson, RandomScenariosThatAreWrittenOutComeBack) {
  RandomScenarios random(11);
  Lesson lesson = new_lesson("random");
  for (int i = 0; i < 30; ++i) lesson = add_step(lesson, {.title = "one"}, random.next()).value();
  EXPECT_EQ(read_lesson(write_lesson(lesson), preset_scenario).value(), lesson);
}

TEST(LessonJson, SaysWhereItIsWrong) {
  const std::string text = write_lesson(transpose_lesson());
  EXPECT_EQ(refusal(with(text, "bankmap-lesson", "bankmap-scenario")),
            "/format: this is no lesson, but \"bankmap-scenario\"; \"format\": \"bankmap-lesson\"");
  EXPECT_EQ(refusal(with(text, "\"version\": 1", "\"version\": 2")),
            "/version: version 2 is not known here; this program reads version 1");
  EXPECT_EQ(refusal(with(text, "\"preset\": \"transpose-float-plain\"", "\"preset\": \"nothing\"")),
            "/scenarios/0/preset: there is no preset 'nothing'; 'bankmap presets' lists them");
  EXPECT_EQ(refusal(with(text, "\"name\": \"padded\"", "\"name\": \"plain\"")),
            "/scenarios/1/name: the name is taken by a scenario before it");
  EXPECT_EQ(refusal(with(text, "\"name\": \"padded\"", "\"name\": \"lane3\"")),
            "/scenarios/1/name: 'lane3' cannot be the name of a scenario; a word such as plain or padded, that is no "
            "figure, and not "
            "lane1, bank1 or access1");
  EXPECT_EQ(refusal(with(text, "\"scenario\": \"padded\"", "\"scenario\": \"paddded\"")),
            "/steps/1/scenario: the lesson has no scenario 'paddded'; a name from the list \"scenarios\" of this file");
  EXPECT_EQ(refusal(with(text, "\"lane\": 1", "\"lane\": 32")), "/steps/0/look/lane: 32 is out of range; 0 to 31");
  EXPECT_EQ(refusal(with(text, "\"lane\": 1", "\"lane\": 1, \"bank\": 2")),
            "/steps/0/look: more than one thing is pointed at; one of lane, bank and pass");
  EXPECT_EQ(refusal(with(text, "\"access\": 1", "\"access\": 2")), "/steps/0/look/access: 2 is out of range; 0 to 1");
  EXPECT_EQ(refusal(with(text, "\"value\": \"wavefronts\"", "\"valeu\": \"wavefronts\"")),
            "/steps/0/question/valeu: unknown key \"valeu\"; the keys here are text, value, choices, fix");
  EXPECT_EQ(
      refusal("[]"),
      "an object is needed, not a list; with the keys format, version, title, summary, scenarios, steps, beliefs");
}

// Opening a lesson analyses all of its scenarios, and one that is to be fixed with every padding.
TEST(LessonJson, RefusesMoreWorkThanOneCanWaitFor) {
  const std::string too_much =
      ": here the lesson has more to work out than a program can while one waits; shorter loops: a pattern repeats "
      "long before that";
  Lesson lesson = transpose_lesson();
  LessonScenario& padded = lesson.scenarios[1];
  padded.preset.clear();
  Access& access = padded.scenario.accesses[1];
  access.loops[0].end = 65'536;  // indices beyond the tile: the person's work
  access.mask.resize(100, ' ');
  EXPECT_EQ(refusal(write_lesson(lesson)), "it was read");
  lesson.steps[1].question = LessonQuestion{.text = "Mend it.", .value = {}, .choices = {}, .fix = "excess == 0"};
  EXPECT_EQ(refusal(write_lesson(lesson)), "/steps/1" + too_much);
  lesson.steps[1].question.reset();
  padded.scenario.accesses.assign(16, access);
  EXPECT_EQ(refusal(write_lesson(lesson)), "it was read");
  lesson.scenarios.push_back({"third", "", padded.scenario});
  EXPECT_EQ(refusal(write_lesson(lesson)), "/scenarios/2" + too_much);
}

TEST(LessonJson, ScenariosHaveNamesThatMeanNothingElse) {
  for (const char* taken : {"wavefronts", "cuda", "lane0", "bank31", "access7", "lane99", "for", "a.b", "", "3"}) {
    EXPECT_FALSE(may_name_a_scenario(taken)) << taken;
  }
  for (const char* free : {"plain", "padded", "lanes", "bankrupt", "access_pattern", "word"}) {
    EXPECT_TRUE(may_name_a_scenario(free)) << free;
  }
}

TEST(AddStep, NamesAScenarioOnce) {
  const Scenario plain = *preset_scenario("transpose-float-plain");
  Lesson lesson = add_step(new_lesson("mine"), {.title = "one"}, plain).value();
  lesson = add_step(lesson, {.title = "two"}, *preset_scenario("broadcast")).value();
  lesson = add_step(lesson, {.title = "three"}, plain).value();
  ASSERT_EQ(lesson.scenarios.size(), 2U);
  EXPECT_EQ(lesson.steps[0].scenario, "scenario1");
  EXPECT_EQ(lesson.steps[1].scenario, "scenario2");
  EXPECT_EQ(lesson.steps[2].scenario, "scenario1");
}

TEST(AddStep, EndsWhereALessonIsFull) {
  Lesson lesson = new_lesson("mine");
  for (std::size_t i = 0; i < max_lesson_steps; ++i) lesson = add_step(lesson, {.title = "one"}, Scenario{}).value();
  EXPECT_EQ(to_string(add_step(lesson, {.title = "more"}, Scenario{}).error()),
            "the lesson has 64 steps already; begin another lesson");
}

}  // namespace
}  // namespace bankmap
