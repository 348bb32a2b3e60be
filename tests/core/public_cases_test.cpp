// Accesses that people asked about in public (tests/data/public_cases.jsonl, each with its source), restated as
// scenarios: a byte offset for each lane, and the right number of wavefronts on NVIDIA machines of compute
// capability 5.0 and later.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "tests/core/public_cases.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

using nlohmann::json;

TEST(PublicCases, EveryTruthIsExact) {
  std::map<Verdict, int> counts;
  for (const json& row : public_cases()) {
    SCOPED_TRACE(std::string(row.at("id")) + ": " + std::string(row.at("access")) + ", " +
                 std::string(row.at("source")));
    const Verdict verdict = verdict_for(row);
    ++counts[verdict];
    if (verdict == Verdict::other_hardware || verdict == Verdict::refused) continue;
    const AccessAnalysis access = analyze(scenario_of(row), machine_named("sm_90")).accesses.at(0);
    for (const Problem& problem : access.problems) ADD_FAILURE() << to_string(problem);
    if (!access.shown || verdict == Verdict::no_truth) continue;
    EXPECT_EQ(access.shown->served.cost.wavefronts, row.at("truth_wavefronts").get<int>());
    EXPECT_EQ(access.totals.instructions, 1);
  }
  // No row is skipped unseen: 122 in all.
  EXPECT_EQ(counts[Verdict::exact], 106);
  EXPECT_EQ(counts[Verdict::no_truth], 7) << "data-dependent, or not known when the case was collected";
  EXPECT_EQ(counts[Verdict::refused], 1);
  EXPECT_EQ(counts[Verdict::other_hardware], 8) << "AMD and Apple: not a question for this rule";
}

TEST(PublicCases, MisalignedAccessesAreRefusedByLane) {
  int seen = 0;
  for (const json& row : public_cases()) {
    if (verdict_for(row) != Verdict::refused) continue;
    ++seen;
    // ((1 + lane / 16 * 8) * 33 + lane % 16 * 4) * 4: lane 0 is at byte 132 = 8 * 16 + 4, and so are all others, mod 16
    ASSERT_EQ(row.at("id"), "julia-float4-store-stride33");
    const Analysis analysis = analyze(scenario_of(row), machine_named("sm_90"));
    EXPECT_TRUE(refused(analysis));
    const AccessAnalysis& access = analysis.accesses.at(0);
    EXPECT_FALSE(access.shown);
    ASSERT_EQ(access.problems.size(), 1u);
    EXPECT_EQ(access.problems[0].severity, Severity::error);
    EXPECT_EQ(access.problems[0].lanes, all_lanes);
    EXPECT_NE(access.problems[0].what.find("lane 0 "), std::string::npos) << to_string(access.problems[0]);
    EXPECT_NE(access.problems[0].what.find("132"), std::string::npos) << to_string(access.problems[0]);
  }
  EXPECT_EQ(seen, 1);
}

TEST(PublicCases, RestatedCasesAreRefusedAsTyped) {
  int seen = 0;
  for (const json& row : public_cases()) {
    if (!restated().contains(row.at("id"))) continue;
    ++seen;
    Scenario as_typed = scenario_of(row);
    as_typed.accesses[0].pattern = ByteOffsetPattern{as_cuda(row.at("access"))};
    const AccessAnalysis access = analyze(as_typed, machine_named("sm_90")).accesses.at(0);
    ASSERT_EQ(access.problems.size(), 1u);
    EXPECT_NE(access.problems[0].what.find("shift"), std::string::npos) << to_string(access.problems[0]);
    EXPECT_EQ(access.problems[0].lanes, all_lanes << 3) << "16 + 16 * lane + 7 reaches 64 at lane 3";
  }
  EXPECT_EQ(seen, 1);
}

