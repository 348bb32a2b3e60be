#include "core/advice/advice.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/advice/report_advice.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

// ---- worked by hand --------------------------------------------------------------------------------------------------

// Rows of 64 bytes, read by ldmatrix: 8 halves more make 80 bytes, 5 times 16. Banks are counted in groups of four, and several
// of them are "groups of 4 banks".
TEST(Advice, WhyCountsGroupsOfBanks) {
  const Scenario scenario = read_scenario(R"({"format": "bankmap-scenario", "version": 1,
    "tiles": [{"rows": 64, "columns": 32, "element": "half"}],
    "accesses": [{"instruction": "ldmatrix.x4", "pattern": {"kind": "matrix rows", "column": "k"},
                  "loops": [{"name": "k", "end": 32, "step": 16}]}]})")
                                .value();
  const Advice advice = advise_on(scenario);
  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_NE(padding, nullptr) << advice.sentence;
  EXPECT_TRUE(padding->why.starts_with(
      "Rows are 5 times 16 bytes apart; 5 is odd, so each row starts 5 groups of 4 banks further, "
      "and 8 rows in a row start in 8 different ones"))
      << padding->why;
}

TEST(Advice, FloatTranspose) {
  const Advice advice = advise_on(float_transpose());
  EXPECT_EQ(advice.outcome, AdviceOutcome::fixes_found);
  EXPECT_EQ(advice.excess_before, 32 * 31);
  EXPECT_EQ(advice.floor_excess, 0);
  EXPECT_EQ(advice.sentence, "col ^ (row & 31) removes all 992 excess wavefronts and takes no byte more.");
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].title, "col ^ (row & 31)");

  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_NE(padding, nullptr);
  EXPECT_EQ(padding->title, "padding 1 element");
  EXPECT_EQ(padding->excess_after, 0);
  EXPECT_EQ(padding->extra_bytes, 32 * 4);
  EXPECT_EQ(padding->operations, 0);
  EXPECT_EQ(padding->proof, FixProof::ideal);
  EXPECT_EQ(padding->why,
            "Rows are 33 words apart; 33 is odd, so each row starts one bank further, and 32 rows in a row start in 32 "
            "different ones; 'ld.b32' goes from 1,024 to 32 wavefronts.");
  ASSERT_EQ(padding->code.size(), 1u);
  EXPECT_EQ(padding->code[0].where, "declaration of tile");
  EXPECT_EQ(padding->code[0].before, "__shared__ float tile[32][32];");
  EXPECT_EQ(padding->code[0].after, "__shared__ float tile[32][33];");
  ASSERT_EQ(padding->accesses.size(), 2u);
  EXPECT_EQ(padding->accesses[1].wavefronts_before, 1024);
  EXPECT_EQ(padding->accesses[1].wavefronts_after, 32);
  EXPECT_EQ(padding->accesses[1].ideal, 32);
  // Saturated ld.b32 on sm_90: wavefronts + 0.079 each.
  EXPECT_NEAR(padding->accesses[1].cycles_before.value(), 1024 + 32 * 0.08, 0.5);
  EXPECT_NEAR(padding->accesses[1].cycles_after.value(), 32 + 32 * 0.08, 0.5);

  const Fix* cute = fix_of(advice, FixFamily::cute);
  ASSERT_NE(cute, nullptr);
  EXPECT_EQ(cute->title, "Swizzle<5,0,5>");
  EXPECT_EQ(cute->excess_after, 0);
  EXPECT_EQ(cute->extra_bytes, 0);
  // The tensor map moves 16-byte chunks: 8 places for 32 rows, so a column still takes 4 wavefronts.
  const Fix* tma = fix_of(advice, FixFamily::tma);
  ASSERT_NE(tma, nullptr);
  EXPECT_EQ(tma->title, "TMA 128B");
  EXPECT_EQ(tma->excess_after, 32 * 3);
  EXPECT_EQ(tma->proof, FixProof::not_best);
}

