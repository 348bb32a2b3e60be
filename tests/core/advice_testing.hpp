// Scenarios for the tests of the advice, and a count of a whole scenario that shares nothing with the search.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/analysis.hpp"
#include "tests/core/oracle.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {

inline LoopVariable over(std::string name, std::int64_t end, std::int64_t step = 1) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = step, .at = 0};
}

inline Access access_as(Instruction instruction, LanePattern pattern, std::vector<LoopVariable> loops) {
  Access access;
  access.name = std::string(info(instruction).name);
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  access.loops = std::move(loops);
  return access;
}

// Stored by row, read by column.
inline Scenario float_transpose(std::int64_t padding = 0) {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses = {access_as(Instruction::st_b32, RowPattern{}, {over("k", 32)}),
                       access_as(Instruction::ld_b32, ColumnPattern{}, {over("k", 32)})};
  return scenario;
}

// 64 x 64 half: filled 16 bytes a lane, read as matrix rows.
inline Scenario half_ldmatrix() {
  Scenario scenario;
  scenario.tiles[0].rows = scenario.tiles[0].columns = 64;
  scenario.tiles[0].element = *element_named("half");
  scenario.accesses = {
      access_as(Instruction::st_b128, IndexPattern{"r + lane / 8", "lane % 8 * 8"}, {over("r", 64, 4)}),
      access_as(Instruction::ldmatrix_x4, MatrixRowsPattern{4, true, "r", "k"},
                {over("r", 64, 16), over("k", 64, 16)})};
  return scenario;
}

inline Advice advise_on(const Scenario& scenario, const AdviceOptions& options = {}) {
  const Result<Advice> advice = advise(scenario, machine_named("sm_90"), options);
  EXPECT_TRUE(advice) << (advice ? "" : to_string(advice.error()));
  return advice.value_or(Advice{});
}

inline const Fix* fix_of(const Advice& advice, FixFamily family) {
  for (const Fix& fix : advice.fixes) {
    if (fix.family == family) return &fix;
  }
  return nullptr;
}

// Wavefronts of each access by the slow and obvious count, over addresses that are computed one element at a time.
inline std::vector<std::int64_t> slow_wavefronts(const Scenario& scenario) {
  std::vector<std::int64_t> sums;
  for (const Access& access : scenario.accesses) {
    std::int64_t sum = 0;
    const auto prepared = prepare(access, scenario.tiles.at(static_cast<std::size_t>(access.tile)), scenario.block);
    EXPECT_TRUE(prepared) << (prepared ? "" : to_string(prepared.error()));
    if (!prepared) return {};
    for (int warp = 0; warp < prepared->warps; ++warp) {
      for (std::int64_t step = 0; step < prepared->steps; ++step) {
        const auto at = addresses(*prepared, loop_values(access, step), warp);
        EXPECT_TRUE(at) << (at ? "" : to_string(at.error()));
        if (!at) return {};
        sum += oracle::cost(access.instruction, at->lanes).wavefronts;
      }
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace bankmap
