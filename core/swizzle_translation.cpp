#include "core/swizzle_translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "core/powers_of_two.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 16;  // that are compared one by one
constexpr int word_log2_bits = 5;

int log2_of(std::int64_t power) { return std::countr_zero(static_cast<std::uint64_t>(power)); }

std::int64_t compared_rows(const Tile& tile) {
  return std::clamp<std::int64_t>(most_elements / tile.columns, 1, tile.rows);
}

// The elements of a tile, a warp's worth at a time: act(rows, columns) until it returns false.
template <class Act>
bool for_elements(const Tile& tile, Act&& act) {
  LaneValues row;
  LaneValues column;
  for (std::int64_t r = 0; r < compared_rows(tile); ++r) {
    row.fill(r);
    for (std::int64_t first = 0; first < tile.columns; first += lane_count) {
      for (std::int64_t i = 0; i < lane_count; ++i)
        column[static_cast<std::size_t>(i)] = std::min<std::int64_t>(first + i, tile.columns - 1);
      if (!act(row, column)) return false;
    }
  }
  return true;
}

bool same_places(const TileLayout& a, const TileLayout& b) {
  return for_elements(a.tile, [&](const LaneValues& row, const LaneValues& column) {
    const Result<LaneValues> of_a = a.bit_offsets(row, column, all_lanes);
    const Result<LaneValues> of_b = b.bit_offsets(row, column, all_lanes);
    return of_a && of_b && *of_a == *of_b;
  });
}

// The swizzle on this tile, if it puts every element where the tile has it.
std::optional<Swizzle> proven(const TileLayout& layout, Swizzle swizzle) {
  Tile other = layout.tile;
  other.swizzle = std::move(swizzle);
  const Result<TileLayout> laid_out = lay_out(other);
  if (!laid_out || !same_places(layout, *laid_out)) return std::nullopt;
  return std::move(other.swizzle);
}

// The place of an element in elements from the start of the tile; empty where it is no whole number.
std::optional<std::int64_t> offset_at(const TileLayout& layout, std::int64_t row, std::int64_t column) {
  const Result<std::int64_t> bit = layout.bit_offset(row, column);
  if (!bit) return std::nullopt;
  const std::int64_t bits = *bit - layout.tile.base_bytes * 8;
  return bits % layout.tile.element.bits == 0 ? std::optional(bits / layout.tile.element.bits) : std::nullopt;
}

// A bit that a swizzle flips into another one.
struct Flip {
  int from = 0;
  int to = 0;
};

struct Flips {
  std::vector<Flip> list;  // by `from`, ascending
  std::string why_not;     // not what these forms can say
};

// Which row bits are flipped into which column bits; asks the first column of the rows 1, 2, 4, ...
Flips flips_of_rows(const TileLayout& layout) {
  Flips flips;
  for (int i = 0; i < bits_for(layout.tile.rows); ++i) {
    const std::int64_t row = std::int64_t{1} << i;
    const Result<std::int64_t> bit = layout.bit_offset(row, 0);
    const std::int64_t moved = bit ? *bit - layout.tile.base_bytes * 8 - row * layout.pitch_bits : -1;
    if (moved == 0) continue;
    if (moved < 0 || moved % layout.tile.element.bits != 0 || !is_power(moved / layout.tile.element.bits)) {
      flips.why_not = fmt::format("row bit r{} does not flip one column bit", i);
      return flips;
    }
    flips.list.push_back({i, log2_of(moved / layout.tile.element.bits)});
  }
  return flips;
}

// Which bits of the offset are flipped into which others.
Flips flips_of_offset(const MatrixSwizzle& matrix) {
  Flips flips;
  for (int from = 0; from < 32; ++from) {
    for (int to = 0; to < static_cast<int>(matrix.rows.size()); ++to) {
      const bool has = (matrix.rows[static_cast<std::size_t>(to)] >> from & 1U) != 0;
      if (has != (from == to)) flips.list.push_back({from, to});
    }
  }
  return flips;
}

// All flips go the same distance.
std::optional<int> distance(const Flips& flips) {
  for (const Flip& flip : flips.list) {
    if (flip.from - flip.to != flips.list[0].from - flips.list[0].to) return std::nullopt;
  }
  return flips.list.empty() ? 0 : flips.list[0].from - flips.list[0].to;
}
bool no_holes(const Flips& flips) {
  return flips.list.empty() || flips.list.back().from - flips.list[0].from + 1 == static_cast<int>(flips.list.size());
}
const char* const not_one_distance = "its bits are flipped at different distances";
const char* const holes = "the bits it flips have a gap between them";

struct Found {
  std::optional<Swizzle> swizzle;
  std::string why_not;
};

