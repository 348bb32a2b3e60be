// core/refusals.hpp -- why a scenario is refused: the errors of its analysis, those of the whole first, then access by access.
//
//     tile rows 0; 'load' leaves the tile    ->    [{"tiles[0].rows", ...}, {"accesses[1]", ...}]
#pragma once

#include <vector>

#include "core/analysis.hpp"

namespace bankmap {

// Empty exactly where refused(analysis) is false. Warnings are left out.
std::vector<Problem> errors_of(const Analysis& analysis);

// Why an access has no answer over its whole loop; null where it has one. One step of the loop is enough to refuse it: the step
// that is shown may be another, and be answered (access.shown).
const Problem* first_error(const AccessAnalysis& access);

}  // namespace bankmap
