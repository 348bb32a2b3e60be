// core/swizzle.hpp -- moving the elements of a tile so that columns spread over the banks, without a byte of padding.
//
//     col ^ row on a 4 x 4 tile          row 0:  0 1 2 3        the numbers say which column is stored there;
//     (chunk 1, shift 0, mask 3)         row 1:  1 0 3 2        a column read now visits four different columns
//                                        row 2:  2 3 0 1
//                                        row 3:  3 2 1 0
//
// Each kind acts on one of three things; apply_* below are the only definitions:
//
//     on the column         XorSwizzle, TritonSwizzle, ExpressionSwizzle    (row, column) -> column
//     on the offset         CuteSwizzle, MatrixSwizzle                      row * pitch + column, in elements -> the same
//     on the byte address   TmaSwizzle                                      absolute shared byte address -> byte address
//
// source of the formulas: CuTe swizzle.hpp; CUDA programming guide, tensor map swizzle modes; Triton's SwizzledShared
// encoding.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/expression.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct NoSwizzle {
  bool operator==(const NoSwizzle&) const = default;
};

// chunk = column / chunk_elements;   chunk ^ ((row >> shift) & mask); the place inside the chunk stays.
struct XorSwizzle {
  int chunk_elements = 1;
  int shift = 0;
  std::int64_t mask = 31;
  bool operator==(const XorSwizzle&) const = default;
};

// CuTe Swizzle<bits, base, shift> on the element offset x:  x ^ ((x & (((1 << bits) - 1) << (base + max(0, shift)))) >>
// shift); a negative shift moves left. pre: |shift| >= bits.
struct CuteSwizzle {
  int bits = 3;
  int base = 3;
  int shift = 3;
  bool operator==(const CuteSwizzle&) const = default;
};

// The tensor-map modes, on the absolute byte address a; the tile must start at a multiple of tma_repeat_bytes.
enum class TmaMode : std::uint8_t {
  b32,          // a ^ ((a >> 3) & 0x10)
  b64,          // a ^ ((a >> 3) & 0x30)
  b128,         // a ^ ((a >> 3) & 0x70)
  b128_atom32,  // a ^ ((a >> 2) & 0x60)
  b128_atom64,  // a ^ ((a >> 1) & 0x40)
};
struct TmaSwizzle {
  TmaMode mode = TmaMode::b128;
  bool operator==(const TmaSwizzle&) const = default;
};

// In units of `vec` elements: chunk ^ ((row / per_phase) % max_phase).
struct TritonSwizzle {
  int vec = 1;
  int per_phase = 1;
  int max_phase = 1;
  bool operator==(const TritonSwizzle&) const = default;
};

// Bit i of the new element offset is the parity of (offset & rows[i]); bits from rows.size() on stay.
struct MatrixSwizzle {
  std::vector<std::uint32_t> rows;  // at most 24
  bool operator==(const MatrixSwizzle&) const = default;
};

// The person's own C expression for the new column, over row, col, rows, columns and pitch (elements a row).
struct ExpressionSwizzle {
  std::string column = "col";
  bool operator==(const ExpressionSwizzle&) const = default;
};

using Swizzle =
    std::variant<NoSwizzle, XorSwizzle, CuteSwizzle, TmaSwizzle, TritonSwizzle, MatrixSwizzle, ExpressionSwizzle>;

// Field ranges only (a tile is not needed): chunk a power of two, |shift| >= bits, vec and phases powers of two, a
// matrix that can be inverted over F2, ...; place is the field. An ExpressionSwizzle must parse.
Result<Swizzle> checked(const Swizzle& swizzle);
// May use row, col, rows, columns and pitch; rand is refused: an element must stay where it is. place: "column".
Result<Expression> parse_swizzle(const ExpressionSwizzle& swizzle);

// The apply functions want what `checked` let through, and coordinates and offsets from 0 to 2^60;
// the row of apply_xor may be negative.

constexpr std::int64_t apply_cute(const CuteSwizzle& swizzle, std::int64_t element_offset) {
  const std::int64_t low = ((std::int64_t{1} << swizzle.bits) - 1) << swizzle.base;  // the bits that change
  const std::int64_t key =
      swizzle.shift >= 0 ? (element_offset >> swizzle.shift) & low : ((element_offset & low) << -swizzle.shift);
  return element_offset ^ key;
}
// A chunk is a power of two of elements, so moving whole chunks is flipping the bits of the column above the chunk's.
constexpr std::int64_t apply_xor(const XorSwizzle& swizzle, std::int64_t row, std::int64_t column) {
  return column ^ (((row >> swizzle.shift) & swizzle.mask) * swizzle.chunk_elements);
}
constexpr std::int64_t apply_triton(const TritonSwizzle& swizzle, std::int64_t row, std::int64_t column) {
  const std::int64_t phase = row >> std::countr_zero(static_cast<std::uint32_t>(swizzle.per_phase));
  return column ^ ((phase & (swizzle.max_phase - 1)) * swizzle.vec);
}
std::int64_t apply_matrix(const MatrixSwizzle& swizzle, std::int64_t element_offset);
std::int64_t apply_tma(TmaMode mode, std::int64_t byte_address);
struct TmaKey {
  int shift = 0;          // the key is (address >> shift) & mask ...
  std::int64_t mask = 0;  // ... and is flipped into the address
};
TmaKey tma_key(TmaMode mode);
int tma_repeat_bytes(TmaMode mode);            // 256, 512, 1024: the pattern repeats, and the tile aligns to it
int tma_chunk_bytes(TmaMode mode);             // 16, 32, 64: bytes that stay together
int tma_span_bytes(TmaMode mode);              // 32, 64, 128: no byte leaves its block of so many
std::string_view tma_mode_name(TmaMode mode);  // "32B" "64B" "128B" "128B_ATOM_32B" "128B_ATOM_64B"

// "Swizzle<3,3,3>", "col ^ (row >> 1 & 3), chunks of 8", "TMA 128B": for labels.
std::string describe(const Swizzle& swizzle);

}  // namespace bankmap
