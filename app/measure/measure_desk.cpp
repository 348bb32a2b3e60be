#include "app/measure/measure_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/assets.hpp"

namespace bankmap {
namespace {

constexpr std::size_t most_runs = 200;

// Whether the GPU is asked the same: the words around it count as little as the machine of the prediction.
bool same_question(const Scenario& a, const Scenario& b) {
  const auto& [a_title, a_note, a_machine, a_block, a_tiles, a_accesses] = a;
  const auto& [b_title, b_note, b_machine, b_block, b_tiles, b_accesses] = b;
  return a_block == b_block && a_tiles == b_tiles && a_accesses == b_accesses;
}

std::string title_of(const Scenario& scenario) { return scenario.title.empty() ? "own scenario" : scenario.title; }

// The preset with exactly these addresses: the machine is no part of them.
const Preset* preset_of(const Scenario& shown, const std::vector<Preset>& presets) {
  const auto found = std::find_if(presets.begin(), presets.end(),
                                  [&](const Preset& each) { return same_question(each.scenario, shown); });
  return found == presets.end() ? nullptr : &*found;
}

bool plain_word(std::string_view name) {
  constexpr std::string_view signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name.front() != '-' && name.find_first_not_of(signs) == std::string_view::npos;
}

// How one access came out, and that in words.
struct JudgedAnswer {
  Outcome outcome = Outcome::nothing_compared;
  std::string words;
};

JudgedAnswer judged(const AccessAnswer& answer, const MachineProfiles& machines) {
  if (!answer.measured) return {Outcome::nothing_compared, "not run: " + answer.measured.error().what};
  const Comparison comparison = judge(machines, machines.begin()->second, *answer.measured).comparison;
  return {comparison.outcome(), verdict(comparison)};
}

CompareCounts counts_of(const MeasureRun& run, const MachineProfiles& machines) {
  CompareCounts counts{.accesses = run.answer.accesses.size()};
  for (const AccessAnswer& each : run.answer.accesses) {
    const Outcome outcome = judged(each, machines).outcome;
    counts.compared += outcome != Outcome::nothing_compared ? 1 : 0;
    counts.agreeing += outcome == Outcome::agrees ? 1 : 0;
  }
  return counts;
}

// Of the first access that differs; else of the first that could not be compared; else of the first.
std::string scenario_verdict(const MeasureRun& run, const MachineProfiles& machines) {
  const std::vector<AccessAnswer>& accesses = run.answer.accesses;
  if (accesses.empty()) return "there was nothing to measure";
  if (accesses.size() == 1) return judged(accesses.front(), machines).words;
  const CompareCounts counts = counts_of(run, machines);
  for (const Outcome outcome : {Outcome::differs, Outcome::nothing_compared}) {
    for (const AccessAnswer& each : accesses) {
      const JudgedAnswer one = judged(each, machines);
      if (one.outcome != outcome) continue;
      if (outcome == Outcome::differs) return fmt::format("{}: {}", each.access, one.words);
      return fmt::format("{} of {} accesses compared; {}: {}", counts.compared, counts.accesses, each.access,
                         one.words);
    }
  }
  return judged(accesses.front(), machines).words;
}

}  // namespace

JudgedAccess judge(const MachineProfiles& machines, const MachineProfile& fallback, const Measurement& measurement) {
  JudgedAccess judged;
  const MachineProfile* own = profile_for(machines, measurement.device.compute_capability);
  judged.profile = own != nullptr ? own : &fallback;
  judged.other_profile = own == nullptr;
  judged.prediction = predict(*judged.profile, measurement.instruction, measurement.addresses);
  judged.comparison = compare(judged.prediction, measurement);
  return judged;
}

void MeasureDesk::start(std::unique_ptr<Measurer> measurer, MachineProfiles machines, WorkerOptions options) {
  machines_ = machines;
  reader_ = std::make_unique<RecordedReader>(options.news);
  worker_ = std::make_unique<MeasureWorker>(std::move(measurer), std::move(machines), std::move(options));
  worker_->ask({.number = next_number_++, .device = 0, .task = FindDevices{}});
}

void MeasureDesk::show_opened(ReadRecorded read) {
  if (!read.measurements) {
    file_problem_ = read.measurements.error();
    return;
  }
  file_problem_.reset();
  opened_ = {};
  opened_.add(*std::move(read.measurements));
  opened_file_ = std::move(read.path);
}

void MeasureDesk::stop_news() {
  if (worker_) worker_->stop_news();
  if (reader_) reader_->stop_news();
}

void MeasureDesk::take_news() {
  if (reader_) {
    if (auto read = reader_->take()) show_opened(*std::move(read));
  }
  if (!worker_) return;
  for (MeasureAnswer& answer : worker_->take_answers()) take(std::move(answer));
  status_ = worker_->status();
}

void MeasureDesk::take(MeasureAnswer answer) {
  const auto asked = asked_.find(answer.number);
  if (asked == asked_.end()) {  // the first job of all
    if (answer.ended) {
      devices_ = fail(*answer.ended);
    } else if (answer.devices.empty()) {
      devices_ = fail("there is no GPU", "nvidia-smi shows which GPUs the driver sees");
    } else {
      device_ = answer.devices.front().index;
      devices_ = std::move(answer.devices);
    }
    return;
  }
  MeasureRun run = std::move(asked->second);
  asked_.erase(asked_.begin(), std::next(asked));  // those before were replaced by it, or dropped
  run.when = std::chrono::system_clock::now();
  run.answer = std::move(answer);
  run.verdict = run_verdict(run, machines_);
  run.agrees = run_agrees(run, machines_);
  if (runs_.size() == most_runs) runs_.erase(runs_.begin());
  runs_.push_back(std::move(run));
}

void MeasureDesk::start_run(RunKind kind, const Scenario& shown, const std::vector<Preset>& presets) {
  if (!can_run()) return;
  const std::uint64_t number = next_number_++;
  MeasureRun run{.kind = kind, .title = title_of(shown), .asked = {}, .device = device_, .when = {}, .answer = {}};
  MeasureTask task;
  switch (kind) {
    case RunKind::scenario:
      run.asked = {run.title, shown};
      last_asked_ = shown;
      task = MeasureScenario{run.asked};
      break;
    case RunKind::presets:
      run.title = "all presets";
      task = MeasurePresets{presets};
      break;
    case RunKind::fixes:
      run.title = fmt::format("fixes: {}", run.title);
      task = MeasurePresets{presets};
      break;
    case RunKind::probe:
      run.title = "phases, found by timing";
      task = ProbeDevice{};
      break;
    case RunKind::whole_kernels:
      run.title = "whole kernels";
      task = MeasureWholeKernels{};
      break;
  }
  asked_.emplace(number, std::move(run));
  worker_->ask({.number = number, .device = device_, .task = std::move(task)});
  status_ = worker_->status();
}

void MeasureDesk::do_ask(const MeasureAsk& ask, const Scenario& shown, const std::vector<Preset>& presets) {
  if (const auto* start = std::get_if<StartRun>(&ask)) start_run(start->kind, shown, presets);
  if (const auto* top = std::get_if<MeasureFixes>(&ask)) start_run(RunKind::fixes, shown, top->fixes);
  if (std::holds_alternative<CancelRun>(ask) && worker_) {
    worker_->cancel();
    status_ = worker_->status();
  }
  if (const auto* choice = std::get_if<ChooseDevice>(&ask)) {
    device_ = choice->device;
    last_asked_.reset();  // of another GPU
  }
  if (const auto* open = std::get_if<OpenRecorded>(&ask); open != nullptr && reader_) reader_->read(open->path);
}

void MeasureDesk::follow(const Scenario& shown, const Analysis& analysis) {
  if (!can_run() || refused(analysis)) return;
  if (last_asked_ && same_question(*last_asked_, shown)) return;
  start_run(RunKind::scenario, shown, {});
}

void MeasureDesk::wait() {
  if (!worker_) return;
  worker_->wait_until_idle();
  reader_->wait();
  take_news();
}

const GpuDevice* MeasureDesk::chosen() const {
  if (!devices_ || !*devices_) return nullptr;
  const auto found = std::find_if((*devices_)->begin(), (*devices_)->end(),
                                  [this](const GpuDevice& each) { return each.index == device_; });
  return found == (*devices_)->end() ? nullptr : &*found;
}

bool MeasureDesk::long_work() const {
  const auto doing = asked_.find(status_.job);
  return doing != asked_.end() && doing->second.kind != RunKind::scenario;
}

AccessFigures MeasureDesk::of_access(const AccessAnalysis& access, const MachineProfile& machine) const {
  AccessFigures figures;
  if (!access.shown) return figures;
  const LaneAddresses& lanes = access.shown->addresses;
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
    if (run->device != device_) continue;
    for (const AccessAnswer& answer : run->answer.accesses) {
      if (!same_access(answer.instruction, answer.addresses, access.instruction, lanes)) continue;
      if (answer.measured) {
        figures.origin = FigureOrigin::measured;
        figures.measurement = &*answer.measured;
        return figures;
      }
      if (figures.problem == nullptr) figures.problem = &answer.measured.error();
    }
  }
  if (const Measurement* opened = opened_.find(access.instruction, lanes)) {
    figures.origin = FigureOrigin::opened;
    figures.measurement = opened;
    return figures;
  }
  const Measurement* recorded = recorded_.find(access.instruction, lanes);
  if (recorded != nullptr && recorded->device.compute_capability == machine.compute_capability) {
    figures.origin = FigureOrigin::recorded;
    figures.measurement = recorded;
  }
  return figures;
}

