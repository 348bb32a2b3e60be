#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/expression.hpp"
#include "core/expression_operators.hpp"
#include "core/expression_tokens.hpp"
#include "core/nearest.hpp"

namespace bankmap {
namespace {

std::optional<Operator> operator_named(std::string_view symbol, int operands) {
  for (const OperatorFact& each : operator_facts) {
    if (each.operands == operands && each.symbol.size() == symbol.size() && each.symbol[0] == symbol[0] &&
        each.symbol == symbol) {
      return each.op;
    }
  }
  return std::nullopt;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

// The known name that was probably meant, or null.
const std::string* nearest(std::string_view typed, std::span<const std::string> known) {
  const std::string* best = nullptr;
  std::size_t best_distance =
      (typed.size() + 1) / 3 + 1;  // one letter may be wrong in two to four, two in five to seven
  for (const std::string& name : known) {
    const std::size_t distance = name.starts_with(typed) ? 0 : edit_distance(lower(typed), lower(name));
    if (distance < best_distance) {
      best = &name;
      best_distance = distance;
    }
  }
  return best;
}

std::string hint_for_unknown(std::string_view typed, std::span<const std::string> known) {
  constexpr std::array<std::array<std::string_view, 2>, 6> habits{
      {{"and", "write &&"},
       {"or", "write ||"},
       {"not", "write !"},
       {"xor", "write ^"},
       {"int", "leave the cast out: all values have 64 bits"},
       {"unsigned", "leave the cast out: all values have 64 bits"}}};
  for (const auto& [habit, hint] : habits) {
    if (habit == typed) return std::string(hint);
  }
  if (const std::string* name = nearest(typed, known)) return fmt::format("did you mean '{}'?", *name);
  if (known.empty()) return "no names can be used here";
  return fmt::format("known names: {}", fmt::join(known, ", "));
}

// Reads one text. Every function returns the index of the node it has made, or `failed` once problem_ is set.
class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> known_names) : text_(text), known_names_(known_names) {}
  Result<Expression> parse();

 private:
  static constexpr int failed = -1;

  int conditional();
  int binary(int loosest);
  int unary();
  int primary();
  int parenthesised();
  int rand_call();
  int number();
  int name();

  bool at(std::string_view symbol) const { return token_.kind == TokenKind::symbol && token_.text == symbol; }
  bool advance();
  bool close(TextRange opened);
  bool enter();
  int leave(int node) { return --nesting_, node; }
  int add(ExpressionNode node);
  int add_operator(Operator op, TextRange operator_range, std::array<int, 3> operands);
  int refuse(std::string what, std::string hint, TextRange range);
  int operand_missing();
  int leftover();
  int index_of(std::string_view name);
  std::string example_name() const { return known_names_.empty() ? "1" : known_names_.front(); }
  TextRange range_of(int node) const { return expression_.nodes[static_cast<std::size_t>(node)].range; }

