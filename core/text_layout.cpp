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

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint next = decode_utf8(text);
    const bool control = next.value < 0x20 || (next.value >= 0x7f && next.value < 0xa0);
    if (next.value == '\n' || next.value == '\t') {
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