TEST(Advice, HalfTileForLdmatrix) {
  const Advice advice = advise_on(half_ldmatrix());
  EXPECT_EQ(advice.excess_before, 16 * 28) << "16 ldmatrix.x4, 32 wavefronts instead of 4";
  const auto title = [&](FixFamily family) {
    return fix_of(advice, family) == nullptr ? "" : fix_of(advice, family)->title;
  };
  EXPECT_EQ(title(FixFamily::cute), "Swizzle<3,3,3>");
  EXPECT_EQ(title(FixFamily::tma), "TMA 128B");
  EXPECT_EQ(title(FixFamily::column_xor), "col ^ (row & 7), chunks of 8");
  EXPECT_EQ(title(FixFamily::triton), "Triton vec 8, per phase 1, max phase 8");
  EXPECT_EQ(title(FixFamily::padding), "padding 8 elements");
  EXPECT_EQ(fix_of(advice, FixFamily::padding)->extra_bytes, 64 * 16);
  for (const Fix& fix : advice.fixes) {
    EXPECT_EQ(fix.excess_after, 0) << fix.title;
    EXPECT_EQ(fix.proof, FixProof::ideal) << fix.title;
  }
}

// Columns in steps of 8 lanes only: 16 bytes stay whole, so of a column's 32 floats at least 4 share a bank.
TEST(Advice, VectorsThatStayWholeAreAFloor) {
  Scenario scenario = float_transpose();
  scenario.accesses[0] =
      access_as(Instruction::st_b128, IndexPattern{"r + lane / 8", "lane % 8 * 4"}, {over("r", 32, 4)});
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.floor_excess, 32 * 3);
  EXPECT_NE(advice.floor_reason.find("takes 16 bytes, so it can start in 8 of the 32 banks"), std::string::npos)
      << advice.floor_reason;
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 32 * 3);
  EXPECT_EQ(advice.fixes[0].proof, FixProof::floor);
}

// Columns 0 and 1 are in no vector: with a base of 8, these lie in columns 2 to 5. They may go to any bank.
TEST(Advice, WhatIsInNoVectorHasNoFloor) {
  Scenario scenario;
  scenario.tiles[0].columns = 8;
  scenario.tiles[0].base_bytes = 8;
  scenario.accesses = {access_as(Instruction::st_b128, IndexPattern{"lane", "2"}, {}),
                       access_as(Instruction::ld_b32, ColumnPattern{"0"}, {})};
  EXPECT_EQ(advise_on(scenario).floor_excess, 0);
  scenario.tiles[0].base_bytes = 0;
  scenario.accesses[0].pattern = IndexPattern{"lane", "0"};
  EXPECT_EQ(advise_on(scenario).floor_excess, 3) << "column 0 of 32 vectors: 8 places, 4 wavefronts, ideal 1";
}

// Every fourth row alone is read in vectors, so a padding of one word keeps them aligned: rows start at multiples of 164 bytes.
TEST(Advice, PaddingsThatTheRowsInUseMakeLegal) {
  Scenario scenario;
  scenario.tiles[0].columns = 40;
  scenario.accesses = {access_as(Instruction::ldmatrix_x1, IndexPattern{"lane % 8 * 4", "0"}, {})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.excess_before, 7);
  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_NE(padding, nullptr);
  EXPECT_EQ(padding->title, "padding 1 element");
  EXPECT_EQ(padding->excess_after, 0);
}

// 24 bytes an element: rows 0 and 1 with column 0, rows 2 and 3 with column 1, ...: aligned only where a row is 8 mod 16 bytes.
TEST(Advice, RowsMayMakeUpForColumns) {
  Scenario scenario;
  Tile& tile = scenario.tiles[0];
  tile.columns = 32;
  tile.element = *struct_element("Q", 24, 8);
  tile.pitch.value = 1;  // 33 * 24 = 792 = 49 * 16 + 8
  scenario.accesses = {access_as(Instruction::ld_b128, IndexPattern{"lane % 2 + lane / 16 * 2", "lane % 2"}, {})};
  const Advice advice = advise_on(scenario);
  EXPECT_NE(advice.outcome, AdviceOutcome::refused) << advice.sentence;
  EXPECT_EQ(advice.sentence.find("stays as it is"), std::string::npos) << advice.sentence;
  EXPECT_FALSE(advice.searches.empty());
}

