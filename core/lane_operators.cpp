// A loop over 32 lanes for each operator. The usual values are small, not negative, and shifted or divided by the same
// number in every lane: for those there are loops that the compiler turns into vector instructions, several times faster.
#include "core/lane_operators.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace bankmap {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

// result[lane] = op(a[lane], b[lane]); op returns true where the result is undefined. Which lanes those are is asked
// only once it is known that there are some: that makes the usual case twice as fast.
template <class Op>
LaneMask each_lane(const LaneValues& a, const LaneValues& b, LaneValues& result, Op op) {
  bool any = false;
  for (std::size_t lane = 0; lane < lane_count; ++lane) any |= op(a[lane], b[lane], result[lane]);
  if (!any) return 0;
  LaneMask undefined = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    undefined |= static_cast<LaneMask>(op(a[lane], b[lane], result[lane])) << lane;
  }
  return undefined;
}

// The same for an op that is defined everywhere; without the mask the compiler uses vector instructions.
template <class Op>
LaneMask each_lane_defined(const LaneValues& a, const LaneValues& b, LaneValues& result, Op op) {
  for (std::size_t lane = 0; lane < lane_count; ++lane) result[lane] = op(a[lane], b[lane]);
  return 0;
}

// All lie within 31 bits and a sign: sums, differences and products of two such numbers cannot overflow.
bool all_small(const LaneValues& a) {
  std::uint64_t high = 0;
  constexpr std::uint64_t half = std::uint64_t{1} << 31;
  for (std::size_t lane = 0; lane < lane_count; ++lane) high |= static_cast<std::uint64_t>(a[lane]) + half;
  return high >> 32 == 0;
}

bool none_negative(const LaneValues& a) {
  std::uint64_t high = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) high |= static_cast<std::uint64_t>(a[lane]);
  return high >> 63 == 0;
}

bool all_equal(const LaneValues& a) {
  std::int64_t different = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) different |= a[lane] ^ a[0];
  return different == 0;
}

template <class Op, class CheckedOp>
LaneMask each_lane_small_first(const LaneValues& a, const LaneValues& b, LaneValues& result, Op op, CheckedOp checked) {
  return all_small(a) && all_small(b) ? each_lane_defined(a, b, result, op) : each_lane(a, b, result, checked);
}

bool add(std::int64_t a, std::int64_t b, std::int64_t& result) { return __builtin_add_overflow(a, b, &result); }
bool subtract(std::int64_t a, std::int64_t b, std::int64_t& result) { return __builtin_sub_overflow(a, b, &result); }
bool multiply(std::int64_t a, std::int64_t b, std::int64_t& result) { return __builtin_mul_overflow(a, b, &result); }

// The quotient traps where it is undefined, so those lanes divide by 1. 32-bit division is several times faster.
bool divide(std::int64_t a, std::int64_t b, std::int64_t& result) {
  const bool undefined = b == 0 || (a == lowest && b == -1);
  const std::int64_t divisor = undefined ? 1 : b;
  const bool small = (static_cast<std::uint64_t>(a | divisor) >> 32) == 0;
  result = small ? static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(divisor) : a / divisor;
  return undefined;
}
bool modulo(std::int64_t a, std::int64_t b, std::int64_t& result) {
  const bool undefined = b == 0 || (a == lowest && b == -1);
  const std::int64_t divisor = undefined ? 1 : b;
  const bool small = (static_cast<std::uint64_t>(a | divisor) >> 32) == 0;
  result = small ? static_cast<std::uint32_t>(a) % static_cast<std::uint32_t>(divisor) : a % divisor;
  return undefined;
}
bool shift_left(std::int64_t a, std::int64_t b, std::int64_t& result) {
  result = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << (b & 63));
  return b != (b & 63) || (result >> (b & 63)) != a;
}
bool shift_right(std::int64_t a, std::int64_t b, std::int64_t& result) {
  result = a >> (b & 63);
  return b != (b & 63);
}

