// app/views/glossary.hpp -- every term that stands beside a control or over a group of them, in a sentence, for a tooltip.
//
//     term_sentence("padding")  ->  "What is left free after each row, so that the next row starts in another bank."
#pragma once

#include <string_view>

namespace bankmap {

// Empty for what is no term of ours: names of loop variables, headings that explain themselves.
std::string_view term_sentence(std::string_view label);

}  // namespace bankmap
