// tests/gpu/endless.cu -- a kernel that does not end: what a hung device looks like from outside.
#include "tests/gpu/endless.hpp"

namespace bankmap::gpu {
namespace {

__global__ void never_ends(const __grid_constant__ LaneInput input) {
  volatile std::uint32_t* results = input.results;
  for (;;) results[threadIdx.x] = results[threadIdx.x] + 1;
}

}  // namespace

const void* endless_kernel() { return reinterpret_cast<const void*>(&never_ends); }

}  // namespace bankmap::gpu
