#include "app/measure/measure_worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "app/assets.hpp"
#include "core/analysis.hpp"
#include "core/refusals.hpp"
#include "gpu/placement.hpp"

namespace bankmap {
namespace {

using Clock = std::chrono::steady_clock;

Problem cancelled() { return {.what = "cancelled"}; }

}  // namespace

bool same_access(Instruction a, const LaneAddresses& a_lanes, Instruction b, const LaneAddresses& b_lanes) {
  if (a != b || a_lanes.active != b_lanes.active) return false;
  for (int lane = 0; lane < lane_count; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    if (has_lane(a_lanes.active, lane) && a_lanes.byte_address[at] != b_lanes.byte_address[at]) return false;
  }
  return true;
}

// What the threads and their owner share; it lives as long as the last of them.
struct MeasureWorker::Shared {
  Shared(MachineProfiles known, WorkerOptions wanted)
      : machines(std::move(known)), patience(wanted.patience), news(std::move(wanted.news)) {}

  const MachineProfiles machines;
  const std::chrono::milliseconds patience;

  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  std::deque<MeasureJob> waiting;
  std::vector<MeasureAnswer> answers;
  WorkerStatus status;
  Clock::time_point sign_of_life;
  bool cancel = false;
  bool closing = false;
  bool ended = false;

  std::mutex news_mutex;  // held while news is called
  std::function<void()> news;

  void tell() {
    const std::lock_guard lock(news_mutex);
    if (news) news();
  }

  // With the mutex held. True where it ends a silence: watch() then waits for the next one, and who is told of silence
  // must be told of its end.
  bool give_sign_of_life() {
    const Clock::time_point now = Clock::now();
    const bool was_silent = now - sign_of_life >= patience;
    sign_of_life = now;
    if (was_silent) changed.notify_all();
    return was_silent;
  }

  bool asked_to_stop() {
    bool was_silent = false;
    bool stop = false;
    {
      const std::lock_guard lock(mutex);
      was_silent = give_sign_of_life();
      stop = cancel || closing;
    }
    if (was_silent) tell();
    return stop;
  }

  void progress(double share, std::string_view doing) {
    {
      const std::lock_guard lock(mutex);
      const bool was_silent = give_sign_of_life();
      const bool seen = static_cast<int>(status.share * 200) != static_cast<int>(share * 200) || status.doing != doing;
      status.share = share;
      status.doing = doing;
      if (!seen && !was_silent) return;
    }
    tell();
  }

  RunControl control() {
    return {.cancelled = [this] { return asked_to_stop(); },
            .progress = [this](double share, std::string_view doing) { progress(share, doing); }};
  }

  void work(std::unique_ptr<Measurer> measurer);
  void watch();
};

namespace {

// Does one job; `shared` is told how far it is.
class JobRun {
 public:
  JobRun(Measurer& measurer, const MachineProfiles& machines, const RunControl& control, const MeasureJob& job)
      : measurer_(measurer), machines_(machines), control_(control), job_(job) {}

  MeasureAnswer answer() {
    answer_.number = job_.number;
    try {
      std::visit([this](const auto& task) { run(task); }, job_.task);
    } catch (const std::exception& error) {
      answer_.ended = Problem{.what = fmt::format("measuring failed: {}", error.what())};
    }
    return std::move(answer_);
  }

 private:
  template <class Value, class Kept>
  void keep(Result<Value> result, Kept& kept) {
    if (result) {
      kept = *std::move(result);
    } else {
      answer_.ended = result.error();
    }
  }

  void run(const FindDevices&) { keep(measurer_.devices(), answer_.devices); }
  void run(const ProbeDevice&) { keep(measurer_.probe(job_.device, control_), answer_.probe); }
  void run(const MeasureWholeKernels&) { keep(measurer_.whole_kernels(job_.device, control_), answer_.whole_kernels); }
  void run(const MeasureScenario& task) { measure(task.asked, control_); }
  void run(const MeasurePresets& task) {
    const RunControl quiet{.cancelled = control_.cancelled, .progress = {}};
    for (std::size_t i = 0; i < task.presets.size() && !answer_.ended; ++i) {
      control_.progress(static_cast<double>(i) / static_cast<double>(task.presets.size()), task.presets[i].name);
      measure(task.presets[i], quiet);
    }
  }

  // The control of one access, the index-th of count.
  static RunControl part_of(const RunControl& control, std::string name, std::size_t index, std::size_t count) {
    RunControl part{.cancelled = control.cancelled, .progress = {}};
    if (!control.progress) return part;
    part.progress = [&control, name = std::move(name), index, count](double share, std::string_view doing) {
      const double whole = (static_cast<double>(index) + share) / static_cast<double>(count);
      control.progress(whole, fmt::format("{}: {}", name, doing));
    };
    part.progress(0, "begins");
    return part;
  }

  void measure(const Preset& asked, const RunControl& control) {
    const auto known = machines_.find(asked.scenario.machine);
    const MachineProfile& machine = known == machines_.end() ? machines_.begin()->second : known->second;
    const std::vector<AccessAnalysis> accesses = analyze(asked.scenario, machine).accesses;
    for (std::size_t i = 0; i < accesses.size() && !answer_.ended; ++i) {
      const Problem* error = first_error(accesses[i]);
      if (error != nullptr || !accesses[i].shown) {
        leave_out(asked.name, accesses[i], error != nullptr ? *error : Problem{.what = "there are no addresses"});
      } else if (control.cancelled()) {
        answer_.ended = cancelled();
      } else {
        measure(asked.name, accesses[i], part_of(control, accesses[i].name, i, accesses.size()));
      }
    }
  }

