// Evaluates a whole warp node by node: a loop over 32 lanes for each node, all lanes computed, and a mask of the lanes
// for which C leaves the result undefined. Only if that mask meets the lanes that C would evaluate is there a Problem.
#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "core/expression.hpp"
#include "core/expression_operators.hpp"

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

// Nearly all values are small. Where all of a and b lie within 31 bits their sums, differences and products cannot overflow, and
// without the check the compiler uses vector instructions.
bool all_small(const LaneValues& a, const LaneValues& b) {
  std::uint64_t high = 0;
  constexpr std::uint64_t half = std::uint64_t{1} << 31;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    high |= (static_cast<std::uint64_t>(a[lane]) + half) | (static_cast<std::uint64_t>(b[lane]) + half);
  }
  return high >> 32 == 0;
}

template <class Op, class CheckedOp>
LaneMask each_lane_small_first(const LaneValues& a, const LaneValues& b, LaneValues& result, Op op, CheckedOp checked) {
  return all_small(a, b) ? each_lane_defined(a, b, result, op) : each_lane(a, b, result, checked);
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

// Most divisors are powers of two written as numbers: a shift that rounds towards zero is several times faster again.
// pre: divisor is a power of two.
void divide_by_power(Operator op, const LaneValues& a, std::int64_t divisor, LaneValues& result) {
  const std::int64_t below = divisor - 1;
  const int shift = std::countr_zero(static_cast<std::uint64_t>(divisor));
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const std::int64_t towards_zero = a[lane] + ((a[lane] >> 63) & below);
    result[lane] = op == Operator::divide ? towards_zero >> shift : a[lane] - (towards_zero & ~below);
  }
}

bool shift_left(std::int64_t a, std::int64_t b, std::int64_t& result) {
  result = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << (b & 63));
  return b != (b & 63) || (result >> (b & 63)) != a;
}
bool shift_right(std::int64_t a, std::int64_t b, std::int64_t& result) {
  result = a >> (b & 63);
  return b != (b & 63);
}

// post: result is written for all lanes; returns those where it is undefined.
LaneMask apply(Operator op, const LaneValues& a, const LaneValues& b, LaneValues& result) {
  using Value = std::int64_t;
  // A table; clang-format would give each case two lines.
  // clang-format off
  switch (op) {
    case Operator::multiply: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x * y; }, multiply);
    case Operator::divide: return each_lane(a, b, result, divide);
    case Operator::modulo: return each_lane(a, b, result, modulo);
    case Operator::add: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x + y; }, add);
    case Operator::subtract: return each_lane_small_first(a, b, result, [](Value x, Value y) { return x - y; }, subtract);
    case Operator::shift_left: return each_lane(a, b, result, shift_left);
    case Operator::shift_right: return each_lane(a, b, result, shift_right);
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

LaneMask lanes_where_true(const LaneValues& values) {
  LaneMask lanes = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) lanes |= static_cast<LaneMask>(values[lane] != 0) << lane;
  return lanes;
}

// "lane 3", "lanes 0-3, 8"; at most four runs are written out.
std::string lanes_in_words(LaneMask lanes) {
  std::string text = std::popcount(lanes) == 1 ? "lane " : "lanes ";
  int runs = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const int first = lane;
    while (lane + 1 < lane_count && has_lane(lanes, lane + 1)) ++lane;
    if (runs == 4) return text + ", ...";
    text += fmt::format("{}{}", runs++ == 0 ? "" : ", ", first);
    if (lane > first) text += fmt::format("-{}", lane);
  }
  return text;
}

struct Complaint {
  std::string_view what;
  std::string_view hint;
};

