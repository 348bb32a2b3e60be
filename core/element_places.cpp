#include "core/element_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bankmap {

ElementPlaces::ElementPlaces(TileLayout layout) : layout_(std::move(layout)) {
  const int bits = tile().element.bits;
  slots_in_row_ = (layout_.pitch_bits + bits - 1) / bits;
  if (!std::holds_alternative<NoSwizzle>(tile().swizzle)) fill();
}

std::int64_t ElementPlaces::slot_of(std::int64_t bit) const {
  const std::int64_t from_start = bit - begin_bit();
  return from_start / layout_.pitch_bits * slots_in_row_ + from_start % layout_.pitch_bits / tile().element.bits;
}

void ElementPlaces::fill() {
  element_in_slot_.assign(static_cast<std::size_t>(tile().rows * slots_in_row_), -1);
  LaneValues rows{};
  LaneValues columns{};
  for (std::int64_t row = 0; row < tile().rows; ++row) {
    rows.fill(row);
    for (std::int64_t first = 0; first < tile().columns; first += lane_count) {
      for (std::size_t i = 0; i < lane_count; ++i)
        columns[i] = std::min<std::int64_t>(first + static_cast<std::int64_t>(i), tile().columns - 1);
      const Result<LaneValues> bits = layout_.bit_offsets(rows, columns, all_lanes);
      if (!bits) continue;  // a checked swizzle has a place for every element
      for (std::size_t i = 0; i < lane_count; ++i) {
        const auto slot = static_cast<std::size_t>(slot_of((*bits)[i]));
        if (slot < element_in_slot_.size())
          element_in_slot_[slot] = static_cast<std::int32_t>(row * tile().columns + columns[i]);
      }
    }
  }
}

std::optional<Coordinate> ElementPlaces::element_at(std::int64_t bit) const {
  if (!owns(bit)) return std::nullopt;
  if (element_in_slot_.empty()) {
    const std::int64_t from_start = bit - begin_bit();
    const Coordinate at{from_start / layout_.pitch_bits, from_start % layout_.pitch_bits / tile().element.bits};
    return at.column < tile().columns ? std::optional(at) : std::nullopt;
  }
  const std::int64_t element = element_in_slot_[static_cast<std::size_t>(slot_of(bit))];
  if (element < 0) return std::nullopt;
  return Coordinate{element / tile().columns, element % tile().columns};
}

Result<ElementPlaces> element_places(const Scenario& scenario, int access) {
  if (access < 0 || access >= static_cast<int>(scenario.accesses.size()))
    return fail(fmt::format("there is no access {}", access));
  const int tile = scenario.accesses[static_cast<std::size_t>(access)].tile;
  if (tile < 0 || tile >= static_cast<int>(scenario.tiles.size()))
    return fail(fmt::format("there is no tile {}", tile), "choose one of the scenario's tiles");
  Result<TileLayout> layout = lay_out(scenario.tiles[static_cast<std::size_t>(tile)]);
  if (!layout) return fail(layout.error());
  return ElementPlaces(std::move(*layout));
}

}  // namespace bankmap
