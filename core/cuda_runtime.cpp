// What stands before the tiles of an exported .cu, and its kernels: the same in all of them.
#include <fmt/format.h>

#include "core/cuda_parts.hpp"

namespace bankmap {
namespace {

constexpr std::string_view includes = R"cuda(#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
)cuda";

constexpr std::string_view shared_by_index_functions = R"cuda(
#ifndef __CUDACC__  // any other compiler of C++17: the program prints the addresses, and runs nothing
#define __host__
#define __device__
#endif

namespace exported {

constexpr int64_t inactive = INT64_MIN;  // in place of a byte: this lane takes no part

// One lane of one warp instruction. Steps count through the loops of an access, the innermost fastest.
struct At {
  int64_t step, warp, lane;
};

struct Usual {  // an access says what is different
  static constexpr int64_t steps = 1, warps = 1;
  static constexpr int64_t tile_start = 0;  // [bytes] in shared memory
  static constexpr int least_capability = 75;
  static constexpr bool whole_warp = false;        // true: all 32 lanes must issue it, also those without an address
  static constexpr bool asynchronous = false;      // true: it must be waited for
  static constexpr const char* not_run = nullptr;  // why the GPU cannot run it as the scenario has it
  static constexpr double predicted_cycles = 0;    // mean over its warp instructions; 0: no law is known
};
)cuda";

constexpr std::string_view parity = R"cuda(
__host__ __device__ constexpr int64_t parity(int64_t bits) {
  bits ^= bits >> 32;
  bits ^= bits >> 16;
  bits ^= bits >> 8;
  bits ^= bits >> 4;
  return (0x6996 >> (bits & 15)) & 1;
}
)cuda";

constexpr std::string_view shift_left = R"cuda(
// value * 2^by, which << gives of a negative value only since C++20.
__host__ __device__ constexpr int64_t shift_left(int64_t value, int64_t by) {
  return static_cast<int64_t>(static_cast<uint64_t>(value) << by);
}
)cuda";

constexpr std::string_view data = R"cuda(
// rand(n) of an index: data that nobody knows, drawn as Bankmap draws it (SplitMix64 of where the call stands).
struct Data {
  uint64_t state = 0x42616e6b6d617021;

  __host__ __device__ Data with(int64_t value) const {
    uint64_t z = state + 0x9e3779b97f4a7c15 + static_cast<uint64_t>(value);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return Data{z ^ (z >> 31)};
  }
  __host__ __device__ int64_t rand(int64_t n, int64_t call, int64_t lane) const {  // 0 to n - 1
    const uint64_t drawn = with(call).with(lane).state;
#ifdef __CUDA_ARCH__
    return static_cast<int64_t>(__umul64hi(drawn, static_cast<uint64_t>(n)));
#else
    return static_cast<int64_t>(static_cast<unsigned __int128>(drawn) * static_cast<uint64_t>(n) >> 64);
#endif
  }
};
)cuda";

}  // namespace

std::string cuda_prelude(const CudaNeeds& needs) {
  std::string text{includes};
  if (!needs.headers.empty()) {
    text += "#ifdef __CUDACC__\n";
    for (const std::string& header : needs.headers) text += fmt::format("#include <{}>\n", header);
    text += "#endif\n";
  }
  text += shared_by_index_functions;
  if (needs.parity) text += parity;
  if (needs.shift_left) text += shift_left;
  if (needs.data) text += data;
  return text;
}

std::string_view cuda_operands() {
  return R"cuda(
// What an instruction is given, lane by lane.
struct Operands {
  uint32_t address;              // in the shared window
  const unsigned char* generic;  // the same byte, by a pointer that for all the compiler knows may be global
  const unsigned char* source;   // of cp.async: one contiguous run in lane order
  uint32_t zero;                 // 0, which the compiler does not know
};

)cuda";
}

