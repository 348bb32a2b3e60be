// Whatever the scenario: a fix is never worse than before, one-to-one, aligned, as large as it says, and costs what it says.
//
// BANKMAP_ADVICE_SCENARIOS sets how many scenarios are drawn; 10,000 take half a minute.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

class RandomScenarios {
 public:
  explicit RandomScenarios(std::uint32_t seed) : random_(seed) {}

  Scenario next() {
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    tile.element = *element_named(pick({"float", "half", "int8", "double", "float4", "int4"}));
    if (below(12) == 0) tile.element = *struct_element("Particle", 4 * (1 + static_cast<int>(below(9))), 4);
    tile.rows = pick({1, 4, 8, 16, 24, 32, 40, 64});
    tile.columns = pick({8, 16, 24, 32, 48, 64, 128});
    if (below(3) == 0) tile.pitch.value = 8 * below(4);
    if (below(4) == 0)
      tile.swizzle = XorSwizzle{static_cast<int>(1u << below(4)), static_cast<int>(below(3)), (1 << below(4)) - 1};
    if (below(8) == 0) tile.base_bytes = 16 * below(80);
    scenario.block.x = below(5) == 0 ? 64 : 32;
    const bool bytes = below(8) == 0;
    if (bytes) tile.swizzle = NoSwizzle{};
    scenario.accesses.clear();
    for (std::uint32_t i = 0, count = 1 + below(3); i < count; ++i)
      scenario.accesses.push_back(bytes ? byte_access(tile) : access(tile));
    return scenario;
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }
  template <class T>
  T pick(std::initializer_list<T> of) {
    return *(of.begin() + below(static_cast<std::uint32_t>(of.size())));
  }

  // Inside the tile: rows and columns are taken modulo its size, vectors start at multiples of their length.
  Access access(const Tile& tile) {
    const Instruction instruction =
        pick({Instruction::ld_b8, Instruction::ld_b16, Instruction::ld_b32, Instruction::ld_b64, Instruction::ld_b128,
              Instruction::st_b16, Instruction::st_b32, Instruction::st_b64, Instruction::st_b128,
              Instruction::ldmatrix_x4, Instruction::stmatrix_x2, Instruction::atom_add_u32, Instruction::atom_cas_b32,
              Instruction::red_add_f32, Instruction::cp_async_ca_16});
    const int vector = std::max(1, info(instruction).access_bytes * 8 / tile.element.bits);
    const int places = std::max(1, tile.columns / vector);
    const std::string row = pick<const char*>(
        {"lane", "lane / 4", "lane / 8", "k", "lane % 8", "k + lane / 16", "lane ^ k", "lane * 2", "lane / 2 * 3"});
    const std::string column =
        pick<const char*>({"k", "lane % 4", "lane % 8", "lane", "lane / 8 + k", "lane * 2", "0", "lane % 2 + k * 2"});
    Access access =
        access_as(instruction,
                  IndexPattern{"(" + row + ") % " + std::to_string(tile.rows),
                               "(" + column + ") % " + std::to_string(places) + " * " + std::to_string(vector)},
                  {over("k", 1 + below(6))});
    if (tile.element.is_struct && info(instruction).access_bytes == 4) {
      access.element_byte = 4 * static_cast<int>(below(static_cast<std::uint32_t>(tile.element.bits / 32)));
    }
    if (below(6) == 0) access.mask = pick<const char*>({"0xffff", "0x0f0f0f0f", "lane < 20", "0x80000001"});
    return access;
  }

  // Offsets inside the tile, at multiples of the access size.
  Access byte_access(const Tile& tile) {
    const Instruction instruction =
        pick({Instruction::ld_b16, Instruction::ld_b32, Instruction::st_b32, Instruction::ld_b128});
    const int size = info(instruction).access_bytes;
    const std::int64_t places = std::int64_t{tile.rows} * tile.columns * tile.element.bits / 8 / size;
    return access_as(
        instruction,
        ByteOffsetPattern{"(lane * " + std::to_string(1 + below(64)) + " + k) % " +
                          std::to_string(std::max<std::int64_t>(1, places)) + " * " + std::to_string(size)},
        {over("k", 1 + below(4))});
  }

  std::mt19937 random_;
};

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
  const int wanted = asked == nullptr ? 4000 : std::atoi(asked);
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
    for (int padding = 0; padding < 32; ++padding) {
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
    int widest_bytes = 1;  // the families keep such vectors whole and aligned, wherever they are
    for (const Access& access : scenario.accesses)
      widest_bytes = std::max(widest_bytes, info(access.instruction).access_bytes);
    for (const Tile& tile : tiles) {
      const auto* flip = std::get_if<XorSwizzle>(&tile.swizzle);
      if (flip != nullptr && flip->chunk_elements * tile.element.bits < widest_bytes * 8) continue;
      if ((tile.columns + tile.pitch.value) * tile.element.bits % (widest_bytes * 8) != 0) continue;
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
