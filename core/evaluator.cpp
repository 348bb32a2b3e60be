// Evaluates a whole warp node by node, all lanes at once, with a mask of the lanes for which C leaves the result undefined.
// Only if that mask meets the lanes that C would evaluate is there a Problem.
#include "core/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "core/expression_operators.hpp"
#include "core/in_words.hpp"
#include "core/index.hpp"
#include "core/lane_operators.hpp"

namespace bankmap {
namespace {

// Kept::depends_on has 64 bits: names from the 63rd on share one, and one stands for rand.
constexpr int shared_name_bit = 62;
constexpr std::uint64_t rand_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t name_bit(int name) { return std::uint64_t{1} << std::min(name, shared_name_bit); }

LaneMask lanes_where_true(const LaneOperand& condition) {
  if (condition.bounds.alike()) return condition.bounds.least != 0 ? all_lanes : 0;
  LaneMask lanes = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    lanes |= static_cast<LaneMask>((*condition.values)[lane] != 0) << lane;
  }
  return lanes;
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

}  // namespace

Evaluator::Evaluator(const Expression& expression)
    : expression_(&expression),
      names_(expression.names.size()),
      kept_(expression.nodes.size()),
      values_(std::make_unique_for_overwrite<LaneValues[]>(expression.nodes.size() + 1)) {
  for (std::size_t i = 0; i < expression.nodes.size(); ++i) {
    const ExpressionNode& node = expression.nodes[i];
    kept_[i].value.values = &values_[i];
    std::uint64_t& depends_on = kept_[i].depends_on;
    if (node.op == Operator::name) depends_on = name_bit(node.name);
    if (node.op == Operator::rand) depends_on = rand_bit;
    for (int k = 0; k < fact(node.op).operands; ++k) depends_on |= kept_[index(node.operands[index(k)])].depends_on;
  }
}

void Evaluator::forget(std::uint64_t names) {
  for (Kept& kept : kept_) {
    if ((kept.depends_on & names) != 0) kept.known = 0;
  }
}

void Evaluator::set(int name, const LaneValues& values) {
  names_[index(name)] = {&values, bounds_of(values)};
  forget(name_bit(name));
}

void Evaluator::set_alike(int name, std::int64_t value) {
  names_[index(name)] = {nullptr, {value, value}};
  forget(name_bit(name));
}

Result<const LaneValues*> Evaluator::run(LaneMask lanes, const Rand& rand) {
  const std::size_t nodes = expression_->nodes.size();
  if (nodes == 0) return fail("an expression is missing", "for example: lane * 4");
  rand_ = &rand;
  if (expression_->rand_calls > 0) forget(rand_bit);
  if (const LaneOperand* const root = value(static_cast<int>(nodes) - 1, lanes)) {
    bounds_ = root->bounds;
    return &as_lanes(*root, values_[nodes]);
  }
  Problem problem = std::move(*problem_);
  problem_.reset();
  return fail(std::move(problem));
}

const LaneOperand* Evaluator::value(int node_index, LaneMask lanes) {
  const ExpressionNode& node = expression_->nodes[index(node_index)];
  if (node.op == Operator::name) return &names_[index(node.name)];
  Kept& kept = kept_[index(node_index)];
  if ((lanes & ~kept.known) == 0) return &kept.value;
  kept.known = 0;
  if (!compute(node, values_[index(node_index)], kept.value.bounds, lanes)) return nullptr;
  kept.known = node.op == Operator::number ? all_lanes : lanes;
  return &kept.value;
}

bool Evaluator::compute(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes) {
  switch (node.op) {
    case Operator::number:
      bounds = {node.number, node.number};
      return true;
    case Operator::rand:
      return compute_rand(node, values, bounds, lanes);
    case Operator::logical_and:
    case Operator::logical_or:
      return compute_logical(node, values, bounds, lanes);
    case Operator::conditional:
      return compute_conditional(node, values, bounds, lanes);
    default:
      return compute_operator(node, values, bounds, lanes);
  }
}

bool Evaluator::compute_operator(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes) {
  const LaneOperand* const left = value(node.operands[0], lanes);
  if (!left) return false;
  const LaneOperand* const right = fact(node.op).operands == 1 ? left : value(node.operands[1], lanes);
  if (!right) return false;
  const LaneMask undefined = apply(node.op, *left, *right, values, bounds) & lanes;
  return undefined == 0 || refuse(node, undefined, *left, *right);
}

bool Evaluator::compute_logical(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes) {
  const LaneOperand* const left = value(node.operands[0], lanes);
  if (!left) return false;
  const LaneMask true_lanes = lanes_where_true(*left);
  const bool is_and = node.op == Operator::logical_and;
  const LaneMask open_lanes = lanes & (is_and ? true_lanes : ~true_lanes);  // where the right side decides
  LaneMask outcome = is_and ? 0 : true_lanes;
  if (open_lanes != 0) {
    const LaneOperand* const right = value(node.operands[1], open_lanes);
    if (!right) return false;
    outcome |= open_lanes & lanes_where_true(*right);
  }
  bounds = {0, 1};
  for (std::size_t lane = 0; lane < lane_count; ++lane) values[lane] = (outcome >> lane) & 1u;
  return true;
}

bool Evaluator::compute_conditional(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes) {
  const LaneOperand* const condition = value(node.operands[0], lanes);
  if (!condition) return false;
  const LaneMask true_lanes = lanes_where_true(*condition);
  values.fill(0);
  for (const bool side : {true, false}) {
    const LaneMask side_lanes = side ? true_lanes : ~true_lanes;
    if ((lanes & side_lanes) == 0) continue;
    const LaneOperand* const chosen = value(node.operands[side ? 1 : 2], lanes & side_lanes);
    if (!chosen) return false;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if ((side_lanes >> lane) & 1u) values[lane] = chosen->at(lane);
    }
  }
  bounds = bounds_of(values);
  return true;
}

