// core/advice/candidates.hpp -- the members of each family of layouts, cheapest first (internal to core).
//
//     float [32][32], widest access 4 bytes:   padding 0, 1, ... 31 elements;   col ^ (row >> shift & mask) for every chunk,
//                                              shift and mask 1, 3, 7, ...;   every Swizzle<B,M,S> that fits;   TMA 32B, ...
//     half [64][64], widest access 16 bytes:   padding 0, 1, ... 63 elements;   chunks of 8 elements and more, M of 3 and more;
//                                              then `parts`: chunks of 1, 2 and 4 elements, M of 0, 1 and 2
//
// Swizzles that move whole vectors of the widest access are legal wherever it goes. Those that move parts of one are legal only by
// the places in use, see core/advice/used_vectors.hpp: they are a list of their own, and the search drops those that tear a vector
// apart. Paddings are listed all: one that is no multiple of the widest access is legal where the lanes take every second row only,
// say, and the search drops it where it is not. Left out are layouts that are equal to one in the list, and those that move nothing
// within the 128 bytes over which the banks repeat.
#pragma once

#include <cstdint>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/tile.hpp"

namespace bankmap {

struct Candidate {
  FixFamily family = FixFamily::padding;
  Tile tile;
  std::int64_t pitch_bits = 0;
  int operations = 0;
};

enum class Chunks : std::uint8_t {
  whole,  // as wide as the widest access, or wider
  parts,  // narrower
};

// What all candidates for one tile have in common.
struct LayoutSpace {
  Tile tile;
  int widest_bytes = 1;           // of the accesses
  int random_bytes = 0;           // of those whose places depend on data: what they take may lie anywhere; 0: none does
  std::int64_t row_bits = 0;      // of the columns alone
  std::int64_t aligned_unit = 8;  // [bits] rows that are multiples of it keep the alignment in every row
  std::int64_t least_pitch = 0;   // [bits] the shortest such row
  int vector_elements = 1;        // that the widest access takes, rounded up to a power of two
};
LayoutSpace layout_space(const Tile& tile, int widest_bytes, int random_bytes = 0);

// Pitches in bits, shortest first: whole elements, or (row strides) not. Both end where the banks repeat.
std::vector<std::int64_t> padded_pitches(const LayoutSpace& space);
std::vector<std::int64_t> other_pitches(const LayoutSpace& space);

Candidate with_pitch(const LayoutSpace& space, std::int64_t pitch_bits, FixFamily family, Swizzle swizzle);

// Members of a family with that pitch; padding and row_stride have one, and no parts, for they move rows. bit_matrix is
// constructed, see core/advice/bit_matrix.hpp.
std::vector<Candidate> candidates(const LayoutSpace& space, FixFamily family, std::int64_t pitch_bits,
                                  Chunks chunks = Chunks::whole);

// True where tile, pitch and swizzle place elements by XOR alone: row, column and place are bits.
bool is_linear(const Tile& tile, std::int64_t pitch_bits);

// Integer instructions that the swizzle adds to an index.
int operations_of(const Swizzle& swizzle);

}  // namespace bankmap
