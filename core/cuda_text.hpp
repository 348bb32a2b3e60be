// core/cuda_text.hpp -- the CUDA that a tile and an access stand for.
//
//     __shared__ float tile[32][36];        x = tile[threadIdx.x][k];
//
// Everything is printed from parsed trees and checked names: text from a file never reaches the output unparsed.
#pragma once

#include <string>

#include "core/lane_addresses.hpp"
#include "core/tile.hpp"

namespace bankmap {

// "__shared__ float tile[32][36];", with __align__ where the swizzle or the widest access [bytes] to it needs more than the element.
std::string declaration(const TileLayout& layout, int widest_access_bytes = 1);
// "x = tile[threadIdx.x][k];" for a load, "tile[..][..] = x;" for a store, "ldmatrix.x4 (...)" etc.; with the swizzle written out.
std::string access_line(const PreparedAccess& prepared);

}  // namespace bankmap
