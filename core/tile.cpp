#include "core/tile.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/analysis_work.hpp"
#include "core/identifier.hpp"
#include "core/index.hpp"
#include "core/lane_operators.hpp"
#include "core/one_to_one.hpp"

namespace bankmap {
namespace {

// Coordinates from -2^36 to 2^36 - 1 cannot overflow 64 bits: the pitch has at most 2^25 bits, an element at most 2^15.
constexpr int coordinate_bits = 36;

template <class Condition>
LaneMask lanes_where(LaneMask lanes, Condition&& condition) {
  LaneMask found = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (condition(index(lane))) found |= lane_bit(lane);
  }
  return found & lanes;
}

Problem about_lanes(std::string_view field, std::string_view complaint, const LaneValues& values, LaneMask lanes,
                    std::string hint) {
  Problem problem =
      placed(std::string(field), fmt::format("{} {} {}", field, values[index(std::countr_zero(lanes))], complaint),
             std::move(hint));
  problem.lanes = lanes;
  return problem;
}

// The two checks run for every warp, so they first ask about all lanes at once, whether asked or not, and then who it
// was.
Result<void> check_near(std::string_view field, const LaneValues& values, LaneMask lanes) {
  const auto beyond = [](std::int64_t value) {
    constexpr std::uint64_t shift_to_zero = std::uint64_t{1} << coordinate_bits;
    return (static_cast<std::uint64_t>(value) + shift_to_zero) >> (coordinate_bits + 1);
  };
  std::uint64_t any = 0;
  for (const std::int64_t value : values) any |= beyond(value);
  if (any == 0) return {};
  const LaneMask far = lanes_where(lanes, [&](std::size_t i) { return beyond(values[i]) != 0; });
  if (far == 0) return {};
  return fail(about_lanes(field, "is beyond every tile", values, far, "an index inside the tile"));
}

Result<void> check_not_negative(std::string_view field, const LaneValues& values, LaneMask lanes) {
  std::int64_t any = 0;
  for (const std::int64_t value : values) any |= value;
  if (any >= 0) return {};
  const LaneMask negative = lanes_where(lanes, [&](std::size_t i) { return values[i] < 0; });
  if (negative == 0) return {};
  return fail(about_lanes(field, fmt::format("is negative: the swizzle cannot move a negative {}", field), values,
                          negative, "an index inside the tile, or no swizzle"));
}

// In the result at once: a copy of 32 values costs as much as computing them.
template <class Place>
Result<LaneValues> for_each_lane(Place&& place) {
  Result<LaneValues> bits(tl::in_place);
  for (std::size_t i = 0; i < bits->size(); ++i) (*bits)[i] = place(i);
  return bits;
}

// Not negative, and of 31 bits at most: as nearly all coordinates are.
bool all_usual(const LaneValues& row, const LaneValues& column) {
  std::int64_t any = 0;
  for (std::size_t i = 0; i < row.size(); ++i) any |= row[i] | column[i];
  return static_cast<std::uint64_t>(any) >> 31 == 0;
}

// The product of two numbers of 32 bits is one vector instruction, of two of 64 bits it is seven. A tile's pitch fits.
constexpr std::int64_t short_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(std::uint64_t{static_cast<std::uint32_t>(a)} * static_cast<std::uint32_t>(b));
}

// One overload for each kind of swizzle. pre: the coordinates of all 32 lanes are near, those of lanes not asked are 0.
struct PlaceElements {
  const TileLayout& layout;
  const LaneValues& row;
  const LaneValues& column;
  LaneMask lanes;
  bool usual;  // all_usual

  std::int64_t base_bits() const { return layout.tile.base_bytes * 8; }
  std::int64_t element_bits() const { return layout.tile.element.bits; }

