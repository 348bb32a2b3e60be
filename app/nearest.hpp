// app/nearest.hpp -- "did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bankmap {

// The known word with the fewest letters to add, drop or change (the first of equals); empty where even that is more
// than a third of the typed word.
std::string nearest_name(std::string_view typed, std::span<const std::string> known);

}  // namespace bankmap
