// gpu/whole_layouts.cuh -- the three ways to lay out a square tile, and the input that both sides can compute.
#pragma once

#include <cstdint>

#include "gpu/whole_cases.hpp"

namespace bankmap::gpu {

enum class Layout { plain, padded, swizzled };

inline const char* name_of(Layout layout) {
  return layout == Layout::plain ? "plain" : layout == Layout::padded ? "padded" : "swizzled";
}

inline constexpr int tile_side = 32;

template <Layout layout>
inline constexpr int tile_pitch = layout == Layout::padded ? tile_side + 1 : tile_side;

template <Layout layout>
__device__ int tile_at(int row, int column) {
  return row * tile_pitch<layout> + (layout == Layout::swizzled ? column ^ row : column);
}

// A value that looks random and that the CPU computes just as well: nothing has to be kept to compare with.
__host__ __device__ inline std::uint32_t value_at(std::uint32_t index) {
  const std::uint32_t mixed = (index ^ (index >> 15)) * 0x2c1b3c6du;
  return mixed ^ (mixed >> 13);
}

// Fills words 0..count-1 with value_at. Defined in whole_transpose.cu.
void fill_with_values(void* words, std::uint32_t count, cudaStream_t stream);

}  // namespace bankmap::gpu
