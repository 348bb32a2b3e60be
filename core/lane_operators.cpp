// A loop over 32 lanes for each operator: a plain one where the bounds of the operands say that no lane can go wrong, which
// the compiler turns into vector instructions, and one that checks each lane otherwise.
#include "core/lane_operators.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

namespace bankmap {
namespace {

using Value = std::int64_t;

constexpr Value lowest = std::numeric_limits<Value>::min();

// ---- one lane: true where C leaves the result undefined

bool add(Value a, Value b, Value& result) { return __builtin_add_overflow(a, b, &result); }
bool subtract(Value a, Value b, Value& result) { return __builtin_sub_overflow(a, b, &result); }
bool multiply(Value a, Value b, Value& result) { return __builtin_mul_overflow(a, b, &result); }

// The quotient traps where it is undefined, so those lanes divide by 1. 32-bit division is several times faster.
bool divide(Value a, Value b, Value& result) {
  const bool undefined = b == 0 || (a == lowest && b == -1);
  const Value divisor = undefined ? 1 : b;
  const bool small = (static_cast<std::uint64_t>(a | divisor) >> 32) == 0;
  result = small ? static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(divisor) : a / divisor;
  return undefined;
}
bool modulo(Value a, Value b, Value& result) {
  const bool undefined = b == 0 || (a == lowest && b == -1);
  const Value divisor = undefined ? 1 : b;
  const bool small = (static_cast<std::uint64_t>(a | divisor) >> 32) == 0;
  result = small ? static_cast<std::uint32_t>(a) % static_cast<std::uint32_t>(divisor) : a % divisor;
  return undefined;
}
bool shift_left(Value a, Value b, Value& result) {
  result = static_cast<Value>(static_cast<std::uint64_t>(a) << (b & 63));
  return b != (b & 63) || (result >> (b & 63)) != a;
}
bool shift_right(Value a, Value b, Value& result) {
  result = a >> (b & 63);
  return b != (b & 63);
}

// ---- bounds of results; empty where some lane might be undefined

constexpr Bounds truth{0, 1};

std::optional<Bounds> sum(const Bounds& a, const Bounds& b) {
  Bounds result;
  if (add(a.least, b.least, result.least) || add(a.most, b.most, result.most)) return std::nullopt;
  return result;
}
std::optional<Bounds> difference(const Bounds& a, const Bounds& b) {
  Bounds result;
  if (subtract(a.least, b.most, result.least) || subtract(a.most, b.least, result.most)) return std::nullopt;
  return result;
}
// The extremes of a product are products of extremes.
std::optional<Bounds> product(const Bounds& a, const Bounds& b) {
  std::array<Value, 4> corners{};
  if (multiply(a.least, b.least, corners[0]) || multiply(a.least, b.most, corners[1]) ||
      multiply(a.most, b.least, corners[2]) || multiply(a.most, b.most, corners[3])) {
    return std::nullopt;
  }
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end());
  return Bounds{*least, *most};
}
// By one number of places.
std::optional<Bounds> shifted_left(const Bounds& a, const Bounds& by) {
  Bounds result;
  if (!by.alike() || shift_left(a.least, by.least, result.least) || shift_left(a.most, by.least, result.most)) {
    return std::nullopt;
  }
  return result;
}
std::optional<Bounds> shifted_right(const Bounds& a, const Bounds& by) {
  Bounds result;
  if (!by.alike() || shift_right(a.least, by.least, result.least) || shift_right(a.most, by.least, result.most)) {
    return std::nullopt;
  }
  return result;
}

// All numbers of so many bits that both operands fit: flipping and joining bits does not lead beyond.
Bounds of_bits(const Bounds& a, const Bounds& b) {
  const auto magnitude = [](Value value) { return static_cast<std::uint64_t>(value < 0 ? ~value : value); };
  const std::uint64_t bits = magnitude(a.least) | magnitude(a.most) | magnitude(b.least) | magnitude(b.most);
  const auto most = static_cast<Value>(~std::uint64_t{0} >> std::countl_zero(bits | 1));
  return {a.least < 0 || b.least < 0 ? ~most : 0, most};
}
// What is not negative can only lose bits.
Bounds common_bits(const Bounds& a, const Bounds& b) {
  if (a.least < 0 && b.least < 0) return of_bits(a, b);
  return {0, a.least < 0 ? b.most : b.least < 0 ? a.most : std::min(a.most, b.most)};
}

// ---- all lanes

// The product of two numbers of 32 bits is one vector instruction, of two of 64 bits it is seven.
bool fits_32_bits(const Bounds& a) { return a.least >= 0 && a.most >> 32 == 0; }
Value short_product(Value a, Value b) {
  return static_cast<Value>(std::uint64_t{static_cast<std::uint32_t>(a)} * static_cast<std::uint32_t>(b));
}

struct Application {
  const LaneOperand& a;
  const LaneOperand& b;
  LaneValues& result;
  Bounds& bounds;