Found column_flips(const TileLayout& layout) {
  const Flips flips = flips_of_rows(layout);
  if (!flips.why_not.empty()) return {{}, flips.why_not};
  if (!distance(flips)) return {{}, not_one_distance};
  XorSwizzle found{.chunk_elements = 1, .shift = 0, .mask = 0};
  if (!flips.list.empty()) {
    found.shift = flips.list[0].from;
    found.chunk_elements = 1 << flips.list[0].to;
    for (const Flip& flip : flips.list) found.mask |= std::int64_t{1} << (flip.from - found.shift);
  }
  return {proven(layout, found), "it moves columns by more than bits of the row"};
}

Found triton(const TileLayout& layout) {
  const Flips flips = flips_of_rows(layout);
  if (!flips.why_not.empty()) return {{}, flips.why_not};
  if (!distance(flips)) return {{}, not_one_distance};
  if (!no_holes(flips)) return {{}, holes};
  TritonSwizzle found{.vec = 1, .per_phase = 1, .max_phase = 1};
  if (!flips.list.empty())
    found = {1 << flips.list[0].to, 1 << flips.list[0].from, 1 << static_cast<int>(flips.list.size())};
  return {proven(layout, found), "it moves columns by more than bits of the row"};
}

Found cute(const TileLayout& layout, const Result<MatrixSwizzle>& matrix) {
  if (!matrix) return {{}, matrix.error().what};
  const Flips flips = flips_of_offset(*matrix);
  const std::optional<int> shift = distance(flips);
  if (!shift) return {{}, not_one_distance};
  if (!no_holes(flips)) return {{}, holes};
  const int bits = static_cast<int>(flips.list.size());
  if (bits == 0) return {proven(layout, CuteSwizzle{.bits = 0, .base = 0, .shift = 3}), "it moves elements"};
  if (std::abs(*shift) < bits)
    return {{}, fmt::format("{} bits at distance {} would overlap with those they are combined with", bits, *shift)};
  const int base = std::min(flips.list[0].from, flips.list[0].to);
  return {proven(layout, CuteSwizzle{.bits = bits, .base = base, .shift = *shift}), "it moves elements otherwise"};
}

Found tma(const TileLayout& layout) {
  constexpr std::array modes{TmaMode::b32, TmaMode::b64, TmaMode::b128, TmaMode::b128_atom32, TmaMode::b128_atom64};
  std::string refused;
  for (const TmaMode mode : modes) {
    Tile other = layout.tile;
    other.swizzle = TmaSwizzle{mode};
    const Result<TileLayout> laid_out = lay_out(other);
    if (!laid_out) refused = laid_out.error().what;
    if (laid_out && same_places(layout, *laid_out)) return {other.swizzle, {}};
  }
  if (!refused.empty()) return {{}, refused};
  return {{}, "its modes flip address bits from 7 on into bits 4 to 6, and not these"};
}

SwizzleForm own_form(const Swizzle& swizzle) {
  if (std::holds_alternative<CuteSwizzle>(swizzle)) return SwizzleForm::cute;
  if (std::holds_alternative<TritonSwizzle>(swizzle)) return SwizzleForm::triton;
  if (std::holds_alternative<TmaSwizzle>(swizzle)) return SwizzleForm::tma;
  return std::holds_alternative<MatrixSwizzle>(swizzle) ? SwizzleForm::matrix : SwizzleForm::column_flips;
}

Translation translation(const TileLayout& layout, SwizzleForm form, Found found) {
  const Swizzle& own = layout.tile.swizzle;
  Translation it{.form = form, .swizzle = std::move(found.swizzle), .text = std::move(found.why_not), .is_own = false};
  const bool named = !std::holds_alternative<NoSwizzle>(own) && !std::holds_alternative<ExpressionSwizzle>(own);
  it.is_own = named && own_form(own) == form;
  if (it.is_own) it.swizzle = own;
  if (it.swizzle) it.text = describe(*it.swizzle);
  return it;
}

// Bits from the top that stay as they are need not be said.
MatrixSwizzle without_top(MatrixSwizzle matrix) {
  while (!matrix.rows.empty() && matrix.rows.back() == std::uint32_t{1} << (matrix.rows.size() - 1))
    matrix.rows.pop_back();
  return matrix;
}

std::string source_of_offset_bit(int bit, int pitch_bits) {
  return bit < pitch_bits ? fmt::format("c{}", bit) : fmt::format("r{}", bit - pitch_bits);
}

}  // namespace

std::string_view form_name(SwizzleForm form) {
  switch (form) {
    case SwizzleForm::column_flips:
      return "col ^ row";
    case SwizzleForm::cute:
      return "CuTe";
    case SwizzleForm::triton:
      return "Triton";
    case SwizzleForm::tma:
      return "TMA";
    case SwizzleForm::matrix:
      return "bit matrix";
  }
  return "";
}

