// The public cases (tests/data/public_cases.jsonl) put to the advice: for every access with excess a layout that removes it, or the
// proof that none can. Each case is one warp instruction on a flat run of bytes, as its source gives it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/core/advice_testing.hpp"
#include "tests/core/public_cases.hpp"

namespace bankmap {
namespace {

using nlohmann::json;

// As one long row, that a fix may cut.
Scenario flat_scenario_of(const json& row) {
  Scenario scenario = scenario_of(row);
  scenario.tiles[0].rows = 1;
  scenario.tiles[0].columns = 65'536;
  return scenario;
}

TEST(AdvicePublicCases, ExcessIsRemovedOrProvenToStay) {
  std::map<std::string, int> counts;
  for (const json& row : public_cases()) {
    if (verdict_for(row) != Verdict::exact) continue;
    SCOPED_TRACE(std::string(row.at("id")) + ": " + std::string(row.at("access")));
    const Scenario scenario = flat_scenario_of(row);
    const Advice advice = advise_on(scenario);
    const Analysis before = analyze(scenario, machine_named("sm_90"));
    EXPECT_EQ(before.totals.wavefronts, row.at("truth_wavefronts").get<int>());
    if (before.totals.excess() == 0) {
      ++counts["free"];
      EXPECT_EQ(advice.outcome, AdviceOutcome::already_free) << advice.sentence;
      continue;
    }
    if (advice.outcome == AdviceOutcome::none_exists) {
      ++counts["proven"];
      EXPECT_EQ(advice.excess_before, advice.floor_excess) << advice.sentence;
      EXPECT_EQ(advice.sentence.find("None exists: "), 0u) << "no tile that was merely not searched";
      continue;
    }
    ++counts["removed"];
    ASSERT_EQ(advice.outcome, AdviceOutcome::fixes_found) << advice.sentence;
    const Fix& best = advice.fixes.front();
    EXPECT_TRUE(best.proof == FixProof::ideal || best.proof == FixProof::floor)
        << best.title << ": " << best.excess_after;
    EXPECT_EQ(slow_wavefronts(best.scenario).at(0), best.accesses.at(0).wavefronts_after) << best.title;
  }
  EXPECT_EQ(counts["removed"], 55) << "all that have excess";
  EXPECT_EQ(counts["proven"], 0);
  EXPECT_EQ(counts["free"], 51);
}

// What people did about it, each on the tile it was for: found, or beaten.
struct Used {
  const char* what;
  const char* element;
  int rows, columns;
  Instruction instruction;
  LanePattern pattern;
  Pitch pitch;  // of the fix that was used
  Swizzle swizzle;
};

TEST(AdvicePublicCases, FixesThatPeopleUsedAreFoundOrBeaten) {
  const auto padded = [](std::int64_t elements) {
    return Pitch{Pitch::Kind::padding, Pitch::Unit::elements, elements};
  };
  const std::vector<Used> rows{
      {"float column, one more column", "float", 32, 32, Instruction::ld_b32, ColumnPattern{"k"}, padded(1),
       NoSwizzle{}},
      {"float column, col ^ row", "float", 32, 32, Instruction::ld_b32, ColumnPattern{"k"}, {}, XorSwizzle{1, 0, 31}},
      {"float column, Swizzle<5,0,5>",
       "float",
       32,
       32,
       Instruction::ld_b32,
       ColumnPattern{"k"},
       {},
       CuteSwizzle{5, 0, 5}},
      {"matrix rows of half, 8 more", "half", 64, 64, Instruction::ldmatrix_x4, MatrixRowsPattern{4, true, "0", "k"},
       padded(8), NoSwizzle{}},
      {"matrix rows of half, Swizzle<3,3,3>",
       "half",
       64,
       64,
       Instruction::ldmatrix_x4,
       MatrixRowsPattern{4, true, "0", "k"},
       {},
       CuteSwizzle{3, 3, 3}},
      {"matrix rows of half, TMA 64B on 64-byte rows",
       "half",
       64,
       32,
       Instruction::ldmatrix_x4,
       MatrixRowsPattern{4, true, "0", "k"},
       {},
       TmaSwizzle{TmaMode::b64}},
      {"16 x 16 block, two rows a warp, 2 more", "float", 32, 32, Instruction::ld_b32,
       IndexPattern{"lane % 16", "lane / 16"}, padded(2), NoSwizzle{}}};
  for (const Used& used : rows) {
    SCOPED_TRACE(used.what);
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.element = *element_named(used.element);
    tile.rows = used.rows;
    tile.columns = used.columns;
    const int step = used.instruction == Instruction::ldmatrix_x4 ? 16 : 1;
    scenario.accesses = {
        access_as(used.instruction, used.pattern,
                  {over("k", std::holds_alternative<IndexPattern>(used.pattern) ? 1 : used.columns, step)})};
    const Advice advice = advise_on(scenario);
    Scenario theirs = scenario;
    theirs.tiles[0].pitch = used.pitch;
    theirs.tiles[0].swizzle = used.swizzle;
    const std::int64_t their_excess = analyze(theirs, machine_named("sm_90")).totals.excess();
    ASSERT_FALSE(advice.fixes.empty());
    EXPECT_GT(advice.excess_before, 0);
    EXPECT_LE(advice.fixes[0].excess_after, their_excess);
    const bool found = std::any_of(advice.fixes.begin(), advice.fixes.end(),
                                   [&](const Fix& fix) { return fix.scenario.tiles[0] == theirs.tiles[0]; });
    EXPECT_TRUE(found || advice.fixes[0].excess_after < their_excess ||
                advice.fixes[0].extra_bytes < used.pitch.value * used.rows)
        << "in the list, or something cheaper";
  }
}

// Pads from the cases that do not help: the advice says that they can go, or finds what does help.
TEST(AdvicePublicCases, PadsThatDoNotHelpAreRecognised) {
  struct Row {
    const char* what;
    const char* element;
    int rows, columns, padding;
    Instruction instruction;
    LanePattern pattern;
  };
  const Row rows[] = {{"siboehm-k8-store-pad5: all lanes in one row", "float", 8, 128, 5, Instruction::st_b32,
                       IndexPattern{"0", "lane * 4"}},
                      {"tx32-block-rows-pad1: two rows a warp", "float", 32, 32, 1, Instruction::ld_b32,
                       IndexPattern{"lane % 16", "lane / 16"}},
                      {"tileops-cumsum-pad8: 136 halves are 68 words", "half", 32, 128, 8, Instruction::ld_b16,
                       IndexPattern{"lane", "0"}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.element = *element_named(row.element);
    tile.rows = row.rows;
    tile.columns = row.columns;
    tile.pitch.value = row.padding;
    scenario.accesses = {access_as(row.instruction, row.pattern, {})};
    const Advice advice = advise_on(scenario);
    EXPECT_GT(advice.excess_before, 0);
    ASSERT_FALSE(advice.fixes.empty());
    EXPECT_EQ(advice.fixes[0].excess_after, 0) << advice.fixes[0].title;
    EXPECT_LE(advice.fixes[0].extra_bytes, 0) << "and no byte more than with the pad";
  }
}

}  // namespace
}  // namespace bankmap