// pre: op is undefined for these values.
Complaint complaint_about(Operator op, std::int64_t right) {
  constexpr std::string_view smaller = "values must stay between -2^63 and 2^63 - 1";
  switch (op) {
    case Operator::divide:
    case Operator::modulo:
      if (right == 0) return {"division by zero", "divide only where the right side is not 0: b ? a / b : 0"};
      return {"overflow of 64 bits", smaller};
    case Operator::shift_left:
    case Operator::shift_right:
      if (right < 0 || right > 63) return {"shift out of range", "a 64-bit value can be shifted by 0 to 63"};
      return {"the shift loses bits", smaller};
    case Operator::rand:
      return {"rand(n) with no value to choose from", "n must be at least 1"};
    default:
      return {"overflow of 64 bits", smaller};
  }
}

class Evaluation {
 public:
  Evaluation(const Expression& expression, const EvaluationInput& input)
      : expression_(expression),
        input_(input),
        slots_(std::make_unique_for_overwrite<LaneValues[]>(expression.nodes.size())) {}

  // The values of a node, null once problem() is set. Only `lanes` are meaningful; the other lanes hold anything.
  // Recursion is no deeper than the number of nodes, which is limited.
  const LaneValues* run(int node, LaneMask lanes);
  Problem& problem() { return *problem_; }

 private:
  // The divisor of / and % where it is a power of two written as a number, else 0.
  std::int64_t power_divisor(const ExpressionNode& node) const;
  const LaneValues* run_operator(const ExpressionNode& node, LaneValues& result, LaneMask lanes);
  const LaneValues* run_logical(const ExpressionNode& node, LaneValues& result, LaneMask lanes);
  const LaneValues* run_conditional(const ExpressionNode& node, LaneValues& result, LaneMask lanes);
  const LaneValues* run_rand(const ExpressionNode& node, LaneValues& result, LaneMask lanes);
  const LaneValues* refuse(const ExpressionNode& node, LaneMask lanes, const LaneValues& left, const LaneValues& right);

  const Expression& expression_;
  const EvaluationInput& input_;
  std::unique_ptr<LaneValues[]> slots_;  // [node]
  std::optional<Problem> problem_;
};

const LaneValues* Evaluation::run(int index, LaneMask lanes) {
  const ExpressionNode& node = expression_.nodes[static_cast<std::size_t>(index)];
  LaneValues& result = slots_[static_cast<std::size_t>(index)];
  switch (node.op) {
    case Operator::name:
      return &input_.values[static_cast<std::size_t>(node.name)];
    case Operator::number:
      result.fill(node.number);
      return &result;
    case Operator::rand:
      return run_rand(node, result, lanes);
    case Operator::logical_and:
    case Operator::logical_or:
      return run_logical(node, result, lanes);
    case Operator::conditional:
      return run_conditional(node, result, lanes);
    default:
      return run_operator(node, result, lanes);
  }
}

std::int64_t Evaluation::power_divisor(const ExpressionNode& node) const {
  if (node.op != Operator::divide && node.op != Operator::modulo) return 0;
  const ExpressionNode& divisor = expression_.nodes[static_cast<std::size_t>(node.operands[1])];
  const bool power = divisor.op == Operator::number && divisor.number > 0 &&
                     std::has_single_bit(static_cast<std::uint64_t>(divisor.number));
  return power ? divisor.number : 0;
}

const LaneValues* Evaluation::run_operator(const ExpressionNode& node, LaneValues& result, LaneMask lanes) {
  const LaneValues* const left = run(node.operands[0], lanes);
  if (!left) return nullptr;
  if (const std::int64_t power = power_divisor(node); power != 0) {
    divide_by_power(node.op, *left, power, result);
    return &result;
  }
  const LaneValues* const right = fact(node.op).operands == 1 ? left : run(node.operands[1], lanes);
  if (!right) return nullptr;
  const LaneMask undefined = apply(node.op, *left, *right, result) & lanes;
  return undefined == 0 ? &result : refuse(node, undefined, *left, *right);
}

