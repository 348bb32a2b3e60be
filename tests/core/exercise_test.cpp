#include "core/lesson/exercise.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "core/lesson/answers.hpp"
#include "core/lesson/exercise_set.hpp"
#include "core/lesson/fix.hpp"
#include "core/lesson/lesson_check.hpp"
#include "core/lesson/lesson_json.hpp"
#include "core/refusals.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const MachineProfiles& machines() {
  static const MachineProfiles of_tests{{"sm_90", machine_named("sm_90")}};
  return of_tests;
}

Lesson lesson_of(Exercise exercise) {
  Lesson lesson{.title = "Exercise", .summary = "One."};
  lesson.scenarios = std::move(exercise.scenarios);
  lesson.steps.push_back(std::move(exercise.step));
  return lesson;
}

// Of a scenario that is asked about: legal, and nothing about it needs a warning.
void expect_no_problem(const Scenario& scenario) {
  const Analysis analysis = analyze(scenario, machines().at("sm_90"));
  EXPECT_TRUE(analysis.problems.empty()) << to_string(analysis.problems[0]);
  for (const AccessAnalysis& access : analysis.accesses)
    EXPECT_TRUE(access.problems.empty()) << to_string(access.problems[0]);
}

// What only a question of this kind promises, worked out without the lesson's own expressions.
void expect_kept(ExerciseKind kind, const Lesson& lesson, const Figures& figures) {
  const LessonStep& step = lesson.steps[0];
  const LessonQuestion& question = *step.question;
  const FigureView view = view_of(step);
  const std::int64_t answer = right_answer(question, figures, view).value();
  const Analysis& analysis = figures.analysis(view.scenario);
  const WarpAnalysis& shown = *analysis.accesses[static_cast<std::size_t>(view.access)].shown;
  if (kind == ExerciseKind::lane_bank) {
    const auto lane = static_cast<std::size_t>(step.look.lane.value());
    EXPECT_EQ(answer, shown.addresses.byte_address[lane] / 4 % 32);
  }
  if (kind == ExerciseKind::wavefronts) {
    EXPECT_EQ(answer, std::ssize(shown.served.passes));
  }
  if (kind == ExerciseKind::loop_excess) {
    EXPECT_EQ(answer, analysis.totals.wavefronts - analysis.totals.ideal);
  }
  if (kind == ExerciseKind::which_frees) {
    int free = 0;
    for (const LessonScenario& changed : std::span(lesson.scenarios).subspan(1))
      free += analyze(changed.scenario, machines().at("sm_90")).totals.excess() == 0 ? 1 : 0;
    EXPECT_EQ(free, 1);
    EXPECT_EQ(question.choices.size(), 3u);
    EXPECT_GT(analysis.totals.excess(), 0);
  }
  if (kind == ExerciseKind::fix) {
    EXPECT_GT(analysis.totals.excess(), 0);
    EXPECT_TRUE(judge(question, std::to_string(answer), figures, view)->right);
    for (std::int64_t less = 0; less < answer; ++less)
      EXPECT_FALSE(judge_fix(figures, view, question.fix, std::to_string(less))->right) << less;
  }
}

TEST(Exercise, EveryOneKeepsItsPromise) {
  constexpr std::uint64_t seeds = 150;
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    for (const ExerciseKind kind : all_exercise_kinds) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(testing::Message() << "difficulty " << difficulty << " kind " << static_cast<int>(kind) << " seed "
                                        << seed);
        const Result<Exercise> exercise =
            make_exercise({.seed = seed, .difficulty = difficulty, .kind = kind}, "q", machines());
        ASSERT_TRUE(exercise) << to_string(exercise.error());
        for (const LessonScenario& named : exercise->scenarios) expect_no_problem(named.scenario);
        const Lesson lesson = lesson_of(*exercise);
        const std::vector<Problem> problems = check_lesson(lesson, machines());
        ASSERT_TRUE(problems.empty()) << to_string(problems[0]);
        expect_kept(kind, lesson, Figures(lesson, machines()));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Exercise, ConflictsOfAllWaysAtEveryDifficulty) {
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    for (const int ways : exercise_ways) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Result<Exercise> exercise = make_exercise(
            {.seed = seed, .difficulty = difficulty, .kind = ExerciseKind::fix, .ways = ways}, "q", machines());
        ASSERT_TRUE(exercise) << difficulty << " " << ways << ": " << to_string(exercise.error());
        const Analysis analysis = analyze(exercise->scenarios[0].scenario, machines().at("sm_90"));
        EXPECT_EQ(analysis.accesses[1].shown->served.cost.ways, ways);
      }
    }
  }
}

TEST(Exercise, RefusesWhatThereIsNot) {
  EXPECT_EQ(make_exercise({.difficulty = 5}, "q", machines()).error().place, "difficulty");
  EXPECT_EQ(make_exercise({.difficulty = 0}, "q", machines()).error().place, "difficulty");
  const Problem ways = make_exercise({.ways = 3}, "q", machines()).error();
  EXPECT_EQ(ways.place, "ways");
  EXPECT_EQ(ways.hint, "one of 2, 4, 8, 16, 32");
}

