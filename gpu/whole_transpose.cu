// gpu/whole_transpose.cu -- the transpose of a square matrix through a 32 x 32 tile, in 4- and 2-byte elements.
#include "gpu/whole_layouts.cuh"

namespace bankmap::gpu {
namespace {

constexpr int rows_a_step = 8;

template <class Element, Layout layout>
__global__ void __launch_bounds__(tile_side* rows_a_step) transpose(const Element* in, Element* out, int side) {
  __shared__ Element tile[tile_side * tile_pitch<layout>];
  const int x = static_cast<int>(threadIdx.x);
  const int column = static_cast<int>(blockIdx.x) * tile_side;
  const int row = static_cast<int>(blockIdx.y) * tile_side;
  for (int y = static_cast<int>(threadIdx.y); y < tile_side; y += rows_a_step) {
    tile[tile_at<layout>(y, x)] = in[static_cast<std::size_t>(row + y) * side + column + x];
  }
  __syncthreads();
  for (int y = static_cast<int>(threadIdx.y); y < tile_side; y += rows_a_step) {
    out[static_cast<std::size_t>(column + y) * side + row + x] = tile[tile_at<layout>(x, y)];
  }
}

__global__ void fill(std::uint32_t* words, std::uint32_t count) {
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    words[i] = value_at(i);
}

// Element i of the input.
template <class Element>
Element input_element(std::uint32_t index) {
  if constexpr (sizeof(Element) == 4) return value_at(index);
  return static_cast<Element>(value_at(index / 2) >> (16 * (index % 2)));
}

template <class Element>
bool is_transposed(const std::vector<std::uint32_t>& words, int side) {
  const auto* out = reinterpret_cast<const Element*>(words.data());
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const std::uint32_t from = static_cast<std::uint32_t>(column) * side + row;
      if (out[static_cast<std::size_t>(row) * side + column] != input_element<Element>(from)) return false;
    }
  }
  return true;
}

template <class Element, Layout layout>
WholeCase transpose_case(const Workspace& space, int side) {
  const std::size_t bytes = sizeof(Element) * side * side;
  WholeCase made;
  made.kernel = sizeof(Element) == 4 ? "transpose float" : "transpose half";
  made.variant = name_of(layout);
  made.size = side;
  made.bytes = 2.0 * static_cast<double>(bytes);
  made.output_bytes = bytes;
  if (layout == Layout::plain) {
    made.prepare = [space, bytes](cudaStream_t stream) {
      fill_with_values(space.input, static_cast<std::uint32_t>(bytes / 4), stream);
    };
  }
  made.launch = [space, side](cudaStream_t stream) {
    const unsigned tiles = static_cast<unsigned>(side / tile_side);
    transpose<Element, layout><<<dim3(tiles, tiles), dim3(tile_side, rows_a_step), 0, stream>>>(
        static_cast<const Element*>(space.input), static_cast<Element*>(space.output), side);
  };
  made.correct = [side](const std::vector<std::uint32_t>& words) { return is_transposed<Element>(words, side); };
  return made;
}

template <class Element>
void add_all_layouts(std::vector<WholeCase>& cases, const Workspace& space, int side) {
  cases.push_back(transpose_case<Element, Layout::plain>(space, side));
  cases.push_back(transpose_case<Element, Layout::padded>(space, side));
  cases.push_back(transpose_case<Element, Layout::swizzled>(space, side));
}

}  // namespace

void fill_with_values(void* words, std::uint32_t count, cudaStream_t stream) {
  fill<<<1024, 256, 0, stream>>>(static_cast<std::uint32_t*>(words), count);
}

std::vector<WholeCase> transpose_cases(const Workspace& space) {
  std::vector<WholeCase> cases;
  for (int side = 1024; side <= largest_side; side *= 2) {
    add_all_layouts<std::uint32_t>(cases, space, side);  // bits are moved, never computed with
    add_all_layouts<std::uint16_t>(cases, space, side);
  }
  return cases;
}

}  // namespace bankmap::gpu
