#include "core/source_text.hpp"

#include "core/utf8.hpp"

namespace bankmap {
namespace {

// Letters, of scripts that run from left to right and need no marks around them.
bool is_letter(const CodePoint& point) {
  struct Range {
    std::uint32_t first, last;
  };
  constexpr Range letters[] = {{0xc0, 0xd6},   {0xd8, 0xf6},     {0xf8, 0x24f},    {0x370, 0x3ff},   {0x400, 0x481},
                               {0x48a, 0x52f}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}};
  for (const Range& range : letters) {
    if (point.valid && point.value >= range.first && point.value <= range.last) return true;
  }
  return false;
}

void append_ascii(std::string& line, char c) {
  if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  if (c < ' ' || c > '~') c = '?';
  if (c == '\\') c = '/';
  if (c == '?' && line.ends_with('?')) line += ' ';
  line += c;
}

}  // namespace

std::string comment_text(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    if (point.length == 1) {
      append_ascii(line, text[0]);
    } else if (is_letter(point)) {
      line += text.substr(0, point.length);
    } else {
      append_ascii(line, '?');
    }
    text.remove_prefix(point.length);
  }
  return line;
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    append_ascii(literal, point.length > 1 ? '?' : text[0] == '"' ? '\'' : text[0]);
    text.remove_prefix(point.length);
  }
  return literal + "\"";
}

}  // namespace bankmap
