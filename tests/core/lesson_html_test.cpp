#include "core/lesson/lesson_html.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/lesson/answers.hpp"
#include "core/lesson/exercise_set.hpp"
#include "core/svg_writer.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const MachineProfiles& machines() {
  static const MachineProfiles of_tests{{"sm_90", machine_named("sm_90")}};
  return of_tests;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

std::string sheet(const Lesson& lesson, bool solutions) {
  const Result<std::string> html = lesson_html(lesson, Figures(lesson, machines()), {.solutions = solutions});
  EXPECT_TRUE(html) << to_string(html.error());
  return html.value_or("");
}

// Every tag that opens is closed, in order; returns the ids.
std::vector<std::string> ids_of_well_formed(const std::string& html) {
  std::vector<std::string> open, ids;
  std::size_t at = html.find("<html");
  while ((at = html.find('<', at)) != std::string::npos) {
    const std::size_t end = html.find('>', at);
    const std::string tag = html.substr(at + 1, end - at - 1);
    at = end;
    if (const std::size_t id = tag.find(" id=\""); id != std::string::npos)
      ids.push_back(tag.substr(id + 5, tag.find('"', id + 5) - id - 5));
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.push_back(name);
      continue;
    }
    if (open.empty() || open.back() != tag.substr(1)) {
      ADD_FAILURE() << "</" << tag.substr(1) << "> closes " << (open.empty() ? "nothing" : open.back());
      return ids;
    }
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
  return ids;
}

TEST(LessonHtml, ASheetGivesNothingAway) {
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    const Lesson lesson = exercise_lesson({.seed = 11, .difficulty = difficulty, .count = 10}, machines()).value();
    const Figures figures(lesson, machines());
    const std::string open = sheet(lesson, false), solved = sheet(lesson, true);
    EXPECT_FALSE(has(open, "<svg"));
    EXPECT_EQ(count_of(solved, "<svg"), 10u);
    EXPECT_TRUE(has(open, ">Name</span>") && has(open, ">Date</span>") && has(open, ">of 10</span>"));
    EXPECT_FALSE(has(solved, ">Name</span>"));
    for (const LessonStep& step : lesson.steps) {
      const std::string reason = xml_escaped(figures.fill(step.because, view_of(step)).value());
      const std::string asks = xml_escaped(figures.fill(step.question->text, view_of(step)).value());
      EXPECT_FALSE(has(open, reason)) << reason;
      EXPECT_TRUE(has(solved, reason)) << reason;
      EXPECT_TRUE(has(open, asks) && has(solved, asks)) << asks;
      if (!step.question->choices.empty()) continue;
      const std::int64_t answer = right_answer(*step.question, figures, view_of(step)).value();
      EXPECT_TRUE(has(solved, "<p class=\"answer\">= " + std::to_string(answer))) << answer;
    }
  }
}

TEST(LessonHtml, IsWellFormedAndNoIdComesTwice) {
  const Lesson lesson = exercise_lesson({.seed = 5, .difficulty = 4, .count = 16}, machines()).value();
  for (const bool solutions : {false, true}) {
    const std::vector<std::string> ids = ids_of_well_formed(sheet(lesson, solutions));
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
    EXPECT_EQ(ids.empty(), !solutions);
  }
}

Lesson hostile_lesson() {
  const std::string nasty = "</style><script>alert(1)</script> & \"url(#hatch)\" 'x' \x1b[2J \xff";
  Scenario scenario;
  scenario.title = nasty;
  scenario.accesses[0].name = nasty;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 4, .step = 1, .at = 0}};
  Lesson lesson{.title = nasty, .summary = nasty};
  lesson.scenarios.push_back({.name = "plain", .preset = {}, .scenario = scenario});
  LessonStep step{.title = nasty, .text = nasty + "\n\n" + nasty, .scenario = "plain"};
  step.because = step.notes = nasty;
  lesson.steps.push_back(step);
  step.question = {.text = nasty, .choices = {{nasty, "wavefronts == 32"}, {nasty, "wavefronts == 1"}}};
  lesson.steps.push_back(step);
  return lesson;
}

TEST(LessonHtml, EveryTextIsEscaped) {
  for (const bool solutions : {false, true}) {
    const std::string html = sheet(hostile_lesson(), solutions);
    EXPECT_FALSE(has(html, "<script"));
    EXPECT_FALSE(has(html, "\x1b"));
    EXPECT_EQ(count_of(html, "</style>"), 1u);
    EXPECT_TRUE(has(html, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;url(#hatch)&quot; &#39;x&#39;"));
    ids_of_well_formed(html);
  }
}

TEST(LessonHtml, ALessonShowsItsViewsAndItsCodeWhereItAsks) {
  const Lesson lesson = hostile_lesson();
  const std::string open = sheet(lesson, false);
  EXPECT_EQ(count_of(open, "<svg"), 1u);  // the first step asks nothing
  EXPECT_TRUE(has(open, "<pre>__shared__ float tile[32][32];</pre>\n<pre>x = tile[threadIdx.x][k];</pre>"));
  EXPECT_TRUE(has(open, "ld.b32, 4 bytes a lane; at k = 0"));
  EXPECT_FALSE(has(open, "For who teaches"));
  EXPECT_EQ(count_of(sheet(lesson, true), "For who teaches"), 2u);
  EXPECT_EQ(count_of(sheet(lesson, true), "<li class=\"right\">"), 1u);
  EXPECT_FALSE(has(open, "class=\"right\""));
}

TEST(LessonHtml, RefusesWrongExpressionsWithTheirPlace) {
  Lesson lesson = hostile_lesson();
  lesson.steps[1].text = "{wavefront}";
  const Result<std::string> html = lesson_html(lesson, Figures(lesson, machines()), {});
  ASSERT_FALSE(html);
  EXPECT_EQ(html.error().place, "/steps/1");
}

}  // namespace
}  // namespace bankmap
