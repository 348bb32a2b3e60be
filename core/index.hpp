// core/index.hpp -- lanes, banks and steps are counted in int; a subscript is unsigned.
//
//     lanes[index(lane)]      without a warning, and without a cast that hides more than it says
//
// pre: i >= 0
#pragma once

#include <cstddef>

namespace bankmap {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace bankmap
