// core/paste/in_words.hpp -- what was understood of pasted CUDA, in one sentence (internal to core/paste).
//
//     tile float [32][33]; load: row threadIdx.x, column k, k = 0..31
#pragma once

#include <string>
#include <vector>

#include "core/paste/code.hpp"

namespace bankmap::paste {

struct Told {
  const Code& code;
  const Scenario& scenario;      // as it will be
  const std::vector<int>& made;  // [access of the code] its place in the scenario
  const BlockShape& block_before;
};
std::string in_words(const Told& told);

}  // namespace bankmap::paste
