// core/expression_print.hpp -- an expression printed with other words than the person's own (internal to core).
//
//     rand(256) + lane      with rand -> "data.rand(0, 256)":      data.rand(0, 256) + lane
#pragma once

#include <functional>
#include <string>

#include "core/expression.hpp"

namespace bankmap {

struct ExpressionWords {
  std::function<std::string(const std::string& name)> name;  // an identifier or a whole primary; empty: the name
  std::function<std::string(int call_site, const std::string& bound)> rand;  // empty: "rand(bound)"
  std::function<bool(int node)> wide;  // true: this node is given 64 bits, "1LL" or "int64_t(a < b)"; empty: none is
  std::function<bool(int node)> shift_by_call;  // true: this << is printed "shift_left(a, b)"; empty: none is
  bool clear = false;  // parentheses also where C needs none but a reader would count: "row ^ (k & 3)"
};
std::string print_expression(const Expression& expression, const ExpressionWords& words);

}  // namespace bankmap
