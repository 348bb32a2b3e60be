#include <fmt/format.h>

#include <limits>
#include <utility>

#include "core/expression_operators.hpp"
#include "core/expression_print.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t lowest_number = std::numeric_limits<std::int64_t>::min();

// A negative number comes from a program that built the tree: C has no literal for it, and for the lowest not even a
// sign before a literal.
int precedence_of(const ExpressionNode& node) {
  if (node.op != Operator::number || node.number >= 0) return fact(node.op).precedence;
  return node.number == lowest_number ? sum_precedence : unary_precedence;
}

std::string number_text(const ExpressionNode& node) {
  if (node.number == lowest_number) return "-9223372036854775807 - 1";
  return fmt::format(fmt::runtime(node.hexadecimal && node.number >= 0 ? "0x{:x}" : "{}"), node.number);
}

bool is_arithmetic(Operator op) { return op >= Operator::multiply && op <= Operator::subtract; }
bool is_comparison(Operator op) { return op >= Operator::less && op <= Operator::not_equal; }
bool is_logical(Operator op) { return op == Operator::logical_and || op == Operator::logical_or; }

// Whether a reader would have to know C's table of precedence to see that the operand belongs together.
bool easily_misread(Operator user, const OperatorFact& operand) {
  const OperatorFact& used_by = fact(user);
  if (used_by.operands != 2) return false;
  if (operand.op == Operator::logical_not) return true;
  if (operand.operands != 2 || operand.precedence == used_by.precedence) return false;
  if (is_arithmetic(user)) return !is_arithmetic(operand.op);
  if (is_comparison(user)) return !is_arithmetic(operand.op);
  return !(is_logical(user) && is_comparison(operand.op));
}

class Printer {
 public:
  Printer(const Expression& expression, const ExpressionWords& words) : expression_(expression), words_(words) {}

  // Appends the node, in parentheses if it binds looser than `loosest`.
  void print(int index, int loosest, Operator user = Operator::number) {
    const ExpressionNode& node = expression_.nodes[static_cast<std::size_t>(index)];
    if (words_.shift_by_call && words_.shift_by_call(index)) return print_shift_call(node);
    const bool wide = words_.wide && words_.wide(index);
    if (wide && node.op != Operator::number) {
      text_ += "int64_t(";
      print_bare(node);
      text_ += ')';
      return;
    }
    const bool parentheses = precedence_of(node) < loosest || (words_.clear && easily_misread(user, fact(node.op)));
    if (parentheses) text_ += '(';
    print_bare(node);
    if (wide) text_ += "LL";
    if (parentheses) text_ += ')';
  }
  std::string& text() { return text_; }

 private:
  void print_bare(const ExpressionNode& node);
  void print_operator(const ExpressionNode& node);
  void print_rand(const ExpressionNode& node);
  void print_shift_call(const ExpressionNode& node);

  // "- -x", "+ +x": without the space the two signs would read as one token.
  void append_sign(std::string_view more) {
    const bool sign = more.front() == '-' || more.front() == '+';
    if (sign && !text_.empty() && text_.back() == more.front()) text_ += ' ';
    text_ += more;
  }

  const Expression& expression_;
  const ExpressionWords& words_;
  std::string text_;
};

void Printer::print_bare(const ExpressionNode& node) {
  if (node.op == Operator::number) {
    append_sign(number_text(node));
  } else if (node.op == Operator::name) {
    const std::string& name = expression_.names[static_cast<std::size_t>(node.name)];
    text_ += words_.name ? words_.name(name) : name;
  } else if (node.op == Operator::rand) {
    print_rand(node);
  } else {
    print_operator(node);
  }
}

void Printer::print_rand(const ExpressionNode& node) {
  Printer bound(expression_, words_);
  bound.print(node.operands[0], conditional_precedence);
  text_ += words_.rand ? words_.rand(static_cast<int>(node.number), bound.text()) : "rand(" + bound.text() + ")";
}

void Printer::print_shift_call(const ExpressionNode& node) {
  text_ += "shift_left(";
  print(node.operands[0], conditional_precedence);
  text_ += ", ";
  print(node.operands[1], conditional_precedence);
  text_ += ')';
}

void Printer::print_operator(const ExpressionNode& node) {
  const auto& [op, symbol, precedence, operands] = fact(node.op);
  if (operands == 1) {
    append_sign(symbol);
    print(node.operands[0], precedence, op);
  } else if (operands == 2) {  // grouped from the left: an equally strong operator on the right needs parentheses
    print(node.operands[0], precedence, op);
    text_ += fmt::format(" {} ", symbol);
    print(node.operands[1], precedence + 1, op);
  } else {
    print(node.operands[0], precedence + 1);
    text_ += " ? ";
    print(node.operands[1], precedence);
    text_ += " : ";
    print(node.operands[2], precedence);
  }
}

}  // namespace

std::string print_expression(const Expression& expression, const ExpressionWords& words) {
  if (expression.nodes.empty()) return {};
  Printer printer(expression, words);
  printer.print(static_cast<int>(expression.nodes.size()) - 1, conditional_precedence);
  return std::move(printer.text());
}

std::string to_cuda(const Expression& expression, const std::function<std::string(const std::string&)>& rename) {
  return print_expression(expression, {.name = rename, .rand = {}, .wide = {}, .shift_by_call = {}, .clear = false});
}

}  // namespace bankmap
