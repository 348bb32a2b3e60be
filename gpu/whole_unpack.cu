// gpu/whole_unpack.cu -- packed 4- and 2-bit weights to floats, scaled by group, and transposed: [k][n] packed ->
// [n][k].
//
// The packed words of a row come first in a tile row, so that whoever unpacks a word stores 8 or 16 neighbours; the
// tile is then read by column. Groups of 64 rows share a scale for each column.
#include "gpu/whole_layouts.cuh"

namespace bankmap::gpu {
namespace {

constexpr int side = 4096;  // of the matrix, in weights
constexpr int group_rows = 64;
constexpr int rows_a_step = 8;

template <int bits>
inline constexpr int weights_a_word = 32 / bits;

// Small whole numbers times powers of two: exact in floats, whoever computes them.
__host__ __device__ inline float scale_of(int group, int column) {
  return 1.0f / static_cast<float>(1 << (value_at(static_cast<std::uint32_t>(group * side + column)) % 8));
}

template <int bits>
__host__ __device__ float weight(std::uint32_t word, int at) {
  const int packed = static_cast<int>((word >> (at * bits)) & ((1u << bits) - 1));
  return static_cast<float>(packed - (1 << (bits - 1)));
}

template <int bits, Layout layout>
__global__ void __launch_bounds__(tile_side* rows_a_step)
    unpack(const std::uint32_t* packed, const float* scales, float* out) {
  __shared__ float tile[tile_side * tile_pitch<layout>];
  constexpr int words_a_tile_row = tile_side / weights_a_word<bits>;
  const int first_k = static_cast<int>(blockIdx.y) * tile_side;
  const int first_n = static_cast<int>(blockIdx.x) * tile_side;
  const int thread = static_cast<int>(threadIdx.y * tile_side + threadIdx.x);
  if (thread < tile_side * words_a_tile_row) {
    const int k = thread / words_a_tile_row;
    const int n = thread % words_a_tile_row * weights_a_word<bits>;
    const std::uint32_t word = packed[static_cast<std::size_t>(first_k + k) *
                                      (side / weights_a_word<bits>)+(first_n + n) / weights_a_word<bits>];
    const float* scale = scales + static_cast<std::size_t>((first_k + k) / group_rows) * side + first_n + n;
    for (int i = 0; i < weights_a_word<bits>; ++i) tile[tile_at<layout>(k, n + i)] = weight<bits>(word, i) * scale[i];
  }
  __syncthreads();
  for (int n = static_cast<int>(threadIdx.y); n < tile_side; n += rows_a_step) {
    out[static_cast<std::size_t>(first_n + n) * side + first_k + threadIdx.x] =
        tile[tile_at<layout>(static_cast<int>(threadIdx.x), n)];
  }
}

__global__ void fill_scales(float* scales) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at < side / group_rows * side) scales[at] = scale_of(at / side, at % side);
}

template <int bits>
bool is_unpacked(const std::vector<std::uint32_t>& words) {
  const auto* out = reinterpret_cast<const float*>(words.data());
  constexpr int words_a_row = side / weights_a_word<bits>;
  for (int n = 0; n < side; ++n) {
    for (int k = 0; k < side; ++k) {
      const std::uint32_t word = value_at(static_cast<std::uint32_t>(k * words_a_row + n / weights_a_word<bits>));
      const float want = weight<bits>(word, n % weights_a_word<bits>) * scale_of(k / group_rows, n);
      if (out[static_cast<std::size_t>(n) * side + k] != want) return false;
    }
  }
  return true;
}

template <int bits, Layout layout>
WholeCase unpack_case(const Workspace& space) {
  constexpr std::size_t packed_words = static_cast<std::size_t>(side) * side / weights_a_word<bits>;
  constexpr std::size_t scale_count = static_cast<std::size_t>(side) / group_rows * side;
  auto* packed = static_cast<std::uint32_t*>(space.input);
  auto* scales = reinterpret_cast<float*>(packed + packed_words);
  WholeCase made;
  made.kernel = bits == 4 ? "unpack INT4 and transpose" : "unpack INT2 and transpose";
  made.variant = name_of(layout);
  made.size = side;
  made.output_bytes = static_cast<std::size_t>(side) * side * sizeof(float);
  made.bytes = static_cast<double>(made.output_bytes + packed_words * 4 + scale_count * 4);
  made.prepare = [packed, scales](cudaStream_t stream) {
    fill_with_values(packed, packed_words, stream);
    fill_scales<<<static_cast<unsigned>(scale_count / 256), 256, 0, stream>>>(scales);
  };
  made.launch = [=](cudaStream_t stream) {
    const unsigned tiles = side / tile_side;
    unpack<bits, layout><<<dim3(tiles, tiles), dim3(tile_side, rows_a_step), 0, stream>>>(
        packed, scales, static_cast<float*>(space.output));
  };
  made.correct = is_unpacked<bits>;
  return made;
}

}  // namespace

std::vector<WholeCase> unpack_cases(const Workspace& space) {
  return {unpack_case<4, Layout::plain>(space),    unpack_case<4, Layout::padded>(space),
          unpack_case<4, Layout::swizzled>(space), unpack_case<2, Layout::plain>(space),
          unpack_case<2, Layout::padded>(space),   unpack_case<2, Layout::swizzled>(space)};
}

}  // namespace bankmap::gpu
