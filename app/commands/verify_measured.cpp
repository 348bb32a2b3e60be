#include "app/commands/verify_measured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gpu_work.hpp"
#include "core/comparison_report.hpp"
#include "core/random_access.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_listed = 20;

std::uint64_t fresh_seed() {
  std::random_device device;
  return device();
}

std::vector<Instruction> verifiable(const MachineProfile& profile, const GpuSession& session) {
  std::vector<Instruction> found;
  for (const auto& [instruction, rule] : profile.rules) {
    if (session.has(instruction) && !profiler_counters(instruction).wavefronts.empty()) found.push_back(instruction);
  }
  return found;
}

// How one kind of cycles compares over all accesses.
struct CycleTally {
  int compared = 0;
  int within = 0;
  double largest = 0;
  void add(const std::optional<ComparedFigure>& figure) {
    if (!figure) return;
    ++compared;
    within += figure->agrees() ? 1 : 0;
    if (std::abs(figure->difference()) > std::abs(largest)) largest = figure->difference();
  }
  std::string text(std::string_view name, std::string_view tolerance) const {
    if (compared == 0) return {};
    return fmt::format("{}: {} of {} within {}, largest difference {:+.2f}\n", name, within, compared, tolerance,
                       largest);
  }
  Json json() const { return {{"compared", compared}, {"within_tolerance", within}, {"largest_difference", largest}}; }
};

// Accesses with what was found of each; the first most_listed.
struct AccessList {
  int count = 0;
  std::vector<std::string> first;
  void add(const Measurement& measurement, const std::string& what) {
    if (++count > most_listed) return;
    first.push_back(fmt::format("{}, active_mask {:08x}, addresses {}: {}", info(measurement.instruction).name,
                                measurement.addresses.active, fmt::join(measurement.addresses.byte_address, " "),
                                what));
  }
  std::string text() const {
    std::string lines;
    for (const std::string& each : first) lines += each + "\n";
    const int more = count - static_cast<int>(first.size());
    return more > 0 ? lines + fmt::format("... and {} more\n", more) : lines;
  }
};

struct Verification {
  int measured = 0, exact = 0;
  CycleTally saturated, latency;
  AccessList differing;     // in their counters: the check failed
  AccessList other_cycles;  // the counters are exact, the cycles out of tolerance: told, and no failure
  DeviceStamp device;
  std::string date;

  void add(const Prediction& prediction, const Measurement& measurement) {
    const Comparison comparison = compare(prediction, measurement);
    ++measured;
    exact += comparison.counters_agree() ? 1 : 0;
    saturated.add(comparison.saturated);
    latency.add(comparison.latency);
    if (!comparison.counters_agree()) {
      differing.add(measurement, verdict(comparison));
    } else if (!comparison.cycles_agree()) {
      other_cycles.add(measurement, verdict(comparison));
    }
    device = measurement.device;
    date = measurement.date;
  }
};

// What was tried.
struct Trial {
  std::uint64_t seed = 0;
  std::vector<Instruction> kinds;
  std::string profile;
};

std::string text_of(const Verification& verification, const Trial& trial) {
  std::string text =
      device_line(verification.device) + fmt::format("\n{} instructions, seed {}\n", trial.kinds.size(), trial.seed);
  text += verification.differing.text();
  if (verification.other_cycles.count > 0)
    text += "counters exact, cycles out of tolerance (no failure):\n" + verification.other_cycles.text();
  return text + fmt::format("{} of {} exact\n", verification.exact, verification.measured) +
         verification.saturated.text("cycles, saturated", "max(0.2, 3 %)") +
         verification.latency.text("cycles, latency", "1");
}

std::string json_of(const Verification& verification, const Trial& trial) {
  const DeviceStamp& device = verification.device;
  const Json json{{"format", "bankmap-verification"},
                  {"version", 1},
                  {"device",
                   {{"name", device.name},
                    {"compute_capability", device.compute_capability},
                    {"driver", device.driver},
                    {"cuda_runtime", device.cuda_runtime}}},
                  {"date", verification.date},
                  {"profile", trial.profile},
                  {"seed", trial.seed},
                  {"instructions", trial.kinds.size()},
                  {"accesses", verification.measured},
                  {"exact", verification.exact},
                  {"saturated_cycles", verification.saturated.json()},
                  {"latency_cycles", verification.latency.json()},
                  {"differing", verification.differing.first},
                  {"other_cycles", verification.other_cycles.first}};
  return json.dump(1) + "\n";
}

Problem no_counters(const CountersMissing& missing) {
  const std::string hint = missing.command.empty() ? "" : "what would allow it: " + missing.command;
  return {.what = "the counters cannot be read: " + missing.reason, .hint = hint, .place = {}, .range = {}};
}

Result<Verification> measure_random(GpuSession& session, const MachineProfile& profile, const Trial& trial, int count,
                                    GpuWork& work) {
  RandomAccesses accesses(trial.seed);
  Verification verification;
  for (int i = 0; i < count; ++i) {
    const Instruction instruction = trial.kinds[static_cast<std::size_t>(i) % trial.kinds.size()];
    work.progress(static_cast<double>(i) / count, info(instruction).name);
    const LaneAddresses lanes = accesses.next(instruction);
    const Result<Measurement> measurement =
        session.measure({.instruction = instruction, .addresses = lanes, .one_warp = false}, work.quiet());
    if (!measurement) return fail(at(std::string(info(instruction).name), measurement.error()));
    if (measurement->counters_missing) return fail(no_counters(*measurement->counters_missing));
    verification.add(*predict(profile, instruction, lanes), *measurement);
  }
  return verification;
}

}  // namespace

int verify_measured(const MeasuredVerification& wanted) {
  const Result<MachineProfiles> machines = usable_machines();
  if (!machines) return refuse(machines.error());
  GpuWork work;
  Result<GpuSession> session = work.open(wanted.device);
  if (!session) return work.refuse(session.error());
  const std::string capability = session->device().compute_capability;
  const MachineProfile* profile = profile_for(*machines, capability);
  if (profile == nullptr || verifiable(*profile, *session).empty()) {
    return work.refuse({.what = fmt::format("there is no profile for compute capability {}", capability),
                        .hint = "'bankmap probe' finds the rules of this GPU"});
  }
  const Trial trial{wanted.seed ? *wanted.seed : fresh_seed(), verifiable(*profile, *session), profile->key};
  const Result<Verification> verification = measure_random(*session, *profile, trial, wanted.count, work);
  if (!verification) return work.refuse(verification.error());
  work.clear_progress();
  const int printed = print(wanted.json ? json_of(*verification, trial) : text_of(*verification, trial));
  if (printed != exit_ok) return printed;
  return verification->exact == verification->measured ? exit_ok : exit_check_failed;
}

}  // namespace bankmap