  template <class Move>
  Result<LaneValues> by_column(Move&& move) const {
    const std::int64_t base = base_bits(), bits = element_bits(), pitch = layout.pitch_bits;
    if (usual && std::has_single_bit(static_cast<std::uint64_t>(bits))) {
      const int shift = std::countr_zero(static_cast<std::uint64_t>(bits));
      return for_each_lane(
          [&](std::size_t i) { return base + short_product(row[i], pitch) + (move(row[i], column[i]) << shift); });
    }
    return for_each_lane([&](std::size_t i) { return base + row[i] * pitch + move(row[i], column[i]) * bits; });
  }
  template <class ToBits>
  Result<LaneValues> by_offset(ToBits&& to_bits) const {
    LaneValues offset;
    const std::int64_t pitch = layout.pitch_elements;
    for (std::size_t i = 0; i < offset.size(); ++i) offset[i] = row[i] * pitch + column[i];
    if (!usual) {
      if (const Result<void> ok = check_not_negative("offset", offset, lanes); !ok) return fail(ok.error());
    }
    return for_each_lane([&](std::size_t i) { return to_bits(offset[i]); });
  }

  Result<LaneValues> operator()(const NoSwizzle&) const {
    return by_column([](std::int64_t, std::int64_t col) { return col; });
  }
  Result<LaneValues> operator()(const XorSwizzle& swizzle) const {
    if (const Result<void> ok = check_not_negative("column", column, lanes); !ok) return fail(ok.error());
    return by_column([&swizzle](std::int64_t r, std::int64_t col) { return apply_xor(swizzle, r, col); });
  }
  Result<LaneValues> operator()(const TritonSwizzle& swizzle) const {
    if (const Result<void> ok = check_not_negative("column", column, lanes); !ok) return fail(ok.error());
    if (const Result<void> ok = check_not_negative("row", row, lanes); !ok) return fail(ok.error());
    return by_column([&swizzle](std::int64_t r, std::int64_t col) { return apply_triton(swizzle, r, col); });
  }
  Result<LaneValues> operator()(const CuteSwizzle& swizzle) const {
    return by_offset([&](std::int64_t offset) { return base_bits() + apply_cute(swizzle, offset) * element_bits(); });
  }
  Result<LaneValues> operator()(const MatrixSwizzle& swizzle) const {
    return by_offset([&](std::int64_t offset) { return base_bits() + apply_matrix(swizzle, offset) * element_bits(); });
  }
  Result<LaneValues> operator()(const TmaSwizzle& swizzle) const {
    return by_offset([&](std::int64_t offset) {
      const std::int64_t bit = base_bits() + offset * element_bits();
      return apply_tma(swizzle.mode, bit / 8) * 8 + bit % 8;
    });
  }
  Result<LaneValues> operator()(const ExpressionSwizzle&) const {
    const auto constant = [](std::int64_t value) {
      LaneValues values;
      values.fill(value);
      return values;
    };
    std::array<LaneValues, 5> values;
    const std::vector<std::string>& names = layout.swizzle_expression.names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      values[i] = names[i] == "row"       ? row
                  : names[i] == "col"     ? column
                  : names[i] == "rows"    ? constant(layout.tile.rows)
                  : names[i] == "columns" ? constant(layout.tile.columns)
                                          : constant(layout.pitch_elements);
    }
    const EvaluationInput input{.values = std::span(values).first(names.size()), .lanes = lanes, .rand = {}};
    const Result<LaneValues> moved = evaluate(layout.swizzle_expression, input);
    if (!moved) return fail(at("swizzle.column", moved.error()));
    if (const Result<void> ok = check_near("column", *moved, lanes); !ok) return fail(at("swizzle", ok.error()));
    return for_each_lane(
        [&](std::size_t i) { return base_bits() + row[i] * layout.pitch_bits + (*moved)[i] * element_bits(); });
  }
};