  // One step of the loop is enough: what the others take would be read as a word about the whole access.
  void leave_out(const std::string& scenario, const AccessAnalysis& access, const Problem& error) {
    const LaneAddresses lanes = access.shown ? access.shown->addresses : LaneAddresses{};
    answer_.accesses.push_back({scenario, access.name, access.instruction, lanes, fail(error)});
  }

  void measure(const std::string& scenario, const AccessAnalysis& access, const RunControl& control) {
    const LaneAddresses& lanes = access.shown->addresses;
    Result<Measurement> measured;
    if (const Result<void> runnable = can_run(access); !runnable) {
      measured = fail(runnable.error());
    } else {
      measured = measurer_.measure(job_.device, {.instruction = access.instruction, .addresses = lanes}, control);
      if (!measured) answer_.ended = measured.error();
    }
    answer_.accesses.push_back({scenario, access.name, access.instruction, lanes, std::move(measured)});
  }

  // An access that cannot be run says why, and the others go on.
  Result<void> can_run(const AccessAnalysis& access) {
    if (!measurer_.has(job_.device, access.instruction)) {
      return fail(fmt::format("this GPU has no {}", info(access.instruction).name),
                  "stmatrix needs compute capability 9.0, cp.async 8.0");
    }
    return gpu::check_lanes(access.instruction, access.shown->addresses);
  }

  Measurer& measurer_;
  const MachineProfiles& machines_;
  const RunControl& control_;
  const MeasureJob& job_;
  MeasureAnswer answer_;
};

}  // namespace

void MeasureWorker::Shared::work(std::unique_ptr<Measurer> measurer) {
  const RunControl asked = control();
  for (std::unique_lock lock(mutex);;) {
    changed.wait(lock, [this] { return closing || !waiting.empty(); });
    if (closing) break;
    const MeasureJob job = std::move(waiting.front());
    waiting.pop_front();
    cancel = false;
    status = {.job = job.number};
    sign_of_life = Clock::now();
    changed.notify_all();
    lock.unlock();
    MeasureAnswer answer = JobRun(*measurer, machines, asked, job).answer();
    lock.lock();
    answers.push_back(std::move(answer));
    status = {};
    changed.notify_all();
    lock.unlock();
    tell();
    lock.lock();
  }
  measurer.reset();  // a device is closed by the thread that opened it
  const std::lock_guard lock(mutex);
  ended = true;
  changed.notify_all();
}

void MeasureWorker::Shared::watch() {
  std::unique_lock lock(mutex);
  while (!closing) {
    changed.wait(lock, [this] { return closing || status.busy(); });
    while (!closing && status.busy()) {
      const Clock::time_point from = sign_of_life;
      const std::uint64_t job = status.job;
      const auto moved = [&] { return closing || status.job != job || sign_of_life != from; };
      if (changed.wait_until(lock, from + patience, [&] { return closing || status.job != job; }) || moved()) continue;
      lock.unlock();
      tell();
      lock.lock();
      changed.wait(lock, moved);  // one word about each silence; the next job or the end notifies
    }
  }
}

MeasureWorker::MeasureWorker(std::unique_ptr<Measurer> measurer, MachineProfiles machines, WorkerOptions options)
    : shared_(std::make_shared<Shared>(std::move(machines), std::move(options))) {
  work_ = std::thread([shared = shared_, owned = std::move(measurer)]() mutable { shared->work(std::move(owned)); });
  watch_ = std::thread([shared = shared_] { shared->watch(); });
}

MeasureWorker::~MeasureWorker() { close(closing_grace); }

void MeasureWorker::ask(MeasureJob job) {
  const std::lock_guard lock(shared_->mutex);
  if (std::holds_alternative<MeasureScenario>(job.task)) {
    std::erase_if(shared_->waiting,
                  [](const MeasureJob& each) { return std::holds_alternative<MeasureScenario>(each.task); });
  }
  shared_->waiting.push_back(std::move(job));
  shared_->changed.notify_all();
}

void MeasureWorker::cancel() {
  const std::lock_guard lock(shared_->mutex);
  std::erase_if(shared_->waiting,
                [](const MeasureJob& each) { return !std::holds_alternative<FindDevices>(each.task); });
  shared_->changed.notify_all();
  if (!shared_->status.busy()) return;
  shared_->cancel = true;
  shared_->status.cancelling = true;
}

std::vector<MeasureAnswer> MeasureWorker::take_answers() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->answers, {});
}

WorkerStatus MeasureWorker::status() const {
  const std::lock_guard lock(shared_->mutex);
  WorkerStatus status = shared_->status;
  if (!status.busy() && !shared_->waiting.empty()) status.job = shared_->waiting.front().number;
  status.silent = shared_->status.busy() && Clock::now() - shared_->sign_of_life >= shared_->patience;
  return status;
}

void MeasureWorker::wait_until_idle() const {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(lock, [this] { return !shared_->status.busy() && shared_->waiting.empty(); });
}

void MeasureWorker::stop_news() {
  const std::lock_guard lock(shared_->news_mutex);
  shared_->news = nullptr;
}

bool MeasureWorker::close(std::chrono::milliseconds grace) {
  bool ended = false;
  {
    std::unique_lock lock(shared_->mutex);
    shared_->closing = true;
    shared_->waiting.clear();
    shared_->changed.notify_all();
    ended = shared_->changed.wait_for(lock, grace, [this] { return shared_->ended; });
  }
  if (watch_.joinable()) watch_.join();
  if (!work_.joinable()) return ended;
  if (ended) {
    work_.join();
  } else {
    work_.detach();
  }
  return ended;
}

}  // namespace bankmap
