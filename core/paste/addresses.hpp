// core/paste/addresses.hpp -- a list of byte addresses as people have them: from a debugger, a table, a script.
//
//     0, 128, 256, 384                     four lanes take part, 0 to 3
//     {0x0, 0x84, -, 0x18c}                decimal or hexadecimal; '-' or 'x': the lane takes no part
//     lane 5: 0x84                         one a line, in any order; lanes that are not named take no part
//
// Commas, semicolons, blanks and lines divide; brackets around them do not matter. 1 to 32 addresses below 2^32.
#pragma once

#include <string_view>

#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap {

// True if the text has nothing in it but numbers, the word "lane" and what divides them: it is a list, right or wrong.
bool looks_like_addresses(std::string_view text);

// What is wrong has its range in the text.
Result<LaneAddresses> read_addresses(std::string_view text);

}  // namespace bankmap
