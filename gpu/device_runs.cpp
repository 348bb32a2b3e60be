#include "gpu/device_runs.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "gpu/cuda_call.hpp"

namespace bankmap::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_threads = saturating_warps * lane_count;
constexpr int all_samples = samples_kept + 1;
constexpr std::size_t most_clocks = all_samples * 2 * saturating_warps;
constexpr auto busy_time = std::chrono::milliseconds(2);  // asked without sleeping: most kernels are done by then
constexpr auto nap = std::chrono::microseconds(50);
constexpr unsigned long long clock_nanoseconds = 100'000;

// [warp] of one run. The block starts with its first warp and ends with its last.
double block_cycles(const ClockPair* warps, int count) {
  ClockPair block = warps[0];
  for (int warp = 1; warp < count; ++warp) {
    block.start = std::min(block.start, warps[warp].start);
    block.stop = std::max(block.stop, warps[warp].stop);
  }
  return static_cast<double>(block.stop - block.start);
}

HostMemory host_memory(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes), "take page-locked memory");
  return HostMemory(memory);
}

}  // namespace

DeviceMemory device_memory(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "take device memory");
  return DeviceMemory(memory);
}

DeviceRuns::DeviceRuns()
    : source_(device_memory(copies * source_bytes)),
      scratch_(device_memory(most_threads * sizeof(std::uint64_t))),
      results_(device_memory(most_threads * sizeof(std::uint32_t))),
      clocks_(device_memory(most_clocks * sizeof(ClockPair))),
      clocks_here_(host_memory(most_clocks * sizeof(ClockPair))) {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
  stream_.reset(stream);
  check(cudaMemsetAsync(source_.get(), 0, copies * source_bytes, stream), "clear device memory");
  wait();
}

LaneInput DeviceRuns::lane_input(const Placement& placed) const {
  LaneInput input{};
  std::copy(placed.lanes.byte_address.begin(), placed.lanes.byte_address.end(), input.address);
  input.active = placed.lanes.active;
  input.source = static_cast<const unsigned char*>(source_.get());
  input.scratch = static_cast<std::uint64_t*>(scratch_.get());
  input.results = static_cast<std::uint32_t*>(results_.get());
  return input;
}

void DeviceRuns::launch(const void* kernel, int threads, void** arguments, std::uint32_t shared_bytes) {
  if (shared_bytes > 0) {
    const int bytes = static_cast<int>(shared_bytes);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "ask for shared memory");
  }
  const dim3 block(static_cast<unsigned>(threads));
  check(cudaLaunchKernel(kernel, dim3(1), block, arguments, shared_bytes, stream_.get()), "launch the kernel");
}

void DeviceRuns::wait() {
  const Clock::time_point from = Clock::now();
  for (;;) {
    const cudaError_t status = cudaStreamQuery(stream_.get());
    if (status == cudaSuccess) return;
    if (status != cudaErrorNotReady) check(status, "run the kernel");
    const Clock::duration waited = Clock::now() - from;
    if (waited > patience_) {
      abandon();
      throw GpuError{
          {.what = "the device does not answer", .hint = "look at it with nvidia-smi, and start this program again"},
          GpuError::Kind::lost};
    }
    if (waited > busy_time) std::this_thread::sleep_for(nap);
  }
}

// Into page-locked memory, so that the call comes back whatever the device does, and wait() has its say.
void DeviceRuns::read_back(std::size_t bytes, std::string_view doing) {
  check(cudaMemcpyAsync(clocks_here_.get(), clocks_.get(), bytes, cudaMemcpyDeviceToHost, stream_.get()), doing);
  wait();
}

std::vector<double> DeviceRuns::timed(const void* kernel, const Placement& placed, int warps) {
  TimedInput input{};
  input.lanes = lane_input(placed);
  input.shared_bytes = placed.shared_bytes;
  input.rounds[0] = short_rounds;
  input.rounds[1] = long_rounds;
  input.samples = all_samples;
  input.clocks = static_cast<ClockPair*>(clocks_.get());
  void* arguments[] = {&input};
  launch(kernel, warps * lane_count, arguments, placed.shared_bytes);

  wait();
  read_back(static_cast<std::size_t>(all_samples * 2 * warps) * sizeof(ClockPair), "read the clocks");
  const auto* clocks = static_cast<const ClockPair*>(clocks_here_.get());

  std::vector<double> samples;
  const double instructions = static_cast<double>(long_rounds - short_rounds) * copies * warps;
  for (int sample = 1; sample < all_samples; ++sample) {
    const ClockPair* short_run = clocks + sample * 2 * warps;
    const ClockPair* long_run = short_run + warps;
    samples.push_back((block_cycles(long_run, warps) - block_cycles(short_run, warps)) / instructions);
  }
  return samples;
}

void DeviceRuns::counted(const void* kernel, const Placement& placed) {
  LaneInput input = lane_input(placed);
  void* arguments[] = {&input};
  launch(kernel, lane_count, arguments, placed.shared_bytes);
  wait();
}

double DeviceRuns::sm_clock_mhz() {
  unsigned long long nanoseconds = clock_nanoseconds;
  void* out = clocks_.get();
  void* arguments[] = {&out, &nanoseconds};
  launch(clock_kernel(), 1, arguments, 0);
  wait();
  read_back(2 * sizeof(long long), "read the clock");
  const auto* seen = static_cast<const long long*>(clocks_here_.get());
  return seen[1] > 0 ? 1000.0 * static_cast<double>(seen[0]) / static_cast<double>(seen[1]) : 0;
}

void DeviceRuns::abandon() {
  for (DeviceMemory* memory : {&source_, &scratch_, &results_, &clocks_}) static_cast<void>(memory->release());
  static_cast<void>(clocks_here_.release());
  static_cast<void>(stream_.release());
}

}  // namespace bankmap::gpu
