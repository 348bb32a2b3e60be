#include "core/turn.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

TEST(TurnOfPass, CountsInsideThePhase) {
  WarpPasses served;
  served.passes = {{0, 1}, {0, 2}, {1, 4}, {1, 8}, {1, 16}, {2, 32}};
  const int want[] = {0, 1, 0, 1, 2, 0};
  for (int pass = 0; pass < 6; ++pass) EXPECT_EQ(turn_of_pass(served, pass), want[pass]) << pass;
}

}  // namespace
}  // namespace bankmap
