// An access costs the same, and is refused with the same words, whoever stands beside it.
#include "core/step_costs.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/scenario_json.hpp"
#include "tests/core/random_scenarios.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Access as(Instruction instruction, Access access) {
  access.instruction = instruction;
  return access;
}

// Costs, totals, problems and what is shown of each access, beside the others and alone.
void expect_the_same_alone(const Scenario& scenario, const std::string& name) {
  const MachineProfile& machine = machine_named("sm_90");
  const Analysis together = analyze(scenario, machine);
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    SCOPED_TRACE(name + ", access " + std::to_string(i));
    Scenario single = scenario;
    single.accesses = {scenario.accesses[i]};
    const AccessAnalysis alone = analyze(single, machine).accesses.front();
    const AccessAnalysis& found = together.accesses[i];
    EXPECT_EQ(found.costs, alone.costs);
    EXPECT_EQ(found.totals, alone.totals);
    EXPECT_EQ(found.reason, alone.reason);
    ASSERT_EQ(found.problems.size(), alone.problems.size());
    for (std::size_t at = 0; at < found.problems.size(); ++at) {
      EXPECT_EQ(found.problems[at].what, alone.problems[at].what);
      EXPECT_EQ(found.problems[at].lanes, alone.problems[at].lanes);
    }
    ASSERT_EQ(found.shown.has_value(), alone.shown.has_value());
    if (found.shown) {
      EXPECT_EQ(found.shown->lanes, alone.shown->lanes);
    }
  }
}

TEST(StepCosts, OfAPresetsAccessesAreThoseOfEachAlone) {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (entry.path().extension() != ".json") continue;
    expect_the_same_alone(read_scenario(file_text(entry.path().string())).value(), entry.path().stem().string());
  }
}

// Each access again as another instruction of its size, at another step, and with half of its lanes.
TEST(StepCosts, OfRandomAccessesAreThoseOfEachAlone) {
  RandomScenarios scenarios(20261130);
  int shared = 0;
  for (int round = 0; round < 300; ++round) {
    Scenario scenario = scenarios.next();
    const Access first = scenario.accesses.front();
    for (const Instruction instruction : {Instruction::st_b32, Instruction::ld_b64, Instruction::st_b64,
                                          Instruction::atom_add_u32, Instruction::cp_async_ca_4}) {
      scenario.accesses.push_back(as(instruction, first));
      shared += same_addresses(first, scenario.accesses.back()) ? 1 : 0;
    }
    scenario.accesses.push_back(first);
    scenario.accesses.back().mask = "lane % 2 == 0";
    expect_the_same_alone(scenario, "round " + std::to_string(round));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(shared, 100);
}

// Refused before anything is counted, each for another reason, and standing at each place among the others.
TEST(StepCosts, ARefusedAccessMayStandAnywhere) {
  const Scenario preset =
      read_scenario(file_text(std::string(BANKMAP_ASSETS) + "/scenarios/transpose-float-plain.json")).value();
  Access no_tile = preset.accesses.front();
  no_tile.tile = 7;
  Access no_name = preset.accesses.front();
  no_name.pattern = IndexPattern{"nobody", "lane"};
  for (const Access& refused : {no_tile, no_name}) {
    for (std::size_t at = 0; at <= preset.accesses.size(); ++at) {
      Scenario scenario = preset;
      scenario.accesses.insert(scenario.accesses.begin() + static_cast<std::ptrdiff_t>(at), refused);
      expect_the_same_alone(scenario, "refused at " + std::to_string(at));
      EXPECT_FALSE(analyze(scenario, machine_named("sm_90")).accesses[at].problems.empty());
    }
  }
}

TEST(StepCosts, ARefusalNamesTheInstructionOfItsOwnAccess) {
  Scenario scenario;
  Access odd;
  odd.pattern = ByteOffsetPattern{"lane * 4"};
  scenario.accesses = {as(Instruction::ld_b64, odd), as(Instruction::st_b64, odd)};
  ASSERT_TRUE(same_addresses(scenario.accesses[0], scenario.accesses[1]));
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  ASSERT_EQ(analysis.accesses[0].problems.size(), 1U);
  ASSERT_EQ(analysis.accesses[1].problems.size(), 1U);
  EXPECT_NE(analysis.accesses[0].problems[0].what.find("ld.b64"), std::string::npos)
      << analysis.accesses[0].problems[0].what;
  EXPECT_NE(analysis.accesses[1].problems[0].what.find("st.b64"), std::string::npos)
      << analysis.accesses[1].problems[0].what;
}

TEST(StepCosts, TheSameWayIsTheSameWhateverStepIsShown) {
  Access one;
  one.loops = {{.name = "k", .begin = 0, .end = 8, .step = 1, .at = 0}};
  Access other = as(Instruction::st_b32, one);
  other.loops[0].at = 3;
  EXPECT_TRUE(same_addresses(one, other));
  other.loops[0].end = 9;
  EXPECT_FALSE(same_addresses(one, other));
  EXPECT_FALSE(same_addresses(one, as(Instruction::ld_b64, one)));
  EXPECT_FALSE(same_addresses(one, as(Instruction::cp_async_ca_4, one))) << "its cost depends on its rows too";
}

}  // namespace
}  // namespace bankmap
