#include "core/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace bankmap {

// Three rows of the table at a time. Two neighbours that changed places are one mistake: "shwo".
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> above(to.size() + 1), row(to.size() + 1), below(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    below[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = row[j] + (from[i] == to[j] ? 0 : 1);
      below[j + 1] = std::min({changed, below[j] + 1, row[j + 1] + 1});
      const bool turned = i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j];
      if (turned) below[j + 1] = std::min(below[j + 1], above[j - 1] + 1);
    }
    above.swap(row);
    row.swap(below);
  }
  return row.back();
}

std::string nearest_name(std::string_view typed, std::span<const std::string> known) {
  constexpr std::size_t longest = 64;  // a pasted page is no mistyped name
  if (typed.size() > longest) return {};
  std::string nearest;
  std::size_t fewest = typed.size() / 3 + 1;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance < fewest) {
      fewest = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string guess_before_hint(std::string_view typed, std::span<const std::string> known) {
  const std::string nearest = nearest_name(typed, known);
  return nearest.empty() ? "" : "did you mean " + nearest + "? ";
}

}  // namespace bankmap
