#include "core/paste/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/paste/types.hpp"

namespace bankmap::paste {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 40;  // of a bound: sums of two stay far from overflow
constexpr std::string_view usual = "for example: for (int k = 0; k < 32; ++k)";

struct Relation {
  std::string_view written;
  std::string_view turned;  // with its sides swapped
};
constexpr std::array<Relation, 5> relations{{{"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"!=", "!="}}};

tl::unexpected<Problem> strange(Tokens part) {
  return fail("this loop is not understood", std::string(usual), range_of(part));
}

// The parts of `tokens` that `divider` divides, outside of brackets.
std::vector<Tokens> parts(Tokens tokens, std::string_view divider) {
  std::vector<Tokens> found;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].is("(") || tokens[at].is("[") || tokens[at].is("{")) ++depth;
    if (tokens[at].is(")") || tokens[at].is("]") || tokens[at].is("}")) --depth;
    if (depth != 0 || !tokens[at].is(divider)) continue;
    found.push_back(tokens.subspan(begin, at - begin));
    begin = at + 1;
  }
  found.push_back(tokens.subspan(begin));
  return found;
}

Result<void> read_begin(Tokens init, LoopHead& head) {
  std::size_t at = 0;
  if (init.size() > 1 && !init[1].is("=")) take_type(init, at);
  if (at + 2 >= init.size() || !init[at].is_name() || !init[at + 1].is("=") || parts(init, ",").size() > 1)
    return strange(init);
  head.name = init[at].text;
  head.begin = init.subspan(at + 2);
  return {};
}

Result<void> read_bound(Tokens condition, LoopHead& head) {
  for (const Relation& each : relations) {
    const std::vector<Tokens> sides = parts(condition, each.written);
    if (sides.size() != 2 || sides[0].empty() || sides[1].empty()) continue;
    const bool left = sides[0].size() == 1 && sides[0][0].is(head.name);
    const bool right = sides[1].size() == 1 && sides[1][0].is(head.name);
    if (left == right) return strange(condition);
    head.bound = sides[left ? 1 : 0];
    head.relation = left ? each.written : each.turned;
    return {};
  }
  return strange(condition);
}

Result<void> read_step(Tokens step, LoopHead& head) {
  const auto is = [&](std::size_t at, std::string_view text) { return at < step.size() && step[at].is(text); };
  if (step.size() == 2 && (is(0, "++") || is(1, "++")) && (is(0, head.name) || is(1, head.name))) {
    head.step = "+";
    return {};
  }
  if (step.size() == 2 && (is(0, "--") || is(1, "--")) && (is(0, head.name) || is(1, head.name))) {
    head.step = "-";
    return {};
  }
  if (step.size() < 3 || !is(0, head.name)) return strange(step);
  constexpr std::array<std::array<std::string_view, 2>, 6> forms{
      {{"+=", "+"}, {"-=", "-"}, {"<<=", "<<"}, {">>=", ">>"}, {"*=", "<<"}, {"/=", ">>"}}};
  const bool own = is(1, "=") && is(2, head.name) && step.size() > 4;  // k = k + 2
  const auto found = std::ranges::find_if(forms, [&](const auto& form) {
    return own ? form[0].substr(0, form[0].size() - 1) == step[3].text : is(1, form[0]);
  });
  if (found == forms.end()) return strange(step);
  const bool by_factor = (*found)[0] == "*=" || (*found)[0] == "/=";
  head.step = (*found)[1];
  head.step_by = step.subspan(own ? 4 : 2);
  if (by_factor && !(head.step_by.size() == 1 && head.step_by[0].is("2"))) return strange(step);
  if (by_factor) head.step_by = {};  // doubling is a shift by 1
  return {};
}

bool holds(std::int64_t value, const std::string& relation, std::int64_t bound) {
  if (relation == "<") return value < bound;
  if (relation == "<=") return value <= bound;
  if (relation == ">") return value > bound;
  return relation == ">=" ? value >= bound : value != bound;
}

tl::unexpected<Problem> endless(TextRange range) { return fail("this loop never ends", std::string(usual), range); }
tl::unexpected<Problem> never(TextRange range) { return fail("this loop never runs", std::string(usual), range); }

ReadLoop read_as(std::string name, std::int64_t begin, std::int64_t end, std::int64_t by, std::string condition = {}) {
  ReadLoop read;
  read.variable.name = std::move(name);
  read.variable.begin = read.variable.at = begin;
  read.variable.end = end;
  read.variable.step = by;
  read.condition = std::move(condition);
  return read;
}

// Values first, first + by, ... up to the last.
Result<ReadLoop> counted(const LoopHead& head, std::int64_t first, std::int64_t bound, std::int64_t by, TextRange range,
                         Names& names) {
  const bool up = head.step == "+";
  const std::int64_t way = up ? bound - first : first - bound;
  if (!holds(first, head.relation, bound)) return never(range);
  const bool ends = head.relation == (up ? "<" : ">") || head.relation == (up ? "<=" : ">=") ||
                    (head.relation == "!=" && way > 0 && way % by == 0);
  if (!ends) return endless(range);
  const bool with_bound = head.relation == "<=" || head.relation == ">=";
  const std::int64_t steps = (way - (with_bound ? 0 : 1)) / by;
  const std::int64_t begin = up ? first : first - steps * by;  // counted upwards: the same values
  const std::string name = names.define_loop(head.name, head.name);
  const std::int64_t end = head.relation == "<" ? bound : begin + steps * by + 1;
  return read_as(name, begin, end, by);
}

// s = 128 >> step
Result<ReadLoop> doubled(const LoopHead& head, std::int64_t first, std::int64_t bound, std::int64_t by, TextRange range,
                         Names& names) {
  if (first < 0 || by > 40) return strange(head.begin);
  std::int64_t steps = 0;
  for (std::int64_t value = first; holds(value, head.relation, bound); ++steps) {
    if (value == 0 || value > most) return endless(range);
    value = head.step == "<<" ? value << by : value >> by;
  }
  if (steps == 0) return never(range);
  const std::string name = names.define_loop("", "step");
  const std::string shift = by == 1 ? name : fmt::format("({} * {})", name, by);
  names.define(head.name, names.simplified(fmt::format("{} {} {}", first, head.step, shift)));
  return read_as(name, 0, steps, 1);
}

// i = threadIdx.x + base
Result<ReadLoop> from_own_start(const LoopHead& head, const std::string& first, std::int64_t bound, std::int64_t by,
                                TextRange range, Names& names) {
  if (head.step != "+" || (head.relation != "<" && head.relation != "<=")) return strange(head.begin);
  const std::int64_t end = bound + (head.relation == "<=" ? 1 : 0);
  if (end < 1) return never(range);
  const std::string name = names.define_loop("", "base");
  const Result<std::string> value = names.simplified(fmt::format("({}) + {}", first, name));
  names.define(head.name, value);
  if (!value) return fail(value.error());
  return read_as(name, 0, end, by, fmt::format("({}) < {}", *value, end));
}

}  // namespace

