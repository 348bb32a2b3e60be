// core/lane_operators.hpp -- one C operator for a whole warp at once (internal to core).
//
//     apply(Operator::divide, {7, 7, 7, ...}, {2, 0, 2, ...}, result)   result {3, any, 3, ...}; returns lane 1: undefined
#pragma once

#include "core/expression.hpp"

namespace bankmap {

// result[lane] = a[lane] op b[lane], with b given as a again for an operator of one operand. Returns the lanes for which C
// leaves the result undefined (overflow, division by zero, a shift out of range).
// pre: op is none of number, name, rand, && || ?:, which are not computed lane by lane; result is neither a nor b.
LaneMask apply(Operator op, const LaneValues& a, const LaneValues& b, LaneValues& result);

// kept[lane] = values[lane] in these lanes, 0 in the others. values and kept may be the same.
void keep_lanes(const LaneValues& values, LaneMask lanes, LaneValues& kept);

}  // namespace bankmap