const LaneValues* Evaluation::run_logical(const ExpressionNode& node, LaneValues& result, LaneMask lanes) {
  const LaneValues* const left = run(node.operands[0], lanes);
  if (!left) return nullptr;
  const LaneMask true_lanes = lanes_where_true(*left);
  const bool is_and = node.op == Operator::logical_and;
  const LaneMask open_lanes = lanes & (is_and ? true_lanes : ~true_lanes);  // where the right side decides
  LaneMask value = is_and ? 0 : true_lanes;
  if (open_lanes != 0) {
    const LaneValues* const right = run(node.operands[1], open_lanes);
    if (!right) return nullptr;
    value |= open_lanes & lanes_where_true(*right);
  }
  for (std::size_t lane = 0; lane < lane_count; ++lane) result[lane] = (value >> lane) & 1u;
  return &result;
}

const LaneValues* Evaluation::run_conditional(const ExpressionNode& node, LaneValues& result, LaneMask lanes) {
  const LaneValues* const condition = run(node.operands[0], lanes);
  if (!condition) return nullptr;
  const LaneMask true_lanes = lanes_where_true(*condition);
  result.fill(0);
  for (const bool side : {true, false}) {
    const LaneMask side_lanes = side ? true_lanes : ~true_lanes;
    if ((lanes & side_lanes) == 0) continue;
    const LaneValues* const values = run(node.operands[side ? 1 : 2], lanes & side_lanes);
    if (!values) return nullptr;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if ((side_lanes >> lane) & 1u) result[lane] = (*values)[lane];
    }
  }
  return &result;
}

const LaneValues* Evaluation::run_rand(const ExpressionNode& node, LaneValues& result, LaneMask lanes) {
  const LaneValues* const bound = run(node.operands[0], lanes);
  if (!bound) return nullptr;
  if (!input_.rand) {
    problem_ = Problem{.what = "rand(n) cannot be used here",
                       .hint = "write an expression without it",
                       .place = {},
                       .range = node.range,
                       .lanes = lanes};
    return nullptr;
  }
  LaneMask empty = 0;
  for (int lane = 0; lane < lane_count; ++lane)
    empty |= (*bound)[static_cast<std::size_t>(lane)] < 1 ? lane_bit(lane) : 0;
  if ((empty & lanes) != 0) return refuse(node, empty & lanes, *bound, *bound);
  for (int lane = 0; lane < lane_count; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    result[i] = has_lane(lanes, lane) ? input_.rand(static_cast<int>(node.number), lane, (*bound)[i]) : 0;
  }
  return &result;
}

const LaneValues* Evaluation::refuse(const ExpressionNode& node, LaneMask lanes, const LaneValues& left,
                                     const LaneValues& right) {
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes));
  const std::string_view symbol = fact(node.op).symbol;
  const Complaint complaint = complaint_about(node.op, right[first]);
  const std::string values = node.op == Operator::rand     ? fmt::format("rand({})", left[first])
                             : fact(node.op).operands == 1 ? fmt::format("{}({})", symbol, left[first])
                                                           : fmt::format("{} {} {}", left[first], symbol, right[first]);
  const std::string whose = std::popcount(lanes) == 1 ? values : fmt::format("lane {}: {}", first, values);
  problem_ = Problem{.what = fmt::format("{} in {} ({})", complaint.what, lanes_in_words(lanes), whose),
                     .hint = std::string(complaint.hint),
                     .place = {},
                     .range = node.operator_range,
                     .lanes = lanes};
  return nullptr;
}

}  // namespace

Result<LaneValues> evaluate(const Expression& expression, const EvaluationInput& input) {
  if (expression.nodes.empty()) return fail("an expression is missing", "for example: lane * 4");
  assert(input.values.size() >= expression.names.size());
  Evaluation evaluation(expression, input);
  const LaneValues* const values = evaluation.run(static_cast<int>(expression.nodes.size()) - 1, input.lanes);
  if (!values) return fail(std::move(evaluation.problem()));
  if (input.lanes == all_lanes) return *values;
  LaneValues result{};
  for (int lane = 0; lane < lane_count; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (has_lane(input.lanes, lane)) result[i] = (*values)[i];
  }
  return result;
}

}  // namespace bankmap
