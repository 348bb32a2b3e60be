// What is known about a GPU: its profile, what was measured on it, and tables of its counters.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/comparison.hpp"
#include "core/hardware_table.hpp"
#include "core/machine_json.hpp"
#include "core/measurement_json.hpp"
#include "core/random_access.hpp"
#include "tests/fuzz/assets.hpp"
#include "tests/fuzz/laws.hpp"

namespace bankmap {
namespace {

bool is_finite(const std::optional<CyclePrediction>& cycles) {
  return !cycles || (std::isfinite(cycles->cycles_per_instruction) && std::isfinite(cycles->tolerance_cycles));
}

// Every rule that a file may hold serves every lane once, and its short count agrees with its long one.
void require_serves(const MachineProfile& machine, const InstructionRule& rule, const LaneAddresses& lanes) {
  const InstructionRule* load = rule.loop_load ? machine.rule(*rule.loop_load) : nullptr;
  const WarpCost cost = count_wavefronts(rule, load, lanes);
  const WarpPasses served = serve_warp(rule, load, lanes);
  require(served.cost == cost, "the short count is the long one");
  require(cost.wavefronts >= cost.ideal && cost.ideal >= 0 && cost.bank_conflicts >= 0, "no cost beats its ideal");
  const LaneMask active = lanes.active & info(rule.instruction).address_lanes;
  LaneMask once = 0;
  for (const Pass& pass : served.passes) {
    require((once & pass.lanes) == 0, "no lane is served twice");
    once |= pass.lanes;
  }
  require(once == active, "every lane is served");
  require(is_finite(saturated_cycles(rule, cost)) && is_finite(latency_cycles(rule, cost)), "cycles are numbers");
}

}  // namespace

void check_machine(std::string_view text) {
  const Result<MachineProfile> machine = read_machine(text);
  if (!machine) return require_reason(machine.error(), text);
  const Result<MachineProfile> again = read_machine(write_machine(*machine));
  require(again && *again == *machine, "a machine is written and read back");
  RandomAccesses accesses(text.size());
  for (const auto& [instruction, rule] : machine->rules) require_serves(*machine, rule, accesses.next(instruction));
}

void check_measurements(std::string_view text) {
  const Result<std::vector<Measurement>> measurements = read_measurements(text);
  if (!measurements) return require_reason(measurements.error(), text);
  const Result<std::vector<Measurement>> again = read_measurements(write_measurements(*measurements));
  require(again && *again == *measurements, "measurements are written and read back");
  for (const Measurement& each : *measurements) {
    const int access_bytes = info(each.instruction).access_bytes;
    const auto is_aligned = [access_bytes](std::uint32_t address) {
      return address % static_cast<std::uint32_t>(access_bytes) == 0;
    };
    if (!std::ranges::all_of(each.addresses.byte_address, is_aligned)) continue;  // the hardware refuses it too
    const auto predicted = predict(measured_machine(), each.instruction, each.addresses);
    require(!verdict(compare(predicted, each)).empty(), "a comparison has a verdict");
  }
}

void check_hardware_table(std::string_view text) {
  const Result<HardwareTable> table = read_hardware_table(text);
  if (!table) return require_reason(table.error(), text);
  const TableVerdict verdict = verify(*table, measured_machine());
  require(verdict.rows == static_cast<int>(table->size()), "every row is looked at");
  require(verdict.rows == verdict.exact + static_cast<int>(verdict.differing.size()), "a row is exact or differs");
  for (const RowDifference& each : verdict.differing) require(!to_string(each).empty(), "a difference is told");
}

}  // namespace bankmap
