// A whole preset analysed again, as it is while a slider moves: every tile, access, loop step and warp.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "core/analysis.hpp"
#include "core/scenario_json.hpp"
#include "tests/bench/preset_files.hpp"

namespace {

const bool registered = [] {
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(BANKMAP_ASSETS) / "scenarios")) {
    if (file.path().extension() != ".json") continue;
    const bankmap::Scenario scenario = bankmap::read_scenario(text_of(file.path())).value();
    benchmark::RegisterBenchmark(("analyze/" + file.path().stem().string()).c_str(), [scenario](
                                                                                         benchmark::State& state) {
      for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(bankmap::analyze(scenario, hopper()));
      std::int64_t instructions = 0;
      for (const auto& access : bankmap::analyze(scenario, hopper()).accesses)
        instructions += access.totals.instructions;
      state.counters["warp_instructions"] = static_cast<double>(instructions);
    })->Unit(benchmark::kMicrosecond);
  }
  return true;
}();

}  // namespace
