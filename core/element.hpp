// core/element.hpp -- what one cell of a tile is.
//
//     "float" 32 bits, "int4" 4 bits (two in a byte, the lower column in the lower bits), "float4" 128 bits aligned to
//     16, {struct "Particle", 12 bytes, aligned to 4}
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

struct Element {
  std::string name = "float";  // CUDA name, or the person's struct name
  int bits = 32;               // [bits] 2 and 4, else a multiple of 8
  int align_bytes = 4;         // [bytes] power of two; 1 for elements below a byte
  bool is_struct = false;      // the person's own: bits and align_bytes are theirs
  bool operator==(const Element&) const = default;
};

// int2 int4 int8 half bf16 int float half2 double float2 complex64 ... float4 complex128, by width.
std::span<const Element> known_elements();
// Also takes the other names in use for the same element: "__half", "complex<float>", "unsigned char"; the result has
// the name of the table. int2 and int4 are the packed integers of 2 and 4 bits, not CUDA's vectors of that name.
Result<Element> element_named(std::string_view name);
// bytes 1..4096, align a power of two that divides bytes (as sizeof does); the name must be a C identifier.
Result<Element> struct_element(std::string_view name, int bytes, int align_bytes);
// An element as it may stand in a file: one of the known ones, or a struct as struct_element makes it.
Result<Element> checked(const Element& element);

// What a declaration says: "__nv_bfloat16" for bf16, "float2" for complex64, the struct's own name. Elements below a
// byte are packed, so they are declared as bytes, "unsigned char".
std::string_view cuda_type(const Element& element);

}  // namespace bankmap
