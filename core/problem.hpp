// core/problem.hpp -- what a person got wrong, as a value.
//
//     accesses[0].row:  "lane % "          place  what is being edited
//                               ^          range  half-open byte range in that text
//     "an operand is missing after '%'"    what
//     "for example: lane % 8"              hint   what would be right
//
// Everything a person can get wrong (a typed index, a file, a tile that does not fit) comes back as a Problem. What the
// program itself gets wrong is an assert. An `error` means that there is no answer; a `warning` leaves the answer standing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace bankmap {

struct TextRange {
  std::size_t begin = 0;  // [bytes]
  std::size_t end = 0;    // [bytes] one past the last; begin == end marks a position
  bool operator==(const TextRange&) const = default;
};

enum class Severity { error, warning };

struct Problem {
  std::string what;         // one sentence, no full stop
  std::string hint;         // what would be right; may be empty
  std::string place;        // "accesses[0].row", "/tiles/0/rows", "file.json:3:7"; empty: the whole input
  TextRange range;          // inside the text at `place`
  std::uint32_t lanes = 0;  // bit i: lane i is concerned
  Severity severity = Severity::error;
  bool operator==(const Problem&) const = default;
};

template <class T>
using Result = tl::expected<T, Problem>;

inline tl::unexpected<Problem> fail(Problem problem) { return tl::unexpected<Problem>(std::move(problem)); }
inline tl::unexpected<Problem> fail(std::string what, std::string hint = {}, TextRange range = {}) {
  return fail(Problem{.what = std::move(what), .hint = std::move(hint), .place = {}, .range = range});
}

inline Problem placed(std::string place, std::string what, std::string hint) {
  return Problem{.what = std::move(what), .hint = std::move(hint), .place = std::move(place), .range = {}};
}

// Refuses a value that is not from low to high; the problem's place is the field.
Result<void> check_range(std::string_view field, std::int64_t value, std::int64_t low, std::int64_t high);

// The same problem, seen from further out: at("tiles[0]", {place: "rows"}) has place "tiles[0].rows". Places inside a file
// ("3:7", "/tiles/0/rows") follow its name and a colon.
Problem at(std::string place, Problem problem);

// Text that somebody typed, for use inside a message: control characters as \x1b, cut after 60 bytes.
std::string shown(std::string_view text);

// "place, character 3: what; hint" on one line, for a terminal or a log.
std::string to_string(const Problem& problem);

}  // namespace bankmap