bool Evaluator::compute_rand(const ExpressionNode& node, LaneValues& values, Bounds& bounds, LaneMask lanes) {
  const LaneOperand* const bound = value(node.operands[0], lanes);
  if (!bound) return false;
  if (!*rand_) {
    problem_ = Problem{.what = "rand(n) cannot be used here",
                       .hint = "write an expression without it",
                       .place = {},
                       .range = node.range,
                       .lanes = lanes};
    return false;
  }
  LaneMask empty = 0;
  for (std::size_t lane = 0; bound->bounds.least < 1 && lane < lane_count; ++lane) {
    empty |= static_cast<LaneMask>(bound->at(lane) < 1) << lane;
  }
  if ((empty & lanes) != 0) return refuse(node, empty & lanes, *bound, *bound);
  LaneValues room;
  (*rand_)(static_cast<int>(node.number), lanes, as_lanes(*bound, room), values);
  bounds = bounds_of(values);
  return true;
}

bool Evaluator::refuse(const ExpressionNode& node, LaneMask lanes, const LaneOperand& left, const LaneOperand& right) {
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes));
  const std::string_view symbol = fact(node.op).symbol;
  const Complaint complaint = complaint_about(node.op, right.at(first));
  const std::string values = node.op == Operator::rand ? fmt::format("rand({})", left.at(first))
                             : fact(node.op).operands == 1
                                 ? fmt::format("{}({})", symbol, left.at(first))
                                 : fmt::format("{} {} {}", left.at(first), symbol, right.at(first));
  const std::string whose = std::popcount(lanes) == 1 ? values : fmt::format("lane {}: {}", first, values);
  problem_ = Problem{.what = fmt::format("{} in {} ({})", complaint.what, lanes_in_words(lanes), whose),
                     .hint = std::string(complaint.hint),
                     .place = {},
                     .range = node.operator_range,
                     .lanes = lanes};
  return false;
}

Evaluator::Rand lane_by_lane(std::function<std::int64_t(int call_site, int lane, std::int64_t n)> of_lane) {
  if (!of_lane) return {};
  return [of_lane = std::move(of_lane)](int site, LaneMask lanes, const LaneValues& bounds, LaneValues& values) {
    for (int lane = 0; lane < lane_count; ++lane) {
      values[index(lane)] = has_lane(lanes, lane) ? of_lane(site, lane, bounds[index(lane)]) : 0;
    }
  };
}

Result<LaneValues> evaluate(const Expression& expression, const EvaluationInput& input) {
  assert(input.values.size() >= expression.names.size());
  Evaluator evaluator(expression);
  for (std::size_t i = 0; i < expression.names.size(); ++i) evaluator.set(static_cast<int>(i), input.values[i]);
  const Result<const LaneValues*> values = evaluator.run(input.lanes, lane_by_lane(input.rand));
  if (!values) return fail(values.error());
  LaneValues result;
  keep_lanes(**values, input.lanes, result);
  return result;
}

}  // namespace bankmap
