// core/element.hpp -- what one cell of a tile is.
//
//     "float" 32 bits, "int4" 4 bits (two in a byte, the lower column in the lower bits), "float4" 128 bits aligned to 16,
//     {struct "Particle", 12 bytes, aligned to 4}
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

struct Element {
  std::string name = "float";   // CUDA name, or the person's struct name
  int bits = 32;                // [bits] 2 and 4, else a multiple of 8
  int align_bytes = 4;          // [bytes] power of two; 1 for elements below a byte
  bool is_struct = false;       // the person's own: bits and align_bytes are theirs
  bool operator==(const Element&) const = default;
};

std::span<const Element> known_elements();            // int2 int4 int8 half bf16 int float half2 double float2 complex64 ... float4 complex128
Result<Element> element_named(std::string_view name);
// bytes 1..4096, align a power of two that divides bytes (as sizeof does); the name must be a C identifier.
Result<Element> struct_element(std::string_view name, int bytes, int align_bytes);

}  // namespace bankmap
