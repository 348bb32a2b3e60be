// core/wide_count.hpp -- the most distinct words in one bank, of a whole warp at once, on processors with vectors of 512 bits.
//
//     words    0 32 64 32 1 ...     32 lanes of 16 bits are one vector
//     first    1  1  1  0 1 ...     turned by 1, 2, ... 16 lanes and compared with itself: which word was there before?
//     bank 0   1  1  1  0 0 ...     the lanes of a bank: of the five masks of the bits of the bank, for all 32 banks at once
//     ways     3                    the most lanes in one of them
//
// Its cost does not depend on the words: no branch is there to be guessed wrong. core/passes.cpp asks it first where it is there;
// a test holds both ways against each other.
#pragma once

#include "core/lanes.hpp"

namespace bankmap {

bool has_wide_count();  // of this processor

// Most distinct words (4 bytes) of the served lanes in one bank. 0 where this way cannot count: an address of 256 KiB or more, where
// a block has 227 KiB at most (core/occupancy.cpp).
// pre: has_wide_count(); served is not empty.
int wide_most_words(const LaneAddresses& lanes, LaneMask served);

// Most lanes in one bank, of all 32. pre: has_wide_count().
int wide_most_lanes(const LaneAddresses& lanes);

}  // namespace bankmap
