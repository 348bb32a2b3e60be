// core/text_layout.hpp -- small helps for text that goes to a terminal.
//
//     printable("a\x1b[2Jb")  ->  "a?[2Jb"           wrap("three small words", 11)  ->  "three small", "words"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bankmap {

// Titles, names and messages may come from a file: no control character of theirs may reach a terminal. Those,
// characters that turn the direction of the text after them, and bytes that are not UTF-8 become '?'; a line break becomes a space.
std::string printable(std::string_view text);

// Columns a terminal needs, one for each code point. pre: text is UTF-8.
int display_width(std::string_view text);

// Lines of at most `columns`, broken at spaces; a longer word is broken where it must be. Always at least one line.
std::vector<std::string> wrap(std::string_view text, int columns);

// The text itself where it fits, else its beginning and "..". pre: columns >= 2
std::string shorten(std::string_view text, int columns);

// "1,048,576": digits in groups of three.
std::string grouped(std::int64_t value);

}  // namespace bankmap