bool is_present(const MeasureRun& run, const Analysis& analysis) {
  const std::vector<AccessAnswer>& answers = run.answer.accesses;
  return std::ranges::equal(analysis.accesses, answers, [](const AccessAnalysis& access, const AccessAnswer& answer) {
    const LaneAddresses lanes = access.shown ? access.shown->addresses : LaneAddresses{};
    return same_access(answer.instruction, answer.addresses, access.instruction, lanes);
  });
}

std::string run_verdict(const MeasureRun& run, const MachineProfiles& machines) {
  if (run.answer.ended) return to_string(*run.answer.ended);
  switch (run.kind) {
    case RunKind::scenario:
      return scenario_verdict(run, machines);
    case RunKind::presets:
    case RunKind::fixes:
      return counts_text(counts_of(run, machines));
    case RunKind::probe:
      return fmt::format("{} instructions timed", run.answer.probe->instructions.size());
    case RunKind::whole_kernels:
      return fmt::format("{} kernels timed", run.answer.whole_kernels->results.size());
  }
  return {};
}

bool run_agrees(const MeasureRun& run, const MachineProfiles& machines) {
  const bool compared = run.kind != RunKind::probe && run.kind != RunKind::whole_kernels;
  const CompareCounts counts = counts_of(run, machines);
  return compared && !run.answer.ended && counts.accesses > 0 && counts.agreeing == counts.accesses;
}

