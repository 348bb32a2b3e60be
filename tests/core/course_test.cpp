// The course: every lesson is right, together they take apart every wrong belief, and what was measured is what is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/lesson/answers.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/measurement_json.hpp"
#include "tests/core/lesson_testing.hpp"

namespace bankmap {
namespace {

const std::string lesson_folder = std::string(BANKMAP_ASSETS) + "/lessons";

std::map<std::string, Lesson> course() {
  std::map<std::string, Lesson> lessons;
  for (const auto& entry : std::filesystem::directory_iterator(lesson_folder)) {
    if (entry.path().extension() != ".json") continue;
    Result<Lesson> lesson = read_lesson(file_text(entry.path().string()), preset_scenario);
    EXPECT_TRUE(lesson) << entry.path() << ": " << (lesson ? "" : to_string(lesson.error()));
    if (lesson) lessons.emplace(entry.path().stem().string(), *std::move(lesson));
  }
  return lessons;
}

// The numbers in the table of wrong beliefs.
std::set<int> known_beliefs() {
  std::set<int> known;
  std::stringstream lines(file_text(lesson_folder + "/README.md"));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) inside = line == "## What people get wrong";
    int number = 0;
    if (inside && std::sscanf(line.c_str(), "| %d |", &number) == 1) known.insert(number);
  }
  return known;
}

TEST(Course, EveryLessonIsRight) {
  const auto lessons = course();
  EXPECT_GE(lessons.size(), 16U);
  for (const auto& [name, lesson] : lessons) {
    for (const Problem& problem : check_lesson(lesson, lesson_machines()))
      ADD_FAILURE() << to_string(at(name, problem));
  }
}

TEST(Course, TakesApartEveryWrongBelief) {
  std::set<int> taken;
  for (const auto& [name, lesson] : course()) taken.insert(lesson.beliefs.begin(), lesson.beliefs.end());
  EXPECT_EQ(known_beliefs().size(), 22U);
  EXPECT_EQ(taken, known_beliefs());
}

TEST(Course, AsksAndEndsWithSomethingMeasured) {
  for (const auto& [name, lesson] : course()) {
    const auto questions =
        std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.question.has_value(); });
    EXPECT_GE(questions, 4) << name;
    EXPECT_TRUE(lesson.steps.back().measured) << name;
    EXPECT_FALSE(lesson.summary.empty()) << name;
  }
}

TEST(Course, TheExampleInItsReadmeIsALesson) {
  const std::string text = file_text(lesson_folder + "/README.md");
  const std::size_t begin = text.find("```json") + 7;
  const Result<Lesson> lesson = read_lesson(text.substr(begin, text.find("```", begin) - begin), preset_scenario);
  ASSERT_TRUE(lesson) << to_string(lesson.error());
  for (const Problem& problem : check_lesson(*lesson, lesson_machines())) ADD_FAILURE() << to_string(problem);
}

TEST(Course, ItsReadmeNamesEveryFigure) {
  const std::string text = file_text(lesson_folder + "/README.md");
  for (const auto& figures : {access_figures(), lane_figures(), bank_figures(), text_figures()}) {
    for (const FigureName& each : figures) {
      const std::string row = "| `" + std::string(each.name) + "` | " + std::string(each.meaning) + " |";
      EXPECT_NE(text.find(row), std::string::npos) << row;
    }
  }
}

// What the last steps show is recorded, for every access that they show, and is as predicted.
TEST(Course, WhatIsMeasuredIsRecordedAndAsPredicted) {
  std::map<std::pair<Instruction, std::string>, Measurement> recorded;
  for (const char* file : {"h200-presets.json", "h200-lessons.json"}) {
    const std::string path = std::string(BANKMAP_ASSETS) + "/measurements/" + file;
    std::vector<Measurement> measurements = read_measurements(file_text(path)).value();
    for (Measurement& each : measurements) {
      recorded[{each.instruction, addresses_hash(each.addresses)}] = std::move(each);
    }
  }
  for (const auto& [name, lesson] : course()) {
    const Figures figures(lesson, lesson_machines());
    for (const LessonStep& step : lesson.steps) {
      if (!step.measured) continue;
      const AccessAnalysis& access =
          figures.analysis(step.scenario).accesses[static_cast<std::size_t>(step.look.access)];
      ASSERT_TRUE(access.shown) << name << ": " << step.title;
      const auto found = recorded.find({access.instruction, addresses_hash(access.shown->addresses)});
      ASSERT_NE(found, recorded.end()) << name << ": " << step.title << " is not recorded";
      ASSERT_TRUE(found->second.counters) << name;
      EXPECT_EQ(found->second.counters->wavefronts, access.shown->served.cost.wavefronts) << name << ": " << step.title;
      EXPECT_EQ(found->second.counters->bank_conflicts, access.shown->served.cost.bank_conflicts)
          << name << ": " << step.title;
    }
  }
}

}  // namespace
}  // namespace bankmap
