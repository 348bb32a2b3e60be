#include "core/text_layout.hpp"

#include <algorithm>
#include <cstddef>

#include "core/utf8.hpp"

namespace bankmap {
namespace {

constexpr std::size_t no_break = std::string::npos;

// How many bytes the first `columns` code points take.
std::size_t bytes_of(std::string_view text, int columns) {
  std::size_t at = 0;
  for (int count = 0; at < text.size() && count < columns; ++count) at += decode_utf8(text.substr(at)).length;
  return at;
}

// Characters that turn the direction of the text after them: on a terminal they would show a line in another order than it has
// (source: Unicode Standard Annex 9, the explicit formatting characters and the marks).
bool turns_direction(std::uint32_t code_point) {
  return code_point == 0x061c || code_point == 0x200e || code_point == 0x200f ||
         (code_point >= 0x202a && code_point <= 0x202e) || (code_point >= 0x2066 && code_point <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint next = decode_utf8(text);
    const bool control = next.value < 0x20 || (next.value >= 0x7f && next.value < 0xa0) || turns_direction(next.value);
    const bool line_break = next.value == '\n' || next.value == 0x2028 || next.value == 0x2029;
    if (line_break || next.value == '\t') {
      result += ' ';
    } else if (!next.valid || control) {
      result += '?';
    } else {
      result += text.substr(0, next.length);
    }
    text.remove_prefix(next.length);
  }
  return result;
}

int display_width(std::string_view text) {
  int width = 0;
  for (; !text.empty(); text.remove_prefix(decode_utf8(text).length)) ++width;
  return width;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  const int room = std::max(columns, 1);
  std::vector<std::string> lines;
  while (display_width(text) > room) {
    const std::size_t fits = bytes_of(text, room);
    std::size_t cut = text[fits] == ' ' ? fits : text.rfind(' ', fits);
    if (cut == no_break || cut == 0) cut = fits;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string shorten(std::string_view text, int columns) {
  if (display_width(text) <= columns) return std::string(text);
  return std::string(text.substr(0, bytes_of(text, columns - 2))) + "..";
}

std::string grouped(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace bankmap
