// gpu/device_runs.hpp -- one device with its buffers: launches a kernel, waits for it with a limit, and reads the
// clocks back.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
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

struct DestroyStream {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using Stream = std::unique_ptr<CUstream_st, DestroyStream>;

DeviceMemory device_memory(std::size_t bytes);

// Throws GpuError, as all of this file does. The device must be current (cudaSetDevice) in the calling thread.
class DeviceRuns {
 public:
  DeviceRuns();

  // [sample] cycles per instruction
  std::vector<double> timed(const void* kernel, const Placement& placed, int warps);
  void counted(const void* kernel, const Placement& placed);
  double sm_clock_mhz();

  // Leaves the buffers alone: for a device that does not answer, where freeing them would wait for ever.
  void abandon();

 private:
  LaneInput lane_input(const Placement& placed) const;
  void launch(const void* kernel, int threads, void** arguments, std::uint32_t shared_bytes);
  void wait();

  DeviceMemory source_, scratch_, results_, clocks_;
  Stream stream_;
};

}  // namespace bankmap::gpu
