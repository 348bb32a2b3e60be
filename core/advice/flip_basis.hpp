// core/advice/flip_basis.hpp -- which higher address bits may be flipped into which bank bits, so that vectors in use stay whole
// (internal to core).
//
//     half [64][64], st.b128 to rows 0, 8, 16, ...:   bank bits 6..2, of which 3 and 2 tell the parts of a vector apart
//     higher bits 12..7 are the row; the vectors use 12, 11, 10
//     basis   e10, e11, e12    may be flipped into bits 6..4
//             e7, e8, e9       may be flipped into bits 6..2: where one of them is set, no vector lies
//
// A linear swizzle flips A y into the bank bits, y being the higher bits. A vector at y stays whole exactly if A y has no bit inside
// it. That must hold for every y in use, and so holds for the space that they span. In a basis that begins with a basis of that
// space, it is a rule for single columns of A.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/advice/candidates.hpp"
#include "core/advice/warp_shapes.hpp"

namespace bankmap {

// Of the higher bits: those of the address from 7 on. Without vectors: the bits themselves, each its own coordinate.
struct FlipBasis {
  struct Vector {
    std::uint32_t bits = 0;
    int pivot = 0;       // a bit that no later vector has
    int lowest_bit = 0;  // of the address, into which it may be flipped
  };
  std::vector<Vector> vectors;  // by lowest_bit, highest first

  // Bit j: the vector j is a part of the sum that makes these higher bits.
  std::uint32_t coordinates(std::uint32_t higher) const;
  bool add(std::uint32_t higher, int lowest_bit);  // false where the earlier ones make it up
  int lowest_bit() const;                          // of all; pre: there are some
};

// higher: how many bits there are. finest_bit: of the address; below it nothing is flipped.
FlipBasis flip_basis(const LayoutSpace& space, std::int64_t pitch_bits, int higher, int finest_bit,
                     std::span<const SearchAccess> accesses);

// The byte in the tile where an element begins. pre: pitch and elements are powers of two [bits]
std::uint32_t linear_place(const Tile& tile, std::int64_t pitch_bits, std::int64_t row, std::int64_t column);

}  // namespace bankmap
