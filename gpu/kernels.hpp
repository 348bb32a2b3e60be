// gpu/kernels.hpp -- what the host and the kernels agree on. Seen by nvcc and by the host compiler; needs neither core
// nor CUDA.
//
// Each instruction has three kernels (gpu/instruction_kernels.cuh): `chain` and `stream` are timed, `count` is for the
// counters.
#pragma once

#include <cstdint>
#include <span>

namespace bankmap::gpu {

inline constexpr int copies = 8;        // of the instruction, side by side in a kernel ...
inline constexpr int copy_bytes = 128;  // ... each so far from the last: the banks are the same, the words are not
inline constexpr int source_bytes =
    16 * 32;  // of a cp.async: one contiguous run, lane after lane; each copy has its own

// When one warp began and ended a run, by its multiprocessor's clock [cycles].
struct ClockPair {
  long long start;
  long long stop;
};

struct LaneInput {
  std::uint32_t address[32];    // [lane] byte in shared memory
  std::uint32_t active;         // lanes that take part; the others branch around the instruction
  std::uint32_t zero;           // always 0, which the compiler must not know
  const unsigned char* source;  // of cp.async, in global memory: copies * source_bytes
  std::uint64_t* scratch;       // [thread]
  std::uint32_t* results;       // [thread] so that no result is unused
};

struct TimedInput {
  LaneInput lanes;
  std::uint32_t shared_bytes;  // a multiple of 4; all set to 0 first
  std::uint32_t rounds[2];     // the short and the long run; each round is `copies` instructions
  std::uint32_t samples;       // of each run
  ClockPair* clocks;           // [(sample * 2 + run) * warps + warp]
};

struct KernelSet {
  const char* name;      // of the instruction, as in core/instruction.hpp
  const void* chain;     // TimedInput; each instruction waits for the last one's result; null where there is no result
  const void* stream;    // TimedInput; the copies do not wait for each other
  const void* count;     // LaneInput; `copies` instructions, nothing else that touches shared memory
  int least_capability;  // 80 for 8.0
};

std::span<const KernelSet> load_kernels();
std::span<const KernelSet> store_kernels();
std::span<const KernelSet> matrix_kernels();
std::span<const KernelSet> atomic_kernels();
std::span<const KernelSet> async_kernels();

// out[0]: cycles of the clock, out[1]: nanoseconds that went by meanwhile. Arguments: out, nanoseconds.
const void* clock_kernel();

}  // namespace bankmap::gpu
