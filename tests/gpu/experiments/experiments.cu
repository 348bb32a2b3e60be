// tests/gpu/experiments/experiments.cu -- built for sm_90a, which alone has wgmma.
#include <cuda.h>

#include "tests/gpu/experiments/experiments.hpp"

namespace bankmap::experiments {
namespace {

extern __shared__ __align__(1024) unsigned char shared_bytes[];

__device__ std::uint32_t shared_start() { return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_bytes)); }

template <Copy kind>
__device__ void issue(std::uint32_t to, const unsigned char* from) {
  if constexpr (kind == Copy::cg_16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  } else {
    constexpr int bytes = kind == Copy::ca_4 ? 4 : kind == Copy::ca_8 ? 8 : 16;
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(bytes) : "memory");
  }
}

template <Copy kind>
__device__ void issue_all(const CopyInput& input) {
  const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
  for (int copy = 0; copy < copies; ++copy) {
    issue<kind>(shared_start() + input.shared_byte[lane] + copy * copy_bytes,
                input.source + input.source_byte[lane] + copy * source_span);
  }
}

__device__ void wait_all() { asm volatile("cp.async.wait_all;" ::: "memory"); }

template <Copy kind>
__global__ void count_copy(const __grid_constant__ CopyInput input) {
  if (!((input.active >> threadIdx.x) & 1u)) return;
  issue_all<kind>(input);
  wait_all();
}

template <Copy kind>
__global__ void time_copy(const __grid_constant__ CopyInput input, long long* cycles) {
  const bool active = (input.active >> (threadIdx.x % 32)) & 1u;
  long long least = 1ll << 60;
  for (int repeat = 0; repeat < 6; ++repeat) {
    __syncthreads();
    const long long start = clock64();
    for (int round = 0; active && round < rounds; ++round) issue_all<kind>(input);
    wait_all();
    __syncthreads();
    least = min(least, clock64() - start);
  }
  if (threadIdx.x == 0) *cycles = least;
}

// m64n64k16, f16 in, f32 out. The figures of the accumulators do not matter: operands are 0.
__global__ void multiply(std::uint64_t a, std::uint64_t b, int instructions, float* out, long long* cycles) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  constexpr int operand_bytes = 24576;
  for (int i = threadIdx.x; i < 2 * operand_bytes / 4; i += blockDim.x) reinterpret_cast<int*>(shared_bytes)[i] = 0;
  __syncthreads();
  asm volatile("fence.proxy.async;" ::: "memory");
  const std::uint64_t start_field = (shared_start() & 0x3ffff) >> 4;
  a += start_field;
  b += start_field + (operand_bytes >> 4);
  float d[32] = {};
  const long long start = clock64();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int i = 0; i < instructions; ++i) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "
        "%13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, "
        "1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
          "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
          "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
          "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(a), "l"(b));
  }
  asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
  const long long stop = clock64();
  float sum = 0;
  for (const float each : d) sum += each;
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) *cycles = stop - start;
#endif
}

__global__ void copy_tensor(const __grid_constant__ CUtensorMap map, int bytes, int count, long long* cycles) {
  __shared__ __align__(8) std::uint64_t barrier;
  if (threadIdx.x != 0) return;
  const auto arrived = static_cast<std::uint32_t>(__cvta_generic_to_shared(&barrier));
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(arrived));
  asm volatile("fence.proxy.async;" ::: "memory");
  long long least = 1ll << 60;
  for (std::uint32_t repeat = 0; repeat < 4; ++repeat) {
    const long long start = clock64();
    asm volatile("{.reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1;}" ::"r"(arrived),
                 "r"(bytes * count)
                 : "memory");
    for (int i = 0; i < count; ++i) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
          "[%4];" ::"r"(shared_start()),
          "l"(&map), "r"(0), "r"(0), "r"(arrived)
          : "memory");
    }
    std::uint32_t done = 0;
    while (done == 0) {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                   : "=r"(done)
                   : "r"(arrived), "r"(repeat & 1u)
                   : "memory");
    }
    least = min(least, clock64() - start);
  }
  *cycles = least;
}

template <class Kernel>
const void* address_of(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}

}  // namespace

const void* counted_copy(Copy copy) {
  if (copy == Copy::ca_4) return address_of(count_copy<Copy::ca_4>);
  if (copy == Copy::ca_8) return address_of(count_copy<Copy::ca_8>);
  return copy == Copy::ca_16 ? address_of(count_copy<Copy::ca_16>) : address_of(count_copy<Copy::cg_16>);
}
const void* timed_copy(Copy copy) {
  if (copy == Copy::ca_4) return address_of(time_copy<Copy::ca_4>);
  if (copy == Copy::ca_8) return address_of(time_copy<Copy::ca_8>);
  return copy == Copy::ca_16 ? address_of(time_copy<Copy::ca_16>) : address_of(time_copy<Copy::cg_16>);
}
const void* matrix_multiply() { return address_of(multiply); }
const void* tensor_copy() { return address_of(copy_tensor); }

}  // namespace bankmap::experiments
