// gpu/store_kernels.cu -- st.shared of every width.
//
// What is stored is the zero register, so that the banks alone decide. Data from registers travel for at least 2 cycles
// (64 bits) or 4 cycles (128 bits) a warp, however few lanes and wavefronts there are (measured on an H200).
#include "gpu/instruction_kernels.cuh"

namespace bankmap::gpu {
namespace {

struct StB8 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("st.volatile.shared.u8 [%0+%1], 0;" ::"r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return 0;
  }
};
struct StB16 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("st.volatile.shared.u16 [%0+%1], 0;" ::"r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return 0;
  }
};
struct StB32 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("st.volatile.shared.u32 [%0+%1], 0;" ::"r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return 0;
  }
};
struct StB64 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("st.volatile.shared.v2.u32 [%0+%1], {0,0};" ::"r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return 0;
  }
};
struct StB128 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("st.volatile.shared.v4.u32 [%0+%1], {0,0,0,0};" ::"r"(lane.address), "n"(copy * copy_bytes)
                 : "memory");
    return 0;
  }
};

}  // namespace

std::span<const KernelSet> store_kernels() {
  static const KernelSet sets[] = {
      kernel_set<StB8, false>("st.b8"),   kernel_set<StB16, false>("st.b16"),   kernel_set<StB32, false>("st.b32"),
      kernel_set<StB64, false>("st.b64"), kernel_set<StB128, false>("st.b128"),
  };
  return sets;
}

}  // namespace bankmap::gpu
