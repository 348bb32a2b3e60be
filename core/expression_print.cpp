#include <fmt/format.h>

#include <limits>
#include <utility>

#include "core/expression.hpp"
#include "core/expression_operators.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

// A negative number comes from a program that built the tree: C has no literal for it, and for the lowest not even a
// sign before a literal.
int precedence_of(const ExpressionNode& node) {
  if (node.op != Operator::number || node.number >= 0) return fact(node.op).precedence;
  return node.number == lowest ? sum_precedence : unary_precedence;
}

std::string number_text(const ExpressionNode& node) {
  if (node.number == lowest) return "-9223372036854775807 - 1";
  return fmt::format(fmt::runtime(node.hexadecimal && node.number >= 0 ? "0x{:x}" : "{}"), node.number);
}

class Printer {
 public:
  Printer(const Expression& expression, const std::function<std::string(const std::string&)>& rename)
      : expression_(expression), rename_(rename) {}

  // Appends the node, in parentheses if it binds looser than `loosest`.
  void print(int index, int loosest) {
    const ExpressionNode& node = expression_.nodes[static_cast<std::size_t>(index)];
    const bool parentheses = precedence_of(node) < loosest;
    if (parentheses) text_ += '(';
    print_bare(node);
    if (parentheses) text_ += ')';
  }
  std::string& text() { return text_; }

 private:
  void print_bare(const ExpressionNode& node);
  void print_operator(const ExpressionNode& node);

  // "- -x", "+ +x": without the space the two signs would read as one token.
  void append_sign(std::string_view more) {
    const bool sign = more.front() == '-' || more.front() == '+';
    if (sign && !text_.empty() && text_.back() == more.front()) text_ += ' ';
    text_ += more;
  }

  const Expression& expression_;
  const std::function<std::string(const std::string&)>& rename_;
  std::string text_;
};

void Printer::print_bare(const ExpressionNode& node) {
  if (node.op == Operator::number) {
    append_sign(number_text(node));
  } else if (node.op == Operator::name) {
    const std::string& name = expression_.names[static_cast<std::size_t>(node.name)];
    text_ += rename_ ? rename_(name) : name;
  } else if (node.op == Operator::rand) {
    text_ += "rand(";
    print(node.operands[0], conditional_precedence);
    text_ += ')';
  } else {
    print_operator(node);
  }
}

void Printer::print_operator(const ExpressionNode& node) {
  const auto& [op, symbol, precedence, operands] = fact(node.op);
  if (operands == 1) {
    append_sign(symbol);
    print(node.operands[0], precedence);
  } else if (operands == 2) {  // grouped from the left: an equally strong operator on the right needs parentheses
    print(node.operands[0], precedence);
    text_ += fmt::format(" {} ", symbol);
    print(node.operands[1], precedence + 1);
  } else {
    print(node.operands[0], precedence + 1);
    text_ += " ? ";
    print(node.operands[1], precedence);
    text_ += " : ";
    print(node.operands[2], precedence);
  }
}

}  // namespace

std::string to_cuda(const Expression& expression, const std::function<std::string(const std::string&)>& rename) {
  if (expression.nodes.empty()) return {};
  Printer printer(expression, rename);
  printer.print(static_cast<int>(expression.nodes.size()) - 1, conditional_precedence);
  return std::move(printer.text());
}

}  // namespace bankmap
