// app/measure/measure_worker.hpp -- the thread that measures, so that no frame of the window ever waits for a GPU.
//
//     MeasureWorker worker(gpu_measurer(), machines, {.news = [&] { window.wake(); }});
//     worker.ask({.number = 1, .task = MeasureScenario{...}});     returns at once
//     ... news() ...
//     for (MeasureAnswer& answer : worker.take_answers()) ...      once a frame
//
// Jobs are done one after the other. Of scenarios that wait, only the last one asked for is measured. A device that hangs
// hangs the thread with it, and nobody else: status().silent says so, and close() leaves the thread behind.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/measure/measure_job.hpp"
#include "app/measure/measurer.hpp"
#include "core/machine.hpp"

namespace bankmap {

struct WorkerStatus {
  std::uint64_t job = 0;  // that is being done; 0: none
  double share = 0;       // of it, 0 to 1
  std::string doing;      // "ld.b64"
  bool cancelling = false;
  bool silent = false;  // there was no sign of life for longer than the worker's patience
  bool busy() const { return job != 0; }
};

struct WorkerOptions {
  std::function<void()> news{};  // from another thread: an answer, progress, or silence; may be empty
  std::chrono::milliseconds patience = std::chrono::seconds(15);  // more than gpu/ has with one kernel
};

class MeasureWorker {
 public:
  MeasureWorker(std::unique_ptr<Measurer> measurer, MachineProfiles machines, WorkerOptions options);
  ~MeasureWorker();  // as close()
  MeasureWorker(const MeasureWorker&) = delete;
  MeasureWorker& operator=(const MeasureWorker&) = delete;

  void ask(MeasureJob job);
  void cancel();  // what is being done ends between two launches; what waits is dropped
  std::vector<MeasureAnswer> take_answers();
  WorkerStatus status() const;

  // Until nothing is done and nothing waits: for pictures and tests.
  void wait_until_idle() const;
  // No news from now on; returns once no call of it is under way.
  void stop_news();
  // Cancels, and waits so long for the thread. False: it is stuck in the driver and was left behind; the process should
  // then end without its exit handlers, for the driver's would wait too.
  bool close(std::chrono::milliseconds grace);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread work_;
  std::thread watch_;  // says that there is news when there is silence
};

inline constexpr std::chrono::milliseconds closing_grace{3000};  // a session opens in half of that

}  // namespace bankmap