Result<LoopHead> loop_head(Tokens head) {
  const std::vector<Tokens> three = parts(head, ";");
  if (three.size() != 3 || three[0].empty() || three[1].empty() || three[2].empty()) return strange(head);
  LoopHead read;
  if (const Result<void> part = read_begin(three[0], read); !part) return fail(part.error());
  if (const Result<void> part = read_bound(three[1], read); !part) return fail(part.error());
  if (const Result<void> part = read_step(three[2], read); !part) return fail(part.error());
  return read;
}

Result<ReadLoop> read_loop(const LoopHead& head, TextRange range, Names& names) {
  const Result<std::string> first_text = names.text(head.begin);
  if (!first_text) return fail(first_text.error());
  const Result<std::int64_t> bound = names.constant(head.bound);
  if (!bound) return fail(bound.error());
  const Result<std::int64_t> by = head.step_by.empty() ? Result<std::int64_t>(1) : names.constant(head.step_by);
  if (!by) return fail(by.error());
  if (*by < 1 || *by > most || std::abs(*bound) > most) return strange(head.bound);
  const std::optional<std::int64_t> first = names.constant(*first_text);
  if (!first) return from_own_start(head, *first_text, *bound, *by, range, names);
  if (std::abs(*first) > most) return strange(head.begin);
  const bool counts = head.step == "+" || head.step == "-";
  return counts ? counted(head, *first, *bound, *by, range, names) : doubled(head, *first, *bound, *by, range, names);
}

}  // namespace bankmap::paste
