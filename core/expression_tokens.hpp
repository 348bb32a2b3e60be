// core/expression_tokens.hpp -- cuts the text of an index expression into tokens (internal to core).
//
//     "lane%8"  ->  name "lane" {0,4}, symbol "%" {4,5}, number 8 {5,6}, end {6,6}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

enum class TokenKind : std::uint8_t { end, number, name, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // as typed
  TextRange range;
  std::int64_t number = 0;   // of a number
  bool hexadecimal = false;  // of a number
};

// The next token at or after `position`. Refuses what no expression can hold: '$', "+=", "010", "1.5", 2^63, ...
Result<Token> next_token(std::string_view text, std::size_t position);

// For messages: the text in quotes, cut where it is very long. pre: ASCII.
std::string quoted(std::string_view text);

}  // namespace bankmap
