// core/expression.hpp -- index expressions written as in CUDA C: parse, evaluate for a whole warp, print again.
//
//     "(lane / 4) * 40 + lane % 4 * 2"   parsed once, evaluated for 32 lanes at a time, printed with the fewest parentheses
//
// Grammar, loosest first (precedence and associativity of C):
//     conditional := or [ '?' conditional ':' conditional ]
//     or  := and  { '||' and }          and := bitor { '&&' bitor }
//     bitor := xor { '|' xor }          xor := bitand { '^' bitand }     bitand := equal { '&' equal }
//     equal := less { ('=='|'!=') less }            less  := shift { ('<'|'<='|'>'|'>=') shift }
//     shift := sum { ('<<'|'>>') sum }              sum   := product { ('+'|'-') product }
//     product := unary { ('*'|'/'|'%') unary }      unary := ('-'|'+'|'~'|'!') unary | primary
//     primary := number | name | 'rand' '(' conditional ')' | '(' conditional ')'
//     number  := decimal | '0x' hex, with an optional u, U, l, L suffix      name := identifier { '.' identifier }
// A leading 0 is refused (octal in C), and so is a number over 9223372036854775807, also behind a minus sign (as in C); the
// suffix changes nothing. Tokens are the longest that fit, as in C: "a--b" is refused, "a - -b" is not.
//
// Values are 64-bit signed integers with C's rules: division rounds towards zero, the sign of % is that of the left side, >>
// of a negative value is arithmetic. Where C leaves the result undefined (overflow, division by zero, a shift by less than 0 or
// more than 63, a left shift that loses bits) there is a Problem with the range of the operator and the lanes concerned.
// && || ?: look only at the side that C would evaluate, lane by lane: `lane ? 32 / lane : 0` is fine.
// Size limits: 4096 bytes of text, 512 nodes, 64 levels of nesting (each parenthesis, rand, unary operator and ?: is one).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap {

enum class Operator : std::uint8_t {
  number,
  name,
  rand,  // leaves; rand has one operand, the bound n: 0 <= rand(n) < n
  negate,
  plus,
  bit_not,
  logical_not,  // one operand
  multiply,
  divide,
  modulo,
  add,
  subtract,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,   // two
  conditional,  // three: condition, then, else
};

inline constexpr std::size_t max_expression_bytes = 4096;
inline constexpr std::size_t max_expression_nodes = 512;
inline constexpr int max_expression_nesting = 64;

struct ExpressionNode {
  Operator op = Operator::number;
  std::int64_t number = 0;   // of a number: its value; of rand: its call site, 0, 1, ... in order of evaluation
  bool hexadecimal = false;  // of a number: typed so, and printed so
  int name = -1;             // of a name: index into Expression::names
  std::array<int, 3> operands{-1, -1, -1};  // indices of earlier nodes
  TextRange range;                          // the whole subexpression in the text, with its parentheses
  TextRange operator_range;                 // the operator alone
  bool operator==(const ExpressionNode&) const = default;
};

struct Expression {
  std::vector<ExpressionNode> nodes;  // operands before their users; the last is the root
  std::vector<std::string> names;     // each variable used, once, in order of appearance
  int rand_calls = 0;
  bool operator==(const Expression&) const = default;
};

// known_names: what may be used; an unknown name is refused with its position and the nearest known one.
Result<Expression> parse_expression(std::string_view text, std::span<const std::string> known_names);

// [lane] one value for each lane.
using LaneValues = std::array<std::int64_t, lane_count>;

// Where the values of names and of rand come from.
struct EvaluationInput {
  std::span<const LaneValues> values;  // [index in expression.names]
  LaneMask lanes = all_lanes;          // only these are evaluated; the others are 0 in the result and raise no problem
  // rand(n): value in [0, n) for one call site and lane. A pure function of its arguments: same question, same answer.
  // Empty: an expression that calls rand is refused.
  std::function<std::int64_t(int call_site, int lane, std::int64_t n)> rand;
};
// pre: one entry in values for each name; the nodes are a tree, as parse_expression makes it.
Result<LaneValues> evaluate(const Expression& expression, const EvaluationInput& input);

// CUDA text with the fewest parentheses that keep the tree; law: parse(print(e)) prints the same and evaluates the same.
// rename: what to write for a name ("lane" -> "threadIdx.x"); must return text that is an identifier, or a whole primary.
std::string to_cuda(const Expression& expression, const std::function<std::string(const std::string&)>& rename = {});

}  // namespace bankmap