std::vector<MeasuredAccess> measured_accesses(const MeasureRun& run, const MachineProfiles& machines) {
  std::vector<MeasuredAccess> all;
  for (const AccessAnswer& each : run.answer.accesses) {
    if (!each.measured) continue;
    const JudgedAccess one = judge(machines, machines.begin()->second, *each.measured);
    all.push_back({each.scenario, each.access, one.prediction, *each.measured});
  }
  return all;
}

std::string measure_command(const Scenario& shown, const AccessAnalysis& access, const std::vector<Preset>& presets) {
  constexpr std::string_view record = "--record measured.json";
  const Preset* preset = preset_of(shown, presets);
  if (preset != nullptr && plain_word(preset->name)) return fmt::format("bankmap measure {} {}", preset->name, record);
  if (!access.shown) return {};
  const LaneAddresses& lanes = access.shown->addresses;
  std::string addresses;
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t byte = has_lane(lanes.active, lane) ? lanes.byte_address[static_cast<std::size_t>(lane)] : 0;
    addresses += fmt::format("{}{}", lane == 0 ? "" : ",", byte);
  }
  return fmt::format("bankmap measure --instruction {} --addresses {} --mask {:08x} {}", info(access.instruction).name,
                     addresses, lanes.active, record);
}

}  // namespace bankmap