  std::string_view text_;
  std::span<const std::string> known_names_;
  Expression expression_;
  Token token_;      // the next one, not yet used
  Token previous_;   // the one before it; `end` at the start of the text
  int nesting_ = 0;  // [levels]
  std::optional<Problem> problem_;
};

int Parser::refuse(std::string what, std::string hint, TextRange range) {
  if (!problem_) problem_ = fail(std::move(what), std::move(hint), range).value();
  return failed;
}

bool Parser::advance() {
  previous_ = token_;
  auto next = next_token(text_, token_.range.end);
  if (!next) {
    problem_ = next.error();
    return false;
  }
  token_ = *next;
  return true;
}

bool Parser::enter() {
  if (++nesting_ <= max_expression_nesting) return true;
  refuse(fmt::format("more than {} levels of nesting", max_expression_nesting),
         "leave out parentheses that change nothing, or split the expression", token_.range);
  return false;
}

int Parser::add(ExpressionNode node) {
  if (expression_.nodes.size() == max_expression_nodes) {
    return refuse(fmt::format("more than {} numbers, names and operators", max_expression_nodes),
                  "write a shorter expression", node.operator_range);
  }
  expression_.nodes.push_back(node);
  return static_cast<int>(expression_.nodes.size()) - 1;
}

int Parser::add_operator(Operator op, TextRange operator_range, std::array<int, 3> operands) {
  const int last = operands[static_cast<std::size_t>(fact(op).operands) - 1];
  const std::size_t begin = fact(op).operands == 1 ? operator_range.begin : range_of(operands[0]).begin;
  ExpressionNode node;
  node.op = op;
  node.operands = operands;
  node.range = {begin, range_of(last).end};
  node.operator_range = operator_range;
  return add(node);
}

int Parser::conditional() {
  const int condition = binary(loosest_binary_precedence);
  if (condition == failed || !at("?")) return condition;
  const TextRange question = token_.range;
  if (!enter() || !advance()) return failed;
  const int then_value = conditional();
  if (then_value == failed) return failed;
  if (!at(":")) return refuse("expected ':' and what holds otherwise", "for example: lane < 16 ? 0 : 1", token_.range);
  if (!advance()) return failed;
  const int else_value = conditional();
  if (else_value == failed) return failed;
  return leave(add_operator(Operator::conditional, question, {condition, then_value, else_value}));
}

int Parser::binary(int loosest) {
  int left = unary();
  while (left != failed && token_.kind == TokenKind::symbol) {
    const auto op = operator_named(token_.text, 2);
    if (!op || fact(*op).precedence < loosest) break;
    const TextRange operator_range = token_.range;
    if (!advance()) return failed;
    const int right = binary(fact(*op).precedence + 1);
    left = right == failed ? failed : add_operator(*op, operator_range, {left, right, -1});
  }
  return left;
}

int Parser::unary() {
  const auto op = token_.kind == TokenKind::symbol ? operator_named(token_.text, 1) : std::nullopt;
  if (!op) return primary();
  const TextRange operator_range = token_.range;
  if (!enter() || !advance()) return failed;
  const int operand = unary();
  return operand == failed ? failed : leave(add_operator(*op, operator_range, {operand, -1, -1}));
}

int Parser::primary() {
  if (token_.kind == TokenKind::number) return number();
  if (token_.kind == TokenKind::name) return token_.text == "rand" ? rand_call() : name();
  return at("(") ? parenthesised() : operand_missing();
}

int Parser::parenthesised() {
  const TextRange opened = token_.range;
  if (!enter() || !advance()) return failed;
  const int inside = conditional();
  if (inside == failed || !close(opened)) return failed;
  expression_.nodes[static_cast<std::size_t>(inside)].range = {opened.begin, previous_.range.end};
  return leave(inside);
}

int Parser::rand_call() {
  const TextRange word = token_.range;
  constexpr std::string_view what = "rand needs a bound: rand(n) is one of 0 to n - 1";
  if (!enter() || !advance()) return failed;
  if (!at("(")) return refuse(std::string(what), "for example: rand(256)", word);
  const TextRange opened = token_.range;
  if (!advance()) return failed;
  if (at(")")) return refuse(std::string(what), "for example: rand(256)", token_.range);
  const int bound = conditional();
  if (bound == failed || !close(opened)) return failed;
  ExpressionNode node;
  node.op = Operator::rand;
  node.number = expression_.rand_calls++;
  node.operands[0] = bound;
  node.range = {word.begin, previous_.range.end};
  node.operator_range = word;
  return leave(add(node));
}

int Parser::number() {
  ExpressionNode node;
  node.number = token_.number;
  node.hexadecimal = token_.hexadecimal;
  node.range = node.operator_range = token_.range;
  return advance() ? add(node) : failed;
}

int Parser::name() {
  const Token typed = token_;
  if (std::find(known_names_.begin(), known_names_.end(), typed.text) == known_names_.end()) {
    const std::size_t after = text_.find_first_not_of(" \t\r\n", typed.range.end);
    if (after != std::string_view::npos && text_[after] == '(') {
      return refuse(fmt::format("there is no function {}", quoted(typed.text)),
                    "the only one is rand(n); a smaller of two: a < b ? a : b", typed.range);
    }
    return refuse(fmt::format("{} is not a known name", quoted(typed.text)), hint_for_unknown(typed.text, known_names_),
                  typed.range);
  }
  ExpressionNode node;
  node.op = Operator::name;
  node.name = index_of(typed.text);
  node.range = node.operator_range = typed.range;
  return advance() ? add(node) : failed;
}

int Parser::index_of(std::string_view name) {
  auto& names = expression_.names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  names.emplace_back(name);
  return static_cast<int>(names.size()) - 1;
}

bool Parser::close(TextRange opened) {
  if (at(")")) return advance();
  const std::string column = fmt::format("the '(' in column {} is open", opened.begin + 1);
  if (token_.kind == TokenKind::end) {
    refuse("expected ')' at the end", column, token_.range);
  } else if (at(":")) {
    refuse("expected ')' before ':'", column, token_.range);
  } else {
    refuse(fmt::format("expected an operator or ')' before {}", quoted(token_.text)), column, token_.range);
  }
  return false;
}

int Parser::operand_missing() {
  const TextRange position{token_.range.begin, token_.range.begin};
  if (previous_.kind == TokenKind::end) {
    if (token_.kind == TokenKind::end) {
      return refuse("an expression is missing", fmt::format("for example: {} * 4", example_name()), {0, text_.size()});
    }
    return refuse(fmt::format("an operand is missing before {}", quoted(token_.text)),
                  fmt::format("for example: {} {} 8", example_name(), token_.text), token_.range);
  }
  // A unary sign has two meanings; the example with two operands fits both.
  const bool fits = operator_named(previous_.text, 2).has_value();
  return refuse(
      fmt::format("an operand is missing after {}", quoted(previous_.text)),
      fits ? fmt::format("for example: {} {} 8", example_name(), previous_.text) : "expected a number, a name or '('",
      position);
}

int Parser::leftover() {
  if (at(")")) return refuse("')' has no '(' before it", "take it out, or put a '(' before", token_.range);
  if (at(":")) return refuse("':' has no '?' before it", "for example: lane < 16 ? 0 : 1", token_.range);
  return refuse(fmt::format("expected an operator before {}", quoted(token_.text)), "write * to multiply, + to add",
                token_.range);
}

Result<Expression> Parser::parse() {
  if (text_.size() > max_expression_bytes) {
    return fail(fmt::format("the expression has {} characters, more than {}", text_.size(), max_expression_bytes),
                "write a shorter expression", {max_expression_bytes, text_.size()});
  }
  if (advance() && conditional() != failed && token_.kind != TokenKind::end) leftover();
  if (problem_) return fail(*std::move(problem_));
  return std::move(expression_);
}

}  // namespace

Result<Expression> parse_expression(std::string_view text, std::span<const std::string> known_names) {
  return Parser(text, known_names).parse();
}

}  // namespace bankmap
