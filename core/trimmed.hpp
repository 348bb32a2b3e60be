// core/trimmed.hpp -- what somebody typed or pasted, without the blanks around it.
//
//     " 12\n" -> "12"      "a b" -> "a b"      "\t " -> ""
#pragma once

#include <cstddef>
#include <string_view>

namespace bankmap {

inline constexpr std::string_view blanks = " \t\r\n\f\v";

// A part of `text`, which must outlive it.
constexpr std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace bankmap
