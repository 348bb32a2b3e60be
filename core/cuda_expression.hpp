// core/cuda_expression.hpp -- an index expression as C++ that gives exactly the model's values, which are 64 bits wide.
//
//     lane / 4 * 40 + k       (lane / 4 * 40) + k      lane and k are int64_t, and they widen the whole
//     1 << lane               1LL << lane              an int would overflow where the model does not
//     0xffffffff & ~lane      0xffffffffLL & ~lane     C would take the number for an unsigned int
//     65536 * 65536 + lane    65536LL * 65536 + lane
//     (row - 40) << 1         shift_left(row - 40, 1) before C++20 a negative value has no left shift
//
// shift_left(value, by) is value * 2^by, a function that the program which holds the text has. Numbers that are safe as they stand
// stay as they were typed.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/expression.hpp"

namespace bankmap {

// What a name is written as: an identifier of type int64_t, or a constant's value.
struct CudaWord {
  std::string text;
  std::optional<std::int64_t> constant;  // then `text` does not matter
  bool never_negative = false;
};
// word: for each name of the expression. rand: the text of a call that gives an int64_t; only needed where rand is called.
std::string cuda_expression(const Expression& expression, const std::function<CudaWord(const std::string&)>& word,
                            const std::function<std::string(int call_site, const std::string& bound)>& rand = {});

// "number / inner % count" without what changes nothing; "0" where count is 1.   pre: number < inner * count * outer
std::string digit_text(const std::string& number, std::int64_t inner, std::int64_t count, std::int64_t outer);

// The name of a person's own, or one like it ("my_linux") where theirs means something in C++, in CUDA or in an exported program:
// keywords, macros, what starts with '_' or is all capitals. Different names stay different.   pre: is_identifier(name)
std::string cuda_identifier(const std::string& name);

}  // namespace bankmap
