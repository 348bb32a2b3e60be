// core/lesson/lesson_check.hpp -- finds what is wrong with a lesson before a class does.
//
//     /steps/2/claims/0: "excess == 3": does not hold: excess is 4
//     /steps/2/text, character 41: unknown figure 'wavefront'; did you mean 'wavefronts'?
//     /steps/4/text, character 12: "32 wavefronts" is a number of the model written out; write {wavefronts}
//
// Looks at every step: expressions parse and evaluate, texts fill, claims hold, exactly one choice is right, what is pointed at is
// there, questions have a reason, each scenario is used and is refused only where a claim says so (errors > 0), and no number
// stands before a word for a figure (wavefronts, excess, ways, bank conflicts, cycles): it could be wrong, or become so.
#pragma once

#include <vector>

#include "core/lesson/lesson.hpp"
#include "core/machine.hpp"
#include "core/problem.hpp"

namespace bankmap {

// In the order of the file; empty: the lesson is right. place: a JSON pointer into the lesson's file.
std::vector<Problem> check_lesson(const Lesson& lesson, const MachineProfiles& machines);

}  // namespace bankmap
