#include "core/problem.hpp"

#include <fmt/format.h>

#include <string_view>

namespace bankmap {
namespace {

// "tiles" + "[0]", "tiles[0]" + ".rows", "file.json" + ":3:7", "file.json" + ":/tiles/0/rows"
std::string_view separator(const std::string& outer, const std::string& inner) {
  if (outer.empty() || inner.empty() || inner.front() == '[') return "";
  const bool in_a_file = inner.front() == '/' || (inner.front() >= '0' && inner.front() <= '9');
  return in_a_file ? ":" : ".";
}

}  // namespace

Result<void> check_range(std::string_view field, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return {};
  return fail(placed(std::string(field), fmt::format("{} is out of range", value), fmt::format("{} to {}", low, high)));
}

Problem at(std::string place, Problem problem) {
  place += separator(place, problem.place);
  place += problem.place;
  problem.place = std::move(place);
  return problem;
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string visible;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    visible += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  if (text.size() <= most) return visible;
  while (!visible.empty() && (static_cast<unsigned char>(visible.back()) & 0xc0) == 0x80) visible.pop_back();
  if (!visible.empty() && static_cast<unsigned char>(visible.back()) >= 0xc0) visible.pop_back();
  return visible + "...";
}

std::string to_string(const Problem& problem) {
  std::string text = problem.place;
  const bool has_position = problem.range.end > 0;  // in the text at `place`
  if (!text.empty() && has_position) text += ", character " + std::to_string(problem.range.begin + 1);
  if (!text.empty()) text += ": ";
  text += problem.what;
  if (!problem.hint.empty()) text += "; " + problem.hint;
  return text;
}

}  // namespace bankmap
