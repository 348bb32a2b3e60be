// core/source_text.hpp -- texts of a person's own inside a C++ source: in a // comment, and in a string.
//
//     "a \ b */ ??/ <line break> int x;"      comment   a / b */ ? ?/ int x;
//                                             string    "a / b */ ? ?/ int x;"
//
// Nothing in them can end the comment or the string: no line break, no backslash (which would join the next line to a comment), no two
// question marks in a row (trigraphs), no quotes in a string, and no character that shows text in another order than it stands.
#pragma once

#include <string>
#include <string_view>

namespace bankmap {

// One line. Letters of other alphabets stay; everything else beyond ASCII becomes '?'.
std::string comment_text(std::string_view text);

// With its quotes; ASCII only.
std::string string_literal(std::string_view text);

}  // namespace bankmap