Result<void> check_shape(const Tile& tile) {
  if (!is_identifier(tile.name) || is_builtin_name(tile.name)) {
    return fail(
        placed("name", fmt::format("'{}' cannot name a tile", tile.name.substr(0, 64)), "a C identifier such as tile"));
  }
  if (tile.rows < 1 || tile.rows > max_tile_rows) {
    return fail(placed("rows", fmt::format("{} rows", tile.rows), fmt::format("1 to {}", max_tile_rows)));
  }
  if (tile.columns < 1 || tile.columns > max_tile_columns) {
    return fail(placed("columns", fmt::format("{} columns", tile.columns), fmt::format("1 to {}", max_tile_columns)));
  }
  if (const Result<Element> element = checked(tile.element); !element) return fail(at("element", element.error()));
  return {};
}

// pre: shape and element are checked.
Result<std::int64_t> pitch_in_bits(const Tile& tile) {
  constexpr std::int64_t most = max_tile_bytes * 4;  // elements of 2 bits
  const std::int64_t row_bits = std::int64_t{tile.columns} * tile.element.bits;
  const bool padding = tile.pitch.kind == Pitch::Kind::padding;
  const std::int64_t unit_bits = tile.pitch.unit == Pitch::Unit::bytes ? 8 : tile.element.bits;
  const std::string_view unit = tile.pitch.unit == Pitch::Unit::bytes ? "bytes" : "elements";
  if (tile.pitch.value < 0 || tile.pitch.value > most) {
    return fail(placed("pitch",
                       fmt::format("a {} of {} {}", padding ? "padding" : "row stride", tile.pitch.value, unit),
                       fmt::format("0 to {}", most)));
  }
  const std::int64_t bits = tile.pitch.value * unit_bits + (padding ? row_bits : 0);
  if (bits < row_bits) {
    return fail(placed("pitch",
                       fmt::format("a row stride of {} {} is shorter than the row of {} elements", tile.pitch.value,
                                   unit, tile.columns),
                       fmt::format("at least {} {}", (row_bits + unit_bits - 1) / unit_bits, unit)));
  }
  if (bits % 8 != 0) {
    return fail(placed("pitch", fmt::format("rows are {} bits apart, not a whole number of bytes", bits),
                       fmt::format("columns and padding that are a multiple of {} together", 8 / tile.element.bits)));
  }
  return bits;
}

Result<void> check_size(const TileLayout& layout) {
  if (layout.size_bytes <= max_tile_bytes) return {};
  const std::int64_t rows = max_tile_bytes / (layout.pitch_bits / 8);
  return fail(placed(
      "rows",
      fmt::format("the tile takes {} bytes, more than the {} that Bankmap looks at", layout.size_bytes, max_tile_bytes),
      rows > 0 ? fmt::format("at most {} rows of {} bytes", rows, layout.pitch_bits / 8)
               : "fewer columns or less padding"));
}

Result<void> check_base(const Tile& tile) {
  if (tile.base_bytes < 0 || tile.base_bytes > max_tile_bytes) {
    return fail(placed("base_bytes", fmt::format("the tile cannot start at byte {}", tile.base_bytes),
                       fmt::format("0 to {}", max_tile_bytes)));
  }
  const auto check_multiple = [&](std::int64_t multiple, const std::string& reason) -> Result<void> {
    if (tile.base_bytes % multiple == 0) return {};
    const std::int64_t below = tile.base_bytes / multiple * multiple;
    return fail(placed("base_bytes",
                       fmt::format("byte {} is not a multiple of {}, {}", tile.base_bytes, multiple, reason),
                       fmt::format("for example {} or {}", below, below + multiple)));
  };
  const Result<void> aligned =
      check_multiple(tile.element.align_bytes, fmt::format("the alignment of {}", tile.element.name));
  const auto* tma = std::get_if<TmaSwizzle>(&tile.swizzle);
  if (!aligned || tma == nullptr) return aligned;
  return check_multiple(tma_repeat_bytes(tma->mode),
                        fmt::format("after which the pattern of {} repeats", describe(tile.swizzle)));
}

