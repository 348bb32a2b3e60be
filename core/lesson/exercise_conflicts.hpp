// core/lesson/exercise_conflicts.hpp -- the exercises about a conflict between a store and a load (internal to core/lesson).
//
//     float [32][34], stored by row, read by column: 2 ways      which one frees it?   1 padding 3    2 padding 4    3 col ^ (row & 7)
//                                                                fix it               "1", "col ^ ...", ...
#pragma once

#include <optional>
#include <string_view>

#include "core/lesson/dice.hpp"
#include "core/lesson/exercise.hpp"

namespace bankmap {

// Empty: the families of this difficulty hold no such conflict.
std::optional<Exercise> conflict_excess(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                        const MachineProfile& machine);
std::optional<Exercise> which_frees(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                    const MachineProfile& machine);
std::optional<Exercise> conflict_to_fix(Dice& dice, const ExerciseAsked& asked, std::string_view name,
                                        const MachineProfile& machine);

}  // namespace bankmap
