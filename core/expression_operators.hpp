// core/expression_operators.hpp -- the one table of C operators that parser and printer share (internal to core).
//
//     a + b * c     '*' has precedence 11, '+' 10: the higher one binds tighter
#pragma once

#include <array>
#include <string_view>

#include "core/expression.hpp"

namespace bankmap {

struct OperatorFact {
  Operator op;
  std::string_view symbol;
  int precedence;  // higher binds tighter; all with two operands group from the left
  int operands;
};

inline constexpr int conditional_precedence = 1;
inline constexpr int loosest_binary_precedence = 2;
inline constexpr int sum_precedence = 10;
inline constexpr int unary_precedence = 12;
inline constexpr int primary_precedence = 13;

inline constexpr std::array operator_facts{
    OperatorFact{Operator::number, "", primary_precedence, 0},
    OperatorFact{Operator::name, "", primary_precedence, 0},
    OperatorFact{Operator::rand, "rand", primary_precedence, 1},
    OperatorFact{Operator::negate, "-", unary_precedence, 1},
    OperatorFact{Operator::plus, "+", unary_precedence, 1},
    OperatorFact{Operator::bit_not, "~", unary_precedence, 1},
    OperatorFact{Operator::logical_not, "!", unary_precedence, 1},
    OperatorFact{Operator::multiply, "*", 11, 2},
    OperatorFact{Operator::divide, "/", 11, 2},
    OperatorFact{Operator::modulo, "%", 11, 2},
    OperatorFact{Operator::add, "+", sum_precedence, 2},
    OperatorFact{Operator::subtract, "-", sum_precedence, 2},
    OperatorFact{Operator::shift_left, "<<", 9, 2},
    OperatorFact{Operator::shift_right, ">>", 9, 2},
    OperatorFact{Operator::less, "<", 8, 2},
    OperatorFact{Operator::less_equal, "<=", 8, 2},
    OperatorFact{Operator::greater, ">", 8, 2},
    OperatorFact{Operator::greater_equal, ">=", 8, 2},
    OperatorFact{Operator::equal, "==", 7, 2},
    OperatorFact{Operator::not_equal, "!=", 7, 2},
    OperatorFact{Operator::bit_and, "&", 6, 2},
    OperatorFact{Operator::bit_xor, "^", 5, 2},
    OperatorFact{Operator::bit_or, "|", 4, 2},
    OperatorFact{Operator::logical_and, "&&", 3, 2},
    OperatorFact{Operator::logical_or, "||", loosest_binary_precedence, 2},
    OperatorFact{Operator::conditional, "?", conditional_precedence, 3},
};

constexpr const OperatorFact& fact(Operator op) { return operator_facts[static_cast<std::size_t>(op)]; }

constexpr bool facts_follow_the_enum() {
  for (std::size_t i = 0; i < operator_facts.size(); ++i) {
    if (operator_facts[i].op != static_cast<Operator>(i)) return false;
  }
  return true;
}
static_assert(facts_follow_the_enum());

}  // namespace bankmap
