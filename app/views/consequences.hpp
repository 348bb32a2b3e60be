// app/views/consequences.hpp -- the panel at the right: what the access is in CUDA, and all that follows from it.
//
//     THIS IS                  the declaration and the line of code
//     PREDICTED CYCLES         saturated and latency, each with its status and source
//     DATA-DEPENDENT           best, expected and worst wavefronts, where an index is rand()
//     WHOLE LOOP               totals over steps and warps
//     PROFILER WILL SAY        the two counters, by the profiler's names
//     LANE 9                   what is pointed at, in a sentence
//     ROUNDS                   of a compare-and-swap loop
#pragma once

#include "app/views/frame.hpp"

namespace bankmap {

void draw_consequences(const Frame& frame, Edits& edits);

}  // namespace bankmap
