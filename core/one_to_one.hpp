// core/one_to_one.hpp -- does a swizzle give every element of the tile a place of its own, inside the tile?
//
//     col ^ (row & 31) on float [32][24]:   row 8 sends column 17 to 17 ^ 8 = 25, one past its end is column 1 of row
//     9;
//                                           row 9 sends column 8 to 8 ^ 9 = 1: both land on byte (9 * 24 + 1) * 4 = 868
//
// The answer is that of writing every element into an array of slots. Where a proof is shorter, the proof is taken:
//     column kinds   flipping bits cannot make two columns of a row equal; if the largest new column still fits in the
//     row's
//                    pitch, no row reaches into another
//     offset kinds   they are one-to-one on all offsets and keep each aligned span of 2^n to itself, so only elements
//     of a
//                    last, incomplete span can leave
#pragma once

#include "core/problem.hpp"
#include "core/tile.hpp"

namespace bankmap {

// pre: everything in the layout but this has been checked. The problem names the two coordinates that collide and the
// byte they share, or the coordinate that leaves and the bytes that would be needed. place: "swizzle".
Result<void> check_one_to_one(const TileLayout& layout);

}  // namespace bankmap
