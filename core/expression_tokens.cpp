#include "core/expression_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/utf8.hpp"

namespace bankmap {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <class Predicate>
std::size_t end_of_run(std::string_view text, std::size_t begin, Predicate belongs) {
  std::size_t end = begin;
  while (end < text.size() && belongs(text[end])) ++end;
  return end;
}

// Longest first, so that "<<" is not taken for two "<".
constexpr std::array<std::string_view, 24> symbols{"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/",
                                                   "%",  "<",  ">",  "&",  "^",  "|",  "~",  "!",  "?", ":", "(", ")"};

// What people write by habit; looked for before `symbols`, longest first.
struct RefusedSymbol {
  std::string_view text;
  std::string_view what;
  std::string_view hint;
};
constexpr std::string_view assigns = "changes a variable, and an expression only has a value";
constexpr std::array refused_symbols{
    RefusedSymbol{"<<=", assigns, "write <<"},
    RefusedSymbol{">>=", assigns, "write >>"},
    RefusedSymbol{"++", assigns, "write a + 1, or a + +b with a space"},
    RefusedSymbol{"--", assigns, "write a - 1, or a - -b with a space"},
    RefusedSymbol{"+=", assigns, "write +"},
    RefusedSymbol{"-=", assigns, "write -"},
    RefusedSymbol{"*=", assigns, "write *"},
    RefusedSymbol{"/=", assigns, "write /"},
    RefusedSymbol{"%=", assigns, "write %"},
    RefusedSymbol{"&=", assigns, "write &"},
    RefusedSymbol{"|=", assigns, "write |"},
    RefusedSymbol{"^=", assigns, "write ^"},
    RefusedSymbol{"**", "is not an operator of C", "write a * a, or 1 << n for a power of two"},
    RefusedSymbol{"//", "starts a comment in C", "write /, which rounds towards zero"},
    RefusedSymbol{"/*", "starts a comment in C", "leave the comment out"},
    RefusedSymbol{"->", "is not known here", "names are written like threadIdx.x"},
    RefusedSymbol{"=", assigns, "write == to compare"},
    RefusedSymbol{",", "is not known here", "one value is asked for; row and column have a text each"},
    RefusedSymbol{";", "is not known here", "leave it out: this is one expression, not a statement"},
    RefusedSymbol{"[", "is not known here", "give the index alone, without the array"},
    RefusedSymbol{"]", "is not known here", "give the index alone, without the array"},
    RefusedSymbol{".", "is not known here", "numbers are whole; names are written like threadIdx.x"},
};

// A symbol of one character before something that no longer symbol goes on with, as most are: found without a search.
bool stands_alone(std::string_view rest) {
  constexpr std::string_view one_character = "+-*/%<>&^|~!?:()";
  constexpr std::string_view goes_on = "<>=&|+-*/";
  return one_character.find(rest[0]) != std::string_view::npos &&
         (rest.size() == 1 || goes_on.find(rest[1]) == std::string_view::npos);
}

tl::unexpected<Problem> unexpected_character(std::string_view text, std::size_t begin) {
  constexpr std::string_view hint = "an expression has numbers, names, ( ) and the operators of C";
  const CodePoint code = decode_utf8(text.substr(begin));
  const TextRange range{begin, begin + code.length};
  if (!code.valid || code.value < 0x20 || code.value == 0x7f) {  // must not reach a terminal or a file
    return fail(fmt::format("unexpected byte 0x{:02x}", code.value), std::string(hint), range);
  }
  const std::string_view character = text.substr(begin, code.length);
  constexpr std::array<std::array<std::string_view, 2>, 6> look_alikes{
      {{"\u00d7", "*"}, {"\u00b7", "*"}, {"\u00f7", "/"}, {"\u2212", "-"}, {"\u2013", "-"}, {"\u2264", "<="}}};
  const auto meant =
      std::find_if(look_alikes.begin(), look_alikes.end(), [&](auto& row) { return row[0] == character; });
  return fail(fmt::format("unexpected character '{}'", character),
              meant == look_alikes.end() ? std::string(hint) : fmt::format("write {}", (*meant)[1]), range);
}

bool is_suffix(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c | 0x20);  // 'U' and 'L' to small letters; nothing else becomes u or l
  constexpr std::array<std::string_view, 8> suffixes{"", "u", "l", "ul", "lu", "ll", "ull", "llu"};
  return std::find(suffixes.begin(), suffixes.end(), lower) != suffixes.end();
}

