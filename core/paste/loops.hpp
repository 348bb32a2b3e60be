// core/paste/loops.hpp -- the head of a for loop of pasted CUDA as a loop variable (internal to core/paste).
//
//     int k = 0; k < 32; k += 2                  k = 0, 2, .. 30
//     int s = 128; s > 0; s >>= 1                s = 128 >> step, step = 0 .. 7
//     int i = threadIdx.x; i < 1024; i += 256    i = threadIdx.x + base, base = 0, 256, 512, 768, for lanes with i < 1024
#pragma once

#include <string>

#include "core/paste/names.hpp"

namespace bankmap::paste {

struct LoopHead {
  std::string_view name;  // in the text
  Tokens begin;           // the value it starts at
  Tokens bound;
  std::string relation;  // "<", "<=", ">", ">=", "!="
  std::string step;      // "+", "-", "<<" or ">>"
  Tokens step_by;        // empty: 1
};
// The three parts between the parentheses. Refuses forms that are not of this kind.
Result<LoopHead> loop_head(Tokens head);

struct ReadLoop {
  LoopVariable variable;
  std::string condition;  // for lanes that stop earlier; empty: none does
};
// Defines the name of the loop in `names`. Refuses bounds that are not known, and a loop that never runs or never ends.
Result<ReadLoop> read_loop(const LoopHead& head, TextRange range, Names& names);

}  // namespace bankmap::paste
