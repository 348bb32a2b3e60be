// gpu/matrix_kernels.cu -- ldmatrix (from 7.5) and stmatrix (from 9.0). All 32 lanes take part: the host sees to it.
#include "gpu/instruction_kernels.cuh"

namespace bankmap::gpu {
namespace {

// An asm text must be a literal, so the two forms of each width are told apart by `if constexpr`.
template <int matrices, bool transposed>
struct Ldmatrix {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    constexpr int at = copy * copy_bytes;
    if constexpr (matrices == 1 && !transposed) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1+%2];"
                   : "=r"(a)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    } else if constexpr (matrices == 1) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1+%2];"
                   : "=r"(a)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    } else if constexpr (matrices == 2 && !transposed) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2+%3];"
                   : "=r"(a), "=r"(b)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    } else if constexpr (matrices == 2) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2+%3];"
                   : "=r"(a), "=r"(b)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    } else if constexpr (!transposed) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4+%5];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    } else {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4+%5];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(lane.address), "n"(at)
                   : "memory");
    }
    return a ^ b ^ c ^ d;
  }
};

template <int matrices, bool transposed>
struct Stmatrix {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
#if __CUDA_ARCH__ >= 900
    constexpr int at = copy * copy_bytes;
    if constexpr (matrices == 1 && !transposed) {
      asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0+%1], {%2};" ::"r"(lane.address), "n"(at),
                   "r"(lane.value)
                   : "memory");
    } else if constexpr (matrices == 1) {
      asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0+%1], {%2};" ::"r"(lane.address), "n"(at),
                   "r"(lane.value)
                   : "memory");
    } else if constexpr (matrices == 2 && !transposed) {
      asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0+%1], {%2,%2};" ::"r"(lane.address), "n"(at),
                   "r"(lane.value)
                   : "memory");
    } else if constexpr (matrices == 2) {
      asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0+%1], {%2,%2};" ::"r"(lane.address), "n"(at),
                   "r"(lane.value)
                   : "memory");
    } else if constexpr (!transposed) {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0+%1], {%2,%2,%2,%2};" ::"r"(lane.address), "n"(at),
                   "r"(lane.value)
                   : "memory");
    } else {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0+%1], {%2,%2,%2,%2};" ::"r"(lane.address),
                   "n"(at), "r"(lane.value)
                   : "memory");
    }
#endif
    return 0;
  }
};

constexpr int first_with_stmatrix = 90;

}  // namespace

std::span<const KernelSet> matrix_kernels() {
  static const KernelSet sets[] = {
      kernel_set<Ldmatrix<1, false>, true>("ldmatrix.x1"),
      kernel_set<Ldmatrix<2, false>, true>("ldmatrix.x2"),
      kernel_set<Ldmatrix<4, false>, true>("ldmatrix.x4"),
      kernel_set<Ldmatrix<1, true>, true>("ldmatrix.x1.trans"),
      kernel_set<Ldmatrix<2, true>, true>("ldmatrix.x2.trans"),
      kernel_set<Ldmatrix<4, true>, true>("ldmatrix.x4.trans"),
      kernel_set<Stmatrix<1, false>, false>("stmatrix.x1", first_with_stmatrix),
      kernel_set<Stmatrix<2, false>, false>("stmatrix.x2", first_with_stmatrix),
      kernel_set<Stmatrix<4, false>, false>("stmatrix.x4", first_with_stmatrix),
      kernel_set<Stmatrix<1, true>, false>("stmatrix.x1.trans", first_with_stmatrix),
      kernel_set<Stmatrix<2, true>, false>("stmatrix.x2.trans", first_with_stmatrix),
      kernel_set<Stmatrix<4, true>, false>("stmatrix.x4.trans", first_with_stmatrix),
  };
  return sets;
}

}  // namespace bankmap::gpu