tl::unexpected<Problem> not_a_number(std::string_view typed, TextRange range) {
  const bool binary = typed.starts_with("0b") || typed.starts_with("0B");
  const bool fraction = is_digit(typed[0]) && typed.find('.') != std::string_view::npos;
  return fail(quoted(typed) + (fraction ? " is not a whole number" : " is not a number"),
              binary ? "write it in decimal, or in hexadecimal like 0x1f" : "for example: 12 or 0x1f", range);
}

Result<Token> number_token(std::string_view text, std::size_t begin) {
  const std::size_t end = end_of_run(text, begin, [](char c) { return is_name_part(c) || c == '.'; });
  const std::string_view typed = text.substr(begin, end - begin);
  const TextRange range{begin, end};
  const bool hexadecimal = typed.starts_with("0x") || typed.starts_with("0X");
  const std::string_view digits = typed.substr(hexadecimal ? 2 : 0);

  std::int64_t value = 0;
  const char* const last = digits.data() + digits.size();
  // from_chars takes a sign, which "0x-1" cannot smuggle in: '-' is no part of `typed`.
  const auto [stop, error] = std::from_chars(digits.data(), last, value, hexadecimal ? 16 : 10);
  const std::string_view suffix(stop, static_cast<std::size_t>(last - stop));
  if (error == std::errc::invalid_argument || !is_suffix(suffix)) return not_a_number(typed, range);
  if (error == std::errc::result_out_of_range) {
    return fail(quoted(typed) + " is too large for a signed 64-bit number", "at most 9223372036854775807", range);
  }
  const std::string_view plain = digits.substr(0, digits.size() - suffix.size());
  if (!hexadecimal && plain.size() > 1 && plain[0] == '0') {
    return fail("a leading 0 means octal in C", fmt::format("write {}, or 0x{:x} in hexadecimal", value, value), range);
  }
  return Token{TokenKind::number, typed, range, value, hexadecimal};
}

Result<Token> name_token(std::string_view text, std::size_t begin) {
  std::size_t end = end_of_run(text, begin, is_name_part);
  while (end < text.size() && text[end] == '.') {
    ++end;
    if (end == text.size() || !is_name_start(text[end])) {
      return fail("a name is missing after '.'", "for example: threadIdx.x", {end, end});
    }
    end = end_of_run(text, end, is_name_part);
  }
  return Token{TokenKind::name, text.substr(begin, end - begin), {begin, end}};
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return fmt::format("'{}'", text);
  return fmt::format("'{}...'", text.substr(0, longest));
}

Result<Token> next_token(std::string_view text, std::size_t position) {
  const std::size_t begin = end_of_run(text, position, is_space);
  if (begin == text.size()) return Token{TokenKind::end, {}, {begin, begin}};
  if (is_digit(text[begin])) return number_token(text, begin);
  if (is_name_start(text[begin])) return name_token(text, begin);

  const std::string_view rest = text.substr(begin);
  if (stands_alone(rest)) return Token{TokenKind::symbol, rest.substr(0, 1), {begin, begin + 1}};
  const auto begins_rest = [&](std::string_view symbol) { return rest.starts_with(symbol); };
  const auto symbol = std::find_if(symbols.begin(), symbols.end(), begins_rest);
  for (const RefusedSymbol& refused : refused_symbols) {
    const bool longer = symbol == symbols.end() || refused.text.size() > symbol->size();
    if (longer && begins_rest(refused.text)) {
      return fail(fmt::format("'{}' {}", refused.text, refused.what), std::string(refused.hint),
                  {begin, begin + refused.text.size()});
    }
  }
  if (symbol == symbols.end()) return unexpected_character(text, begin);
  return Token{TokenKind::symbol, *symbol, {begin, begin + symbol->size()}};
}

}  // namespace bankmap
