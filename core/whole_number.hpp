// core/whole_number.hpp -- a text that is a whole number and nothing else.
//
//     "12" -> 12      "-3" -> -3 (signed types)      "", "12x", " 12", "+12", "1e3", more than the type holds -> empty
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace bankmap {

// base: 2 to 36, without a prefix such as 0x.
template <class Number>
std::optional<Number> whole_number(std::string_view digits, int base = 10) {
  Number value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, base);
  return error == std::errc{} && end == last ? std::optional(value) : std::nullopt;
}

}  // namespace bankmap