  // Of an operator that is defined in all lanes and has a result within these bounds.
  template <class Op>
  LaneMask plain(const Bounds& of_result, Op op) {
    bounds = of_result;
    if (a.bounds.alike() && b.bounds.alike()) {
      bounds.least = bounds.most = op(a.bounds.least, b.bounds.least);
    } else if (bounds.alike()) {
      return 0;
    } else if (b.bounds.alike()) {
      const Value right = b.bounds.least;
      for (std::size_t lane = 0; lane < lane_count; ++lane) result[lane] = op((*a.values)[lane], right);
    } else if (a.bounds.alike()) {
      const Value left = a.bounds.least;
      for (std::size_t lane = 0; lane < lane_count; ++lane) result[lane] = op(left, (*b.values)[lane]);
    } else {
      for (std::size_t lane = 0; lane < lane_count; ++lane) result[lane] = op((*a.values)[lane], (*b.values)[lane]);
    }
    return 0;
  }

  // op returns true where the result is undefined. Which lanes those are is asked only once it is known that there are some:
  // that makes the usual case twice as fast.
  template <class Op>
  LaneMask checked(Op op) {
    if (a.bounds.alike() && b.bounds.alike()) {
      const bool undefined = op(a.bounds.least, b.bounds.least, bounds.least);
      bounds.most = bounds.least;
      return undefined ? all_lanes : 0;
    }
    LaneValues room_a, room_b;
    const LaneValues& left = as_lanes(a, room_a);
    const LaneValues& right = as_lanes(b, room_b);
    bool any = false;
    for (std::size_t lane = 0; lane < lane_count; ++lane) any |= op(left[lane], right[lane], result[lane]);
    bounds = bounds_of(result);
    if (!any) return 0;
    LaneMask undefined = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      undefined |= static_cast<LaneMask>(op(left[lane], right[lane], result[lane])) << lane;
    }
    return undefined;
  }

  template <class Op, class CheckedOp>
  LaneMask plain_or_checked(const std::optional<Bounds>& of_result, Op op, CheckedOp checked_op) {
    return of_result ? plain(*of_result, op) : checked(checked_op);
  }

  LaneMask sums() {
    return plain_or_checked(
        sum(a.bounds, b.bounds), [](Value x, Value y) { return x + y; }, add);
  }
  LaneMask differences() {
    return plain_or_checked(
        difference(a.bounds, b.bounds), [](Value x, Value y) { return x - y; }, subtract);
  }
  LaneMask negations() {
    return plain_or_checked(
        difference({0, 0}, a.bounds), [](Value x, Value) { return -x; },
        [](Value x, Value, Value& y) { return subtract(0, x, y); });
  }
  LaneMask products() {
    if (fits_32_bits(a.bounds) && fits_32_bits(b.bounds)) {
      return plain_or_checked(product(a.bounds, b.bounds), short_product, multiply);
    }
    return plain_or_checked(
        product(a.bounds, b.bounds), [](Value x, Value y) { return x * y; }, multiply);
  }
  LaneMask quotients() {
    const Value divisor = b.bounds.least;
    if (!divides_by_power()) return checked(divide);
    const Value below = divisor - 1;
    const int shift = std::countr_zero(static_cast<std::uint64_t>(divisor));
    const Bounds of_result{a.bounds.least / divisor, a.bounds.most / divisor};
    if (a.bounds.least >= 0) return plain(of_result, [shift](Value x, Value) { return x >> shift; });
    return plain(of_result, [below, shift](Value x, Value) { return (x + ((x >> 63) & below)) >> shift; });
  }
  LaneMask remainders() {
    if (!divides_by_power()) return checked(modulo);
    const Value below = b.bounds.least - 1;
    if (a.bounds.least >= 0) {
      return plain({0, std::min(a.bounds.most, below)}, [below](Value x, Value) { return x & below; });
    }
    return plain({-below, below}, [below](Value x, Value) { return x - ((x + ((x >> 63) & below)) & ~below); });
  }
  bool divides_by_power() const {
    return b.bounds.alike() && b.bounds.least > 0 && std::has_single_bit(static_cast<std::uint64_t>(b.bounds.least));
  }
  LaneMask shifts_left() {
    const auto shift = [](Value x, Value y) { return static_cast<Value>(static_cast<std::uint64_t>(x) << y); };
    return plain_or_checked(shifted_left(a.bounds, b.bounds), shift, shift_left);
  }
  LaneMask shifts_right() {
    const std::optional<Bounds> of_result = shifted_right(a.bounds, b.bounds);
    const auto unsigned_shift = [](Value x, Value y) { return static_cast<Value>(static_cast<std::uint64_t>(x) >> y); };
    if (of_result && a.bounds.least >= 0) return plain(*of_result, unsigned_shift);  // vector registers shift no sign
    return plain_or_checked(
        of_result, [](Value x, Value y) { return x >> y; }, shift_right);
  }
};

