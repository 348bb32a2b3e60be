// core/paste/build.hpp -- from pasted CUDA that has been read to the scenario that it sets up (internal to core/paste).
//
//     declarations and accesses     take the place of all tiles and accesses
//     declarations alone            the first takes the place of the open access' tile, the others are added
//     accesses alone                the first takes the place of the open one, the others are added
//
// Padding and swizzle are taken out of sizes and indices ([32][33]: 32 columns and 1 of padding; k ^ threadIdx.x: a
// swizzle) only where every address stays what it was.
#pragma once

#include "core/paste/code.hpp"

namespace bankmap::paste {

struct Built {
  Scenario scenario;
  int access = 0;          // the one to show
  std::string understood;  // one sentence
};
// Problems have their place in the pasted text.
Result<Built> build(const Code& code, const Scenario& present, int access);

}  // namespace bankmap::paste
