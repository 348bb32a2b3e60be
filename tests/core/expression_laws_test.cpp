// Laws of expressions: the compiler's precedence, an evaluator written the slow, obvious way, and printing as the
// inverse of parsing.
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "core/expression.hpp"
#include "core/expression_operators.hpp"
#include "tests/core/expression_testing.hpp"

namespace bankmap {
namespace {

// ---- precedence, compared with the C++ compiler

// Builds its own text by the compiler's precedence: Written{"a"} + Written{"b"} * Written{"c"} is "(a+(b*c))".
struct Written {
  std::string text;
};
#define BANKMAP_BINARY_OPERATORS(X) \
  X(*) X(/) X(%) X(+) X(-) X(<<) X(>>) X(<) X(<=) X(>) X(>=) X(==) X(!=) X(&) X(^) X(|) X(&&) X(||)
#define BANKMAP_UNARY_OPERATORS(X) X(-) X(+) X(~) X(!)
#define BANKMAP_DEFINE_BINARY(op) \
  Written operator op(const Written& x, const Written& y) { return {"(" + x.text + #op + y.text + ")"}; }
#define BANKMAP_DEFINE_UNARY(op) \
  Written operator op(const Written& x) { return {"(" #op + x.text + ")"}; }
BANKMAP_BINARY_OPERATORS(BANKMAP_DEFINE_BINARY)
BANKMAP_UNARY_OPERATORS(BANKMAP_DEFINE_UNARY)

std::string written(const Expression& e, int index) {
  const ExpressionNode& node = e.nodes[static_cast<std::size_t>(index)];
  const std::string symbol(fact(node.op).symbol);
  if (node.op == Operator::name) return e.names[static_cast<std::size_t>(node.name)];
  if (fact(node.op).operands == 1) return "(" + symbol + written(e, node.operands[0]) + ")";
  return "(" + written(e, node.operands[0]) + symbol + written(e, node.operands[1]) + ")";
}
std::string tree_of(std::string_view text) {
  const Expression e = parsed(text);
  return e.nodes.empty() ? std::string() : written(e, static_cast<int>(e.nodes.size()) - 1);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wtautological-constant-compare"
#else
#pragma GCC diagnostic ignored "-Wbool-compare"
#endif
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"

TEST(ExpressionLaws, PrecedenceIsTheCompilers) {
  const Written a{"a"}, b{"b"}, c{"c"};
  int pairs = 0;
  const auto same = [&](std::string_view text, const Written& compiler) {
    EXPECT_EQ(tree_of(text), compiler.text) << text;
    ++pairs;
  };
#define BANKMAP_PAIR(first, second) same("a " #first " b " #second " c", a first b second c);
// clang-format off
#define BANKMAP_WITH_EACH(second) \
  BANKMAP_PAIR(*, second) BANKMAP_PAIR(/, second) BANKMAP_PAIR(%, second) BANKMAP_PAIR(+, second) \
  BANKMAP_PAIR(-, second) BANKMAP_PAIR(<<, second) BANKMAP_PAIR(>>, second) BANKMAP_PAIR(<, second) \
  BANKMAP_PAIR(<=, second) BANKMAP_PAIR(>, second) BANKMAP_PAIR(>=, second) BANKMAP_PAIR(==, second) \
  BANKMAP_PAIR(!=, second) BANKMAP_PAIR(&, second) BANKMAP_PAIR(^, second) BANKMAP_PAIR(|, second) \
  BANKMAP_PAIR(&&, second) BANKMAP_PAIR(||, second)
  // clang-format on
  BANKMAP_BINARY_OPERATORS(BANKMAP_WITH_EACH)
#define BANKMAP_UNARY_WITH_EACH(op) \
  same("-a " #op " ~b", -a op ~b);  \
  same("!a " #op " +b", !a op + b); \
  same("a " #op " - -b", a op - -b);
  BANKMAP_BINARY_OPERATORS(BANKMAP_UNARY_WITH_EACH)
  EXPECT_EQ(pairs, 18 * 18 + 18 * 3);
}

TEST(ExpressionLaws, ValuesAreTheCompilers) {
  const auto same = [&](std::string_view text, std::int64_t compiler) { EXPECT_EQ(constant(text), compiler) << text; };
#define BANKMAP_VALUE(op)                                         \
  same("13L " #op " 3L", 13L op 3L);                              \
  same("-13L " #op " 3L", static_cast<std::int64_t>(-13L op 3L)); \
  same("3L " #op " 13L", 3L op 13L);                              \
  same("5L " #op " 5L", 5L op 5L);                                \
  same("7L - 2L " #op " 3L + 1L", 7L - 2L op 3L + 1L);
#define BANKMAP_CHOICE(op) \
  same("1L " #op " 0L ? 2L " #op " 3L : 4L ? 5L : 6L " #op " 7L", 1L op 0L ? 2L op 3L : 4L ? 5L : 6L op 7L);
  BANKMAP_BINARY_OPERATORS(BANKMAP_VALUE)
  // clang-format off
  BANKMAP_CHOICE(+) BANKMAP_CHOICE(<<) BANKMAP_CHOICE(<) BANKMAP_CHOICE(==) BANKMAP_CHOICE(&) BANKMAP_CHOICE(^)
  BANKMAP_CHOICE(|) BANKMAP_CHOICE(&&) BANKMAP_CHOICE(||)
  same("0L ? 1L : 0L ? 2L : 3L", 0L ? 1L : 0L ? 2L : 3L);
  // clang-format on
  same("(1L ? 0L : 1L) ? 2L : 3L", (1L ? 0L : 1L) ? 2L : 3L);
}

#pragma GCC diagnostic pop

// ---- laws on random trees

class RandomTree {
 public:
  explicit RandomTree(std::uint32_t seed) : random_(seed) {}
  Expression make() {
    tree_ = {};
    build(static_cast<int>(random_() % 9));
    return std::move(tree_);
  }

 private:
  int build(int levels) {
    ExpressionNode node;
    node.op = levels == 0 ? (random_() % 2 == 0 ? Operator::number : Operator::name)
                          : static_cast<Operator>(3 + random_() % (operator_facts.size() - 3));
    if (node.op == Operator::number) {
      constexpr std::array<std::int64_t, 12> numbers{
          0, 1, 2, 3, 5, 31, 63, 64, 1000, std::int64_t{1} << 40, highest_number - 1, highest_number};
      node.number = numbers[random_() % numbers.size()];
      node.hexadecimal = random_() % 4 == 0;
    } else if (node.op == Operator::name) {
      node.name = name(random_() % 2 == 0 ? "lane" : known_names[random_() % known_names.size()]);
    }
    for (int i = 0; i < fact(node.op).operands; ++i) {
      node.operands[static_cast<std::size_t>(i)] = build(static_cast<int>(random_() % static_cast<unsigned>(levels)));
    }
    tree_.nodes.push_back(node);
    return static_cast<int>(tree_.nodes.size()) - 1;
  }
  int name(const std::string& text) {
    const auto found = std::find(tree_.names.begin(), tree_.names.end(), text);
    if (found == tree_.names.end()) tree_.names.push_back(text);
    return static_cast<int>(std::find(tree_.names.begin(), tree_.names.end(), text) - tree_.names.begin());
  }

  std::mt19937 random_;
  Expression tree_;
};

// Equal but for where it stood in a text.
Expression without_ranges(Expression e) {
  for (ExpressionNode& node : e.nodes) node.range = node.operator_range = {};
  return e;
}

// The slow, obvious way: one lane, one node after the other, in 128 bits. Empty where C leaves the value undefined.
std::optional<std::int64_t> oracle(const Expression& e, int index, const std::vector<LaneValues>& names,
                                   std::size_t lane) {
  const ExpressionNode& node = e.nodes[static_cast<std::size_t>(index)];
  const auto operand = [&](std::size_t i) { return oracle(e, node.operands[i], names, lane); };
  if (node.op == Operator::number) return node.number;
  if (node.op == Operator::name) return names[static_cast<std::size_t>(node.name)][lane];
  const std::optional<std::int64_t> first = operand(0);
  if (!first) return std::nullopt;
  if (node.op == Operator::conditional) return operand(*first != 0 ? 1 : 2);
  if (node.op == Operator::logical_and && *first == 0) return 0;
  if (node.op == Operator::logical_or && *first != 0) return 1;
  const std::optional<std::int64_t> second = fact(node.op).operands == 2 ? operand(1) : 0;
  if (!second) return std::nullopt;
  const __int128 a = *first, b = *second;
  __int128 value = 0;
  // clang-format off
  switch (node.op) {
    case Operator::negate: value = -a; break;
    case Operator::plus: value = a; break;
    case Operator::bit_not: value = -a - 1; break;
    case Operator::logical_not: value = a == 0; break;
    case Operator::multiply: value = a * b; break;
    case Operator::divide: if (b == 0) return std::nullopt; value = a / b; break;
    case Operator::modulo: if (b == 0 || (b == -1 && a == lowest_number)) return std::nullopt; value = a % b; break;
    case Operator::add: value = a + b; break;
    case Operator::subtract: value = a - b; break;
    case Operator::shift_left: if (b < 0 || b > 63) return std::nullopt; value = a * (__int128{1} << b); break;
    case Operator::shift_right:
      if (b < 0 || b > 63) return std::nullopt;
      value = a;
      for (__int128 i = 0; i < b; ++i) value = (value - (value % 2 != 0 && value < 0)) / 2;
      break;
    case Operator::less: value = a < b; break;
    case Operator::less_equal: value = a <= b; break;
    case Operator::greater: value = a > b; break;
    case Operator::greater_equal: value = a >= b; break;
    case Operator::equal: value = a == b; break;
    case Operator::not_equal: value = a != b; break;
    case Operator::bit_and: value = a & b; break;
    case Operator::bit_xor: value = a ^ b; break;
    case Operator::bit_or: value = a | b; break;
    default: value = b != 0; break;  // the right side of && and || decides
  }
  // clang-format on
  if (value < lowest_number || value > highest_number) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

TEST(ExpressionLaws, EqualsTheObviousEvaluatorOnRandomTrees) {
  int defined = 0, refused = 0;
  for (std::uint32_t seed = 0; seed < 6000; ++seed) {
    const Expression e = RandomTree(seed).make();
    SCOPED_TRACE(to_cuda(e));
    const std::vector<LaneValues> names = values_for(e);
    const LaneMask lanes = seed % 3 == 0 ? all_lanes : seed * 2654435761u;
    const auto values = evaluate(e, {.values = names, .lanes = lanes, .rand = {}});
    LaneMask undefined = 0;
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(lanes, lane)) continue;
      const auto expected = oracle(e, static_cast<int>(e.nodes.size()) - 1, names, static_cast<std::size_t>(lane));
      if (!expected) undefined |= lane_bit(lane);
      if (values) {
        ASSERT_EQ((*values)[static_cast<std::size_t>(lane)], expected) << lane;
      }
    }
    ASSERT_EQ(values.has_value(), undefined == 0);
    if (values) {
      ++defined;
    } else {
      ++refused;  // the first operator that fails may concern only some of the lanes that fail in the end
      ASSERT_NE(values.error().lanes, 0u);
      ASSERT_EQ(values.error().lanes & ~undefined, 0u);
    }
  }
  EXPECT_GT(defined, 2000);
  EXPECT_GT(refused, 500);
}

TEST(ExpressionLaws, ParseOfPrintIsTheSameTree) {
  for (std::uint32_t seed = 0; seed < 6000; ++seed) {
    const Expression e = RandomTree(seed).make();
    const std::string text = to_cuda(e);
    const auto again = parse_expression(text, known_names);
    ASSERT_TRUE(again) << text << ": " << again.error().what;
    ASSERT_EQ(without_ranges(*again), without_ranges(e)) << text;
    ASSERT_EQ(to_cuda(*again), text);
  }
}

// Each '(' with its ')', but for those of rand.
std::vector<std::array<std::size_t, 2>> pairs_of_parentheses(std::string_view text) {
  std::vector<std::size_t> open;
  std::vector<std::array<std::size_t, 2>> pairs;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    pairs.push_back({open.back(), i});
    open.pop_back();
  }
  return pairs;
}

TEST(ExpressionLaws, EveryPrintedParenthesisIsNeeded) {
  int removed = 0;
  for (std::uint32_t seed = 0; seed < 6000; ++seed) {
    const Expression e = RandomTree(seed).make();
    const std::string text = to_cuda(e);
    for (const auto& [begin, end] : pairs_of_parentheses(text)) {
      std::string fewer = text;
      fewer[begin] = fewer[end] = ' ';
      const auto other = parse_expression(fewer, known_names);
      if (other) {
        ASSERT_NE(without_ranges(*other), without_ranges(e)) << text << " and " << fewer;
      }
      ++removed;
    }
  }
  EXPECT_GT(removed, 3000);
}

}  // namespace
}  // namespace bankmap
