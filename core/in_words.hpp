// core/in_words.hpp -- which lanes, and which warp instruction, for a message.
//
//     0x00000008  "lane 3"      0x0000010f  "lanes 0-3, 8"      the step at k = 3 of warp 1  " (at warp 1, k = 3)"
#pragma once

#include <span>
#include <string>

#include "core/lane_addresses.hpp"

namespace bankmap {

std::string lanes_in_words(LaneMask lanes);  // at most four runs are written out, then ", ..."

// Stands behind the message; empty where the access has only one warp instruction.
std::string at_step(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp);

}  // namespace bankmap
