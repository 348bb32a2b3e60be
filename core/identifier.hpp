// core/identifier.hpp -- which words a person may use as a name: of a tile, a loop variable, a struct.
//
//     "tile_b" yes      "lane" no: it is built in      "for", "3k", "a.b" no: the printed CUDA would not compile
//
// Law: no keyword of C++20, no other spelling of an operator ("and", "xor_eq"), no word of CUDA ("__global__") is an identifier.
#pragma once

#include <span>
#include <string_view>

namespace bankmap {

std::span<const std::string_view> builtin_names();  // lane, warp, threadIdx.x, rows, ...: what an index may always use
bool is_builtin_name(std::string_view name);
bool is_identifier(std::string_view text);  // of C, up to 64 letters, and no keyword of C++ or CUDA

}  // namespace bankmap
