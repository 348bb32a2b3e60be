#include "core/cuda_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <vector>

#include "core/expression_print.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t unsigned_max = std::numeric_limits<std::uint32_t>::max();

// What C++ knows of a subexpression: its type, for an int between which values it lies, and whether it can be negative.
struct Kind {
  bool is_int = false;  // else int64_t
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool wide_sign = true;  // of an int64_t: it may be negative
  bool fits() const { return low >= -int_max && high <= int_max; }
  bool never_negative() const { return is_int ? low >= 0 : !wide_sign; }
};

constexpr Kind wide_if(bool never_negative) { return {false, 0, 0, !never_negative}; }
constexpr Kind truth{true, 0, 1};
constexpr Kind any_int{true, -int_max - 1, int_max};

Kind bits_of_both(const Kind& a, const Kind& b) {  // of & ^ |, which never overflow
  if (a.low < 0 || b.low < 0) return any_int;
  const auto highest = static_cast<std::uint64_t>(std::max(a.high, b.high));
  return {true, 0, (std::int64_t{1} << std::bit_width(highest)) - 1};
}

Kind product(const Kind& a, const Kind& b) {
  const std::array all{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {true, *std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

// Of an operator, from what is known of its operands; the model has refused what overflows.
bool never_negative(Operator op, const Kind& a, const Kind& b) {
  switch (op) {
    case Operator::multiply:
    case Operator::divide:
    case Operator::add:
    case Operator::bit_xor:
    case Operator::bit_or:
      return a.never_negative() && b.never_negative();
    case Operator::bit_and:
      return a.never_negative() || b.never_negative();
    case Operator::modulo:  // has the sign of the left side
    case Operator::shift_left:
    case Operator::shift_right:
    case Operator::plus:
      return a.never_negative();
    default:
      return false;
  }
}

// Of an operator whose operands are ints. The result may not fit: then the first operand is widened.
Kind result_of(Operator op, const Kind& a, const Kind& b) {
  const std::int64_t reach = std::max(std::abs(a.low), std::abs(a.high));
  switch (op) {
    case Operator::negate:
      return {true, -a.high, -a.low};
    case Operator::bit_not:
      return {true, ~a.high, ~a.low};
    case Operator::multiply:
      return product(a, b);
    case Operator::divide:
    case Operator::modulo:
      return {true, -reach, reach};
    case Operator::add:
      return {true, a.low + b.low, a.high + b.high};
    case Operator::subtract:
      return {true, a.low - b.high, a.high - b.low};
    case Operator::bit_and:
    case Operator::bit_xor:
    case Operator::bit_or:
      return bits_of_both(a, b);
    default:
      return a;  // +a
  }
}

// Goes through the tree from the leaves on and marks what must be widened, and what C++17 cannot shift.
class Widener {
 public:
  Widener(const Expression& expression, const std::function<CudaWord(const std::string&)>& word)
      : expression_(expression),
        word_(word),
        kinds_(expression.nodes.size()),
        marked_(expression.nodes.size()),
        called_(expression.nodes.size()) {
    for (std::size_t i = 0; i < expression.nodes.size(); ++i) kinds_[i] = kind_of(i);
  }
  bool marked(int node) const { return marked_[static_cast<std::size_t>(node)]; }
  bool shifted_by_call(int node) const { return called_[static_cast<std::size_t>(node)]; }

 private:
  const Kind& operand(std::size_t node, std::size_t which) const {
    return kinds_[static_cast<std::size_t>(expression_.nodes[node].operands[which])];
  }
  Kind widen_first(std::size_t node, bool never_negative) {
    marked_[static_cast<std::size_t>(expression_.nodes[node].operands[0])] = true;
    return wide_if(never_negative);
  }

  Kind kind_of_number(std::size_t index, std::int64_t value, bool hexadecimal) {
    if (value >= -int_max && value <= int_max) return {true, value, value};
    marked_[index] = hexadecimal && value > 0 && value <= unsigned_max;
    return wide_if(value >= 0);
  }
  Kind kind_of_shift(std::size_t index);
  Kind kind_of(std::size_t index);

  const Expression& expression_;
  const std::function<CudaWord(const std::string&)>& word_;
  std::vector<Kind> kinds_;
  std::vector<bool> marked_;
  std::vector<bool> called_;
};

// A negative value cannot be shifted to the left before C++20: that takes a call.
Kind Widener::kind_of_shift(std::size_t index) {
  const Kind& value = operand(index, 0);
  const Kind& count = operand(index, 1);
  const bool left = expression_.nodes[index].op == Operator::shift_left;
  if (left && !value.never_negative()) {
    called_[index] = true;
    return wide_if(false);
  }
  const bool never_negative = value.never_negative();
  if (!value.is_int) return wide_if(never_negative);
  if (!count.is_int || count.low < 0 || count.high > 31) return widen_first(index, never_negative);
  if (!left) return {true, std::min<std::int64_t>(value.low, 0), std::max<std::int64_t>(value.high, 0)};
  const Kind moved{true, 0, value.high << count.high};
  return moved.fits() ? moved : widen_first(index, true);
}

Kind Widener::kind_of(std::size_t index) {
  const ExpressionNode& node = expression_.nodes[index];
  switch (node.op) {
    case Operator::number:
      return kind_of_number(index, node.number, node.hexadecimal);
    case Operator::name: {
      const CudaWord word = word_(expression_.names[static_cast<std::size_t>(node.name)]);
      return word.constant ? kind_of_number(index, *word.constant, false) : wide_if(word.never_negative);
    }
    case Operator::rand:
      return wide_if(true);
    case Operator::shift_left:
    case Operator::shift_right:
      return kind_of_shift(index);
    case Operator::conditional: {
      const Kind& a = operand(index, 1);
      const Kind& b = operand(index, 2);
      return a.is_int && b.is_int ? Kind{true, std::min(a.low, b.low), std::max(a.high, b.high)}
                                  : wide_if(a.never_negative() && b.never_negative());
    }
    case Operator::negate:
    case Operator::plus:
    case Operator::bit_not: {
      const Kind& a = operand(index, 0);
      if (!a.is_int) return wide_if(never_negative(node.op, a, a));
      const Kind result = result_of(node.op, a, {});
      return result.fits() ? result : widen_first(index, never_negative(node.op, a, a));
    }
    default:
      break;
  }
  const bool gives_truth = node.op == Operator::logical_not ||
                           (node.op >= Operator::less && node.op <= Operator::not_equal) ||
                           node.op == Operator::logical_and || node.op == Operator::logical_or;
  if (gives_truth) return truth;
  const Kind& a = operand(index, 0);
  const Kind& b = operand(index, 1);
  if (!a.is_int || !b.is_int) return wide_if(never_negative(node.op, a, b));
  const Kind result = result_of(node.op, a, b);
  const bool bitwise = node.op >= Operator::bit_and && node.op <= Operator::bit_or;
  return bitwise || result.fits() ? result : widen_first(index, never_negative(node.op, a, b));
}

// Object-like macros of compilers and C headers, keywords of one compiler or another, and every identifier with a small letter that an
// exported program has of its own (tests/core/export_cuda_names_test.cpp finds one that is missing).
constexpr std::string_view taken[] = {"assert",   "at",       "bytes",  "col",      "data",     "Data",    "emit",
                                      "environ",  "errno",    "far",    "i386",     "inactive", "int64_t", "interface",
                                      "linux",    "mask",     "near",   "pixel",    "restrict", "row",     "shift_left",
                                      "signals",  "slots",    "small",  "stderr",   "stdin",    "stdout",  "thread_x",
                                      "thread_y", "thread_z", "typeof", "uint32_t", "uint64_t", "unix",    "vector"};

}  // namespace

std::string cuda_expression(const Expression& expression, const std::function<CudaWord(const std::string&)>& word,
                            const std::function<std::string(int, const std::string&)>& rand) {
  const Widener widener(expression, word);
  const auto name = [&](const std::string& typed) {
    const CudaWord found = word(typed);
    return found.constant ? std::to_string(*found.constant) : found.text;
  };
  return print_expression(expression, {.name = name,
                                       .rand = rand,
                                       .wide = [&](int node) { return widener.marked(node); },
                                       .shift_by_call = [&](int node) { return widener.shifted_by_call(node); },
                                       .clear = true});
}

std::string digit_text(const std::string& number, std::int64_t inner, std::int64_t count, std::int64_t outer) {
  if (count == 1) return "0";
  return number + (inner > 1 ? fmt::format(" / {}", inner) : "") + (outer > 1 ? fmt::format(" % {}", count) : "");
}

std::string cuda_identifier(const std::string& name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool listed = std::find(std::begin(taken), std::end(taken), name) != std::end(taken);
  const bool like_a_macro = name.size() > 1 && std::none_of(name.begin(), name.end(), is_lower);
  const bool reserved = name.front() == '_' || name.find("__") != std::string::npos;
  const bool ours = name.starts_with("my_") || name.starts_with("byte_in_");
  return listed || like_a_macro || reserved || ours ? "my_" + name : name;
}

}  // namespace bankmap
