// core/paste/tokens.hpp -- cuts pasted CUDA into tokens, each with its place in the text (internal to core/paste).
//
//     tile[k ^ 1] = 2.0f;   // half     ->   name "tile", symbol "[", name "k", symbol "^", number "1", symbol "]", ...
//     #define N 32                       ->   directive "#define N 32"
//
// Comments are left out. Any text has tokens: what cannot stand in C is a symbol of one byte, refused where it is used.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace bankmap::paste {

enum class TokenKind : std::uint8_t { end, name, number, text, symbol, directive };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  TextRange range;
  bool is(std::string_view what) const { return kind != TokenKind::text && text == what; }
  bool is_name() const { return kind == TokenKind::name; }
};

// Of what `begin` to `end` of a text hold; ranges are in the whole text. The last is the end.
std::vector<Token> tokens_of(std::string_view text, TextRange part);
inline std::vector<Token> tokens_of(std::string_view text) { return tokens_of(text, {0, text.size()}); }

}  // namespace bankmap::paste
