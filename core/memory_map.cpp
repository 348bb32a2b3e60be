#include "core/memory_map.hpp"

#include <algorithm>
#include <utility>

namespace bankmap {

void MemoryMap::add_lanes(const AccessAnalysis& access) {
  access_bytes_ = info(access.instruction).access_bytes;
  if (!access.shown) return;
  const std::int64_t least = std::max<std::int64_t>(0, first_row_ - far_rows);
  const std::int64_t most = end_row_ + far_rows;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = access.shown->lanes[static_cast<std::size_t>(lane)];
    if (!it.active) continue;
    const Span span{it.byte_address, it.byte_address + access_bytes_, lane};
    lanes_.push_back(span);
    const std::int64_t row = span.begin / row_bytes;  // an access is aligned: it lies in one row
    if (row < least || row >= most) {
      beyond_ |= lane_bit(lane);
      continue;
    }
    first_row_ = std::min(first_row_, row);
    end_row_ = std::max(end_row_, row + 1);
  }
  std::ranges::sort(lanes_, {}, &Span::begin);
}

LaneMask MemoryMap::lanes_in(std::int64_t begin_byte, std::int64_t end_byte) const {
  LaneMask lanes = 0;
  for (auto it = std::ranges::upper_bound(lanes_, begin_byte - access_bytes_, {}, &Span::begin);
       it != lanes_.end() && it->begin < end_byte; ++it) {
    if (it->end > begin_byte) lanes |= lane_bit(it->of);
  }
  return lanes;
}

LaneMask MemoryMap::lanes_of_word(std::int64_t word) const {
  return lanes_in(word * bank_bytes, (word + 1) * bank_bytes);
}

MemoryPart MemoryMap::part(std::int64_t word, int part) const {
  const std::int64_t bits = bank_bytes * 8 / parts_in_word_;
  const std::int64_t begin = word * bank_bytes * 8 + part * bits;
  MemoryPart result;
  result.lanes = lanes_in(begin / 8, (begin + bits + 7) / 8);
  // Where elements are no whole number of words, the first element that has a bit in here.
  for (std::int64_t bit = begin; bit < begin + bits; bit += std::min<std::int64_t>(8, bits)) {
    if (!places_.owns(bit)) continue;
    result.tile = own_tile_;
    result.holds = MemoryHolds::padding;
    const std::optional<Coordinate> at = places_.element_at(bit);
    if (!at) continue;
    result.holds = MemoryHolds::element;
    result.at = *at;
    result.starts = places_.element_at(bit - 1) != at;
    return result;
  }
  if (result.holds != MemoryHolds::nothing) return result;
  const auto other = std::ranges::find_if(
      tiles_, [&](const Span& span) { return span.begin * 8 < begin + bits && begin < span.end * 8; });
  if (other != tiles_.end()) {
    result.holds = MemoryHolds::other_tile;
    result.tile = other->of;
  }
  return result;
}

Result<MemoryMap> memory_map(const Scenario& scenario, const Analysis& analysis, int access) {
  Result<ElementPlaces> places = element_places(scenario, access);
  if (!places) return fail(places.error());
  MemoryMap map(std::move(*places));
  const Tile& tile = map.places_.tile();
  map.own_tile_ = scenario.accesses[static_cast<std::size_t>(access)].tile;
  map.parts_in_word_ = tile.element.bits < 32 && 32 % tile.element.bits == 0 ? 32 / tile.element.bits : 1;
  map.first_row_ = tile.base_bytes / row_bytes;
  map.end_row_ = (tile.base_bytes + map.places_.layout().size_bytes + row_bytes - 1) / row_bytes;
  for (int i = 0; i < static_cast<int>(scenario.tiles.size()); ++i) {
    const std::int64_t begin = scenario.tiles[static_cast<std::size_t>(i)].base_bytes;
    const std::int64_t size =
        static_cast<std::size_t>(i) < analysis.tile_bytes.size() ? analysis.tile_bytes[static_cast<std::size_t>(i)] : 0;
    if (i != map.own_tile_ && size > 0) map.tiles_.push_back({begin, begin + size, i});
  }
  map.add_lanes(analysis.accesses[static_cast<std::size_t>(access)]);
  return map;
}

}  // namespace bankmap