// pre: divisor is a power of two. Rounds towards zero.
void divide_by_power(Operator op, const LaneValues& a, std::int64_t divisor, LaneValues& result) {
  const std::int64_t below = divisor - 1;
  const int shift = std::countr_zero(static_cast<std::uint64_t>(divisor));
  if (none_negative(a)) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      const auto value = static_cast<std::uint64_t>(a[lane]);
      result[lane] = static_cast<std::int64_t>(op == Operator::divide ? value >> shift
                                                                      : value & static_cast<std::uint64_t>(below));
    }
    return;
  }
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const std::int64_t towards_zero = a[lane] + ((a[lane] >> 63) & below);
    result[lane] = op == Operator::divide ? towards_zero >> shift : a[lane] - (towards_zero & ~below);
  }
}

LaneMask quotient(Operator op, const LaneValues& a, const LaneValues& b, LaneValues& result) {
  if (b[0] > 0 && std::has_single_bit(static_cast<std::uint64_t>(b[0])) && all_equal(b)) {
    divide_by_power(op, a, b[0], result);
    return 0;
  }
  return op == Operator::divide ? each_lane(a, b, result, divide) : each_lane(a, b, result, modulo);
}

LaneMask shifted(Operator op, const LaneValues& a, const LaneValues& b, LaneValues& result) {
  const bool left = op == Operator::shift_left;
  const bool same = b[0] >= 0 && b[0] <= (left ? 31 : 63) && all_equal(b);
  if (!same || !(left ? all_small(a) : none_negative(a))) {
    return left ? each_lane(a, b, result, shift_left) : each_lane(a, b, result, shift_right);
  }
  const auto by = static_cast<int>(b[0]);
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const auto value = static_cast<std::uint64_t>(a[lane]);
    result[lane] = static_cast<std::int64_t>(left ? value << by : value >> by);
  }
  return 0;
}

using Four = std::array<std::int64_t, 4>;

// [four bits of a mask] all ones where the bit is set: a mask becomes 32 numbers in eight steps.
constexpr std::array<Four, 16> ones_where = [] {
  std::array<Four, 16> table{};
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    for (std::size_t i = 0; i < 4; ++i) table[bits][i] = (bits >> i & 1u) != 0 ? -1 : 0;
  }
  return table;
}();

}  // namespace

void keep_lanes(const LaneValues& values, LaneMask lanes, LaneValues& kept) {
  if (lanes == all_lanes) {
    kept = values;
    return;
  }
  for (std::size_t first = 0; first < lane_count; first += 4) {
    const Four& ones = ones_where[lanes >> first & 0xfu];
    for (std::size_t i = 0; i < 4; ++i) kept[first + i] = values[first + i] & ones[i];
  }
}

LaneMask apply(Operator op, const LaneValues& a, const LaneValues& b, LaneValues& result) {
  using Value = std::int64_t;
  // A table; clang-format would give each case two lines.
  // clang-format off
  switch (op) {
    case Operator::multiply: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x * y; }, multiply);
    case Operator::divide:
    case Operator::modulo: return quotient(op, a, b, result);
    case Operator::add: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x + y; }, add);
    case Operator::subtract: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x - y; }, subtract);
    case Operator::shift_left:
    case Operator::shift_right: return shifted(op, a, b, result);
    case Operator::less: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x < y}; });
    case Operator::less_equal: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x <= y}; });
    case Operator::greater: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x > y}; });
    case Operator::greater_equal: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x >= y}; });
    case Operator::equal: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x == y}; });
    case Operator::not_equal: return each_lane_defined(a, b, result, [](Value x, Value y) { return Value{x != y}; });
    case Operator::bit_and: return each_lane_defined(a, b, result, [](Value x, Value y) { return x & y; });
    case Operator::bit_xor: return each_lane_defined(a, b, result, [](Value x, Value y) { return x ^ y; });
    case Operator::bit_or: return each_lane_defined(a, b, result, [](Value x, Value y) { return x | y; });
    // One operand: given twice.
    case Operator::negate: return each_lane(a, a, result, [](Value x, Value, Value& y) { return subtract(0, x, y); });
    case Operator::plus: return each_lane_defined(a, a, result, [](Value x, Value) { return x; });
    case Operator::bit_not: return each_lane_defined(a, a, result, [](Value x, Value) { return ~x; });
    case Operator::logical_not: return each_lane_defined(a, a, result, [](Value x, Value) { return Value{x == 0}; });
    default: break;
  }
  // clang-format on
  assert(false && "leaves and short-circuit operators are not applied to all lanes");
  return all_lanes;
}

}  // namespace bankmap
