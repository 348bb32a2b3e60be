// gpu/device_runs.hpp -- one device with its buffers: launches a kernel, waits for it with a limit, and reads the
// clocks back.
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "gpu/kernels.hpp"
#include "gpu/placement.hpp"

namespace bankmap::gpu {

inline constexpr int samples_kept = 9;            // after one that warms the instruction cache
inline constexpr std::uint32_t short_rounds = 4;  // of `copies` instructions each
inline constexpr std::uint32_t long_rounds = 20;
inline constexpr int saturating_warps = 16;

struct FreeDeviceMemory {
  void operator()(void* memory) const { cudaFree(memory); }
};
using DeviceMemory = std::unique_ptr<void, FreeDeviceMemory>;

struct FreeHostMemory {
  void operator()(void* memory) const { cudaFreeHost(memory); }
};
using HostMemory = std::unique_ptr<void, FreeHostMemory>;  // page-locked: a copy into it never keeps the caller

struct DestroyStream {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using Stream = std::unique_ptr<CUstream_st, DestroyStream>;

DeviceMemory device_memory(std::size_t bytes);

inline constexpr std::chrono::nanoseconds kernel_patience =
    std::chrono::seconds(5);  // the slowest kernel takes hundredths of a second

// Throws GpuError, as all of this file does. The device must be current (cudaSetDevice) in the calling thread.
// A device that does not answer within the patience is lost: all buffers are then left alone, here and by who catches it.
class DeviceRuns {
 public:
  DeviceRuns();
  void set_patience(std::chrono::nanoseconds patience) { patience_ = patience; }

  // [sample] cycles per instruction
  std::vector<double> timed(const void* kernel, const Placement& placed, int warps);
  void counted(const void* kernel, const Placement& placed);
  double sm_clock_mhz();

 private:
  LaneInput lane_input(const Placement& placed) const;
  void launch(const void* kernel, int threads, void** arguments, std::uint32_t shared_bytes);
  void wait();
  void read_back(std::size_t bytes, std::string_view doing);  // from clocks_ to clocks_here_
  // Leaves the buffers alone: freeing them would wait for ever, and the device may still write to them.
  void abandon();

  DeviceMemory source_, scratch_, results_, clocks_;
  HostMemory clocks_here_;
  Stream stream_;
  std::chrono::nanoseconds patience_ = kernel_patience;
};

}  // namespace bankmap::gpu
