// core/in_words.hpp -- which lanes, which warp instruction, and how many of a thing, for a message.
//
//     0x00000008  "lane 3"      0x0000010f  "lanes 0-3, 8"      the step at k = 3 of warp 1  " (at warp 1, k = 3)"
//     1 of "step"  "1 step"     1024 of "step"  "1,024 steps"
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/lane_addresses.hpp"

namespace bankmap {

// one: the name of one of them; of more it takes an "s".
std::string count_in_words(std::int64_t count, std::string_view one);

std::string lanes_in_words(LaneMask lanes);  // at most four runs are written out, then ", ..."

// Stands behind the message; empty where the access has only one warp instruction.
std::string at_step(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp);

}  // namespace bankmap
