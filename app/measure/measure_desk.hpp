// app/measure/measure_desk.hpp -- what the window knows of measuring: the GPUs, the runs so far, what is recorded. No
// ImGui, and nothing here waits.
//
//     frame: desk.take_news()  ->  views draw from it and leave an Ask  ->  desk.do_ask(ask, ...)   ->   the next frame
//
// A measurement belongs to lane addresses and an instruction, never to "the scenario on the screen": of_access() gives the
// one that fits what is shown now, or none. A run whose accesses are others by now is old.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/measure/measure_worker.hpp"
#include "app/measure/recorded.hpp"
#include "app/measure/recorded_reader.hpp"
#include "core/analysis.hpp"
#include "core/comparison_report.hpp"

namespace bankmap {

enum class RunKind { scenario, presets, probe, whole_kernels, fixes };

// One line of the history.
struct MeasureRun {
  RunKind kind = RunKind::scenario;
  std::string title;  // "Transpose, 32 x 32 float", "all presets"
  Preset asked;       // of kind scenario
  int device = 0;
  std::chrono::system_clock::time_point when;  // it ended
  MeasureAnswer answer;
  std::string verdict{};  // run_verdict() of it, worked out once
  bool agrees = false;    // run_agrees()
};

// What a view asks for while it draws.
struct StartRun {
  RunKind kind = RunKind::scenario;
};
struct MeasureFixes {
  std::vector<Preset> fixes;  // every access of each, at the step that its scenario shows
};
struct CancelRun {};
struct ChooseDevice {
  int device = 0;
};
struct OpenRecorded {
  std::string path;
};
using MeasureAsk = std::variant<StartRun, MeasureFixes, CancelRun, ChooseDevice, OpenRecorded>;

// Where the figures of an access come from.
enum class FigureOrigin { none, measured, recorded, opened };
struct AccessFigures {
  FigureOrigin origin = FigureOrigin::none;
  const Measurement* measurement = nullptr;
  const Problem* problem = nullptr;  // of the last try, also where something recorded is shown instead
};

// The measurement beside what the model says of the GPU that measured.
struct JudgedAccess {
  const MachineProfile* profile = nullptr;  // of the GPU, or the scenario's machine where there is none
  bool other_profile = false;               // there is none of the GPU
  std::optional<Prediction> prediction;     // absent: no rule
  Comparison comparison;
};
JudgedAccess judge(const MachineProfiles& machines, const MachineProfile& fallback, const Measurement& measurement);

class MeasureDesk {
 public:
  MeasureDesk() = default;  // measures nothing: a picture

  // From then on there is a thread, which looks for GPUs first.
  void start(std::unique_ptr<Measurer> measurer, MachineProfiles machines, WorkerOptions options);
  void set_recorded(Recorded recorded) { recorded_ = std::move(recorded); }
  void set_problem(Problem problem) { problem_ = std::move(problem); }
  // Shows a file that was read. Keeps what is open where it was refused; the problem is shown.
  void show_opened(ReadRecorded read);

  void take_news();  // before a frame
  void do_ask(const MeasureAsk& ask, const Scenario& shown, const std::vector<Preset>& presets);
  // After a frame, with run-on-change: asks for what is shown where it is another scenario than the last one asked for.
  void follow(const Scenario& shown, const Analysis& analysis);
  void wait();  // until all is done, and takes the news: for pictures and tests

  bool started() const { return worker_ != nullptr; }
  bool looking() const { return started() && !devices_; }  // for GPUs
  bool can_run() const { return chosen() != nullptr && !status_.silent; }
  const std::optional<Result<std::vector<GpuDevice>>>& devices() const { return devices_; }
  const GpuDevice* chosen() const;
  const WorkerStatus& status() const { return status_; }
  bool long_work() const;                                        // what is done now takes seconds or more
  const std::vector<MeasureRun>& runs() const { return runs_; }  // oldest first
  const std::string& opened_file() const { return opened_file_; }
  bool reading_file() const { return reader_ && reader_->busy(); }
  std::size_t opened_count() const { return opened_.size(); }
  const std::optional<Problem>& file_problem() const { return file_problem_; }
  const std::optional<Problem>& problem() const { return problem_; }  // of the recorded measurements of the program
  // The newest run on the chosen device that measured these addresses; else what the person opened; else what came with
  // the program, where it was made on a GPU like the machine.
  AccessFigures of_access(const AccessAnalysis& access, const MachineProfile& machine) const;

  MeasureWorker* worker() { return worker_.get(); }
  void stop_news();  // of all threads

 private:
  void start_run(RunKind kind, const Scenario& shown, const std::vector<Preset>& presets);
  void take(MeasureAnswer answer);

  std::unique_ptr<MeasureWorker> worker_;
  std::unique_ptr<RecordedReader> reader_;
  MachineProfiles machines_;
  WorkerStatus status_;
  std::optional<Result<std::vector<GpuDevice>>> devices_;
  int device_ = 0;
  std::uint64_t next_number_ = 1;
  std::map<std::uint64_t, MeasureRun> asked_;  // by the number of the job: not answered yet
  std::optional<Scenario> last_asked_;
  std::vector<MeasureRun> runs_;
  Recorded recorded_;
  Recorded opened_;
  std::string opened_file_;
  std::optional<Problem> file_problem_;
  std::optional<Problem> problem_;
};

// Whether the run measured exactly what the analysis shows.
bool is_present(const MeasureRun& run, const Analysis& analysis);
// "as predicted", "100 of 102 accesses as predicted", the words of the first access that differs or could not be compared, or
// why it ended.
std::string run_verdict(const MeasureRun& run, const MachineProfiles& machines);
// Whether every access was compared and is as predicted.
bool run_agrees(const MeasureRun& run, const MachineProfiles& machines);
// All that was measured, for core/comparison_report.hpp.
std::vector<MeasuredAccess> measured_accesses(const MeasureRun& run, const MachineProfiles& machines);

// The command that measures these addresses on another machine, for a shell: by the name of the preset where the scenario
// is one, else by the addresses themselves.
std::string measure_command(const Scenario& shown, const AccessAnalysis& access, const std::vector<Preset>& presets);

}  // namespace bankmap
