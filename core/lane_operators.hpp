// core/lane_operators.hpp -- one C operator for a whole warp at once (internal to core).
//
//     7 7 7 ...  /  2 0 2 ...        3, any, 3, ...; lane 1 is undefined
//
// A value knows between which bounds it lies, and an operator finds those of its result from those of its operands:
//
//     (threadIdx.x & (1 << p) - 1) + 8      p is 3 in all lanes:    1 << p is [8, 8], and (1 << p) - 1 is [7, 7]: one number each
//                                           threadIdx.x [32, 63]:   & gives [0, 7], + gives [8, 15]
//
// So what is the same in all lanes is worked out once instead of 32 times, and the lanes need no look at their values before a
// loop that cannot overflow: it becomes a few vector instructions.
#pragma once

#include <limits>

#include "core/expression.hpp"

namespace bankmap {

// No lane's value is smaller than least, or larger than most.
struct Bounds {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  bool alike() const { return least == most; }  // all lanes have this value
  bool operator==(const Bounds&) const = default;
};
Bounds bounds_of(const LaneValues& values);
Bounds hull(const Bounds& a, const Bounds& b);  // of all that lies in either

struct LaneOperand {
  const LaneValues* values = nullptr;  // [lane] only to be read where the bounds are not alike
  Bounds bounds;                       // of all 32 lanes, whether asked for or not
  std::int64_t at(std::size_t lane) const { return bounds.alike() ? bounds.least : (*values)[lane]; }
};
// Its values in an array: its own, or `room` filled with the one number.
const LaneValues& as_lanes(const LaneOperand& operand, LaneValues& room);

// result[lane] = a[lane] op b[lane], with b given as a again for an operator of one operand; result is left as it is where the
// bounds turn out alike. Returns the lanes for which C leaves the result undefined (overflow, division by zero, a shift out of
// range); what they hold is within the bounds all the same.
// pre: op is none of number, name, rand, && || ?:, which are not computed lane by lane; result is the array of neither a nor b.
LaneMask apply(Operator op, const LaneOperand& a, const LaneOperand& b, LaneValues& result, Bounds& bounds);

// kept[lane] = values[lane] in these lanes, 0 in the others. values and kept may be the same.
void keep_lanes(const LaneValues& values, LaneMask lanes, LaneValues& kept);

}  // namespace bankmap
