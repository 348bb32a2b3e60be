// Whatever the scenario: a fix is never worse than before, one-to-one, aligned, as large as it says, and costs what it says.
//
// BANKMAP_ADVICE_SCENARIOS sets how many scenarios are drawn; the 10,000 of a usual run take half a minute.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"
#include "tests/core/random_scenarios.hpp"

namespace bankmap {
namespace {

// Every element's bytes, written down: none twice.
bool one_to_one(const Tile& tile) {
  const Result<TileLayout> layout = lay_out(tile);
  if (!layout) return false;
  std::set<std::int64_t> places;
  for (int row = 0; row < tile.rows; ++row) {
    for (int column = 0; column < tile.columns; ++column) {
      const Result<std::int64_t> bit = layout->bit_offset(row, column);
      if (!bit || !places.insert(*bit).second) return false;
      if (*bit < tile.base_bytes * 8 || *bit + tile.element.bits > (tile.base_bytes + layout->size_bytes) * 8)
        return false;
    }
  }
  return true;
}

std::int64_t tile_bytes(const Tile& tile) { return lay_out(tile)->size_bytes; }

TEST(AdviceProperty, EveryFixKeepsItsPromise) {
  const char* asked = std::getenv("BANKMAP_ADVICE_SCENARIOS");
  const int wanted = asked == nullptr ? 10'000 : std::atoi(asked);
  RandomScenarios scenarios(20250);
  int looked_at = 0, fixes = 0, better = 0;
  for (int n = 0; n < wanted; ++n) {
    const Scenario scenario = scenarios.next();
    SCOPED_TRACE(n);
    AdviceOptions options;
    options.allow_lane_orders = n % 8 == 0;
    options.allow_vector_widths = n % 8 == 4;
    options.fixes_per_family = 1 + n % 3;
    const Result<Advice> advice = advise(scenario, machine_named("sm_90"), options);
    ASSERT_TRUE(advice) << to_string(advice.error());
    if (advice->outcome == AdviceOutcome::refused) continue;
    ++looked_at;
    const std::vector<std::int64_t> before = slow_wavefronts(scenario);
    for (const Fix& fix : advice->fixes) {
      SCOPED_TRACE(fix.title);
      ++fixes;
      const std::vector<std::int64_t> after = slow_wavefronts(fix.scenario);  // fails where something is refused
      ASSERT_EQ(after.size(), fix.accesses.size());
      std::int64_t excess_before = 0, excess_after = 0;
      for (std::size_t i = 0; i < after.size(); ++i) {
        ASSERT_EQ(fix.accesses[i].wavefronts_before, before[i]);
        ASSERT_EQ(fix.accesses[i].wavefronts_after, after[i]);
        excess_before += before[i] - fix.accesses[i].ideal_before;
        excess_after += after[i] - fix.accesses[i].ideal;
      }
      ASSERT_EQ(excess_before, fix.excess_before);
      ASSERT_EQ(excess_after, fix.excess_after);
      ASSERT_TRUE(excess_after < excess_before || (excess_after == excess_before && fix.extra_bytes < 0))
          << "never worse";
      const bool same_accesses = fix.family != FixFamily::lane_order && fix.family != FixFamily::vector_width;
      ASSERT_TRUE(!same_accesses || excess_after >= advice->floor_excess) << "nothing goes below the floor\n"
                                                                          << write_scenario(scenario);
      ASSERT_TRUE(one_to_one(fix.scenario.tiles[0]));
      ASSERT_EQ(fix.extra_bytes, tile_bytes(fix.scenario.tiles[0]) - tile_bytes(scenario.tiles[0]));
      better += excess_after < excess_before ? 1 : 0;
    }
    if (advice->outcome == AdviceOutcome::already_free) {
      ASSERT_EQ(advice->excess_before, 0);
    }
    if (advice->outcome == AdviceOutcome::fixes_found) {
      ASSERT_LT(advice->fixes[0].excess_after, advice->excess_before);
    }
    ASSERT_TRUE(std::is_sorted(advice->fixes.begin(), advice->fixes.end(),
                               [](const Fix& a, const Fix& b) { return a.excess_after < b.excess_after; }));
  }
  EXPECT_GT(looked_at, wanted / 2) << "most scenarios are legal";
  EXPECT_GT(fixes, wanted);
  EXPECT_GT(better, wanted / 2);
}

// A search without cleverness over the same small families, counted by the oracle: it finds nothing better.
TEST(AdviceProperty, NothingInTheFamiliesIsBetter) {
  RandomScenarios scenarios(777);
  int compared = 0;
  for (int n = 0; n < 150 && compared < 40; ++n) {
    const Scenario scenario = scenarios.next();
    const Advice advice = advise_on(scenario);
    if (advice.outcome != AdviceOutcome::fixes_found || scenario.tiles[0].rows == 1) continue;
    SCOPED_TRACE(n);
    ++compared;
    std::int64_t ideal = 0;
    for (const AccessEffect& effect : advice.fixes[0].accesses) ideal += effect.ideal;
    std::vector<Tile> tiles;
    for (int padding = 0; padding < 128; ++padding) {  // after 128 elements the banks repeat, whatever the element
      Tile tile = scenario.tiles[0];
      tile.swizzle = NoSwizzle{};
      tile.pitch = {Pitch::Kind::padding, Pitch::Unit::elements, padding};
      tiles.push_back(tile);
      if (padding > 0) continue;
      for (int chunk = 1; chunk <= 16; chunk *= 2) {
        for (int shift = 0; shift < 4; ++shift) {
          for (const int mask : {1, 3, 7, 15, 31}) {
            tile.swizzle = XorSwizzle{chunk, shift, mask};
            tiles.push_back(tile);
          }
        }
      }
    }
    int widest_bytes = 1;  // swizzles are searched on rows that keep such accesses aligned everywhere
    for (const Access& access : scenario.accesses)
      widest_bytes = std::max(widest_bytes, info(access.instruction).access_bytes);
    const bool whole_rows = scenario.tiles[0].columns * scenario.tiles[0].element.bits % (widest_bytes * 8) == 0;
    for (const Tile& tile : tiles) {
      if (!whole_rows && !std::holds_alternative<NoSwizzle>(tile.swizzle)) continue;
      Scenario other = scenario;
      other.tiles[0] = tile;
      const Analysis analysis = analyze(other, machine_named("sm_90"));
      if (refused(analysis)) continue;
      ASSERT_GE(analysis.totals.wavefronts - ideal, advice.fixes[0].excess_after)
          << describe(tile.swizzle) << " " << tile.pitch.value << "\n"
          << write_scenario(scenario);
    }
  }
  EXPECT_EQ(compared, 40);
}

}  // namespace
}  // namespace bankmap
