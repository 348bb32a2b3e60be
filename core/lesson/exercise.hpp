// core/lesson/exercise.hpp -- one random exercise: scenarios, and a step that asks and gives the reason.
//
//     lane_bank     "In which bank does lane 5 land?"                                         a number
//     wavefronts    "How many wavefronts does this warp instruction take?"                    a number
//     loop_excess   "How many wavefronts are excess, over all 32 warp instructions?"          a number
//     which_frees   "Which of these leaves neither access any excess?"                        one of three paddings and swizzles
//     fix           "Give the whole padding ... that leaves neither access any excess"        any fix (core/lesson/fix.hpp)
//
// The same seed gives the same exercise on every machine. No answer is stored: analyze() gives it, as in a lesson. What was thrown
// is looked at through analyze() before it is asked: no scenario is refused, one choice is right, and what is to be fixed can be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/exercise_scenes.hpp"
#include "core/lesson/lesson.hpp"
#include "core/machine.hpp"
#include "core/problem.hpp"

namespace bankmap {

enum class ExerciseKind : std::uint8_t { lane_bank, wavefronts, loop_excess, which_frees, fix };
inline constexpr std::array all_exercise_kinds{ExerciseKind::lane_bank, ExerciseKind::wavefronts,
                                               ExerciseKind::loop_excess, ExerciseKind::which_frees, ExerciseKind::fix};

// The ways of a conflict that can be asked for, at every difficulty.
inline constexpr std::array exercise_ways{2, 4, 8, 16, 32};

struct ExerciseAsked {
  std::uint64_t seed = 1;
  int difficulty = easiest;  // to hardest
  ExerciseKind kind = ExerciseKind::fix;
  std::optional<int> ways;  // of the conflict to fix: one of exercise_ways; of other kinds without meaning
};

struct Exercise {
  std::vector<LessonScenario> scenarios;  // at most five; the step shows the first
  LessonStep step;                        // with a question
  bool operator==(const Exercise&) const = default;
};

// name: what its scenarios are called, and begin with: "q3", "q3_a", ... an identifier.
// Refuses a difficulty and ways out of range, and machines of which none is that of new scenarios.
Result<Exercise> make_exercise(const ExerciseAsked& asked, std::string_view name, const MachineProfiles& machines);

}  // namespace bankmap
