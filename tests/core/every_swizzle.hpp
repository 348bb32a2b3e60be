// Swizzles of every kind, for tests of what is printed for them.
#pragma once

#include <vector>

#include "core/swizzle.hpp"

namespace bankmap {

inline std::vector<Swizzle> one_of_each_swizzle() {
  return {NoSwizzle{},
          XorSwizzle{1, 0, 31},
          XorSwizzle{8, 1, 3},
          CuteSwizzle{3, 3, 3},
          CuteSwizzle{2, 3, -3},
          TmaSwizzle{TmaMode::b32},
          TmaSwizzle{TmaMode::b128},
          TmaSwizzle{TmaMode::b128_atom32},
          TritonSwizzle{8, 2, 4},
          MatrixSwizzle{{1 | 32, 2 | 64, 4, 8, 16}},
          ExpressionSwizzle{"(col + row) % columns"}};
}

}  // namespace bankmap
