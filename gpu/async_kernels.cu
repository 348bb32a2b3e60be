// gpu/async_kernels.cu -- cp.async (from 8.0), its source one contiguous run in lane order; and the clock's own speed.
#include "gpu/instruction_kernels.cuh"

namespace bankmap::gpu {
namespace {

template <int bytes, bool cached>
struct CpAsync {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
#if __CUDA_ARCH__ >= 800
    // lane.source is 16 bytes a lane; narrower copies take theirs closer together.
    const unsigned char* source = lane.source - (threadIdx.x % 32) * (16 - bytes) + copy * source_bytes;
    if constexpr (cached) {
      asm volatile("cp.async.ca.shared.global [%0+%1], [%2], %3;" ::"r"(lane.address), "n"(copy * copy_bytes),
                   "l"(source), "n"(bytes)
                   : "memory");
    } else {
      asm volatile("cp.async.cg.shared.global [%0+%1], [%2], %3;" ::"r"(lane.address), "n"(copy * copy_bytes),
                   "l"(source), "n"(bytes)
                   : "memory");
    }
#endif
    return 0;
  }
  static __device__ void finish() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  }
};

constexpr int first_with_cp_async = 80;

__device__ unsigned long long nanoseconds_now() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// The timer ticks coarsely: both ends are taken right after a tick.
__device__ unsigned long long next_tick() {
  const unsigned long long before = nanoseconds_now();
  unsigned long long now = before;
  while (now == before) now = nanoseconds_now();
  return now;
}

__global__ void watch_clock(long long* out, unsigned long long nanoseconds) {
  const unsigned long long from = next_tick();
  const long long start = clock64();
  unsigned long long to = from;
  while (to - from < nanoseconds) to = next_tick();
  out[0] = clock64() - start;
  out[1] = static_cast<long long>(to - from);
}

}  // namespace

std::span<const KernelSet> async_kernels() {
  static const KernelSet sets[] = {
      kernel_set<CpAsync<4, true>, false>("cp.async.ca.4", first_with_cp_async),
      kernel_set<CpAsync<8, true>, false>("cp.async.ca.8", first_with_cp_async),
      kernel_set<CpAsync<16, true>, false>("cp.async.ca.16", first_with_cp_async),
      kernel_set<CpAsync<16, false>, false>("cp.async.cg.16", first_with_cp_async),
  };
  return sets;
}

const void* clock_kernel() { return reinterpret_cast<const void*>(&watch_clock); }

}  // namespace bankmap::gpu
