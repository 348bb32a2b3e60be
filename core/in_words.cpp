#include "core/in_words.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/text_layout.hpp"

namespace bankmap {

std::string count_in_words(std::int64_t count, std::string_view one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

std::string lanes_in_words(LaneMask lanes) {
  std::string text = std::popcount(lanes) == 1 ? "lane " : "lanes ";
  int runs = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const int first = lane;
    while (lane + 1 < lane_count && has_lane(lanes, lane + 1)) ++lane;
    if (runs == 4) return text + ", ...";
    text += fmt::format("{}{}", runs++ == 0 ? "" : ", ", first);
    if (lane > first) text += fmt::format("-{}", lane);
  }
  return text;
}

std::string at_step(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp) {
  std::string text = prepared.warps > 1 ? fmt::format("warp {}", warp) : "";
  for (std::size_t i = 0; i < loops.size(); ++i) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", prepared.access.loops[i].name, loops[i]);
  }
  return text.empty() ? text : fmt::format(" (at {})", text);
}

}  // namespace bankmap
