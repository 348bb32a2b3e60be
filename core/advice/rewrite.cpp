#include "core/advice/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/index.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {
namespace {

Problem pattern_problem(std::string what, std::string hint) {
  return placed("pattern", std::move(what), std::move(hint));
}

// A list of addresses as an expression: "lane * 128 + 4" where they are even steps, else one after the other.
std::string expression_of(const AddressListPattern& list) {
  const std::int64_t first = list.bytes[0];
  const std::int64_t step = std::int64_t{list.bytes[1]} - first;
  bool even = step >= 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    even &= std::int64_t{list.bytes[lane]} == first + static_cast<std::int64_t>(lane) * step;
  }
  if (even) return fmt::format("lane * {} + {}", step, first);
  std::string text;
  for (std::size_t lane = 0; lane + 1 < lane_count; ++lane)
    text += fmt::format("lane == {} ? {} : ", lane, list.bytes[lane]);
  return text + std::to_string(list.bytes.back());
}

std::string bytes_text(const LanePattern& pattern) {
  const auto* list = std::get_if<AddressListPattern>(&pattern);
  return list != nullptr ? expression_of(*list) : std::get<ByteOffsetPattern>(pattern).bytes;
}

// Where an element is narrower than the whole, so must the declared one be: as wide as the narrowest access.
Result<Element> element_for(const Element& element, int narrowest_bytes) {
  if (narrowest_bytes * 8 >= element.bits) return element;
  return element_named(narrowest_bytes == 1   ? "int8"
                       : narrowest_bytes == 2 ? "half"
                       : narrowest_bytes == 4 ? "int"
                                              : "double");
}

IndexPattern cut(const std::string& bytes, std::int64_t pitch_bytes, int element_bits) {
  if (element_bits == 8)
    return {fmt::format("({}) / {}", bytes, pitch_bytes), fmt::format("({}) % {}", bytes, pitch_bytes)};
  if (element_bits < 8) {
    return {fmt::format("({}) / {}", bytes, pitch_bytes),
            fmt::format("({}) % {} * {}", bytes, pitch_bytes, 8 / element_bits)};
  }
  return {fmt::format("({}) / {}", bytes, pitch_bytes),
          fmt::format("({}) % {} / {}", bytes, pitch_bytes, element_bits / 8)};
}

// Narrower elements may be too many for one row: the row becomes several, where they follow each other without a gap.
int pieces_of(std::int64_t columns, bool without_gap) {
  int pieces = 1;
  while (without_gap && columns / pieces > max_tile_columns && columns % (2 * pieces) == 0) pieces *= 2;
  return pieces;
}

int narrowest_bytes(const Scenario& scenario, int tile) {
  int narrowest = 16;
  for (const Access& access : scenario.accesses) {
    if (access.tile == tile && gives_bytes(access.pattern))
      narrowest = std::min(narrowest, info(access.instruction).access_bytes);
  }
  return narrowest;
}

bool any_bytes(const Scenario& scenario, int tile) {
  return std::any_of(scenario.accesses.begin(), scenario.accesses.end(),
                     [tile](const Access& access) { return access.tile == tile && gives_bytes(access.pattern); });
}

// [bits] of the flat run: what the tile takes where bytes are given, else its elements.
std::int64_t flat_bits(const Scenario& scenario, int tile) {
  const Tile& it = scenario.tiles[index(tile)];
  const Result<TileLayout> layout = lay_out(it);
  if (any_bytes(scenario, tile) && layout && it.rows > 1) return layout->size_bytes * 8;
  return std::int64_t{it.rows} * it.columns * it.element.bits;
}

void replace(Rewritten& rewritten, int access, LanePattern pattern) {
  Access& it = rewritten.scenario.accesses[index(access)];
  it.pattern = std::move(pattern);
  rewritten.accesses.emplace_back(access, it);
}

}  // namespace

bool gives_bytes(const LanePattern& pattern) {
  return std::holds_alternative<ByteOffsetPattern>(pattern) || std::holds_alternative<AddressListPattern>(pattern);
}