// 8 elements of 24 bytes are one and a half times all banks: to move by so much is no waste.
TEST(Advice, ElementsThatAreNoPowerOfTwoAreMovedFarEnough) {
  Scenario scenario;
  Tile& tile = scenario.tiles[0];
  tile.rows = 16;
  tile.columns = 64;
  tile.element = *struct_element("Q", 24, 8);
  scenario.accesses = {access_as(Instruction::ld_b32, IndexPattern{"lane % 16", "lane / 16"}, {})};
  std::int64_t least = 1'000;
  for (int chunk = 1; chunk <= 32; chunk *= 2) {
    for (int mask = 1; mask * chunk < 64; mask = 2 * mask + 1) {
      Scenario other = scenario;
      other.tiles[0].swizzle = XorSwizzle{chunk, 0, mask};
      const Analysis analysis = analyze(other, machine_named("sm_90"));
      if (!refused(analysis)) least = std::min<std::int64_t>(least, analysis.totals.excess());
    }
  }
  EXPECT_EQ(least, 1) << "16 rows in 16 pairs of banks, and two columns of each";
  const Advice advice = advise_on(scenario);
  const Fix* flip = fix_of(advice, FixFamily::column_xor);
  ASSERT_NE(flip, nullptr);
  EXPECT_EQ(flip->excess_after, least);
}

// Radix-2 butterflies over a flat array: only a swizzle that mixes several bits serves all strides at once.
TEST(Advice, ConstructedBitMatrixBeatsEveryTriedSwizzle) {
  const Result<Scenario> fft = read_scenario(file_text(std::string(BANKMAP_ASSETS) + "/scenarios/fft-stride.json"));
  ASSERT_TRUE(fft);
  const Advice advice = advise_on(*fft);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].family, FixFamily::bit_matrix);
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  EXPECT_GT(fix_of(advice, FixFamily::cute)->excess_after, 0);
}

TEST(Advice, AtomicsOnOneAddressHaveNoFix) {
  Scenario scenario;
  scenario.accesses = {access_as(Instruction::atom_add_u32, BroadcastPattern{}, {})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.outcome, AdviceOutcome::none_exists);
  EXPECT_TRUE(advice.fixes.empty());
  EXPECT_EQ(advice.floor_excess, 31);
  EXPECT_EQ(advice.sentence,
            "None exists: 'atom.add.u32' takes at least 32 wavefronts in any layout (ideal 1): lanes that update one "
            "address take "
            "turns, wherever it lies.");
}

TEST(Advice, DataDecidesNothingThatALayoutCanMend) {
  Scenario scenario;
  scenario.accesses = {access_as(Instruction::ld_b32, IndexPattern{"rand(32)", "rand(32)"}, {over("k", 8)})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.outcome, AdviceOutcome::none_exists);
  EXPECT_NE(advice.sentence.find("depends on data"), std::string::npos) << advice.sentence;
}

TEST(Advice, AlreadyFree) {
  const Advice advice = advise_on(float_transpose(1));
  EXPECT_EQ(advice.outcome, AdviceOutcome::already_free);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  EXPECT_EQ(advice.fixes[0].extra_bytes, -128) << "a swizzle gives the padding back";
  Scenario row;
  row.accesses = {access_as(Instruction::ld_b32, RowPattern{}, {over("k", 32)})};
  const Advice nothing = advise_on(row);
  EXPECT_EQ(nothing.outcome, AdviceOutcome::already_free);
  EXPECT_TRUE(nothing.fixes.empty());
  EXPECT_EQ(nothing.sentence, "Already free: no access takes more wavefronts than the ideal.");
}

TEST(Advice, PaddingThatDoesNotHelpIsTakenBack) {
  // Lanes 2 rows apart, 33 words: 66 mod 32 = 2, two lanes a bank.
  Scenario scenario;
  scenario.tiles[0].rows = 64;
  scenario.tiles[0].pitch.value = 32;  // 64 words: as bad as none
  scenario.accesses = {access_as(Instruction::ld_b32, ColumnPattern{"k", 1}, {over("k", 32)})};
  const Advice advice = advise_on(scenario);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  EXPECT_EQ(advice.fixes[0].extra_bytes, -64 * 128);
}

