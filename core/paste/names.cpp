#include "core/paste/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/identifier.hpp"
#include "core/paste/types.hpp"

namespace bankmap::paste {
namespace {

constexpr std::array<std::string_view, 8> built_in{"lane",        "warp",       "threadIdx.x", "threadIdx.y",
                                                   "threadIdx.z", "blockDim.x", "blockDim.y",  "blockDim.z"};

Problem unknown(std::string_view name, TextRange range) {
  const bool other_block = name.starts_with("blockIdx") || name.starts_with("gridDim");
  return {
      .what = fmt::format("{} is not known", shown(name)),
      .hint = other_block
                  ? "shared memory is alike in every block: replace it by a number"
                  : fmt::format("add a loop 'for (int {0} = 0; {0} < 32; ++{0})' before it, or replace it by a number",
                                name.find('.') == std::string_view::npos ? shown(name) : "k"),
      .place = {},
      .range = range};
}

}  // namespace

TextRange range_of(Tokens tokens) {
  return tokens.empty() ? TextRange{} : TextRange{tokens.front().range.begin, tokens.back().range.end};
}

// The tokens of one index, with every name replaced by what it stands for; which part of the text comes from where.
class Expansion {
 public:
  Expansion(const Names& names, Tokens tokens) : names_(names), tokens_(tokens) {}

  Result<void> run() {
    while (at_ < tokens_.size()) {
      if (const Result<void> next = take(); !next) return fail(next.error());
      if (text.size() > max_expression_bytes)
        return fail("this index is too long", fmt::format("at most {} characters", max_expression_bytes),
                    range_of(tokens_));
    }
    return {};
  }

  // A range of the text in the person's own.
  TextRange source(TextRange range) const {
    if (pieces_.empty()) return range_of(tokens_);
    const auto piece_at = [this](std::size_t at) {
      auto after = std::ranges::upper_bound(pieces_, at, {}, &Piece::begin);
      return after == pieces_.begin() ? *after : *(after - 1);
    };
    const std::size_t last = range.end > range.begin ? range.end - 1 : range.begin;
    const TextRange first = piece_at(range.begin).source;
    return {first.begin, std::max(first.end, piece_at(last).source.end)};
  }

  std::string text;

 private:
  struct Piece {
    std::size_t begin = 0;  // in our text
    TextRange source;
  };

  const Token& here(std::size_t ahead = 0) const {
    static const Token none;
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : none;
  }

  void put(std::string_view piece, TextRange source, std::size_t tokens) {
    pieces_.push_back({text.size(), source});
    text += fmt::format("{} ", piece);
    at_ += tokens;
  }

  // "(int)": the number of its tokens; 0 where none stands here.
  std::size_t cast_length() const {
    if (!here().is("(")) return 0;
    std::size_t length = 1;
    while (is_integer_word(here(length).text) || is_qualifier(here(length).text)) ++length;
    return length > 1 && here(length).is(")") ? length + 1 : 0;
  }

  Result<void> take() {
    if (const std::size_t cast = cast_length(); cast > 0) {
      at_ += cast;
      return {};
    }
    if (here().is_name()) return take_name();
    if (here().is("[") && at_ > 0)
      return fail("an index that is read from memory depends on data",
                  "write rand(256) in its place, for any of 256 values", here().range);
    put(here().text, here().range, 1);
    return {};
  }

  Result<void> take_name() {
    const Token name = here();
    if (name.is("static_cast") && here(1).is("<")) {
      while (at_ < tokens_.size() && !here().is(">")) ++at_;
      ++at_;
      return {};
    }
    if (is_integer_word(name.text) && here(1).is("(")) {
      ++at_;
      return {};
    }
    if (name.is("sizeof")) return take_sizeof();
    if (name.is("true") || name.is("false")) {
      put(name.is("true") ? "1" : "0", name.range, 1);
      return {};
    }
    if (here(1).is(".") && here(2).is_name()) {
      const std::string whole = fmt::format("{}.{}", name.text, here(2).text);
      const TextRange range{name.range.begin, here(2).range.end};
      if (std::ranges::find(built_in, whole) == built_in.end()) return fail(unknown(whole, range));
      put(whole, range, 3);
      return {};
    }
    return take_plain_name(name);
  }

