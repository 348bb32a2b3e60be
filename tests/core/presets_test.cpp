// Every preset file, with the numbers that were worked out by hand from the bank rule: bank = byte address / 4 mod 32.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

struct Cost {
  std::int64_t wavefronts = 0;
  std::int64_t ideal = 0;
  bool operator==(const Cost&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Cost& cost) { return out << cost.wavefronts << " / " << cost.ideal; }

struct Want {
  std::string preset;
  std::vector<Cost> shown;   // [access] the step and warp that the file shows
  std::vector<Cost> totals;  // [access] over all steps and warps
};

// {wavefronts / ideal of each access as shown}, {the same over all steps and warps}
const std::vector<Want>& wanted() {
  static const std::vector<Want> table{
      // ---- 32 x 32 transposes: 32 steps k. A row is always one phase's worth of neighbouring words.
      // column: 32 lanes 32 words apart, one bank: 32, times 32 steps
      {"transpose-float-plain", {{1, 1}, {32, 1}}, {{32, 32}, {1024, 32}}},
      // 33 words apart, 33 mod 32 = 1: 32 banks
      {"transpose-float-padded", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // 36 words apart, gcd(36, 32) = 4: 8 banks, 4 words each
      {"transpose-float-padded-by-four", {{1, 1}, {4, 1}}, {{32, 32}, {128, 32}}},
      // bank = k ^ lane: 32 banks
      {"transpose-float-xor", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // 16 words apart: banks 0 and 16 (+ k / 2), 16 words each
      {"transpose-half-plain", {{1, 1}, {16, 1}}, {{32, 32}, {512, 32}}},
      // 17 words apart, odd: 32 banks
      {"transpose-half-padded", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // 33 halves apart. k even: words 33 t and 33 t + 16 (t = 0..15), 32 banks. k odd: 33 t and 33 t + 17, and the
      // last, 33 * 15 + 17 = 512, shares bank 0 with word 0: 2. Sixteen steps of each: 16 + 32
      {"transpose-half-padded-by-one", {{1, 1}, {2, 1}}, {{32, 32}, {48, 32}}},
      // bank = 16 * (lane & 1) + (k / 2 ^ lane / 2): 32 banks
      {"transpose-half-xor", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // two phases of 16 lanes; rows 64 words apart: each phase in one pair of banks, 16 + 16
      {"transpose-double-plain", {{2, 2}, {32, 2}}, {{64, 64}, {1024, 64}}},
      // rows 66 words apart: pair of banks moves on by one from lane to lane
      {"transpose-double-padded", {{2, 2}, {2, 2}}, {{64, 64}, {64, 64}}},
      // pair of banks = (k ^ lane) & 15: 16 pairs in each phase
      {"transpose-double-xor", {{2, 2}, {2, 2}}, {{64, 64}, {64, 64}}},
      // 8 warps, 4 steps: 32 instructions; a warp is one row of the block, so costs are those of the float tile
      {"transpose-block-32x8-plain", {{1, 1}, {32, 1}}, {{32, 32}, {1024, 32}}},
      {"transpose-block-32x8-padded", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // word 32 * lane + (lane + k) % 32: bank (lane + k) % 32
      {"diagonal", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},

      // ---- ldmatrix.x4 and stmatrix.x4: four phases of 8 rows. 64 x 64 half: 4 warps, 4 steps, 16 instructions each.
      // fill: each phase is one row of 128 bytes, 4. Matrices: 8 rows 32 words apart in the same 4 banks, 4 * 8
      {"ldmatrix-half-plain", {{4, 4}, {32, 4}}, {{64, 64}, {512, 64}}},
      // rows 36 words apart: 4 banks further on each, 8 * 4 = 32 banks
      {"ldmatrix-half-padded", {{4, 4}, {4, 4}}, {{64, 64}, {64, 64}}},
      // 16-byte chunk c ^ (row % 8): 8 different ones
      {"ldmatrix-half-swizzle", {{4, 4}, {4, 4}}, {{64, 64}, {64, 64}}},
      // the same exchange, on absolute addresses
      {"tma-128b-ldmatrix", {{4, 4}}, {{64, 64}}},
      {"attention-v-trans", {{4, 4}, {4, 4}}, {{64, 64}, {64, 64}}},
      {"stmatrix-epilogue-plain", {{32, 4}, {4, 4}}, {{512, 64}, {64, 64}}},
      {"stmatrix-epilogue-swizzle", {{4, 4}, {4, 4}}, {{64, 64}, {64, 64}}},
      // word 32 * (lane / 4) + lane % 4: 4 banks, 8 words each; 4 registers
      {"mma-a-fragment-plain", {{8, 1}}, {{32, 4}}},
      // word 36 * (lane / 4) + lane % 4: bank 4 * (lane / 4) + lane % 4
      {"mma-a-fragment-padded", {{1, 1}}, {{4, 4}}},
      // copy: 8 warps, each phase half a row, chunks c ^ row of one aligned group of 8
      // matrices: chunk (2 k + half) ^ row, 8 rows that differ in their low 3 bits; 8 warps * 8 steps * 4
      {"marlin-a-xor", {{4, 4}, {4, 4}}, {{32, 32}, {256, 256}}},

      // ---- vectors and structs
      // store: each phase one row of 8 float4; load: 8 lanes 32 words apart, 4 phases of 8; 8 steps
      {"float4-column", {{4, 4}, {32, 4}}, {{32, 32}, {256, 32}}},
      // 36 words apart
      {"float4-column-padded", {{4, 4}, {4, 4}}, {{32, 32}, {32, 32}}},
      // 3 words apart, odd; 8 steps
      {"aos-float3", {{1, 1}, {1, 1}, {1, 1}}, {{8, 8}, {8, 8}, {8, 8}}},
      // 8 words apart: banks 6, 14, 22, 30 with 8 words each; 8 warps
      {"aos-particle-member", {{8, 1}}, {{64, 8}}},
      // one word; words k and k + 1; words k and k + 32, one bank; 16 bytes: merged into 2 phases of one chunk
      {"broadcast", {{1, 1}, {1, 1}, {2, 1}, {2, 2}}, {{32, 32}, {31, 31}, {64, 32}, {16, 16}}},

      // ---- trees over 256 values. Active threads 128, 64, 32, 16, 8, 4, 2, 1; ideal: warps with an active lane,
      // 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 = 12
      // distance 2, 4, 8, 16, 32, ... words: 4 warps * 2, 2 * 4, 8, 8, 8, 4, 2, 1 = 47. Shown: p = 2, distance 8
      {"reduction-interleaved", {{8, 1}, {8, 1}, {8, 1}}, {{47, 12}, {47, 12}, {47, 12}}},
      {"reduction-sequential", {{1, 1}, {1, 1}, {1, 1}}, {{12, 12}, {12, 12}, {12, 12}}},
      {"scan-plain", {{8, 1}, {8, 1}, {8, 1}}, {{47, 12}, {47, 12}, {47, 12}}},
      // bank of n is (n + n / 32) % 32: for distance 2^q the lanes of a warp run through n / 32 in the low q bits
      {"scan-offset", {{1, 1}, {1, 1}, {1, 1}}, {{12, 12}, {12, 12}, {12, 12}}},
      // 4 warps. p < 4: 16 lanes on 8 pairs of banks, 2 + 2; p >= 4: 16 neighbours, 1 + 1. 4 * (4 * 4 + 4 * 2)
      {"fft-stride", {{4, 2}, {4, 2}, {4, 2}, {4, 2}}, {{96, 64}, {96, 64}, {96, 64}, {96, 64}}},

      // ---- atomics: a round is a load of 1 and a compare-and-swap of 2; on one word one lane wins each round: 32 * 3
      {"atomic-float-sum", {{96, 3}, {3, 3}}, {{96, 3}, {3, 3}}},

      // ---- quantised weights
      // store: a phase is one row of 128 bytes, 8 steps * 4; read: 32 words apart, 64 steps * 32
      {"int4-unpack-plain", {{4, 4}, {32, 1}}, {{32, 32}, {2048, 64}}},
      // store: word 33 * (lane / 8) + 4 * (lane % 8): banks 0..31, 32 steps; read: 33 words apart
      {"int4-unpack-fixed", {{1, 1}, {1, 1}}, {{32, 32}, {64, 64}}},
      {"int2-unpack-plain", {{4, 4}, {32, 1}}, {{32, 32}, {1024, 32}}},
      // store: bank (4 * (lane % 8) + j) ^ (r + lane / 8), r a multiple of 4: 32 banks; read: bank k / 4 ^ lane
      {"int2-unpack-fixed", {{1, 1}, {1, 1}}, {{32, 32}, {32, 32}}},
      // 8 words apart: 4 banks, 8 words each; 8 steps
      {"int4-packed-column", {{8, 1}}, {{64, 8}}},
      // along k: 4 rows 32 words apart, 64 steps; along n: 8 neighbouring halves, 32 steps
      {"group-scale-lookup", {{4, 1}, {1, 1}}, {{256, 64}, {32, 32}}},

      // ---- blocks and matrix products
      // 8 warps of two rows. load: words 16 * (lane % 16) + lane / 16: banks 0, 1, 16, 17 with 8 words each
      {"block-16x16", {{1, 1}, {8, 1}}, {{8, 8}, {64, 8}}},
      // store: rows 18 words apart, words 0..15 and 18..33: 32 and 33 meet 0 and 1
      // load: 18 * x mod 32 is every even bank, + 1 every odd
      {"block-16x16-padded", {{2, 1}, {1, 1}}, {{16, 8}, {8, 8}}},
      // load: bank 16 * (x % 2) + (c ^ (x & 14)) for c = 0 and 1: 2 * 8 * 2 banks
      {"block-16x16-swizzle", {{1, 1}, {1, 1}}, {{8, 8}, {8, 8}}},
      // store A: rows j and 4 + j, 512 words apart, 16 neighbours each: 2; 4 steps * 8 warps
      // store B: a row of 128 each warp: 4; 8 warps
      // load A: two addresses, pair rule: 2; 16 steps * 8 warps
      // load B: 8 lanes 8 words apart, 4 groups of 4 banks, 2 lanes each: 4 * 2; 16 steps * 8 warps
      {"sgemm-8x8-plain", {{2, 1}, {4, 4}, {2, 2}, {8, 4}}, {{64, 32}, {32, 32}, {256, 256}, {1024, 512}}},
      // store A: 528 words apart, 528 mod 32 = 16. load B: 8 lanes 4 words apart
      {"sgemm-8x8-fixed", {{1, 1}, {4, 4}, {2, 2}, {4, 4}}, {{32, 32}, {32, 32}, {256, 256}, {512, 512}}},
  };
  return table;
}

std::vector<std::string> preset_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string preset_text(const std::string& name) {
  return file_text(std::string(BANKMAP_ASSETS) + "/scenarios/" + name + ".json");
}

Scenario preset(const std::string& name) {
  const Result<Scenario> scenario = read_scenario(preset_text(name));
  EXPECT_TRUE(scenario) << name << ": " << (scenario ? "" : to_string(scenario.error()));
  return scenario.value_or(Scenario{});
}

TEST(Presets, EveryFileReadsAndRoundTrips) {
  const std::vector<std::string> names = preset_files();
  EXPECT_GE(names.size(), 40u);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Scenario scenario = preset(name);
    EXPECT_FALSE(scenario.title.empty());
    EXPECT_GE(scenario.note.size(), 40u) << "a note says what to see";
    const Result<Scenario> again = read_scenario(write_scenario(scenario));
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(*again, scenario);
  }
}

TEST(Presets, EveryFileAnalysesWithoutAnyProblem) {
  for (const std::string& name : preset_files()) {
    SCOPED_TRACE(name);
    const Analysis analysis = analyze(preset(name), machine_named("sm_90"));
    EXPECT_FALSE(refused(analysis));
    for (const Problem& problem : analysis.problems) ADD_FAILURE() << to_string(problem);
    for (const AccessAnalysis& access : analysis.accesses) {
      for (const Problem& problem : access.problems) ADD_FAILURE() << access.name << ": " << to_string(problem);
      EXPECT_TRUE(access.shown) << access.name;
      EXPECT_FALSE(access.cuda.empty()) << access.name;
    }
  }
}

TEST(Presets, EveryFileIsInTheTable) {
  std::vector<std::string> in_table{"histogram-atomics"};  // depends on data: has a test of its own
  for (const Want& want : wanted()) in_table.push_back(want.preset);
  std::sort(in_table.begin(), in_table.end());
  const std::vector<std::string> files = preset_files();
  std::vector<std::string> in_one;
  std::ranges::set_symmetric_difference(in_table, files, std::back_inserter(in_one));
  EXPECT_EQ(in_one, std::vector<std::string>{}) << "in the table wanted(), or in assets/scenarios, but not in both";
}

TEST(Presets, CostsWorkedOutByHand) {
  for (const Want& want : wanted()) {
    SCOPED_TRACE(want.preset);
    const Analysis analysis = analyze(preset(want.preset), machine_named("sm_90"));
    ASSERT_EQ(analysis.accesses.size(), want.shown.size());
    ASSERT_EQ(analysis.accesses.size(), want.totals.size());
    for (std::size_t i = 0; i < want.shown.size(); ++i) {
      const AccessAnalysis& access = analysis.accesses[i];
      SCOPED_TRACE(access.name);
      ASSERT_TRUE(access.shown);
      const WarpCost& shown = access.shown->served.cost;
      EXPECT_EQ((Cost{shown.wavefronts, shown.ideal}), want.shown[i]);
      EXPECT_EQ((Cost{access.totals.wavefronts, access.totals.ideal}), want.totals[i]);
    }
  }
}

TEST(Presets, HistogramDependsOnData) {
  const Analysis analysis = analyze(preset("histogram-atomics"), machine_named("sm_90"));
  ASSERT_EQ(analysis.accesses.size(), 2u);
  // 256 bins are 8 words in each bank. Without a result equal bins merge, so the worst is 8 different words of one
  // bank; with a result every lane takes its turn, and the worst is all 32 in one bank. The best, in both: a bank for
  // each lane.
  const int worst[] = {8, 32};
  for (std::size_t i = 0; i < 2; ++i) {
    const AccessAnalysis& access = analysis.accesses[i];
    SCOPED_TRACE(access.name);
    ASSERT_TRUE(access.random);
    EXPECT_EQ(access.random->best_wavefronts, 1);
    EXPECT_EQ(access.random->worst_wavefronts, worst[i]);
    EXPECT_EQ(access.totals.ideal, 32) << "8 warps, 4 steps";
    EXPECT_GT(access.totals.wavefronts, 2 * 32);
    EXPECT_LT(access.totals.wavefronts, 6 * 32);
  }
}

// A fix must not cost more than what it mends, counted over all accesses of the scenario.
TEST(Presets, FixesAreCheaper) {
  const std::pair<const char*, const char*> pairs[] = {{"transpose-float-plain", "transpose-float-xor"},
                                                       {"transpose-half-plain", "transpose-half-padded"},
                                                       {"transpose-double-plain", "transpose-double-padded"},
                                                       {"ldmatrix-half-plain", "ldmatrix-half-swizzle"},
                                                       {"int4-unpack-plain", "int4-unpack-fixed"},
                                                       {"int2-unpack-plain", "int2-unpack-fixed"},
                                                       {"reduction-interleaved", "reduction-sequential"},
                                                       {"scan-plain", "scan-offset"},
                                                       {"block-16x16-padded", "block-16x16-swizzle"},
                                                       {"sgemm-8x8-plain", "sgemm-8x8-fixed"}};
  for (const auto& [plain, fixed] : pairs) {
    SCOPED_TRACE(fixed);
    const AccessTotals before = analyze(preset(plain), machine_named("sm_90")).totals;
    const AccessTotals after = analyze(preset(fixed), machine_named("sm_90")).totals;
    EXPECT_LT(after.wavefronts, before.wavefronts);
    EXPECT_EQ(after.excess(), 0);
  }
}

// The example of the file format's description is a scenario, and says what the description says.
TEST(Presets, TheExampleInTheDescriptionReads) {
  const std::string text = file_text(std::string(BANKMAP_ASSETS) + "/scenarios/README.md");
  const std::size_t begin = text.find("```json\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = text.find("```", begin + 8);
  ASSERT_NE(end, std::string::npos);
  const Result<Scenario> example = read_scenario(text.substr(begin + 8, end - begin - 8));
  ASSERT_TRUE(example) << to_string(example.error());
  EXPECT_EQ(example->tiles[0].pitch.value, 1);
  EXPECT_EQ(example->accesses[1].loops[0].at, 5);
}

}  // namespace
}  // namespace bankmap
