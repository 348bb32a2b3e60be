#include "core/lesson/exercise_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bankmap {
namespace {

std::uint64_t seed_of(const ExerciseSet& set, int index, int attempt) {
  std::uint64_t state = static_cast<std::uint64_t>(set.seed);
  for (const int part : {set.difficulty, index, attempt}) {
    state = splitmix64::mixed(state + splitmix64::step) + static_cast<std::uint64_t>(part);
  }
  return splitmix64::mixed(state);
}

// Each kind once, before any comes again.
ExerciseKind kind_of(const ExerciseSet& set, int index) {
  if (set.fix) return ExerciseKind::fix;
  constexpr int kinds = static_cast<int>(all_exercise_kinds.size());
  constexpr int of_the_order = -1;  // an attempt that no exercise has
  Dice dice(seed_of(set, index / kinds, of_the_order));
  std::vector<ExerciseKind> order(all_exercise_kinds.begin(), all_exercise_kinds.end());
  dice.shuffle(order);
  return order[static_cast<std::size_t>(index % kinds)];
}

// Whether two exercises ask the same of the same scenario.
bool asks_the_same(const Lesson& lesson, const LessonStep& step, const Exercise& exercise) {
  const LessonScenario* shown = lesson.scenario_named(step.scenario);
  return shown->scenario == exercise.scenarios.front().scenario && step.title == exercise.step.title &&
         step.look == exercise.step.look;
}

Result<Exercise> next_exercise(const ExerciseSet& set, int index, const Lesson& before,
                               const MachineProfiles& machines) {
  constexpr int attempts = 24;
  Result<Exercise> exercise = fail("no exercise");
  for (int attempt = 0; attempt < attempts; ++attempt) {
    exercise = make_exercise({.seed = seed_of(set, index, attempt),
                              .difficulty = set.difficulty,
                              .kind = kind_of(set, index),
                              .ways = set.ways},
                             fmt::format("q{}", index + 1), machines);
    if (!exercise) return exercise;
    const auto is_there = [&](const LessonStep& step) { return asks_the_same(before, step, *exercise); };
    if (std::ranges::none_of(before.steps, is_there)) break;
  }
  return exercise;
}

template <class Number>
std::optional<Problem> out_of_range(Number value, Number least, Number most, std::string_view name) {
  if (value >= least && value <= most) return std::nullopt;
  return Problem{.what = fmt::format("{} is out of range", value),
                 .hint = fmt::format("{} to {}", least, most),
                 .place = std::string(name)};
}

}  // namespace

Result<Lesson> exercise_lesson(const ExerciseSet& set, const MachineProfiles& machines) {
  if (const auto wrong = out_of_range(set.seed, std::int64_t{0}, max_exercise_seed, "seed")) return fail(*wrong);
  if (const auto wrong = out_of_range(set.difficulty, easiest, hardest, "difficulty")) return fail(*wrong);
  if (const auto wrong = out_of_range(set.count, 1, max_exercises, "count")) return fail(*wrong);
  if (set.ways && !set.fix)
    return fail(
        Problem{.what = "ways are those of a conflict to fix", .hint = "ask for conflicts to fix", .place = "ways"});
  Lesson lesson;
  lesson.title = fmt::format("Exercises, seed {}, difficulty {}", set.seed, set.difficulty);
  lesson.summary = fmt::format("The same again: {}", command_line(set));
  for (int index = 0; index < set.count; ++index) {
    Result<Exercise> exercise = next_exercise(set, index, lesson, machines);
    if (!exercise) return fail(exercise.error());
    for (LessonScenario& scenario : exercise->scenarios) lesson.scenarios.push_back(std::move(scenario));
    lesson.steps.push_back(std::move(exercise->step));
  }
  return lesson;
}

std::string command_line(const ExerciseSet& set) {
  return fmt::format("bankmap exercise --seed {} --difficulty {} --count {}{}{}", set.seed, set.difficulty, set.count,
                     set.fix ? " --fix" : "", set.ways ? fmt::format(" --ways {}", *set.ways) : "");
}

}  // namespace bankmap
