// gpu/whole_matrix_load.cu -- a 64 x 64 tile of halves, filled with 16-byte stores and read as A fragments by
// ldmatrix.x4, as in MARLIN's weight-only kernels. A row is 128 bytes: eight chunks of 16. Swizzled, chunk c of row r
// lies at c ^ (r % 8).
//
// Each block reads its tile many times, as a kernel does that keeps it for many products; the last reading is written
// out.
#include "gpu/whole_layouts.cuh"

namespace bankmap::gpu {
namespace {

constexpr int rows = 64;
constexpr int chunks = 8;  // of 16 bytes in a row
constexpr int warps = 4;   // each has 16 rows
constexpr int steps = 4;   // of 16 columns
constexpr int readings = 64;
constexpr int blocks = 2048;
constexpr int words_a_tile = rows * chunks * 4;

template <bool swizzled>
__device__ int chunk_at(int row, int chunk) {
  return row * chunks + (swizzled ? chunk ^ (row % chunks) : chunk);
}

template <bool swizzled>
__global__ void __launch_bounds__(warps * 32) load_fragments(const uint4* in, uint4* out, std::uint32_t zero) {
  __shared__ __align__(128) uint4 tile[rows * chunks];
  const int thread = static_cast<int>(threadIdx.x);
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * rows * chunks;
  for (int at = thread; at < rows * chunks; at += warps * 32)
    tile[chunk_at<swizzled>(at / chunks, at % chunks)] = in[first + at];
  __syncthreads();

  const int lane = thread % 32;
  const int row = thread / 32 * 16 + lane % 16;  // matrices 0 and 1: the columns' first chunk; 2 and 3: the second
  std::uint32_t address[steps];
  for (int step = 0; step < steps; ++step) {
    address[step] =
        static_cast<std::uint32_t>(__cvta_generic_to_shared(&tile[chunk_at<swizzled>(row, 2 * step + lane / 16)]));
  }
  uint4 fragment[steps] = {};
#pragma unroll 1
  for (int reading = 0; reading < readings; ++reading) {
    for (int step = 0; step < steps; ++step) {
      uint4 f;
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(f.x), "=r"(f.y), "=r"(f.z), "=r"(f.w)
                   : "r"(address[step])
                   : "memory");
      const std::uint32_t keep =
          reading + 1 == readings ? 0xffffffffu : zero;  // the others are used, and come to nothing
      fragment[step] = make_uint4(fragment[step].x ^ (f.x & keep), fragment[step].y ^ (f.y & keep),
                                  fragment[step].z ^ (f.z & keep), fragment[step].w ^ (f.w & keep));
      address[step] += zero;
    }
  }
  for (int step = 0; step < steps; ++step) out[first + step * warps * 32 + thread] = fragment[step];
}

// Word w of lane `lane` in the fragment: matrix w has rows 0-7 or 8-15 and columns 0-7 or 8-15 of a 16 x 16 tile.
std::uint32_t fragment_word(int block, int warp, int step, int lane, int w) {
  const int row = warp * 16 + w % 2 * 8 + lane / 4;
  const int word_in_row = step * 8 + w / 2 * 4 + lane % 4;
  return value_at(static_cast<std::uint32_t>(block * words_a_tile + row * chunks * 4 + word_in_row));
}

bool are_fragments(const std::vector<std::uint32_t>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int at = static_cast<int>(i) % words_a_tile;
    const int thread = at / 4 % (warps * 32);
    const std::uint32_t want =
        fragment_word(static_cast<int>(i) / words_a_tile, thread / 32, at / 4 / (warps * 32), thread % 32, at % 4);
    if (out[i] != want) return false;
  }
  return true;
}

template <bool swizzled>
WholeCase matrix_load_case(const Workspace& space) {
  constexpr std::size_t words = static_cast<std::size_t>(blocks) * words_a_tile;
  WholeCase made;
  made.kernel = "ldmatrix tile load";
  made.variant = swizzled ? "swizzled" : "plain";
  made.size = blocks * rows;
  made.bytes = 2.0 * words * 4;
  made.output_bytes = words * 4;
  made.prepare = [space](cudaStream_t stream) { fill_with_values(space.input, words, stream); };
  made.launch = [space](cudaStream_t stream) {
    load_fragments<swizzled><<<blocks, warps * 32, 0, stream>>>(static_cast<const uint4*>(space.input),
                                                                static_cast<uint4*>(space.output), 0);
  };
  made.correct = are_fragments;
  return made;
}

}  // namespace

std::vector<WholeCase> matrix_load_cases(const Workspace& space) {
  return {matrix_load_case<false>(space), matrix_load_case<true>(space)};
}

}  // namespace bankmap::gpu
