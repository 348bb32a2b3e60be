// A whole search, as it runs while a slider moves: store plus load of a 64 x 64 half tile, and every preset.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "core/advice/advice.hpp"
#include "core/scenario_json.hpp"
#include "tests/bench/preset_files.hpp"

namespace {

bankmap::LoopVariable over(std::string name, std::int64_t end, std::int64_t step = 1) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = step, .at = 0};
}

// Two bytes a lane, row by row and column by column: 256 warp instructions.
bankmap::Scenario half_transpose(bankmap::Swizzle swizzle, std::int64_t padding) {
  bankmap::Scenario scenario;
  bankmap::Tile& tile = scenario.tiles[0];
  tile.rows = tile.columns = 64;
  tile.element = *bankmap::element_named("half");
  tile.swizzle = std::move(swizzle);
  tile.pitch.value = padding;
  bankmap::Access store;
  store.instruction = bankmap::Instruction::st_b16;
  store.pattern = bankmap::RowPattern{"r", "c", 1};
  store.loops = {over("r", 64), over("c", 64, 32)};
  bankmap::Access load;
  load.instruction = bankmap::Instruction::ld_b16;
  load.pattern = bankmap::IndexPattern{"lane + r", "k"};
  load.loops = {over("r", 64, 32), over("k", 64)};
  scenario.accesses = {store, load};
  return scenario;
}

void whole_search(benchmark::State& state, const bankmap::Scenario& scenario) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(bankmap::advise(scenario, hopper()));
}

void half_64x64_plain(benchmark::State& state) { whole_search(state, half_transpose(bankmap::NoSwizzle{}, 0)); }
void half_64x64_padded_by_one(benchmark::State& state) { whole_search(state, half_transpose(bankmap::NoSwizzle{}, 1)); }
BENCHMARK(half_64x64_plain)->Unit(benchmark::kMillisecond);
BENCHMARK(half_64x64_padded_by_one)->Unit(benchmark::kMillisecond);

const bool registered = [] {
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(BANKMAP_ASSETS) / "scenarios")) {
    if (file.path().extension() != ".json") continue;
    const bankmap::Scenario scenario = bankmap::read_scenario(text_of(file.path())).value();
    benchmark::RegisterBenchmark(("advise/" + file.path().stem().string()).c_str(), [scenario](
                                                                                        benchmark::State& state) {
      whole_search(state, scenario);
    })->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
