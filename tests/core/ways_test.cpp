// A lane's own bank: its ways, against the counts of the whole warp.
#include "core/ways.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "export_cuda_scenarios.hpp"
#include "test_machine.hpp"

namespace bankmap {
namespace {

TEST(Ways, TheLargestOfAllLanesIsTheWarps) {
  for (const NamedScenario& preset : preset_scenarios()) {
    const Analysis analysis = analyze(preset.scenario, machine_named(preset.scenario.machine));
    for (const AccessAnalysis& access : analysis.accesses) {
      ASSERT_TRUE(access.shown) << preset.name;
      if (access.law == CountLaw::compare_and_swap_loop) continue;  // its ways are those of its first round
      int most = 0;
      for (int lane = 0; lane < lane_count; ++lane)
        most = std::max(most, ways_of_lane(*access.shown, access.law, lane));
      EXPECT_EQ(most, access.shown->served.cost.ways) << preset.name << " " << access.name;
    }
  }
}

}  // namespace
}  // namespace bankmap