Result<Rewritten> bytes_as_rows(const Scenario& scenario, int tile) {
  Rewritten rewritten{.scenario = scenario, .accesses = {}};
  Tile& it = rewritten.scenario.tiles[index(tile)];
  const Result<TileLayout> layout = lay_out(it);
  if (!layout) return fail(layout.error());
  if (!std::holds_alternative<NoSwizzle>(it.swizzle)) {
    return fail(pattern_problem("byte offsets to a swizzled tile say nothing of rows and columns",
                                "give row and column, or take the swizzle away"));
  }
  const Result<Element> element = element_for(it.element, narrowest_bytes(scenario, tile));
  if (!element) return fail(element.error());
  std::int64_t pitch_bytes = layout->pitch_bits / 8;
  if (*element != it.element) {
    const bool others = std::any_of(scenario.accesses.begin(), scenario.accesses.end(), [tile](const Access& access) {
      return access.tile == tile && !gives_bytes(access.pattern);
    });
    if (others)
      return fail(pattern_problem("an access is narrower than the element that others count in",
                                  "a tile of narrower elements"));
    const std::int64_t columns = std::int64_t{it.columns} * it.element.bits / element->bits;
    const int pieces = pieces_of(columns, pitch_bytes * 8 == columns * element->bits);
    it.columns = static_cast<int>(columns / pieces);
    it.rows *= pieces;
    pitch_bytes /= pieces;
    it.pitch = {Pitch::Kind::stride, Pitch::Unit::bytes, pitch_bytes};
    it.element = *element;
  }
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    const Access& access = scenario.accesses[i];
    if (access.tile != tile || !gives_bytes(access.pattern)) continue;
    replace(rewritten, static_cast<int>(i), cut(bytes_text(access.pattern), pitch_bytes, it.element.bits));
  }
  return rewritten;
}

bool is_flat(const Scenario& scenario, int tile) {
  int bytes = 0, strided = 0, all = 0;
  for (const Access& access : scenario.accesses) {
    if (access.tile != tile) continue;
    ++all;
    bytes += gives_bytes(access.pattern) ? 1 : 0;
    strided += std::holds_alternative<StridedPattern>(access.pattern) ? 1 : 0;
  }
  return all > 0 && (bytes == all || strided == all || scenario.tiles[index(tile)].rows == 1);
}

std::vector<int> row_lengths(const Scenario& scenario, int tile, int least_bytes) {
  const std::int64_t bits = flat_bits(scenario, tile);
  const int element_bits = scenario.tiles[index(tile)].element.bits;
  std::vector<int> lengths;
  for (std::int64_t row_bits = std::int64_t{least_bytes} * 8; row_bits * 2 <= bits; row_bits *= 2) {
    const std::int64_t columns = row_bits / element_bits;
    const std::int64_t rows = (bits + row_bits - 1) / row_bits;
    if (row_bits % element_bits == 0 && columns <= max_tile_columns && rows <= max_tile_rows)
      lengths.push_back(static_cast<int>(columns));
  }
  return lengths;
}

Result<Rewritten> cut_into_rows(const Scenario& scenario, int tile, int columns) {
  Result<Rewritten> start = Rewritten{.scenario = scenario, .accesses = {}};
  const std::int64_t bits = flat_bits(scenario, tile);
  if (any_bytes(scenario, tile) && narrowest_bytes(scenario, tile) * 8 < scenario.tiles[index(tile)].element.bits)
    start = bytes_as_rows(scenario, tile);
  if (!start) return start;
  Rewritten rewritten = std::move(*start);
  rewritten.accesses.clear();
  Tile& it = rewritten.scenario.tiles[index(tile)];
  const int old_bits = scenario.tiles[index(tile)].element.bits;
  it.columns = static_cast<int>(std::int64_t{columns} * old_bits / it.element.bits);
  const std::int64_t row_bits = std::int64_t{it.columns} * it.element.bits;
  it.rows = static_cast<int>((bits + row_bits - 1) / row_bits);
  it.pitch = {};
  it.swizzle = NoSwizzle{};
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    const Access& access = scenario.accesses[i];
    if (access.tile != tile || std::holds_alternative<StridedPattern>(access.pattern)) continue;
    if (gives_bytes(access.pattern)) {
      replace(rewritten, static_cast<int>(i), cut(bytes_text(access.pattern), row_bits / 8, it.element.bits));
      continue;
    }
    const std::string column =
        index_text(access.pattern).column;  // the one row is row 0, or the access leaves the tile
    replace(rewritten, static_cast<int>(i),
            IndexPattern{fmt::format("({}) / {}", column, it.columns), fmt::format("({}) % {}", column, it.columns)});
  }
  return rewritten;
}

}  // namespace bankmap
