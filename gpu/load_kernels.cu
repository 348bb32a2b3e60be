// gpu/load_kernels.cu -- ld.shared of every width, and the same through a generic pointer.
#include "gpu/instruction_kernels.cuh"

namespace bankmap::gpu {
namespace {

struct LdB8 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("ld.volatile.shared.u8 %0, [%1+%2];" : "=r"(x) : "r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return x;
  }
};
struct LdB16 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("ld.volatile.shared.u16 %0, [%1+%2];"
                 : "=r"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes)
                 : "memory");
    return x;
  }
};
struct LdB32 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("ld.volatile.shared.u32 %0, [%1+%2];"
                 : "=r"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes)
                 : "memory");
    return x;
  }
};
struct LdB64 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x, y;
    asm volatile("ld.volatile.shared.v2.u32 {%0,%1}, [%2+%3];"
                 : "=r"(x), "=r"(y)
                 : "r"(lane.address), "n"(copy * copy_bytes)
                 : "memory");
    return x ^ y;
  }
};
struct LdB128 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x, y, z, w;
    asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4+%5];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "r"(lane.address), "n"(copy * copy_bytes)
                 : "memory");
    return x ^ y ^ z ^ w;
  }
};

struct LdGenericB32 {
  using generic_address = void;
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("ld.volatile.u32 %0, [%1+%2];" : "=r"(x) : "l"(lane.generic), "n"(copy * copy_bytes) : "memory");
    return x;
  }
};
struct LdGenericB64 {
  using generic_address = void;
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x, y;
    asm volatile("ld.volatile.v2.u32 {%0,%1}, [%2+%3];"
                 : "=r"(x), "=r"(y)
                 : "l"(lane.generic), "n"(copy * copy_bytes)
                 : "memory");
    return x ^ y;
  }
};
struct LdGenericB128 {
  using generic_address = void;
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x, y, z, w;
    asm volatile("ld.volatile.v4.u32 {%0,%1,%2,%3}, [%4+%5];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "l"(lane.generic), "n"(copy * copy_bytes)
                 : "memory");
    return x ^ y ^ z ^ w;
  }
};

}  // namespace

std::span<const KernelSet> load_kernels() {
  static const KernelSet sets[] = {
      kernel_set<LdB8, true>("ld.b8"),
      kernel_set<LdB16, true>("ld.b16"),
      kernel_set<LdB32, true>("ld.b32"),
      kernel_set<LdB64, true>("ld.b64"),
      kernel_set<LdB128, true>("ld.b128"),
      kernel_set<LdGenericB32, true>("ld.generic.b32"),
      kernel_set<LdGenericB64, true>("ld.generic.b64"),
      kernel_set<LdGenericB128, true>("ld.generic.b128"),
  };
  return sets;
}

}  // namespace bankmap::gpu
