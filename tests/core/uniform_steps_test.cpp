#include "core/uniform_steps.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

#include "core/address_sweep.hpp"
#include "core/analysis.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

// Every step worked out in full; empty where one of them is refused.
std::vector<WarpCost> costs_in_full(const Scenario& scenario, const Access& access, const MachineProfile& machine) {
  std::vector<WarpCost> costs;
  const auto prepared = prepare(access, scenario.tiles[static_cast<std::size_t>(access.tile)], scenario.block);
  const InstructionRule* rule = machine.rule(access.instruction);
  if (!prepared || rule == nullptr) return {};
  AddressSweep sweep(*prepared);
  for (int warp = 0; warp < prepared->warps; ++warp) {
    for (std::int64_t step = 0; step < prepared->steps; ++step) {
      const auto found = sweep.at(loop_values(access, step), warp);
      if (!found) return {};
      const InstructionRule* load = rule->loop_load ? machine.rule(*rule->loop_load) : nullptr;
      costs.push_back(count_wavefronts(*rule, load, (*found)->lanes));
    }
  }
  return costs;
}

Access column_loop(std::string row, std::string column, std::int64_t steps) {
  Access access;
  access.pattern = IndexPattern{std::move(row), std::move(column)};
  access.loops = {{.name = "k", .begin = 0, .end = steps, .step = 1, .at = 0}};
  return access;
}

bool same_cost(const Access& access, const Tile& tile, std::int64_t from, std::int64_t to) {
  const PreparedAccess prepared = prepare(access, tile, {}).value();
  UniformSteps uniform(prepared);
  AddressSweep sweep(prepared);
  const std::vector<std::int64_t> loops{from};
  uniform.start(loops, *sweep.at(loops, 0).value());
  return uniform.same_cost(std::vector<std::int64_t>{to});
}

TEST(UniformSteps, AllLanesMoveAlike) {
  const Tile tile;  // float [32][32]
  EXPECT_TRUE(same_cost(column_loop("lane", "k", 32), tile, 5, 6));
  EXPECT_TRUE(same_cost(column_loop("lane", "31 - k", 32), tile, 5, 31));
  EXPECT_TRUE(same_cost(column_loop("lane / 2 + (k + k) * 2 - 3 * k", "0", 17), tile, 0, 16));
  EXPECT_FALSE(same_cost(column_loop("lane", "k", 40), tile, 5, 32)) << "leaves the tile";
  EXPECT_FALSE(same_cost(column_loop("lane", "lane ^ k", 32), tile, 5, 6));
  EXPECT_FALSE(same_cost(column_loop("lane", "k % 8", 32), tile, 5, 6));
  EXPECT_FALSE(same_cost(column_loop("lane", "lane * k", 2), tile, 0, 1));
  EXPECT_FALSE(same_cost(column_loop("lane", "rand(4) + k", 8), tile, 0, 1));
  Access masked = column_loop("lane", "k", 32);
  masked.mask = "lane < k";
  EXPECT_FALSE(same_cost(masked, tile, 5, 6));
  masked.mask = "lane < 20";
  EXPECT_TRUE(same_cost(masked, tile, 5, 6));
}

TEST(UniformSteps, OnlyByWholeChunks) {
  Tile half;
  half.element = *element_named("half");
  Access access = column_loop("lane", "k", 32);
  access.instruction = Instruction::ld_b16;
  EXPECT_FALSE(same_cost(access, half, 0, 1)) << "two bytes: the words that lanes share change";
  EXPECT_TRUE(same_cost(access, half, 0, 2));
  half.swizzle = XorSwizzle{8, 0, 3};
  EXPECT_FALSE(same_cost(access, half, 0, 2)) << "a swizzle does not move all lanes alike";
}

// The sum overflows in a middle step only; it must be found.
TEST(UniformSteps, AnOverflowOnTheWayIsNotPassedOver) {
  const Access access = column_loop("lane", "k + 9223372036854775804 - 9223372036854775804", 8);
  EXPECT_FALSE(same_cost(access, Tile{}, 0, 1));
  Scenario scenario;
  scenario.accesses = {access};
  const Analysis analysis = analyze(scenario, machine_named("sm_90"));
  EXPECT_TRUE(refused(analysis));
}

std::string random_index(std::mt19937& random, int size) {
  const auto below = [&](unsigned n) { return random() % n; };
  constexpr const char* lanes[]{"lane", "lane / 4", "lane % 8", "lane * 2", "lane / 8", "0", "lane ^ 5", "31 - lane"};
  constexpr const char* loops[]{"k",     "2 * k", "k + j",           "j * 4 - k", "j",
                                "k * k", "k % 4", "(k + 1) * 3 - k", "0",         "-k"};
  return fmt::format("{} + {} + {}", lanes[below(8)], loops[below(10)], below(static_cast<unsigned>(size)) / 2);
}

TEST(UniformSteps, CostsAreThoseOfEveryStepInFull) {
  const MachineProfile machine = machine_named("sm_90");
  std::mt19937 random(90);
  int steps = 0;
  for (int i = 0; i < 3000; ++i) {
    Scenario scenario;
    Tile& tile = scenario.tiles[0];
    constexpr const char* elements[]{"float", "half", "double", "int8", "float4"};
    tile.element = *element_named(elements[random() % 5]);
    tile.rows = tile.columns = 64;
    tile.pitch.value = 4 * static_cast<std::int64_t>(random() % 5);
    scenario.block = {.x = 64, .y = 1, .z = 1};
    constexpr Instruction kinds[]{Instruction::ld_b32, Instruction::st_b32,       Instruction::ld_b16,
                                  Instruction::ld_b64, Instruction::atom_add_u32, Instruction::red_add_f32};
    Access access = column_loop(random_index(random, 32), random_index(random, 32), 1 + random() % 6);
    access.instruction = kinds[random() % 6];
    access.loops.push_back({.name = "j", .begin = 0, .end = 1 + static_cast<std::int64_t>(random() % 5), .step = 1});
    if (random() % 4 == 0) access.mask = random() % 2 == 0 ? "lane % 3 == 0" : "lane < 8 + k";
    scenario.accesses = {access};
    const Analysis analysis = analyze(scenario, machine);
    ASSERT_EQ(analysis.accesses.front().costs, costs_in_full(scenario, access, machine)) << write_scenario(scenario);
    steps += static_cast<int>(analysis.accesses.front().costs.size());
  }
  EXPECT_GT(steps, 10'000);  // enough of them are allowed by the hardware
}

}  // namespace
}  // namespace bankmap
