// Figures of a lesson's scenarios: every one by its name, against what the analysis holds.
#include "core/lesson/figures.hpp"

#include <gtest/gtest.h>

#include "core/lesson/answers.hpp"
#include "tests/core/lesson_testing.hpp"

namespace bankmap {
namespace {

class LessonFigures : public ::testing::Test {
 protected:
  std::string value(std::string_view expression, const FigureView& view = {"plain", 1}) const {
    const Result<std::int64_t> number = figures.evaluate(expression, view);
    return number ? std::to_string(*number) : to_string(number.error());
  }
  std::string filled(std::string_view text, const FigureView& view = {"plain", 1}) const {
    const Result<std::string> result = figures.fill(text, view);
    return result ? *result : to_string(result.error());
  }

  Lesson lesson = transpose_lesson();
  Figures figures{lesson, lesson_machines()};
};

// The load of a column of float [32][32] at k = 0: 32 lanes, 128 bytes apart.
TEST_F(LessonFigures, OfAnAccess) {
  const std::map<std::string, int> known{{"wavefronts", 32},
                                         {"ideal", 1},
                                         {"excess", 31},
                                         {"ways", 32},
                                         {"phases", 1},
                                         {"bank_conflicts", 31},
                                         {"passes", 32},
                                         {"rounds", 0},
                                         {"active_lanes", 32},
                                         {"access_bytes", 4},
                                         {"steps", 32},
                                         {"warps", 1},
                                         {"instructions", 32},
                                         {"requests", 32},
                                         {"total_wavefronts", 1024},
                                         {"total_ideal", 32},
                                         {"total_excess", 992},
                                         {"total_bank_conflicts", 992},
                                         {"worst_wavefronts_of_a_step", 32},
                                         {"n_way", 32},
                                         {"efficiency_percent", 3},
                                         {"all_wavefronts", 1056},
                                         {"all_ideal", 64},
                                         {"all_excess", 992},
                                         {"errors", 0},
                                         {"row_bytes", 128},
                                         {"pad_bytes", 0},
                                         {"tile_bytes", 4096},
                                         {"all_tile_bytes", 4096},
                                         {"blocks_per_sm", 32},
                                         {"saturated_centicycles", 3208},
                                         {"latency_centicycles", 9100},
                                         {"shared_bytes_per_sm", 233'472},
                                         {"reserved_bytes_per_block", 1024}};
  for (const auto& [name, expected] : known) EXPECT_EQ(value(name), std::to_string(expected)) << name;
  for (const FigureName& figure : access_figures()) {
    const std::string name(figure.name);
    if (name == "best_wavefronts" || name == "worst_wavefronts") continue;  // of rand alone, below
    EXPECT_TRUE(known.contains(name)) << name << " has no test";
  }
}

TEST_F(LessonFigures, OfALaneAndABank) {
  const std::map<std::string, int> of_lane5{{"address", 640}, {"word", 160},     {"bank", 0},  {"banks", 1},
                                            {"row", 5},       {"column", 0},     {"phase", 1}, {"pass", 6},
                                            {"shares", 0},    {"conflicts", 31}, {"active", 1}};
  for (const FigureName& figure : lane_figures()) {
    const std::string name(figure.name);
    ASSERT_TRUE(of_lane5.contains(name)) << name;
    EXPECT_EQ(value("lane5." + name), std::to_string(of_lane5.at(name))) << name;
  }
  EXPECT_EQ(value("bank0.words"), "32");
  EXPECT_EQ(value("bank0.lanes"), "32");
  EXPECT_EQ(value("bank1.words"), "0");
  EXPECT_EQ(value("access0.bank7.lanes"), "1") << "the store of a row";
}

TEST_F(LessonFigures, OfOtherScenariosAndAccesses) {
  EXPECT_EQ(value("padded.wavefronts"), "1") << "the same access of it";
  EXPECT_EQ(value("padded.access0.excess"), "0");
  EXPECT_EQ(value("padded.lane5.bank"), "5");
  EXPECT_EQ(value("padded.access1.lane31.address"), "4092") << "31 rows of 132 bytes";
  EXPECT_EQ(value("padded.tile_bytes - tile_bytes"), "128");
  EXPECT_EQ(value("padded.pad_bytes"), "128");
}

TEST_F(LessonFigures, ExpressionsAreThoseOfC) {
  EXPECT_EQ(value("wavefronts == 32 && padded.excess == 0"), "1");
  EXPECT_EQ(value("excess * 32 - 2"), "990");
  EXPECT_EQ(value("wavefronts > 1 ? 7 : 1 / 0"), "7");
  EXPECT_EQ(value("7"), "7");
}

TEST_F(LessonFigures, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(value("wavefront"), "unknown figure 'wavefront'; did you mean 'wavefronts'?");
  EXPECT_EQ(value("1 + lane5.blank"), "unknown figure 'blank'; did you mean 'bank'?");
  EXPECT_EQ(value("lane32.bank"),
            "'lane32' leads nowhere; a scenario of the lesson, access0 to access1, lane0 to lane31, or "
            "bank0 to bank31");
  EXPECT_EQ(value("access2.excess"),
            "'access2' leads nowhere; a scenario of the lesson, access0 to access1, lane0 to lane31, or "
            "bank0 to bank31");
  EXPECT_EQ(value("cuda"), "'cuda' is no whole number; it can stand alone between braces in a text");
  EXPECT_EQ(value("best_wavefronts"), "'best_wavefronts' has no value: the analysis gives none here");
  EXPECT_TRUE(value("wavefronts +").starts_with("an operand is missing after '+'")) << value("wavefronts +");
  EXPECT_TRUE(value("wavefronts / 0").find("zero") != std::string::npos) << value("wavefronts / 0");
  EXPECT_TRUE(value("rand(4)").find("rand") != std::string::npos) << value("rand(4)");
}

TEST_F(LessonFigures, ProblemsStandWhereTheyAreInTheText) {
  const auto range_of = [this](std::string_view text) { return figures.fill(text, {"plain", 1}).error().range; };
  EXPECT_EQ(range_of("of {wavefront}"), (TextRange{4, 13}));
  EXPECT_EQ(range_of("{wavefronts} and {1 + lane5.blank}"), (TextRange{22, 33}));
  EXPECT_EQ(range_of("open {"), (TextRange{5, 6}));
  EXPECT_EQ(figures.evaluate("1 + lane32.bank", {"plain", 1}).error().range, (TextRange{4, 15}));
}

TEST_F(LessonFigures, FillATextAndLeaveTheRest) {
  EXPECT_EQ(filled("Lane 1: word {lane1.word}, {padded.lane1.bank} padded."), "Lane 1: word 32, 1 padded.");
  EXPECT_EQ(filled("{declaration} of {tile_bytes / 1024} KiB"), "__shared__ float tile[32][32]; of 4 KiB");
  EXPECT_EQ(filled("{saturated_cycles} and {latency_cycles} cycles"), "32.08 and 91.00 cycles");
  EXPECT_EQ(filled("a {{brace}}"), "a {brace}");
  EXPECT_EQ(filled("open {"), "a { without its }; write {{ and }} for braces");
  EXPECT_EQ(filled("shut }"), "a } without its {; write {{ and }} for braces");
  EXPECT_EQ(filled("of {wavefront}"), "unknown figure 'wavefront'; did you mean 'wavefronts'?");
  EXPECT_EQ(filled(""), "");
}

TEST(LessonFiguresOf, RandomIndices) {
  Lesson lesson = transpose_lesson();
  lesson.scenarios.push_back({"histogram", "histogram-atomics", *preset_scenario("histogram-atomics")});
  const Figures figures(lesson, lesson_machines());
  EXPECT_EQ(figures.evaluate("best_wavefronts", {"histogram", 0}).value(), 1);
  EXPECT_EQ(figures.evaluate("worst_wavefronts", {"histogram", 0}).value(), 8) << "256 bins: eight words in a bank";
  EXPECT_EQ(figures.evaluate("worst_wavefronts", {"histogram", 1}).value(), 32) << "equal addresses do not merge";
}

TEST(LessonFiguresOf, ARefusedScenario) {
  Lesson lesson = transpose_lesson();
  Scenario torn = *preset_scenario("float4-column");
  torn.tiles[0].pitch = {Pitch::Kind::padding, Pitch::Unit::bytes, 4};
  lesson.scenarios.push_back({"torn", "", torn});
  const Figures figures(lesson, lesson_machines());
  EXPECT_GT(figures.evaluate("errors", {"torn", 0}).value(), 0);
  const Result<std::int64_t> none = figures.evaluate("all_wavefronts", {"torn", 0});
  ASSERT_FALSE(none);
  EXPECT_TRUE(none.error().what.starts_with("'all_wavefronts' has no value: ")) << none.error().what;
  EXPECT_FALSE(figures.fill("{refusal}", {"torn", 0}).value().empty());
}

TEST(LessonAnswers, AreJudgedByTheAnalysis) {
  const Lesson lesson = transpose_lesson();
  const Figures figures(lesson, lesson_machines());
  const LessonStep& number = lesson.steps[0];
  EXPECT_EQ(judge(*number.question, "32", figures, view_of(number)).value(), (Verdict{true, "32"}));
  EXPECT_EQ(judge(*number.question, " 4 ", figures, view_of(number)).value(), (Verdict{false, "32"}));
  EXPECT_EQ(to_string(judge(*number.question, "many", figures, view_of(number)).error()),
            "'many' is no whole number; a number in digits");
  EXPECT_EQ(to_string(judge(*number.question, "", figures, view_of(number)).error()),
            "nothing is typed; a number in digits");
  EXPECT_FALSE(judge(*number.question, "99999999999999999999", figures, view_of(number)));
  const LessonStep& choice = lesson.steps[1];
  EXPECT_EQ(right_answer(*choice.question, figures, view_of(choice)).value(), 1);
  EXPECT_EQ(judge(*choice.question, "2", figures, view_of(choice)).value(), (Verdict{true, "1: each lane alone"}));
  EXPECT_EQ(judge(*choice.question, "1", figures, view_of(choice)).value(), (Verdict{false, "1: each lane alone"}));
  EXPECT_EQ(to_string(judge(*choice.question, "3", figures, view_of(choice)).error()),
            "there is no choice 3; the number of a choice, 1 to 2");
}

// The same lesson on another layout has another answer: nothing is stored.
TEST(LessonAnswers, FollowTheScenario) {
  Lesson lesson = transpose_lesson();
  for (const auto& [padding, wavefronts] : std::map<int, int>{{0, 32}, {1, 1}, {2, 2}, {4, 4}, {8, 8}, {3, 1}}) {
    lesson.scenarios[0].scenario.tiles[0].pitch.value = padding;
    const Figures figures(lesson, lesson_machines());
    EXPECT_EQ(right_answer(*lesson.steps[0].question, figures, view_of(lesson.steps[0])).value(), wavefronts)
        << padding;
  }
}

}  // namespace
}  // namespace bankmap
