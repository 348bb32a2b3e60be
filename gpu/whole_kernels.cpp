#include "gpu/whole_kernels.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <thread>

#include "gpu/cuda_call.hpp"
#include "gpu/device_facts.hpp"
#include "gpu/device_runs.hpp"
#include "gpu/whole_cases.hpp"

namespace bankmap {
namespace {

using gpu::check;
using gpu::GpuError;
using gpu::WholeCase;

constexpr int sample_count = 21;
constexpr int warm_ups = 3;
constexpr double least_sample_milliseconds = 0.2;  // the events' own resolution must not count
constexpr int most_launches = 64;                  // in one sample
constexpr std::size_t workspace_bytes = std::size_t{gpu::largest_side} * gpu::largest_side * 4;
constexpr int poison = 0xa5;
constexpr auto patience = std::chrono::seconds(10);
constexpr auto event_nap = std::chrono::microseconds(50);

struct DestroyEvent {
  void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

Event make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "make an event");
  return Event(event);
}

class WholeRunner {
 public:
  WholeRunner()
      : input_(gpu::device_memory(workspace_bytes)),
        output_(gpu::device_memory(workspace_bytes)),
        from_(make_event()),
        to_(make_event()) {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
    stream_.reset(stream);
  }

  gpu::Workspace workspace() const { return {input_.get(), output_.get(), workspace_bytes}; }

  WholeKernelResult run(const WholeCase& made) {
    if (made.prepare) made.prepare(stream_.get());
    WholeKernelResult result{.kernel = made.kernel, .variant = made.variant, .size = made.size};
    result.correct = is_correct(made);
    for (int i = 0; i < warm_ups; ++i) milliseconds(made, 1);
    const double one = std::max(milliseconds(made, 1), 1e-3);
    const int launches = std::clamp(static_cast<int>(least_sample_milliseconds / one), 1, most_launches);
    std::vector<double> samples;
    for (int i = 0; i < sample_count; ++i) samples.push_back(milliseconds(made, launches));
    std::sort(samples.begin(), samples.end());
    result.milliseconds = median(samples);
    result.spread_milliseconds = (samples[sample_count * 3 / 4] - samples[sample_count / 4]) / 2;
    result.samples = sample_count;
    result.gigabytes_per_second = made.bytes / result.milliseconds / 1e6;
    return result;
  }

 private:
  bool is_correct(const WholeCase& made) {
    check(cudaMemsetAsync(output_.get(), poison, made.output_bytes, stream_.get()), "poison the output");
    made.launch(stream_.get());
    check(cudaGetLastError(), "launch " + made.kernel);
    wait();  // before the copy: one into ordinary memory returns only once all that came before it is done
    std::vector<std::uint32_t> words(made.output_bytes / sizeof(std::uint32_t));
    check(cudaMemcpyAsync(words.data(), output_.get(), made.output_bytes, cudaMemcpyDeviceToHost, stream_.get()),
          "read the output");
    wait();
    return made.correct(words);
  }

  // Of one launch, the mean of `launches`.
  double milliseconds(const WholeCase& made, int launches) {
    check(cudaEventRecord(from_.get(), stream_.get()), "record an event");
    for (int i = 0; i < launches; ++i) made.launch(stream_.get());
    check(cudaGetLastError(), "launch " + made.kernel);
    check(cudaEventRecord(to_.get(), stream_.get()), "record an event");
    wait();
    float elapsed = 0;
    check(cudaEventElapsedTime(&elapsed, from_.get(), to_.get()), "read the events");
    return static_cast<double>(elapsed) / launches;
  }

  void wait() {
    const auto from = std::chrono::steady_clock::now();
    for (cudaError_t status = cudaStreamQuery(stream_.get()); status != cudaSuccess;
         status = cudaStreamQuery(stream_.get())) {
      if (status != cudaErrorNotReady) check(status, "run the kernel");
      if (std::chrono::steady_clock::now() - from > patience) give_up();
      std::this_thread::sleep_for(event_nap);
    }
  }

  // Nothing is freed: that would wait for the device, which does not answer.
  [[noreturn]] void give_up() {
    for (gpu::DeviceMemory* memory : {&input_, &output_}) static_cast<void>(memory->release());
    for (Event* event : {&from_, &to_}) static_cast<void>(event->release());
    static_cast<void>(stream_.release());
    throw GpuError{
        {.what = "the device does not answer", .hint = "look at it with nvidia-smi, and start this program again"},
        GpuError::Kind::lost};
  }

  gpu::DeviceMemory input_, output_;
  gpu::Stream stream_;
  Event from_, to_;
};

std::vector<WholeCase> all_cases(const gpu::Workspace& space) {
  std::vector<WholeCase> all;
  for (const auto& cases :
       {gpu::transpose_cases, gpu::unpack_cases, gpu::matrix_load_cases, gpu::reduction_cases, gpu::histogram_cases}) {
    std::vector<WholeCase> more = cases(space);
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

// The first variant of a kernel and size is the conflicted one.
double conflicted_milliseconds(const std::vector<WholeKernelResult>& results, const WholeKernelResult& one) {
  const auto same = [&one](const WholeKernelResult& other) {
    return other.kernel == one.kernel && other.size == one.size;
  };
  const auto first = std::find_if(results.begin(), results.end(), same);
  return first == results.end() ? one.milliseconds : first->milliseconds;
}

WholeKernelReport run_all(int device_index, const RunControl& control) {
  const GpuDevice device = gpu::device_facts(device_index).device;
  check(cudaSetDevice(device_index), "choose the device");
  WholeKernelReport report{.device = gpu::stamp(device), .date = gpu::utc_now(), .results = {}};
  WholeRunner runner;
  const std::vector<WholeCase> cases = all_cases(runner.workspace());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (control.cancelled && control.cancelled()) throw GpuError{{.what = "cancelled"}, GpuError::Kind::cancelled};
    if (control.progress)
      control.progress(static_cast<double>(i) / static_cast<double>(cases.size()),
                       cases[i].kernel + ", " + cases[i].variant);
    WholeKernelResult result = runner.run(cases[i]);
    result.speedup = conflicted_milliseconds(report.results, result) / result.milliseconds;
    report.results.push_back(std::move(result));
  }
  return report;
}

}  // namespace

Result<WholeKernelReport> run_whole_kernels(int device_index, const RunControl& control) {
  try {
    return run_all(device_index, control);
  } catch (const GpuError& error) {
    if (error.kind == GpuError::Kind::failed) cudaDeviceReset();
    return fail(error.problem);
  }
}

}  // namespace bankmap