std::string_view cuda_kernels() {
  return R"cuda(
// As large as the GPU allows, so that a block has a multiprocessor to itself. The tiles lie in it where the scenario has
// them; it starts at a multiple of 1024 bytes, so a byte's bank and place in a swizzle pattern are those of its offset.
extern __shared__ __align__(1024) unsigned char shared_memory[];

constexpr int timed_warps = 16;
constexpr int copies = 8;  // of the instruction, side by side: 128 bytes apart, so in the same banks
constexpr int copy_bytes = 128;
constexpr int short_rounds = 4;  // of all copies
constexpr int long_rounds = 20;
constexpr int samples = 6;  // the first warms up
constexpr double timed_instructions = (long_rounds - short_rounds) * copies * timed_warps;

struct Inputs {
  const unsigned char* source;  // in global memory: copies * 512 bytes
  uint32_t zero;
  uint32_t used_bytes;  // of shared memory
};

template <class Access>
__device__ At here() {  // a block is a warp instruction: all steps of warp 0, then of warp 1 ...
  return {blockIdx.x % Access::steps, blockIdx.x / Access::steps, threadIdx.x % 32};
}

template <class Access>
__device__ bool takes_part(int64_t byte) {
  return Access::whole_warp ? __any_sync(0xffffffff, byte != inactive) : byte != inactive;
}

template <class Access>
__device__ Operands operands(int64_t byte, const Inputs& in) {
  // A lane without an address that must issue all the same, as in ldmatrix.x1, is not looked at: any address will do.
  const uint32_t offset = byte == inactive ? 0 : static_cast<uint32_t>(Access::tile_start + byte);
  Operands to;
  to.address = static_cast<uint32_t>(__cvta_generic_to_shared(shared_memory)) + offset;
  to.generic = in.zero == 0 ? shared_memory + offset : in.source;
  to.source = in.source + threadIdx.x % 32 * Access::access_bytes;
  to.zero = in.zero;
  return to;
}

template <class Access>
__device__ void finish() {
#if __CUDA_ARCH__ >= 800
  if (Access::asynchronous) asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Every warp instruction once, and the lanes' bytes. Nothing else touches shared memory: the profiler's counters of this
// kernel are those of the access.
template <class Access>
__global__ void __launch_bounds__(32) execute_once(Inputs in, int64_t* bytes, uint32_t* results) {
  const int64_t byte = Access::byte(here<Access>());
  const size_t thread = static_cast<size_t>(blockIdx.x) * 32 + threadIdx.x;
  bytes[thread] = byte;
  if constexpr (Access::not_run == nullptr) {
    if (!takes_part<Access>(byte)) return;
    results[thread] = Access::Instruction::issue(operands<Access>(byte, in), 0);
    finish<Access>();
  }
}

template <class Access>
__device__ uint32_t run(Operands to, int rounds) {
  uint32_t all = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (uint32_t copy = 0; copy < copies; ++copy) all ^= Access::Instruction::issue(to, copy * copy_bytes);
    to.address += to.zero;  // or the compiler would see that all rounds are alike
    to.generic += to.zero;
  }
  finish<Access>();
  return all;
}

// From when all warps may start to when all are done.
template <class Access>
__device__ long long clocked(const Operands& to, bool active, int rounds, uint32_t& all) {
  __syncthreads();
  const long long start = clock64();
  if (active) all ^= run<Access>(to, rounds);
  __syncthreads();
  return clock64() - start;
}

// Back to back: sixteen warps of a block issue the same warp instruction, again and again.
template <class Access>
__global__ void __launch_bounds__(timed_warps * 32) time_back_to_back(Inputs in, long long* cycles, uint32_t* results) {
  for (uint32_t at = threadIdx.x * 4; at < in.used_bytes; at += blockDim.x * 4) {
    *reinterpret_cast<uint32_t*>(shared_memory + at) = 0;
  }
  const int64_t byte = Access::byte(here<Access>());
  const bool active = takes_part<Access>(byte);
  const Operands to = operands<Access>(byte, in);
  uint32_t all = 0;
#pragma unroll 1
  for (int sample = 0; sample < samples; ++sample) {
    const long long brief = clocked<Access>(to, active, short_rounds, all);
    const long long lengthy = clocked<Access>(to, active, long_rounds, all);  // what both have in common goes away
    if (threadIdx.x == 0) cycles[static_cast<size_t>(blockIdx.x) * samples + sample] = lengthy - brief;
  }
  results[threadIdx.x] = all;  // so that no result is unused
}
)cuda";
}

}  // namespace bankmap
