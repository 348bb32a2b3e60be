// tests/gpu/measure_advice.cpp -- whether advised layouts take the wavefronts on a GPU that they promise.
//
//     measure_advice [--scenarios N] [--seed N] [--json FILE]
//
//     200 scenarios, 341 accesses, 2190 warp instructions: 341 of 341 accesses as promised
//
// For each random scenario with excess the best fix is taken, and every step and warp of each of its accesses is counted by
// the hardware. Exit 1 if a sum differs from what the fix says, 4 where there is no GPU or no counters.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/assets.hpp"
#include "core/address_sweep.hpp"
#include "core/advice/advice.hpp"
#include "core/comparison_report.hpp"
#include "core/measurement_json.hpp"
#include "gpu/measure.hpp"
#include "tests/core/random_scenarios.hpp"

namespace {

using namespace bankmap;

struct Options {
  int scenarios = 200;
  std::uint32_t seed = 1;
  std::string json;
};

struct Tally {
  int scenarios = 0;
  int accesses = 0;
  int as_promised = 0;
  int instructions = 0;
  std::vector<std::string> differing;
  DeviceStamp device;
  std::string date;
};

[[noreturn]] void give_up(const std::string& why, int code) {
  fmt::print(stderr, "{}\n", why);
  std::exit(code);
}

template <class T>
T value_of(Result<T> result, int code) {
  if (!result) give_up(to_string(result.error()), code);
  return *std::move(result);
}

// What the hardware counts over all steps and warps of an access.
std::int64_t measured_wavefronts(GpuSession& session, const Scenario& scenario, const Access& access, Tally& tally) {
  const PreparedAccess prepared =
      value_of(prepare(access, scenario.tiles.at(static_cast<std::size_t>(access.tile)), scenario.block), 2);
  AddressSweep sweep(prepared);
  double sum = 0;
  for (int warp = 0; warp < prepared.warps; ++warp) {
    for (std::int64_t step = 0; step < prepared.steps; ++step) {
      const WarpAddresses& found = *value_of(sweep.at(loop_values(access, step), warp), 2);
      if ((found.lanes.active & info(access.instruction).address_lanes) == 0) continue;
      const MeasureRequest request{.instruction = access.instruction,
                                   .addresses = found.lanes,
                                   .latency = false,
                                   .one_warp = false,
                                   .saturated = false};
      const Measurement measurement = value_of(session.measure(request), 4);
      if (!measurement.counters) give_up("no counters: run as root", 4);
      sum += measurement.counters->wavefronts;
      ++tally.instructions;
      tally.device = measurement.device;
      tally.date = measurement.date;
    }
  }
  return static_cast<std::int64_t>(sum + 0.5);
}

void measure_fix(GpuSession& session, const Fix& fix, Tally& tally) {
  ++tally.scenarios;
  for (std::size_t i = 0; i < fix.accesses.size(); ++i) {
    const Access& access = fix.scenario.accesses[i];
    const std::int64_t measured = measured_wavefronts(session, fix.scenario, access, tally);
    ++tally.accesses;
    if (measured == fix.accesses[i].wavefronts_after) {
      ++tally.as_promised;
      continue;
    }
    tally.differing.push_back(fmt::format("scenario {}, {}, {}: promised {}, measured {}", tally.scenarios, fix.title,
                                          access.name, fix.accesses[i].wavefronts_after, measured));
  }
}

// The hardware counts these; matrix stores and loads want all of their row addresses.
bool countable(const Scenario& scenario) {
  return std::all_of(scenario.accesses.begin(), scenario.accesses.end(), [](const Access& access) {
    return !profiler_counters(access.instruction).wavefronts.empty() && access.mask == Access{}.mask;
  });
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--scenarios") options.scenarios = std::atoi(argv[i + 1]);
    if (word == "--seed") options.seed = static_cast<std::uint32_t>(std::atoi(argv[i + 1]));
    if (word == "--json") options.json = argv[i + 1];
  }
  return options;
}

int run(const Options& options) {
  GpuSession session = value_of(GpuSession::open(0), 4);
  const MachineProfiles machines = value_of(find_machines(), 2);
  const MachineProfile* machine = profile_for(machines, session.device().compute_capability);
  if (machine == nullptr) give_up("no profile for this GPU", 4);
  RandomScenarios scenarios(options.seed);
  Tally tally;
  while (tally.scenarios < options.scenarios) {
    const Scenario scenario = scenarios.next();
    if (!countable(scenario)) continue;
    const Advice advice = value_of(advise(scenario, *machine), 2);
    if (advice.outcome == AdviceOutcome::fixes_found) measure_fix(session, advice.fixes.front(), tally);
  }
  fmt::print("{} scenarios, {} accesses, {} warp instructions: {} of {} accesses as promised\n", tally.scenarios,
             tally.accesses, tally.instructions, tally.as_promised, tally.accesses);
  for (const std::string& each : tally.differing) fmt::print("{}\n", each);
  if (!options.json.empty()) {
    const nlohmann::ordered_json json{{"format", "bankmap-advice-verification"},
                                      {"version", 1},
                                      {"device", tally.device.name},
                                      {"compute_capability", tally.device.compute_capability},
                                      {"driver", tally.device.driver},
                                      {"date", tally.date},
                                      {"seed", options.seed},
                                      {"scenarios", tally.scenarios},
                                      {"accesses", tally.accesses},
                                      {"warp_instructions", tally.instructions},
                                      {"as_promised", tally.as_promised},
                                      {"differing", tally.differing}};
    std::ofstream(options.json) << json.dump(1) << "\n";
  }
  return tally.as_promised == tally.accesses ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return run(read_options(argc, argv)); }
