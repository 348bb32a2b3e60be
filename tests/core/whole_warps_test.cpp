// ldmatrix and stmatrix with lanes left out: a warning that names them, from the analysis.
#include "core/whole_warps.hpp"

#include <gtest/gtest.h>

#include "core/analysis.hpp"
#include "test_machine.hpp"

namespace bankmap {
namespace {

Scenario matrix_scenario(Instruction instruction, const std::string& mask, const BlockShape& block = {32, 1, 1}) {
  Scenario scenario;
  scenario.block = block;
  scenario.tiles.front().columns = 36;
  Access& access = scenario.accesses.front();
  access.instruction = instruction;
  access.pattern = IndexPattern{"lane", "0"};
  access.mask = mask;
  access.loops = {{.name = "k", .begin = 0, .end = 3, .step = 1, .at = 0}};
  return scenario;
}

std::vector<Problem> problems_of(const Scenario& scenario) {
  const AccessAnalysis access = analyze(scenario, machine_named("sm_90")).accesses.front();
  EXPECT_FALSE(access.costs.empty()) << "a warning leaves the answer standing";
  return access.problems;
}

TEST(WholeWarps, ALaneThatIsMaskedOffIsNamed) {
  struct Row {
    Instruction instruction;
    const char* mask;
    LaneMask left_out;
    const char* words;
  };
  const Row rows[] = {
      {Instruction::ldmatrix_x4, "lane < 16", 0xffff0000,
       "ldmatrix.x4 is issued by whole warps (.sync.aligned), and the mask "
       "leaves out lanes 16-31 (at k = 0)"},
      {Instruction::ldmatrix_x2, "0xffff", 0xffff0000, "the mask leaves out lanes 16-31 (at k = 0)"},
      {Instruction::ldmatrix_x1_trans, "lane != 9", 0x200, "the mask leaves out lane 9 (at k = 0)"},
      {Instruction::stmatrix_x4, "k < 2 || lane", 1, "the mask leaves out lane 0 (at k = 2)"},
      {Instruction::stmatrix_x1, "lane < 8 || 8 / (lane - 9)", 0x3fe00 | 0xfffc0000,
       "the mask leaves out lanes 9, 18-31"},
  };
  for (const Row& row : rows) {
    const std::vector<Problem> problems = problems_of(matrix_scenario(row.instruction, row.mask));
    ASSERT_EQ(problems.size(), 1u) << row.words;
    EXPECT_EQ(problems[0].severity, Severity::warning);
    EXPECT_EQ(problems[0].place, "accesses[0].mask");
    EXPECT_NE(problems[0].what.find(row.words), std::string::npos) << problems[0].what;
  }
  EXPECT_EQ(problems_of(matrix_scenario(Instruction::ldmatrix_x1_trans, "lane != 9"))[0].lanes, 0x200u);
}

TEST(WholeWarps, ABlockThatEndsInsideAWarpLeavesLanesOut) {
  const std::vector<Problem> problems =
      problems_of(matrix_scenario(Instruction::ldmatrix_x4, "0xffffffff", {48, 1, 1}));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(
      problems[0].what,
      "ldmatrix.x4 is issued by whole warps (.sync.aligned), and the block leaves out lanes 16-31 (at warp 1, k = 0)");
  EXPECT_EQ(problems[0].hint, "a block of a multiple of 32 threads");
}

TEST(WholeWarps, WholeWarpsAndOtherInstructionsAreNotWarnedOf) {
  EXPECT_TRUE(problems_of(matrix_scenario(Instruction::ldmatrix_x4, "0xffffffff")).empty());
  EXPECT_TRUE(problems_of(matrix_scenario(Instruction::ldmatrix_x1, "0xffffffff")).empty())
      << "lanes 8-31 issue without an address";
  EXPECT_TRUE(problems_of(matrix_scenario(Instruction::ldmatrix_x4, "warp == 1", {64, 1, 1})).empty());
  EXPECT_TRUE(problems_of(matrix_scenario(Instruction::ldmatrix_x4, "k == 1")).empty());
  EXPECT_TRUE(problems_of(matrix_scenario(Instruction::ld_b128, "lane < 8")).empty());
}

}  // namespace
}  // namespace bankmap
