// core/nearest.hpp -- "did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bankmap {

// Fewest insertions, removals and replacements of one character, and swaps of two neighbours, that turn one word into the other, none
// of them touched twice (Damerau and Levenshtein, in the form called optimal string alignment).
std::size_t edit_distance(std::string_view from, std::string_view to);

// The known word with the fewest letters to add, drop or change (the first of equals); empty where even that is more
// than a third of the typed word.
std::string nearest_name(std::string_view typed, std::span<const std::string> known);

// "did you mean NAME? " to stand before the rest of a hint; empty where no name is near.
std::string guess_before_hint(std::string_view typed, std::span<const std::string> known);

}  // namespace bankmap
