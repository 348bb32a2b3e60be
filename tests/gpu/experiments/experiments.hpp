// tests/gpu/experiments/experiments.hpp -- kernels that ask the hardware what no table says.
#pragma once

#include <cstdint>

namespace bankmap::experiments {

inline constexpr int copies = 8;             // of an instruction in a kernel ...
inline constexpr int copy_bytes = 128;       // ... so far apart in shared memory
inline constexpr int source_span = 1 << 16;  // ... and in global memory
inline constexpr int rounds = 16;            // of the copies, when they are timed

struct CopyInput {
  const unsigned char* source;
  std::uint32_t source_byte[32];  // [lane]
  std::uint32_t shared_byte[32];  // [lane]
  std::uint32_t active;
};

enum class Copy { ca_4, ca_8, ca_16, cg_16 };

const void* counted_copy(Copy copy);  // CopyInput; `copies` instructions
const void* timed_copy(Copy copy);    // CopyInput, long long* cycles of rounds * copies instructions of each warp
// uint64 descriptors of A and B without their address, int instructions, float* out, long long* cycles. One warpgroup.
const void* matrix_multiply();
// CUtensorMap, int bytes of a copy, int count, long long* cycles. One warp.
const void* tensor_copy();

}  // namespace bankmap::experiments
