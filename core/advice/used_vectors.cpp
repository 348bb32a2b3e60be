#include "core/advice/used_vectors.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/address_checks.hpp"

namespace bankmap {
namespace {

constexpr std::size_t bits_of_word = 64;
constexpr int column_bits = 16;
static_assert(max_tile_rows <= 1 << column_bits && max_tile_columns <= 1 << column_bits);

// Elements that are whole multiples of the access are aligned wherever they are; one byte always is.
bool can_go_wrong(const UsedVectors& vectors, int element_bits) {
  if (vectors.access_bytes == 1) return false;
  return vectors.elements > 1 || element_bits % (vectors.access_bytes * 8) != 0;
}

// pre: a tile with a TMA mode starts where its pattern does, and its elements divide a chunk
std::int64_t moved_as_one(const TileLayout& layout) {
  const auto* tma = std::get_if<TmaSwizzle>(&layout.tile.swizzle);
  return tma != nullptr ? tma_chunk_bytes(tma->mode) * 8 / layout.tile.element.bits : elements_moved_as_one(layout);
}

// True where one look at the layout proves it: whole vectors move, from multiples of their length to such.
bool clearly_whole(const UsedVectors& vectors, const TileLayout& layout) {
  const std::int64_t access_bits = std::int64_t{vectors.access_bytes} * 8;
  const bool fills = vectors.elements * layout.tile.element.bits == access_bits && vectors.element_byte == 0;
  return fills && vectors.even_columns && layout.pitch_bits % access_bits == 0 &&
         layout.tile.base_bytes % vectors.access_bytes == 0 && moved_as_one(layout) % vectors.elements == 0;
}

// The next 32 starts; behind the last one, that one again.
LaneCoordinates next_32(const std::vector<std::uint32_t>& starts, std::size_t first) {
  LaneCoordinates at;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t start = starts[std::min(first + lane, starts.size() - 1)];
    at.row[lane] = UsedVectors::row_of(start);
    at.column[lane] = UsedVectors::column_of(start);
  }
  return at;
}

bool aligned(const LaneValues& bits, const UsedVectors& vectors) {
  std::int64_t any = 0;
  for (const std::int64_t bit : bits) any |= (bit >> 3) + vectors.element_byte;
  return (any & (vectors.access_bytes - 1)) == 0;
}

}  // namespace

VectorCollector::VectorCollector(const Tile& tile, int access_bytes, int element_byte) : columns_(tile.columns) {
  vectors_.elements = elements_reached(access_bytes, element_byte, tile.element);
  vectors_.access_bytes = access_bytes;
  vectors_.element_byte = element_byte;
  if (!can_go_wrong(vectors_, tile.element.bits)) return;
  used_.resize(static_cast<std::size_t>(tile.rows) * static_cast<std::size_t>(tile.columns) / bits_of_word + 1);
}

void VectorCollector::add(const LaneCoordinates& at, LaneMask active) {
  if (used_.empty()) return;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const auto place = static_cast<std::size_t>(at.row[lane] * columns_ + at.column[lane]);
    used_[place / bits_of_word] |= std::uint64_t{1} << place % bits_of_word;
  }
}

UsedVectors VectorCollector::take() {
  const auto columns = static_cast<std::size_t>(columns_);
  for (std::size_t word = 0; word < used_.size(); ++word) {
    for (std::uint64_t rest = used_[word]; rest != 0; rest &= rest - 1) {
      const std::size_t place = word * bits_of_word + static_cast<std::size_t>(std::countr_zero(rest));
      const auto column = static_cast<std::uint32_t>(place % columns);
      vectors_.starts.push_back(static_cast<std::uint32_t>(place / columns) << column_bits | column);
      vectors_.even_columns = vectors_.even_columns && column % static_cast<std::uint32_t>(vectors_.elements) == 0;
    }
  }
  return std::move(vectors_);
}

UsedVectors vectors_anywhere(const Tile& tile, int access_bytes) {
  VectorCollector collector(tile, access_bytes, 0);
  const int elements = elements_reached(access_bytes, 0, tile.element);
  for (int column = 0; column + elements <= tile.columns; ++column) {
    if (std::int64_t{column} * tile.element.bits % (std::int64_t{access_bytes} * 8) != 0) continue;
    LaneCoordinates at;
    at.column[0] = column;
    for (int row = 0; row < tile.rows; ++row) {
      at.row[0] = row;
      collector.add(at, lane_bit(0));
    }
  }
  return collector.take();
}

bool stay_whole(const UsedVectors& vectors, const TileLayout& layout, SearchWork& work) {
  if (vectors.starts.empty() || clearly_whole(vectors, layout)) return true;
  for (std::size_t first = 0; first < vectors.starts.size(); first += lane_count) {
    const LaneCoordinates at = next_32(vectors.starts, first);
    const Result<LaneValues> bits = layout.bit_offsets(at.row, at.column, all_lanes);
    work.add(1);
    if (!bits || !aligned(*bits, vectors)) return false;
    for (int element = 1; element < vectors.elements; ++element) {
      work.add(1);
      const Result<LaneMask> torn = lanes_torn(layout, vectors.elements, element, at, *bits, all_lanes);
      if (!torn || *torn != 0) return false;
    }
  }
  return true;
}

}  // namespace bankmap