Result<MatrixSwizzle> swizzle_matrix(const TileLayout& layout) {
  const Tile& tile = layout.tile;
  const std::int64_t pitch = layout.pitch_elements;
  if (!is_power(pitch) || layout.pitch_bits % tile.element.bits != 0)
    return fail(fmt::format("rows are {} elements apart, no power of two", pitch),
                fmt::format("for example a stride of {} elements", std::bit_ceil(static_cast<std::uint64_t>(pitch))));
  const int pitch_bits = log2_of(pitch);
  const int size = pitch_bits + bits_for(tile.rows);
  MatrixSwizzle matrix;
  for (int bit = 0; bit < size; ++bit) matrix.rows.push_back(0);
  for (int from = 0; from < size; ++from) {
    const std::int64_t one = std::int64_t{1} << from;
    const bool padding = from < pitch_bits && one >= tile.columns;  // no element is there: it may stay
    const std::optional<std::int64_t> to = padding ? one : offset_at(layout, one / pitch, one % pitch);
    if (!to || *to < 0 || *to >> size != 0)
      return fail(fmt::format("{} is not linear over bits", describe(tile.swizzle)));
    for (int bit = 0; bit < size; ++bit)
      matrix.rows[static_cast<std::size_t>(bit)] |= static_cast<std::uint32_t>(*to >> bit & 1) << from;
  }
  const bool obeyed = for_elements(tile, [&](const LaneValues& row, const LaneValues& column) {
    const Result<LaneValues> at = layout.bit_offsets(row, column, all_lanes);
    for (std::size_t i = 0; at && i < lane_count; ++i) {
      const std::int64_t offset = apply_matrix(matrix, row[i] * pitch + column[i]);
      if ((*at)[i] != tile.base_bytes * 8 + offset * tile.element.bits) return false;
    }
    return at.has_value();
  });
  if (!obeyed) return fail(fmt::format("{} is not linear over bits", describe(tile.swizzle)));
  return matrix;
}

Translations translations(const TileLayout& layout) {
  const Result<MatrixSwizzle> matrix = swizzle_matrix(layout);
  Translations result;
  result.all_elements = compared_rows(layout.tile) == layout.tile.rows;
  const auto add = [&](SwizzleForm form, Found found) {
    result.forms.push_back(translation(layout, form, std::move(found)));
  };
  add(SwizzleForm::column_flips, column_flips(layout));
  add(SwizzleForm::cute, cute(layout, matrix));
  add(SwizzleForm::triton, triton(layout));
  add(SwizzleForm::tma, tma(layout));
  add(SwizzleForm::matrix, matrix ? Found{*matrix, {}} : Found{{}, matrix.error().what});
  return result;
}

bool moves_nothing(const TileLayout& layout) {
  return std::holds_alternative<NoSwizzle>(layout.tile.swizzle) || proven(layout, NoSwizzle{}).has_value();
}

Swizzle simplest(const Tile& tile) {
  const Result<TileLayout> layout = lay_out(tile);
  if (!layout) return tile.swizzle;
  if (const auto none = proven(*layout, NoSwizzle{})) return *none;
  if (const Found found = column_flips(*layout); found.swizzle) return *found.swizzle;
  const Result<MatrixSwizzle> matrix = swizzle_matrix(*layout);
  if (const Found found = cute(*layout, matrix); found.swizzle) return *found.swizzle;
  return matrix ? Swizzle{without_top(*matrix)} : tile.swizzle;
}

Result<Tile> with_bit_toggled(const TileLayout& layout, int bank_bit, int source) {
  Result<MatrixSwizzle> matrix = swizzle_matrix(layout);
  if (!matrix) return fail(matrix.error());
  Tile tile = layout.tile;
  if (!is_power(tile.element.bits)) return fail("an element's size is no power of two");
  const int to = word_log2_bits + bank_bit - log2_of(tile.element.bits);
  const int column_bits = bits_for(tile.columns);
  const int pitch_bits = log2_of(layout.pitch_elements);
  const int from = source < column_bits ? source : source - column_bits + pitch_bits;
  const auto size = static_cast<int>(matrix->rows.size());
  if (to < 0) return fail(fmt::format("bank bit b{} is inside an element of {}", bank_bit, tile.element.name));
  if (to >= size || from >= size)
    return fail(fmt::format("the tile is too small to have an element that reaches bank bit b{}", bank_bit));
  std::uint32_t& row = matrix->rows[static_cast<std::size_t>(to)];
  const bool had = (row >> from & 1U) != 0;
  row ^= std::uint32_t{1} << from;
  tile.swizzle = *matrix;
  if (const Result<TileLayout> next = lay_out(tile); !next) {
    const std::string name = source_of_offset_bit(from, pitch_bits);
    return fail(had ? fmt::format("b{} cannot do without {}: {}", bank_bit, name, next.error().what)
                    : fmt::format("b{} cannot take {}: {}", bank_bit, name, next.error().what),
                had ? "first give b" + std::to_string(bank_bit) + " another bit, or " + name + " another place" : "");
  }
  tile.swizzle = simplest(tile);
  return tile;
}

}  // namespace bankmap