TEST(Advice, TilesThatAreNoPowerOfTwo) {
  // half [40][48]: rows of 96 bytes. 8 rows of 16-byte chunks: 96 * r mod 128 = 0 96 64 32: two rows a place.
  Scenario scenario;
  scenario.tiles[0].rows = 40;
  scenario.tiles[0].columns = 48;
  scenario.tiles[0].element = *element_named("half");
  scenario.accesses = {
      access_as(Instruction::ldmatrix_x1, MatrixRowsPattern{1, true, "r", "k"}, {over("r", 40, 8), over("k", 48, 8)})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.excess_before, 30) << "2 wavefronts instead of 1, 30 times";
  ASSERT_FALSE(advice.notes.empty());
  EXPECT_NE(advice.notes[0].find("96 bytes apart, which is no power of two"), std::string::npos) << advice.notes[0];
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_NE(padding, nullptr);
  EXPECT_EQ(padding->title, "padding 8 elements") << "112 bytes are 7 chunks, odd";
}

TEST(Advice, ByteOffsetsAndFlatArrays) {
  // s[lane * 32] of a flat array: one word more after every 32.
  Scenario scenario;
  scenario.tiles[0].rows = 1;
  scenario.tiles[0].columns = 1024;
  scenario.accesses = {access_as(Instruction::ld_b32, ByteOffsetPattern{"lane * 128"}, {})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.excess_before, 31);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  const Fix* rows = fix_of(advice, FixFamily::new_rows);
  ASSERT_NE(rows, nullptr);
  EXPECT_EQ(rows->excess_after, 0);
  EXPECT_EQ(rows->title, "rows of 32, padding 1 element");
}

// ---- options ---------------------------------------------------------------------------------------------------------

TEST(Advice, WeightsDecide) {
  Scenario scenario = float_transpose();
  AdviceOptions options;
  options.weights = {1, 0};
  const Advice advice = advise_on(scenario, options);
  EXPECT_EQ(advice.excess_before, 0);
  EXPECT_EQ(advice.outcome, AdviceOutcome::already_free) << "the column does not count";
  EXPECT_EQ(advice.sentence, "Nothing to gain: every access that has excess wavefronts has a weight of 0.");
  options.weights = {1, 10};
  EXPECT_EQ(advise_on(scenario, options).excess_before, 9920);
}

TEST(Advice, OccupancyTier) {
  // 64 x 64 half is 8 KiB, padded 9 KiB; with 29 KiB besides, and 1 reserved: 228 / 38 = 6, 228 / 39 = 5.
  AdviceOptions options;
  options.kernel.threads = 128;
  options.kernel.other_shared_bytes = 29 * 1024;
  const Advice advice = advise_on(half_ldmatrix(), options);
  const Fix* cute = fix_of(advice, FixFamily::cute);
  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_TRUE(cute != nullptr && padding != nullptr && cute->occupancy && padding->occupancy);
  EXPECT_EQ(cute->occupancy->before.blocks_per_sm, 6);
  EXPECT_EQ(cute->occupancy->after.blocks_per_sm, 6);
  EXPECT_EQ(
      cute->occupancy->sentence,
      "6 blocks on a multiprocessor, as before; padding 8 elements leaves 5: that is the reason to take this one");
  EXPECT_EQ(cute->occupancy->dearer, "padding 8 elements leaves 5");
  EXPECT_EQ(padding->occupancy->dearer, "");
  EXPECT_EQ(padding->occupancy->after.blocks_per_sm, 5);
  EXPECT_EQ(padding->occupancy->sentence,
            "5 blocks on a multiprocessor instead of 6: the extra bytes cost a tier of occupancy");
  EXPECT_TRUE(advice.notes.empty());
  options.kernel.other_shared_bytes = 0;  // then no padding costs a block, and there is nothing to say
  for (const Fix& fix : advise_on(half_ldmatrix(), options).fixes) EXPECT_EQ(fix.occupancy->dearer, "") << fix.title;
}

