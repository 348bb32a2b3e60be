#include "core/paste/place.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/paste/types.hpp"

namespace bankmap::paste {
namespace {

// Walks outwards from the name of a tile: what stands behind binds closer than what stands before.
class Walk {
 public:
  Walk(Tokens tokens, std::size_t at, const CodeTile& tile) : tokens_(tokens), tile_(tile) {
    place_.begin = at;
    place_.end = at + 1;
    place_.element = tile.tile.element;
  }

  Result<Place> walk() {
    while (next().is("[") && place_.subscripts.size() < tile_.dimensions.size()) {
      const Result<Tokens> index = take_brackets();
      if (!index) return fail(index.error());
      place_.subscripts.push_back(*index);
    }
    place_.is_pointer = place_.subscripts.empty();
    for (bool more = true; more;) {
      const Result<bool> step = take_one();
      if (!step) return fail(step.error());
      more = *step;
    }
    return std::move(place_);
  }

 private:
  const Token& before(std::size_t back = 1) const {
    static const Token none;
    return place_.begin >= back ? tokens_[place_.begin - back] : none;
  }
  const Token& next(std::size_t ahead = 0) const {
    static const Token none;
    return place_.end + ahead < tokens_.size() ? tokens_[place_.end + ahead] : none;
  }

  Result<Tokens> take_brackets() {
    const std::size_t close = closing(tokens_, place_.end);
    if (close == tokens_.size()) return fail("this bracket is never closed", "add a ']'", tokens_[place_.end].range);
    const Tokens inside = tokens_.subspan(place_.end + 1, close - place_.end - 1);
    if (inside.empty()) return fail("an index is missing", "for example: [threadIdx.x]", tokens_[place_.end].range);
    place_.end = close + 1;
    return inside;
  }

  // False: nothing more belongs to it.
  Result<bool> take_one() {
    if (place_.is_pointer && next().is("[") && !place_.moved) return take_moved();
    if (!place_.is_pointer && next().is(".") && next(1).is_name() && component_count(place_.element) > 0)
      return take_component();
    if (!place_.is_pointer && before().is("&") && is_unary()) {
      --place_.begin;
      return place_.is_pointer = true;
    }
    if (place_.is_pointer && before().is("*") && is_unary()) {
      --place_.begin;
      place_.is_pointer = false;
      return true;
    }
    if (place_.is_pointer && before().is(")")) return take_c_cast();
    if (before().is("(") && next().is(")")) return take_parentheses();
    return false;
  }

  Result<bool> take_moved() {
    place_.moved_bytes = place_.element.bits / 8;
    const Result<Tokens> index = take_brackets();
    if (!index) return fail(index.error());
    place_.moved = *index;
    place_.is_pointer = false;
    return true;
  }

  Result<bool> take_component() {
    const int count = component_count(place_.element);
    const std::size_t which = std::string_view("xyzw").find(next(1).text);
    if (next(1).text.size() != 1 || which >= static_cast<std::size_t>(count))
      return fail(fmt::format("{} has no part {}", place_.element.name, shown(next(1).text)),
                  count == 2   ? "its parts are .x and .y"
                  : count == 3 ? "its parts are .x .y .z"
                               : "its parts are .x .y .z .w",
                  next(1).range);
    const int bytes = place_.element.bits / 8 / count;
    place_.component_byte = bytes * static_cast<int>(which);
    place_.element = Element{"part", bytes * 8, bytes, true};
    place_.end += 2;
    return true;
  }

  // Before it is an operator, a bracket, a word like "return", or a cast; not a value.
  bool is_unary() const {
    const Token& left = before(2);
    if (left.is("return") || left.kind == TokenKind::end) return true;
    if (left.is(")")) return cast_before(place_.begin - 1).has_value();
    return !left.is_name() && left.kind != TokenKind::number && !left.is("]");
  }

  // "(float4*)" that ends at the token before `end`: where it begins.
  std::optional<std::size_t> cast_before(std::size_t end) const {
    std::size_t at = end - 1;  // the ')'
    if (at < 2 || !tokens_[at - 1].is("*")) return std::nullopt;
    while (at > 0 && !tokens_[at].is("(") && end - at < 8) --at;
    return tokens_[at].is("(") ? std::optional(at) : std::nullopt;
  }

  Result<void> point_at(Tokens type) {
    std::size_t at = 0;
    const std::string name = take_type(type, at);
    const std::optional<Element> element = element_of_type(name);
    if (!element || at + 1 != type.size() || !type[at].is("*"))
      return fail(fmt::format("a cast to '{}' is not understood", shown(name)),
                  "for example (float4*), (half2*), (int*)", range_of(type));
    place_.element = *element;
    return {};
  }

  Result<bool> take_c_cast() {
    const std::optional<std::size_t> open = cast_before(place_.begin);
    if (!open) return false;
    const Tokens type = tokens_.subspan(*open + 1, place_.begin - *open - 2);
    if (const Result<void> done = point_at(type); !done) return fail(done.error());
    place_.begin = *open;
    return true;
  }

  Result<bool> take_parentheses() {
    const Token& left = before(2);
    if (left.is(">")) return take_named_cast();
    if (left.is_name() && !left.is("return")) return false;  // the argument of a call
    if (left.is("]") || left.kind == TokenKind::number) return false;
    --place_.begin;
    ++place_.end;
    return true;
  }

