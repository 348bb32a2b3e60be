// gpu/instruction_kernels.cuh -- the three kernels of an instruction, over an Operation:
//
//     struct LdB32 {
//       // One instruction; its result, or 0.
//       template <int copy> static __device__ std::uint32_t issue(const Lane& lane);
//     };
//
// What keeps the compilers from merging, hoisting or dropping an instruction: the asm is volatile; copies differ in
// their address; the address changes from round to round by a 0 that comes from memory; results are used.
// tests/gpu/machine_code_test.cpp counts the instructions in what was built.
#pragma once

#include <cstdint>

#include "gpu/kernels.hpp"

namespace bankmap::gpu {

struct Lane {
  std::uint32_t address;        // in the shared window
  std::uint64_t generic;        // the same byte as a generic address; only where the operation is_generic
  const unsigned char* source;  // of cp.async
  std::uint32_t value;          // combined with what is there: 0, which the compiler does not know
};

extern __shared__ __align__(128) unsigned char shared_bytes[];

template <class Operation>
constexpr bool is_generic = requires {
  typename Operation::generic_address;
};

template <class Operation>
__device__ Lane lane_state(const LaneInput& input) {
  const std::uint32_t lane = threadIdx.x % 32;
  Lane state{};
  state.address = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_bytes)) + input.address[lane];
  state.source = input.source + static_cast<std::size_t>(lane) * 16;
  state.value = input.zero;
  if constexpr (is_generic<Operation>) {  // by way of memory, or the compiler sees that it is shared and takes LDS
    volatile std::uint64_t* scratch = input.scratch + threadIdx.x;
    *scratch = reinterpret_cast<std::uint64_t>(shared_bytes + input.address[lane]);
    state.generic = *scratch;
  }
  return state;
}

template <class Operation, int copy = 0>
__device__ void issue_copies(const Lane& lane, std::uint32_t (&results)[copies]) {
  if constexpr (copy < copies) {
    results[copy] = Operation::template issue<copy>(lane);
    issue_copies<Operation, copy + 1>(lane, results);
  }
}

__device__ inline std::uint32_t folded(const std::uint32_t (&results)[copies]) {
  std::uint32_t all = 0;
  for (int i = 0; i < copies; ++i) all ^= results[i];
  return all;
}

template <class Operation>
__device__ void finish() {
  if constexpr (requires { Operation::finish(); }) Operation::finish();
}

template <class Operation>
struct Stream {
  static __device__ std::uint32_t run(Lane& lane, std::uint32_t rounds, std::uint32_t zero) {
    std::uint32_t all = 0;
#pragma unroll 1
    for (std::uint32_t round = 0; round < rounds; ++round) {
      std::uint32_t results[copies];
      issue_copies<Operation>(lane, results);
      all ^= folded(results);
      lane.address += zero;
      if constexpr (is_generic<Operation>) lane.generic += zero;
    }
    finish<Operation>();
    return all;
  }
};

template <class Operation>
struct Chain {
  static __device__ std::uint32_t run(Lane& lane, std::uint32_t rounds, std::uint32_t) {
#pragma unroll 1
    for (std::uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
      for (int link = 0; link < copies; ++link) {
        const std::uint32_t result = Operation::template issue<0>(lane);
        if constexpr (is_generic<Operation>) {
          lane.generic ^= result;
        } else {
          lane.address ^= result;
        }
      }
    }
    return lane.address + static_cast<std::uint32_t>(lane.generic);
  }
};

__device__ inline void clear_shared(std::uint32_t bytes) {
  for (std::uint32_t at = threadIdx.x * 4; at < bytes; at += blockDim.x * 4) {
    *reinterpret_cast<std::uint32_t*>(shared_bytes + at) = 0;
  }
}

template <class Operation, template <class> class Mode>
__device__ void timed_runs(const TimedInput& input) {
  clear_shared(input.shared_bytes);
  Lane lane = lane_state<Operation>(input.lanes);
  const std::uint32_t here = threadIdx.x % 32;
  const bool active = (input.lanes.active >> here) & 1u;
  const bool first = (input.lanes.active & ((1u << here) - 1)) == 0;
  ClockPair* clocks = input.clocks + threadIdx.x / 32;
  std::uint32_t all = 0;
  for (std::uint32_t run = 0; run < input.samples * 2; ++run, clocks += blockDim.x / 32) {
    __syncthreads();
    if (!active) continue;
    const long long start = clock64();
    all ^= Mode<Operation>::run(lane, input.rounds[run % 2], input.lanes.zero);
    const long long stop = clock64();
    if (first) *clocks = {start, stop};
  }
  input.lanes.results[threadIdx.x] = all;
}

template <class Operation>
__global__ void __launch_bounds__(512) chain(const __grid_constant__ TimedInput input) {
  timed_runs<Operation, Chain>(input);
}

template <class Operation>
__global__ void __launch_bounds__(512) stream(const __grid_constant__ TimedInput input) {
  timed_runs<Operation, Stream>(input);
}

template <class Operation>
__global__ void __launch_bounds__(32) count(const __grid_constant__ LaneInput input) {
  const Lane lane = lane_state<Operation>(input);
  if (!((input.active >> threadIdx.x) & 1u)) return;
  std::uint32_t results[copies];
  issue_copies<Operation>(lane, results);
  finish<Operation>();
  input.results[threadIdx.x] = folded(results);
}

// has_result: whether issue() gives something that waits for the instruction, so that a chain makes sense.
template <class Operation, bool has_result>
KernelSet kernel_set(const char* name, int least_capability = 75) {
  KernelSet set{name, nullptr, reinterpret_cast<const void*>(&stream<Operation>),
                reinterpret_cast<const void*>(&count<Operation>), least_capability};
  if constexpr (has_result) set.chain = reinterpret_cast<const void*>(&chain<Operation>);
  return set;
}

}  // namespace bankmap::gpu