TEST(Advice, SeveralTilesAreMendedTogether) {
  Scenario scenario = float_transpose();
  scenario.tiles.push_back(scenario.tiles[0]);
  scenario.tiles[1].name = "other";
  scenario.tiles[1].base_bytes = 4096;
  scenario.accesses.push_back(scenario.accesses[1]);
  scenario.accesses[2].tile = 1;
  const Advice advice = advise_on(scenario);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 0);
  EXPECT_EQ(advice.fixes[0].tiles, (std::vector<int>{0, 1}));
  const Fix* padding = fix_of(advice, FixFamily::padding);
  ASSERT_NE(padding, nullptr);
  EXPECT_EQ(padding->extra_bytes, 256);
  EXPECT_EQ(padding->scenario.tiles[1].base_bytes, 4096 + 128) << "no byte more than the padding takes";
  const Fix* tma = fix_of(advice, FixFamily::tma);
  ASSERT_NE(tma, nullptr);
  EXPECT_EQ(tma->scenario.tiles[1].base_bytes, 4096);
  scenario.tiles[1].swizzle = TmaSwizzle{TmaMode::b128};  // its pattern repeats after 1,024 bytes
  const Advice other = advise_on(scenario);
  const Fix* pads = fix_of(other, FixFamily::padding);
  ASSERT_NE(pads, nullptr);
  EXPECT_EQ(pads->scenario.tiles[1].base_bytes % 1024, 0);
}

// One tile that cannot be searched: nothing is known of its layouts, so that nothing is called optimal.
TEST(Advice, WhatCouldNotBeSearchedIsNoFloor) {
  Scenario scenario = float_transpose();
  scenario.tiles.push_back(scenario.tiles[0]);
  scenario.tiles[1].name = "other";
  scenario.tiles[1].base_bytes = 4096;
  scenario.tiles[1].swizzle = XorSwizzle{1, 0, 1};
  scenario.accesses.push_back(access_as(Instruction::ld_b32, ByteOffsetPattern{"lane * 128"}, {}));
  scenario.accesses[2].tile = 1;
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.excess_before, 992 + 31);
  EXPECT_EQ(advice.floor_excess, 0);
  ASSERT_FALSE(advice.fixes.empty());
  EXPECT_EQ(advice.fixes[0].excess_after, 31);
  EXPECT_EQ(advice.fixes[0].proof, FixProof::searched_best);
  scenario.accesses[1].pattern = RowPattern{};  // then that tile alone has excess
  const Advice none = advise_on(scenario);
  EXPECT_EQ(none.outcome, AdviceOutcome::none_found);
  EXPECT_EQ(none.sentence.find("None found: "), 0u) << none.sentence;
  EXPECT_NE(advice_json(scenario, none).find("\"outcome\": \"none found\""), std::string::npos);
}

// ---- every preset ----------------------------------------------------------------------------------------------------

TEST(Advice, EveryPresetsFixesKeepTheirPromise) {
  int fixes = 0;
  for (const char* name :
       {"transpose-float-plain", "ldmatrix-half-plain", "fft-stride", "scan-plain", "sgemm-8x8-plain",
        "int4-unpack-plain", "block-16x16", "float4-column", "stmatrix-epilogue-plain", "reduction-interleaved",
        "aos-particle-member", "transpose-half-padded-by-one", "attention-v-trans", "transpose-double-plain"}) {
    SCOPED_TRACE(name);
    const Result<Scenario> scenario =
        read_scenario(file_text(std::string(BANKMAP_ASSETS) + "/scenarios/" + name + ".json"));
    ASSERT_TRUE(scenario);
    for (const Fix& fix : advise_on(*scenario).fixes) {
      SCOPED_TRACE(fix.title);
      ++fixes;
      const std::vector<std::int64_t> slow = slow_wavefronts(fix.scenario);
      ASSERT_EQ(slow.size(), fix.accesses.size());
      for (std::size_t i = 0; i < slow.size(); ++i) EXPECT_EQ(fix.accesses[i].wavefronts_after, slow[i]);
      const Result<Scenario> again = read_scenario(write_scenario(fix.scenario));
      ASSERT_TRUE(again);
      EXPECT_EQ(*again, fix.scenario) << "the fix can be saved";
    }
  }
  EXPECT_GT(fixes, 60);
}

}  // namespace
}  // namespace bankmap
