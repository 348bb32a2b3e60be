// core/lesson/lesson.hpp -- a lesson: scenarios with names, and steps that show them, ask, and give the reason.
//
//     scenarios   plain: the preset transpose-float-plain          padded: one written out in the file
//     step        "Read a column"   shows plain, the heatmap, lane 1
//                 text      "Lane 1 reads {lane1.row} row further down: word {lane1.word}, bank {lane1.bank}."
//                 question  "How many wavefronts?"                 value    wavefronts
//                 because   "All {bank0.words} words are in one bank: {wavefronts} wavefronts, and {padded.wavefronts} with a pad."
//                 claims    wavefronts == 32,  padded.excess == 0
//
// No number of the model stands in a lesson: what is between braces, the value of a question, and the condition that makes a
// choice right are expressions over the figures of analyze() (core/lesson/figures.hpp). Claims are what the text says in words;
// checking a lesson checks them. Plain data: nothing here knows files or the window. The file: core/lesson/lesson_json.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario.hpp"
#include "core/view_name.hpp"

namespace bankmap {

inline constexpr std::size_t max_lesson_scenarios = 32;
inline constexpr std::size_t max_lesson_steps = 64;
inline constexpr std::size_t max_lesson_choices = 8;
inline constexpr std::size_t max_lesson_claims = 64;
// [units of core/analysis_work.hpp] 1.5 s: opening a lesson analyses all of its scenarios.
inline constexpr std::int64_t max_lesson_work = std::int64_t{1} << 27;

struct LessonScenario {
  std::string name;    // by which steps and expressions call it: "padded", an identifier and no figure
  std::string preset;  // by name; empty: the scenario is written out in the lesson
  Scenario scenario;
  bool operator==(const LessonScenario&) const = default;
};

// What a step draws the eye to: nothing is pointed at where lane, bank and pass are absent.
struct LessonLook {
  ViewName view = ViewName::heatmap;
  int access = 0;           // index into Scenario::accesses
  std::optional<int> lane;  // at most one of the three
  std::optional<int> bank;
  std::optional<int> pass;
  bool operator==(const LessonLook&) const = default;
};

struct LessonChoice {
  std::string text;
  std::string right_if;  // a condition over the figures: "padded.wavefronts == 1"
  bool operator==(const LessonChoice&) const = default;
};

// One of three kinds: a number to type (value), choices of which exactly one is right, or a fix to type (core/lesson/fix.hpp): a padding
// or a swizzle of the access's tile with which a condition holds.
struct LessonQuestion {
  std::string text;
  std::string value;  // an expression over the figures; empty in the other kinds
  std::vector<LessonChoice> choices;
  std::string fix;  // a condition over the figures of the step's scenario once it is changed: "all_excess == 0"
  bool operator==(const LessonQuestion&) const = default;
};

struct LessonStep {
  std::string title;
  std::string text;      // paragraphs are parted by an empty line; {expression} is filled in
  std::string scenario;  // LessonScenario::name
  LessonLook look;
  std::optional<LessonQuestion> question;
  std::string because;              // why, shown with the answer; filled in like the text
  std::vector<std::string> claims;  // conditions that hold
  std::string notes;                // for who presents, not for the class
  bool measured = false;            // shows what a GPU took beside the prediction
  bool operator==(const LessonStep&) const = default;
};

struct Lesson {
  std::string title;
  std::string summary;       // what one knows afterwards, in a sentence
  std::vector<int> beliefs;  // which wrong beliefs it takes apart, by their numbers in assets/lessons/README.md
  std::vector<LessonScenario> scenarios;
  std::vector<LessonStep> steps;  // at least one
  bool operator==(const Lesson&) const = default;

  const LessonScenario* scenario_named(std::string_view name) const;  // null: none
};

}  // namespace bankmap