  // reinterpret_cast < float4 * > ( ... )
  Result<bool> take_named_cast() {
    std::size_t at = place_.begin - 2;  // the '>'
    while (at > 0 && !tokens_[at].is("<") && place_.begin - at < 12) --at;
    if (at == 0 || !tokens_[at].is("<") || !tokens_[at - 1].text.ends_with("_cast") || !place_.is_pointer) return false;
    const Tokens type = tokens_.subspan(at + 1, place_.begin - 3 - at);
    if (const Result<void> done = point_at(type); !done) return fail(done.error());
    place_.begin = at - 1;
    ++place_.end;
    return true;
  }

  Tokens tokens_;
  const CodeTile& tile_;
  Place place_;
};

Result<std::string> sum(const Names& names, const std::string& a, const std::string& b) {
  if (a == "0") return names.simplified(b);
  return b == "0" ? names.simplified(a) : names.simplified(fmt::format("({}) + ({})", a, b));
}

// All dimensions but the last as one: (a * 64) + b for [2][64][72].
Result<std::string> rows_text(const std::vector<std::string>& texts, const CodeTile& tile, const Names& names) {
  std::string row = "0";
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    const std::string above = row == "0" ? "0" : fmt::format("({}) * {}", row, tile.dimensions[i]);
    Result<std::string> next = sum(names, above, texts[i]);
    if (!next) return next;
    row = *std::move(next);
  }
  return row;
}

// Elements of the tile that a move behind a cast or a pointer skips.
Result<std::string> moved_text(const Place& place, const CodeTile& tile, const Names& names) {
  const Result<std::string> moved = names.text(*place.moved);
  if (!moved) return moved;
  const int element_bytes = tile.tile.element.bits / 8;
  if (place.moved_bytes == element_bytes) return moved;
  if (place.moved_bytes % element_bytes != 0 && *moved != "0")
    return fail(fmt::format("an index in steps of {} bytes, where elements have {}, is not understood",
                            place.moved_bytes, element_bytes),
                "index the tile itself", range_of(*place.moved));
  return names.simplified(fmt::format("({}) * {}", *moved, place.moved_bytes / element_bytes));
}

bool all_zero(const std::vector<std::string>& texts) {
  return std::ranges::all_of(texts, [](const std::string& text) { return text == "0"; });
}

Result<void> check_count(std::size_t given, const CodeTile& tile, TextRange range) {
  const std::size_t needed = tile.dimensions.size();
  if (given == needed || given == 0) return {};
  std::string zeros;
  for (std::size_t i = 0; i < needed; ++i) zeros += "[0]";
  return fail(fmt::format("{} has {} dimensions, and {} given here", tile.tile.name, needed,
                          given == 1 ? "one index is" : fmt::format("{} indices are", given)),
              fmt::format("give {} of them, or (&{}{})[i] for one index over all", needed, tile.tile.name, zeros),
              range);
}

// A part of an element that lies further on than its end belongs to a later column.
Result<PlaceText> with_part(PlaceText text, const Place& place, const CodeTile& tile, const Names& names) {
  const int element_bytes = tile.tile.element.bits / 8;
  const Result<std::string> column = sum(names, text.column, std::to_string(place.component_byte / element_bytes));
  if (!column) return fail(column.error());
  text.column = *column;
  text.element_byte = place.component_byte % element_bytes;
  return text;
}

}  // namespace

Result<PlaceText> text_of(const Place& place, const CodeTile& tile, const Names& names, TextRange range) {
  std::vector<std::string> texts;
  for (const Tokens subscript : place.subscripts) {
    Result<std::string> text = names.text(subscript);
    if (!text) return fail(text.error());
    texts.push_back(*std::move(text));
  }
  const bool one_row = tile.dimensions.size() == 2 && tile.dimensions[0] == 1 && texts.size() == 1;
  if (one_row) texts.insert(texts.begin(), "0");
  if (const Result<void> fits = check_count(texts.size(), tile, range); !fits) return fail(fits.error());
  texts.resize(tile.dimensions.size(), "0");
  const bool flat = place.moved && all_zero(texts) && tile.dimensions.size() > 1;
  const Result<std::string> row = rows_text(texts, tile, names);
  const Result<std::string> moved = place.moved ? moved_text(place, tile, names) : Result<std::string>("0");
  if (!row) return fail(row.error());
  if (!moved) return fail(moved.error());
  const auto simple = [&](const char* form) {
    return names.simplified(fmt::format(fmt::runtime(form), *moved, tile.width()));
  };
  const Result<std::string> column = flat ? simple("({}) % {}") : sum(names, texts.back(), *moved);
  const Result<std::string> whole_row = flat ? simple("({}) / {}") : row;
  if (!column) return fail(column.error());
  if (!whole_row) return fail(whole_row.error());
  const std::string last = texts.size() > 2 && !flat ? texts[texts.size() - 2] : "";
  return with_part({*whole_row, *column, last, 0}, place, tile, names);
}

std::size_t closing(Tokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].is("(") || tokens[at].is("[") || tokens[at].is("{")) ++depth;
    if (tokens[at].is(")") || tokens[at].is("]") || tokens[at].is("}")) --depth;
    if (depth == 0) return at;
  }
  return tokens.size();
}

Result<Place> place_at(Tokens tokens, std::size_t at, const CodeTile& tile) { return Walk(tokens, at, tile).walk(); }

}  // namespace bankmap::paste
