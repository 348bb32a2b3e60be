// core/turn.hpp -- how long a lane waits inside its own phase: what the colours of the heatmap stand for.
//
//     clean ld.b128: passes 1 2 3 4, one in each phase   -> every lane has turn 0: nobody waits for a conflict
//     32 words in one bank: passes 1..32 in one phase    -> turns 0..31
#pragma once

#include "core/passes.hpp"

namespace bankmap {

// Passes of the same phase that come before this one. pre: 0 <= pass < served.passes.size()
int turn_of_pass(const WarpPasses& served, int pass);

}  // namespace bankmap
