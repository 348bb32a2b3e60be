// core/advice/bit_matrix.hpp -- a swizzle constructed, not tried: linear algebra over F2 (internal to core).
//
//     half [64][64], ldmatrix rows:     the 8 lanes of a phase differ in 3 row bits     W = span(r0, r1, r2)
//     byte address bits                 12..7 row | 6..4 bank group | 3..0 inside the 16 bytes
//     new bank group = (old bits 6..4) ^ A * (row bits);   free of conflicts exactly if only the 0 of W is sent to group 0
//
// A linear layout decides by its kernel K: the differences of places that it puts into one bank group. Two lanes of a phase
// whose difference is in K, and is not 0, wait for each other; a phase takes 2^dim(K and W) wavefronts. So what is wanted is
// a K of the right size that meets as little as possible of every phase's W. K = {(A y, y)}: one column of A for each higher
// address bit, chosen one after the other, fewest bits first, with the cost so far as a bound. Where that search ends, no swizzle
// that flips higher address bits into the bank group, and keeps the vectors whole, does better.
//
// Whole vectors are moved first: then the 16 bytes are the granule of all accesses. Where the vectors in use leave room for it, the
// bits inside a vector are flipped as well, see core/advice/flip_basis.hpp: the granule is a word, K has the vectors that keep those
// in use whole, and what whole vectors have reached is the bound.
//
// source of the algebra: "Linear Layouts", arXiv 2505.23819.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/advice/candidates.hpp"
#include "core/advice/warp_shapes.hpp"

namespace bankmap {

struct BitMatrixAnswer {
  std::optional<MatrixSwizzle> swizzle;  // absent: see why_not, or nothing to move, or nothing better
  std::int64_t least_wavefronts = 0;     // weighted, over all accesses: no such swizzle takes fewer, where `proven`
  bool proven = false;                   // every access is linear over F2, and the search went to its end
  bool room_for_parts = false;  // vectors in use would stay whole under some swizzle that moves parts of vectors
  std::string why_not;          // why the algebra does not apply; empty where it does
};

// Of swizzles that move whole vectors.
BitMatrixAnswer construct_bit_matrix(const LayoutSpace& space, std::int64_t pitch_bits,
                                     std::span<const SearchAccess> accesses, SearchWork& work);

// Of all that keep the vectors in use whole. pre: whole_vectors.room_for_parts
BitMatrixAnswer construct_from_parts_of_vectors(const LayoutSpace& space, std::int64_t pitch_bits,
                                                std::span<const SearchAccess> accesses,
                                                const BitMatrixAnswer& whole_vectors, SearchWork& work);

}  // namespace bankmap
