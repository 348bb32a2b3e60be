#include "core/ways.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace bankmap {

int ways_of_lane(const WarpAnalysis& warp, CountLaw law, int lane) {
  const LaneResult& it = warp.lanes[static_cast<std::size_t>(lane)];
  if (!it.active || it.pass < 0) return 0;
  if (law != CountLaw::words) return std::popcount(it.conflicts) + 1;
  std::vector<std::uint32_t> words{it.word};
  for (int other = 0; other < lane_count; ++other) {
    const std::uint32_t word = warp.lanes[static_cast<std::size_t>(other)].word;
    if (has_lane(it.conflicts, other) && std::ranges::find(words, word) == words.end()) words.push_back(word);
  }
  return static_cast<int>(words.size());
}

}  // namespace bankmap
