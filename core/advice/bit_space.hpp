// core/advice/bit_space.hpp -- a linear space of bit vectors over F2, by its basis (internal to core).
//
//     add 0b011, 0b110:   basis with leading bits 2 and 1; 0b101 is in the space, for it is their sum
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace bankmap {

class BitSpace {
 public:
  int dimension() const { return dimension_; }

  // False where the vector was in the space already.
  bool add(std::uint32_t vector) {
    while (vector != 0) {
      std::uint32_t& leader = leaders_[leading_bit(vector)];
      if (leader == 0) {
        leader = vector;
        ++dimension_;
        return true;
      }
      vector ^= leader;
    }
    return false;
  }

  // The basis that is the same however the space was built: no leading bit occurs in another vector.
  std::vector<std::uint32_t> reduced() const {
    std::vector<std::uint32_t> basis;
    for (std::size_t bit = 0; bit < leaders_.size(); ++bit) {
      std::uint32_t vector = leaders_[bit];
      if (vector == 0) continue;
      for (std::size_t lower = bit; lower-- > 0;) {
        if ((vector >> lower & 1u) != 0 && leaders_[lower] != 0) vector ^= leaders_[lower];
      }
      basis.push_back(vector);
    }
    return basis;
  }

  // Of the vectors in it that have no bit from `bit` on.
  int dimension_below(int bit) const {
    const auto end = leaders_.begin() + std::clamp(bit, 0, static_cast<int>(leaders_.size()));
    return static_cast<int>(std::count_if(leaders_.begin(), end, [](std::uint32_t leader) { return leader != 0; }));
  }

  // The vectors whose `count` lowest bits are 0, with those bits cut off.
  BitSpace without_low_bits(int count) const {
    BitSpace rotated;  // the low bits on top: what leads there is not in the answer
    const std::uint32_t low = (std::uint32_t{1} << count) - 1;
    for (const std::uint32_t vector : leaders_) {
      if (vector != 0) rotated.add(count == 0 ? vector : (vector & low) << (32 - count) | vector >> count);
    }
    BitSpace result;
    for (std::size_t bit = 0; bit < leaders_.size() - static_cast<std::size_t>(count); ++bit) {
      if (rotated.leaders_[bit] != 0) result.add(rotated.leaders_[bit]);
    }
    return result;
  }

 private:
  static std::size_t leading_bit(std::uint32_t vector) {
    return static_cast<std::size_t>(31 - std::countl_zero(vector));
  }

  std::array<std::uint32_t, 32> leaders_{};  // [bit] the basis vector whose highest bit that is; 0: none
  int dimension_ = 0;
};

}  // namespace bankmap
