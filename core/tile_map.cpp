#include "core/tile_map.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/address_sweep.hpp"

namespace bankmap {
namespace {

// The elements that hold any of these bytes; whether all of the bytes are some element's.
bool add_elements(const ElementPlaces& places, std::int64_t begin_byte, std::int64_t end_byte, LaneMask lanes,
                  std::map<Coordinate, LaneMask>& found) {
  const std::int64_t step = std::min(8, places.tile().element.bits);
  bool all = true;
  for (std::int64_t bit = begin_byte * 8; bit < end_byte * 8; bit += step) {
    const std::optional<Coordinate> at = places.element_at(bit);
    if (at) found[*at] |= lanes;
    all &= at.has_value();
  }
  return all;
}

}  // namespace

LaneMask TileMap::lanes_at(Coordinate at) const {
  const auto found = std::ranges::lower_bound(touched, at, {}, &TouchedElement::at);
  return found != touched.end() && found->at == at ? found->lanes : 0;
}

Result<TileMap> tile_map(const Scenario& scenario, const Analysis& analysis, int access) {
  Result<ElementPlaces> places = element_places(scenario, access);
  if (!places) return fail(places.error());
  TileMap map{.places = std::move(*places), .touched = {}, .astray = 0};
  const AccessAnalysis& of = analysis.accesses[static_cast<std::size_t>(access)];
  if (!of.shown) return map;
  std::map<Coordinate, LaneMask> found;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = of.shown->lanes[static_cast<std::size_t>(lane)];
    if (!it.active) continue;
    const std::int64_t begin = it.byte_address;
    if (!add_elements(map.places, begin, begin + info(of.instruction).access_bytes, lane_bit(lane), found))
      map.astray |= lane_bit(lane);
  }
  for (const auto& [at, lanes] : found) map.touched.push_back({at, lanes});
  return map;
}

std::vector<std::int64_t> bit_offsets(const TileLayout& layout, const TileWindow& window) {
  std::vector<std::int64_t> offsets;
  offsets.reserve(static_cast<std::size_t>(window.rows() * window.columns()));
  LaneValues rows{};
  LaneValues columns{};
  for (std::int64_t row = window.first_row; row < window.end_row; ++row) {
    rows.fill(row);
    for (std::int64_t first = window.first_column; first < window.end_column; first += lane_count) {
      const std::int64_t count = std::min<std::int64_t>(lane_count, window.end_column - first);
      for (std::int64_t i = 0; i < lane_count; ++i)
        columns[static_cast<std::size_t>(i)] = first + std::min(i, count - 1);
      const Result<LaneValues> bits = layout.bit_offsets(rows, columns, all_lanes);
      for (std::int64_t i = 0; i < count; ++i)
        offsets.push_back(bits ? (*bits)[static_cast<std::size_t>(i)] : layout.tile.base_bytes * 8);
    }
  }
  return offsets;
}

TileDensity::TileDensity(const TileLayout& layout, std::int64_t steps, int warps)
    : begin_byte_(layout.tile.base_bytes),
      end_byte_(layout.tile.base_bytes + layout.size_bytes),
      pitch_bytes_(layout.pitch_bits / 8),
      slot_bytes_(std::max(1, layout.tile.element.bits / 8)),
      elements_in_slot_(std::max(1, 8 / layout.tile.element.bits)),
      slots_in_row_((pitch_bytes_ + slot_bytes_ - 1) / slot_bytes_),
      steps_(steps),
      warps_(warps),
      counts_(static_cast<std::size_t>(layout.tile.rows * slots_in_row_)) {}

std::int64_t TileDensity::slot_of(std::int64_t byte) const {
  const std::int64_t from_start = byte - begin_byte_;
  return from_start / pitch_bytes_ * slots_in_row_ + from_start % pitch_bytes_ / slot_bytes_;
}

void TileDensity::count(std::int64_t begin_byte, std::int64_t end_byte) {
  const std::int64_t begin = std::max(begin_byte, begin_byte_);
  const std::int64_t end = std::min(end_byte, end_byte_);
  if (begin >= end) return;
  const std::int64_t last = slot_of(end - 1);
  for (std::int64_t slot = slot_of(begin); slot <= last; ++slot) {
    const std::uint32_t times = ++counts_[static_cast<std::size_t>(slot)];
    if (times == 1) ++touched_;
    most_ = std::max(most_, times);
  }
}

std::uint32_t TileDensity::of(std::int64_t bit) const {
  const std::int64_t byte = bit / 8;
  if (byte < begin_byte_ || byte >= end_byte_) return 0;
  return counts_[static_cast<std::size_t>(slot_of(byte))];
}

Result<TileDensity> tile_density(const Scenario& scenario, int access) {
  const Result<ElementPlaces> checked = element_places(scenario, access);
  if (!checked) return fail(checked.error());
  const Access& of = scenario.accesses[static_cast<std::size_t>(access)];
  const Result<PreparedAccess> prepared = prepare(of, checked->layout(), scenario.block);
  if (!prepared) return fail(prepared.error());
  TileDensity density(prepared->layout, prepared->steps, prepared->warps);
  const int access_bytes = info(of.instruction).access_bytes;
  AddressSweep sweep(*prepared);
  for (int warp = 0; warp < prepared->warps; ++warp) {
    std::vector<std::int64_t> loops = loop_values(of, 0);
    for (std::int64_t step = 0; step < prepared->steps; ++step, advance(of, loops)) {
      const Result<const WarpAddresses*> found = sweep.at(loops, warp);
      if (!found) return fail(found.error());
      for (int lane = 0; lane < lane_count; ++lane) {
        if (!has_lane((*found)->lanes.active, lane)) continue;
        const std::int64_t begin = (*found)->lanes.byte_address[static_cast<std::size_t>(lane)];
        density.count(begin, begin + access_bytes);
      }
    }
  }
  return density;
}

}  // namespace bankmap
