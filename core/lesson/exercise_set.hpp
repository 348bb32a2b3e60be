// core/lesson/exercise_set.hpp -- a set of exercises: the lesson that a seed, a difficulty and a count stand for.
//
//     {seed 7, difficulty 2, count 5}  ->  "Exercises, seed 7, difficulty 2": five steps, one of each kind, in an order of the seed's
//
// A set is a lesson like any other: it is shown, printed, judged and saved as one. The first exercises of a longer set are those of
// a shorter one, and none is asked twice as long as there are others.
#pragma once

#include <cstdint>
#include <optional>

#include "core/lesson/exercise.hpp"

namespace bankmap {

inline constexpr std::int64_t max_exercise_seed = 999'999'999;
inline constexpr int max_exercises = 16;  // so that the set fits into the file of a lesson

struct ExerciseSet {
  std::int64_t seed = 1;     // 0 to max_exercise_seed
  int difficulty = easiest;  // to hardest
  int count = 5;             // 1 to max_exercises
  bool fix = false;          // only conflicts to fix
  std::optional<int> ways;   // of those conflicts: one of exercise_ways
  bool operator==(const ExerciseSet&) const = default;
};

// place of a problem: "seed", "difficulty", "count", "ways".
Result<Lesson> exercise_lesson(const ExerciseSet& set, const MachineProfiles& machines);

// "bankmap exercise --seed 7 --difficulty 2 --count 5": what makes the set again.
std::string command_line(const ExerciseSet& set);

}  // namespace bankmap
