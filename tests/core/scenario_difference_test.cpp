// In which fields two scenarios differ.
#include "core/scenario_difference.hpp"

#include <gtest/gtest.h>

#include "export_cuda_scenarios.hpp"

namespace bankmap {
namespace {

TEST(ScenarioDifference, NamesTheFieldWithBothValues) {
  Scenario before;
  Scenario after;
  after.tiles[0].rows = 64;
  EXPECT_EQ(differences(before, after), (std::vector<FieldDifference>{{"tiles[0].rows", "32", "64"}}));
  after = before;
  after.title = "mine";
  const std::vector<FieldDifference> titled = differences(before, after);
  ASSERT_EQ(titled.size(), 1U);
  EXPECT_EQ(titled[0].after, "mine");
}

TEST(ScenarioDifference, AFieldThatOneDoesNotHave) {
  Scenario before;
  Scenario after;
  after.accesses.push_back(after.accesses[0]);
  after.accesses[1].name = "store";
  bool found = false;
  for (const FieldDifference& each : differences(before, after))
    found |= each.place == "accesses[1].name" && each.before == "–" && each.after == "store";
  EXPECT_TRUE(found);
}

TEST(ScenarioDifference, EmptyExactlyForTheSameScenario) {
  const std::vector<NamedScenario> presets = preset_scenarios();
  for (const NamedScenario& one : presets)
    for (const NamedScenario& other : presets)
      EXPECT_EQ(differences(one.scenario, other.scenario).empty(), one.scenario == other.scenario)
          << one.name << " " << other.name;
}

}  // namespace
}  // namespace bankmap