  Result<void> take_plain_name(const Token& name) {
    if (const Names::Definition* definition = names_.find(name.text)) {
      if (names_.changing_.contains(name.text))
        return fail(fmt::format("{} changes as the kernel runs", name.text), "write its value in its place",
                    name.range);
      if (!definition->value) return fail(definition->value.error());
      put(definition->is_loop ? *definition->value : fmt::format("({})", *definition->value), name.range, 1);
      return {};
    }
    if (here(1).is("[")) {
      return fail(fmt::format("{}[...] is read from memory, so the index depends on data", shown(name.text)),
                  "write rand(256) in its place, for any of 256 values", name.range);
    }
    if (name.is("warpSize")) {
      put("32", name.range, 1);
      return {};
    }
    if (name.is("rand") || std::ranges::find(built_in, name.text) != built_in.end()) {
      put(name.text, name.range, 1);
      return {};
    }
    if (here(1).is("("))
      return fail(fmt::format("{} is a function, and its value is not known", shown(name.text)),
                  "write what it returns", name.range);
    return fail(unknown(name.text, name.range));
  }

  Result<void> take_sizeof() {
    std::size_t at = at_ + 2;
    const std::string type = here(1).is("(") ? take_type(tokens_, at) : std::string();
    const std::optional<Element> element = element_of_type(type);
    if (!element || at >= tokens_.size() || !tokens_[at].is(")"))
      return fail("sizeof is known of CUDA's own types only", "write the number of bytes", here().range);
    put(std::to_string(element->bits / 8), here().range, at + 1 - at_);
    return {};
  }

  const Names& names_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::vector<Piece> pieces_;
};

Names::Names(const BlockShape& block, std::span<const LoopVariable> known_loops) : block_(block) {
  for (const LoopVariable& each : known_loops) known_loops_.push_back({each.name, each.name, true});
}

void Names::define(std::string_view name, Result<std::string> value) {
  definitions_.push_back({std::string(name), std::move(value), false});
}

std::string Names::define_loop(std::string_view name, std::string_view wanted) {
  std::string own(wanted);
  const auto taken = [&] {
    return is_builtin_name(own) || !is_identifier(own) ||
           std::ranges::any_of(definitions_, [&](const Definition& each) { return each.is_loop && each.value == own; });
  };
  while (taken() && own.size() < 80) own += "_";
  definitions_.push_back({std::string(name), own, true});
  return own;
}

const Names::Definition* Names::find(std::string_view name) const {
  const auto found = std::ranges::find(definitions_.rbegin(), definitions_.rend(), name, &Definition::name);
  if (found != definitions_.rend()) return &*found;
  const auto known = std::ranges::find(known_loops_, name, &Definition::name);
  return known == known_loops_.end() ? nullptr : &*known;
}

std::vector<std::string> Names::known() const {
  std::vector<std::string> names(built_in.begin(), built_in.end());
  for (const std::vector<Definition>* list : {&definitions_, &known_loops_}) {
    for (const Definition& each : *list) {
      if (each.is_loop) names.push_back(*each.value);
    }
  }
  return names;
}

Result<std::string> Names::text(Tokens tokens) const {
  if (tokens.empty()) return fail("an index is missing", "for example: tile[threadIdx.x][k]");
  Expansion expansion(*this, tokens);
  if (const Result<void> done = expansion.run(); !done) return fail(done.error());
  const Result<Expression> parsed = parse_expression(expansion.text, known());
  if (!parsed) {
    Problem problem = parsed.error();
    problem.range = expansion.source(problem.range);
    return fail(std::move(problem));
  }
  return to_cuda(*parsed);
}

Result<std::string> Names::simplified(const std::string& text) const {
  const Result<Expression> parsed = parse_expression(text, known());
  if (!parsed) return fail(parsed.error().what, parsed.error().hint);
  return to_cuda(*parsed);
}

std::optional<std::int64_t> Names::constant(const std::string& text) const {
  const std::vector<std::string> dimensions{"blockDim.x", "blockDim.y", "blockDim.z"};
  const Result<Expression> parsed = parse_expression(text, dimensions);
  if (!parsed || parsed->rand_calls > 0) return std::nullopt;
  std::vector<LaneValues> values(parsed->names.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const char axis = parsed->names[i].back();
    values[i].fill(axis == 'x' ? block_.x : axis == 'y' ? block_.y : block_.z);
    block_used_ = true;
  }
  const Result<LaneValues> value = evaluate(*parsed, {.values = values, .lanes = 1, .rand = {}});
  return value ? std::optional((*value)[0]) : std::nullopt;
}

Result<std::int64_t> Names::constant(Tokens tokens) const {
  const Result<std::string> found = text(tokens);
  if (!found) return fail(found.error());
  const std::optional<std::int64_t> value = constant(*found);
  if (!value)
    return fail(fmt::format("{} is no constant", shown(*found)), "a whole number is needed here", range_of(tokens));
  return *value;
}

}  // namespace bankmap::paste
