// gpu/atomic_kernels.cu -- atom (the result is used) and red (there is none) on shared memory.
//
// All operands are 0, so that memory stays 0 through any number of rounds and a chain may fold each result into its
// address. Where a result is used it is the zero register; an operand from another register takes 3 to 5 cycles longer
// (measured on an H200). Without a result, and in the forms that compare and swap, it is a 0 that the compiler does not
// know. red.add.u32.const1 adds a constant: that is what makes it another instruction.
#include "gpu/instruction_kernels.cuh"

namespace bankmap::gpu {
namespace {

// The operation is text in the asm, so each needs a struct of its own.
#define BANKMAP_ATOM(Name, operation)                          \
  struct Name {                                                \
    template <int copy>                                        \
    static __device__ std::uint32_t issue(const Lane& lane) {  \
      std::uint32_t x;                                         \
      asm volatile("atom.shared." operation " %0, [%1+%2], 0;" \
                   : "=r"(x)                                   \
                   : "r"(lane.address), "n"(copy * copy_bytes) \
                   : "memory");                                \
      return x;                                                \
    }                                                          \
  }
#define BANKMAP_RED(Name, operation)                                                                    \
  struct Name {                                                                                         \
    template <int copy>                                                                                 \
    static __device__ std::uint32_t issue(const Lane& lane) {                                           \
      asm volatile("red.shared." operation " [%0+%1], %2;" ::"r"(lane.address), "n"(copy * copy_bytes), \
                   "r"(lane.value)                                                                      \
                   : "memory");                                                                         \
      return 0;                                                                                         \
    }                                                                                                   \
  }

BANKMAP_ATOM(AtomAddU32, "add.u32");
BANKMAP_ATOM(AtomMinU32, "min.u32");
BANKMAP_ATOM(AtomMaxS32, "max.s32");
BANKMAP_ATOM(AtomOrB32, "or.b32");
BANKMAP_ATOM(AtomExchB32, "exch.b32");
BANKMAP_ATOM(AtomIncU32, "inc.u32");
BANKMAP_RED(RedAddU32, "add.u32");
BANKMAP_RED(RedMinU32, "min.u32");
BANKMAP_RED(RedMaxU32, "max.u32");
BANKMAP_RED(RedOrB32, "or.b32");
BANKMAP_RED(RedAddF16x2, "add.noftz.f16x2");
#undef BANKMAP_ATOM
#undef BANKMAP_RED

struct RedAddU32Const1 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("red.shared.add.u32 [%0+%1], 1;" ::"r"(lane.address), "n"(copy * copy_bytes) : "memory");
    return 0;
  }
};

struct AtomAddF16x2 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("atom.shared.add.noftz.f16x2 %0, [%1+%2], %3;"
                 : "=r"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes), "r"(lane.value)
                 : "memory");
    return x;
  }
};
struct AtomAddF32 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    float x;
    asm volatile("atom.shared.add.f32 %0, [%1+%2], %3;"
                 : "=f"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes), "f"(__uint_as_float(lane.value))
                 : "memory");
    return __float_as_uint(x);
  }
};
struct RedAddF32 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("red.shared.add.f32 [%0+%1], %2;" ::"r"(lane.address), "n"(copy * copy_bytes),
                 "f"(__uint_as_float(lane.value))
                 : "memory");
    return 0;
  }
};

struct AtomAddU64 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint64_t x;
    asm volatile("atom.shared.add.u64 %0, [%1+%2], %3;"
                 : "=l"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes), "l"(std::uint64_t{lane.value})
                 : "memory");
    return static_cast<std::uint32_t>(x);
  }
};
struct RedAddU64 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    asm volatile("red.shared.add.u64 [%0+%1], %2;" ::"r"(lane.address), "n"(copy * copy_bytes),
                 "l"(std::uint64_t{lane.value})
                 : "memory");
    return 0;
  }
};

struct AtomCasB32 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint32_t x;
    asm volatile("atom.shared.cas.b32 %0, [%1+%2], %3, %3;"
                 : "=r"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes), "r"(lane.value)
                 : "memory");
    return x;
  }
};
struct AtomCasB64 {
  template <int copy>
  static __device__ std::uint32_t issue(const Lane& lane) {
    std::uint64_t x;
    asm volatile("atom.shared.cas.b64 %0, [%1+%2], %3, %3;"
                 : "=l"(x)
                 : "r"(lane.address), "n"(copy * copy_bytes), "l"(std::uint64_t{lane.value})
                 : "memory");
    return static_cast<std::uint32_t>(x) ^ static_cast<std::uint32_t>(x >> 32);
  }
};

}  // namespace

std::span<const KernelSet> atomic_kernels() {
  static const KernelSet sets[] = {
      kernel_set<AtomAddU32, true>("atom.add.u32"),
      kernel_set<AtomMinU32, true>("atom.min.u32"),
      kernel_set<AtomMaxS32, true>("atom.max.s32"),
      kernel_set<AtomOrB32, true>("atom.or.b32"),
      kernel_set<AtomExchB32, true>("atom.exch.b32"),
      kernel_set<AtomIncU32, true>("atom.inc.u32"),
      kernel_set<RedAddU32, false>("red.add.u32"),
      kernel_set<RedMinU32, false>("red.min.u32"),
      kernel_set<RedMaxU32, false>("red.max.u32"),
      kernel_set<RedOrB32, false>("red.or.b32"),
      kernel_set<RedAddU32Const1, false>("red.add.u32.const1"),
      kernel_set<AtomCasB32, true>("atom.cas.b32"),
      kernel_set<AtomCasB64, true>("atom.cas.b64"),
      kernel_set<AtomAddF32, true>("atom.add.f32"),
      kernel_set<AtomAddF16x2, true>("atom.add.f16x2"),
      kernel_set<AtomAddU64, true>("atom.add.u64"),
      kernel_set<RedAddF32, false>("red.add.f32"),
      kernel_set<RedAddF16x2, false>("red.add.f16x2"),
      kernel_set<RedAddU64, false>("red.add.u64"),
  };
  return sets;
}

}  // namespace bankmap::gpu