using Four = std::array<Value, 4>;

// [four bits of a mask] all ones where the bit is set: a mask becomes 32 numbers in eight steps.
constexpr std::array<Four, 16> ones_where = [] {
  std::array<Four, 16> table{};
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    for (std::size_t i = 0; i < 4; ++i) table[bits][i] = (bits >> i & 1u) != 0 ? -1 : 0;
  }
  return table;
}();

}  // namespace

Bounds bounds_of(const LaneValues& values) {
  Bounds bounds{values[0], values[0]};
  for (const Value value : values) bounds = {std::min(bounds.least, value), std::max(bounds.most, value)};
  return bounds;
}

Bounds hull(const Bounds& a, const Bounds& b) { return {std::min(a.least, b.least), std::max(a.most, b.most)}; }

const LaneValues& as_lanes(const LaneOperand& operand, LaneValues& room) {
  if (!operand.bounds.alike()) return *operand.values;
  room.fill(operand.bounds.least);
  return room;
}

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

LaneMask apply(Operator op, const LaneOperand& a, const LaneOperand& b, LaneValues& result, Bounds& bounds) {
  Application each{a, b, result, bounds};
  // A table; clang-format would give each case two lines.
  // clang-format off
  switch (op) {
    case Operator::multiply: return each.products();
    case Operator::divide: return each.quotients();
    case Operator::modulo: return each.remainders();
    case Operator::add: return each.sums();
    case Operator::subtract: return each.differences();
    case Operator::shift_left: return each.shifts_left();
    case Operator::shift_right: return each.shifts_right();
    case Operator::less: return each.plain(truth, [](Value x, Value y) { return Value{x < y}; });
    case Operator::less_equal: return each.plain(truth, [](Value x, Value y) { return Value{x <= y}; });
    case Operator::greater: return each.plain(truth, [](Value x, Value y) { return Value{x > y}; });
    case Operator::greater_equal: return each.plain(truth, [](Value x, Value y) { return Value{x >= y}; });
    case Operator::equal: return each.plain(truth, [](Value x, Value y) { return Value{x == y}; });
    case Operator::not_equal: return each.plain(truth, [](Value x, Value y) { return Value{x != y}; });
    case Operator::bit_and: return each.plain(common_bits(a.bounds, b.bounds), [](Value x, Value y) { return x & y; });
    case Operator::bit_xor: return each.plain(of_bits(a.bounds, b.bounds), [](Value x, Value y) { return x ^ y; });
    case Operator::bit_or: return each.plain(of_bits(a.bounds, b.bounds), [](Value x, Value y) { return x | y; });
    // One operand: given twice.
    case Operator::negate: return each.negations();
    case Operator::plus: return each.plain(a.bounds, [](Value x, Value) { return x; });
    case Operator::bit_not: return each.plain({~a.bounds.most, ~a.bounds.least}, [](Value x, Value) { return ~x; });
    case Operator::logical_not: return each.plain(truth, [](Value x, Value) { return Value{x == 0}; });
    default: break;
  }
  // clang-format on
  assert(false && "leaves and short-circuit operators are not applied to all lanes");
  return all_lanes;
}

}  // namespace bankmap