// How many things a scenario asks for that a plain read of floats by a whole warp does not.
int things_to_know(const Scenario& scenario) {
  const Access& access = scenario.accesses.back();
  const Tile& tile = scenario.tiles[0];
  const InstructionInfo& instruction = info(access.instruction);
  return (tile.element != Element{}) + (tile.pitch != Pitch{}) + (tile.swizzle != Swizzle{}) +
         (access.mask != Access{}.mask) + (scenario.block.threads() > 32) + (access.element_byte != 0) +
         (instruction.access_bytes != 4) + (instruction.kind != InstructionKind::load) +
         (instruction.kind == InstructionKind::matrix_load) + (instruction.kind == InstructionKind::atomic);
}

TEST(Exercise, HigherDifficultiesAskForMore) {
  std::array<int, 5> sums{};
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const Exercise exercise =
          *make_exercise({.seed = seed, .difficulty = difficulty, .kind = ExerciseKind::wavefronts}, "q", machines());
      const int things = things_to_know(exercise.scenarios[0].scenario);
      if (difficulty == easiest) {
        EXPECT_EQ(things, 0);
      }
      sums[static_cast<std::size_t>(difficulty)] += things;
    }
  }
  EXPECT_EQ(sums[1], 0);
  EXPECT_GT(sums[2], 300);
  EXPECT_GT(sums[3], sums[2] + 100);
  EXPECT_GT(sums[4], sums[3] + 100);
}

TEST(ExerciseSet, TheSameSeedIsTheSameSet) {
  const ExerciseSet set{.seed = 7, .difficulty = 2, .count = 5};
  EXPECT_EQ(exercise_lesson(set, machines()).value(), exercise_lesson(set, machines()).value());
  ExerciseSet other = set;
  other.seed = 8;
  EXPECT_NE(exercise_lesson(set, machines())->steps, exercise_lesson(other, machines())->steps);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

// What a class was given last year comes again, whatever compiler made the program. The texts of some: tests/golden/exercises.
TEST(ExerciseSet, IsWhatItWasWithEveryCompiler) {
  std::string all;
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    for (std::int64_t seed = 0; seed < 20; ++seed)
      all += write_lesson(exercise_lesson({.seed = seed, .difficulty = difficulty, .count = 5}, machines()).value());
  }
  EXPECT_EQ(fnv1a(all), 10068398144652443657U) << "after a change that is meant, this is the new one: " << fnv1a(all);
}

TEST(ExerciseSet, IsALessonWithoutMistakesAndFitsIntoItsFile) {
  const auto no_presets = [](std::string_view) -> Result<Scenario> { return fail("no presets here"); };
  for (int difficulty = easiest; difficulty <= hardest; ++difficulty) {
    for (const bool fix : {false, true}) {
      for (std::int64_t seed = 0; seed < 12; ++seed) {
        const ExerciseSet set{.seed = seed, .difficulty = difficulty, .count = max_exercises, .fix = fix};
        const Result<Lesson> lesson = exercise_lesson(set, machines());
        ASSERT_TRUE(lesson) << to_string(lesson.error());
        EXPECT_EQ(lesson->steps.size(), 16u);
        EXPECT_TRUE(check_lesson(*lesson, machines()).empty());
        const Result<Lesson> read = read_lesson(write_lesson(*lesson), no_presets);
        ASSERT_TRUE(read) << to_string(read.error());
        EXPECT_EQ(*read, *lesson);
      }
    }
  }
}

TEST(ExerciseSet, AShorterOneIsTheBeginningOfALonger) {
  const Lesson five = exercise_lesson({.seed = 3, .difficulty = 3, .count = 5}, machines()).value();
  const Lesson nine = exercise_lesson({.seed = 3, .difficulty = 3, .count = 9}, machines()).value();
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(five.steps[i], nine.steps[i]) << i;
  std::set<std::string> titles;
  for (const LessonStep& step : five.steps) titles.insert(step.title);
  EXPECT_EQ(titles.size(), all_exercise_kinds.size());
}

TEST(ExerciseSet, AsksNothingTwiceWhileThereIsMore) {
  for (std::int64_t seed = 0; seed < 30; ++seed) {
    const Lesson lesson =
        exercise_lesson({.seed = seed, .difficulty = 2, .count = 10, .fix = true}, machines()).value();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_NE(lesson.scenario_named(lesson.steps[i].scenario)->scenario,
                  lesson.scenario_named(lesson.steps[j].scenario)->scenario)
            << seed << ": " << i << " " << j;
      }
    }
  }
}

TEST(ExerciseSet, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(exercise_lesson({.seed = -1}, machines()).error().place, "seed");
  EXPECT_EQ(exercise_lesson({.seed = max_exercise_seed + 1}, machines()).error().place, "seed");
  EXPECT_EQ(exercise_lesson({.difficulty = 5}, machines()).error().place, "difficulty");
  EXPECT_EQ(exercise_lesson({.count = 0}, machines()).error().place, "count");
  EXPECT_EQ(exercise_lesson({.count = 17}, machines()).error().place, "count");
  EXPECT_EQ(exercise_lesson({.ways = 16}, machines()).error().place, "ways");
  EXPECT_EQ(exercise_lesson({.fix = true, .ways = 5}, machines()).error().place, "ways");
}

TEST(ExerciseSet, SaysHowToMakeItAgain) {
  EXPECT_EQ(command_line({.seed = 7, .difficulty = 2, .count = 5}),
            "bankmap exercise --seed 7 --difficulty 2 --count 5");
  EXPECT_EQ(command_line({.seed = 1, .difficulty = 1, .count = 1, .fix = true, .ways = 16}),
            "bankmap exercise --seed 1 --difficulty 1 --count 1 --fix --ways 16");
}

}  // namespace
}  // namespace bankmap
