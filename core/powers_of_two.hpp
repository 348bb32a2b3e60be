// core/powers_of_two.hpp -- sizes, and the address bits that they take.
//
//     count   1  2  3  4  5 ... 8
//     bits    0  1  2  2  3 ... 3     bits_for: enough for 0 to count - 1
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace bankmap {

inline int bits_for(std::int64_t count) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(count - 1, 0))));
}

inline bool is_power(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

}  // namespace bankmap