// What a kind of swizzle asks of pitch and element, before its places are looked at.
Result<void> check_swizzle_fits(const TileLayout& layout) {
  const Tile& tile = layout.tile;
  const auto* tma = std::get_if<TmaSwizzle>(&tile.swizzle);
  const bool moves_offsets = tma != nullptr || std::holds_alternative<CuteSwizzle>(tile.swizzle) ||
                             std::holds_alternative<MatrixSwizzle>(tile.swizzle);
  if (!moves_offsets) return {};
  if (tma != nullptr && tma_chunk_bytes(tma->mode) * 8 % tile.element.bits != 0) {
    return fail(placed("swizzle",
                       fmt::format("{} keeps {} bytes together, which is no whole number of {} elements",
                                   describe(tile.swizzle), tma_chunk_bytes(tma->mode), tile.element.name),
                       fmt::format("an element whose size divides {} bytes", tma_chunk_bytes(tma->mode))));
  }
  if (layout.pitch_bits % tile.element.bits != 0) {
    return fail(placed("pitch",
                       fmt::format("{} counts in elements, but rows are {} bytes apart: no whole number of {}",
                                   describe(tile.swizzle), layout.pitch_bits / 8, tile.element.name),
                       fmt::format("for example a stride of {} elements", layout.pitch_elements + 1)));
  }
  return {};
}

// A swizzle that is still being typed is parsed here, once: `checked` would parse it again.
Result<void> check_swizzle(TileLayout& layout) {
  if (const auto* own = std::get_if<ExpressionSwizzle>(&layout.tile.swizzle)) {
    Result<Expression> parsed = parse_swizzle(*own);
    if (!parsed) return fail(at("swizzle", parsed.error()));
    layout.swizzle_expression = std::move(*parsed);
    return check_swizzle_work(layout.tile);
  }
  if (const Result<Swizzle> fields = checked(layout.tile.swizzle); !fields) return fail(at("swizzle", fields.error()));
  return {};
}

}  // namespace

Result<LaneValues> TileLayout::bit_offsets(const LaneValues& row, const LaneValues& column, LaneMask lanes) const {
  const bool usual = all_usual(row, column);
  if (!usual) {
    if (const Result<void> ok = check_near("row", row, lanes); !ok) return fail(ok.error());
    if (const Result<void> ok = check_near("column", column, lanes); !ok) return fail(ok.error());
  }
  if (lanes == all_lanes) return std::visit(PlaceElements{*this, row, column, lanes, usual}, tile.swizzle);
  LaneValues near_row;
  LaneValues near_column;
  keep_lanes(row, lanes, near_row);
  keep_lanes(column, lanes, near_column);
  return std::visit(PlaceElements{*this, near_row, near_column, lanes, usual}, tile.swizzle);
}

Result<std::int64_t> TileLayout::bit_offset(std::int64_t row, std::int64_t column) const {
  LaneValues rows{};
  LaneValues columns{};
  rows[0] = row;
  columns[0] = column;
  const Result<LaneValues> bits = bit_offsets(rows, columns, lane_bit(0));
  if (bits) return (*bits)[0];
  Problem problem = bits.error();
  problem.lanes = 0;  // the caller asked for a coordinate, not for a lane
  return fail(std::move(problem));
}

Result<TileLayout> lay_out(const Tile& tile) {
  if (const Result<void> ok = check_shape(tile); !ok) return fail(ok.error());
  const Result<std::int64_t> pitch_bits = pitch_in_bits(tile);
  if (!pitch_bits) return fail(pitch_bits.error());
  TileLayout layout{.tile = tile,
                    .pitch_bits = *pitch_bits,
                    .pitch_elements = *pitch_bits / tile.element.bits,
                    .size_bytes = tile.rows * (*pitch_bits / 8),
                    .swizzle_expression = {}};
  if (const Result<void> ok = check_size(layout); !ok) return fail(ok.error());
  if (const Result<void> ok = check_swizzle(layout); !ok) return fail(ok.error());
  if (const Result<void> ok = check_base(tile); !ok) return fail(ok.error());
  if (const Result<void> ok = check_swizzle_fits(layout); !ok) return fail(ok.error());
  if (const Result<void> ok = check_one_to_one(layout); !ok) return fail(ok.error());
  return layout;
}

}  // namespace bankmap
