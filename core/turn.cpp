#include "core/turn.hpp"

#include <algorithm>

namespace bankmap {

int turn_of_pass(const WarpPasses& served, int pass) {
  const auto first = served.passes.begin();
  const int phase = first[pass].phase;
  return static_cast<int>(
      std::count_if(first, first + pass, [phase](const Pass& earlier) { return earlier.phase == phase; }));
}

}  // namespace bankmap
