#include "core/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace bankmap {

// One row of the table at a time.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
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

}  // namespace bankmap
