// core/utf8.hpp -- one code point at a time from text that may hold anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bankmap {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 1;  // [bytes] taken; 1 for a byte that begins no valid sequence
  bool valid = false;
};

// pre: text is not empty. Refuses overlong forms, surrogates, values past U+10FFFF and sequences cut short.
constexpr CodePoint decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {first, 1, false};
  std::uint32_t value = first & (0xffu >> (length + 1));
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xc0) != 0x80) return {first, 1, false};
    value = value << 6 | (byte(at) & 0x3f);
  }
  const std::uint32_t smallest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < smallest || surrogate || value > 0x10ffff) return {first, 1, false};
  return {value, length, true};
}

// Appends a code point. What is none (a surrogate, a value past U+10FFFF) is appended as '?'.
inline void append_utf8(std::string& text, std::uint32_t code) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < 0x80) return put(code);
  if (surrogate || code > 0x10ffff) return put('?');
  const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
  put(lead[following] | code >> (6 * following));
  for (int at = following - 1; at >= 0; --at) put(0x80 | (code >> (6 * at) & 0x3f));
}

}  // namespace bankmap