// Cases without a truth of their own that the pair rule and the phases now decide.
TEST(PublicCases, CasesThatThePairRuleDecides) {
  const std::map<std::string, int> decided{
      {"leetcuda-sa-f4-load", 2},    // two addresses, 16 lanes each: merged, 1 + 1
      {"marlin-scales-grouped", 2},  // lanes 4 i..4 i + 3 agree: merged, 4 chunks a phase, 1 + 1
      {"awq-smem-store-40", 8}};     // a phase: words 0..15 and 20..35, the last 4 wrap: 2, four times
  int seen = 0;
  for (const json& row : public_cases()) {
    const auto found = decided.find(row.at("id"));
    if (found == decided.end()) continue;
    ++seen;
    const AccessAnalysis access = analyze(scenario_of(row), machine_named("sm_90")).accesses.at(0);
    ASSERT_TRUE(access.shown) << found->first;
    EXPECT_EQ(access.shown->served.cost.wavefronts, found->second) << found->first;
  }
  EXPECT_EQ(seen, 3);
}

// ---- the worked examples of two articles on the subject
// -------------------------------------------------------------------------

struct ColumnRead {
  const char* element = "float";
  Instruction instruction = Instruction::ld_b32;
  Pitch pitch{};
  Swizzle swizzle{};
};

// Of tile[lane][k] on 32 x 32 elements, one for each k that `step` reaches; empty where the access is refused.
std::vector<int> column_wavefronts(const ColumnRead& read, int step = 1) {
  Scenario scenario;
  scenario.tiles[0].element = *element_named(read.element);
  scenario.tiles[0].pitch = read.pitch;
  scenario.tiles[0].swizzle = read.swizzle;
  scenario.accesses[0].instruction = read.instruction;
  scenario.accesses[0].pattern = ColumnPattern{"k", 1};
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = step, .at = 0}};
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  std::vector<int> wavefronts;
  for (const WarpCost& cost : analysis.accesses.at(0).costs) wavefronts.push_back(cost.wavefronts);
  return wavefronts;
}

constexpr Pitch stride(int elements) { return {Pitch::Kind::stride, Pitch::Unit::elements, elements}; }

TEST(Articles, FloatTileByColumn) {
  EXPECT_EQ(column_wavefronts({}), std::vector<int>(32, 32)) << "32 x 32: 32 words in one bank";
  EXPECT_EQ(column_wavefronts({.pitch = stride(33)}), std::vector<int>(32, 1)) << "[32][33]: conflict-free";
  EXPECT_EQ(column_wavefronts({.swizzle = XorSwizzle{1, 0, 31}}), std::vector<int>(32, 1))
      << "col = k ^ row: conflict-free";
  EXPECT_EQ(column_wavefronts({.swizzle = ExpressionSwizzle{"col ^ row"}}), std::vector<int>(32, 1))
      << "the same, as written";
}

TEST(Articles, OneWordForAllLanesIsABroadcast) {
  Scenario scenario;
  scenario.accesses[0].pattern = BroadcastPattern{};
  const AccessAnalysis access = analyze(scenario, machine_named("sm_90")).accesses.at(0);
  ASSERT_TRUE(access.shown);
  EXPECT_EQ(access.shown->served.cost.wavefronts, 1);
  EXPECT_EQ(access.shown->served.cost.bank_conflicts, 0);
}

TEST(Articles, HalfTileByColumn) {
  const auto half = [](Instruction instruction, int pitch) {
    return ColumnRead{.element = "half", .instruction = instruction, .pitch = stride(pitch)};
  };
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b16, 32)), std::vector<int>(32, 16))
      << "stride 32: 16 words in each of 2 banks";
  // Stride 33, one half a lane: free in even columns, the first among them. In odd columns lanes 0 and 31 meet.
  std::vector<int> free_in_even_columns;
  for (int k = 0; k < 32; ++k) free_in_even_columns.push_back(k % 2 == 0 ? 1 : 2);
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b16, 33)), free_in_even_columns);
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b16, 34)), std::vector<int>(32, 1))
      << "17 words: free in every column";
  // Two halves a lane: the same at stride 32; impossible at stride 33, where every second row starts inside a word.
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b32, 32), 2), std::vector<int>(16, 16));
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b32, 33), 2), std::vector<int>{});
  EXPECT_EQ(column_wavefronts(half(Instruction::ld_b32, 34), 2), std::vector<int>(16, 1));
}

}  // namespace
}  // namespace bankmap
