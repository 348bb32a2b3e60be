#include "core/one_to_one.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <vector>

namespace bankmap {
namespace {

struct Coordinate {
  std::int64_t row = 0;
  std::int64_t column = 0;
};

std::string text(const TileLayout& layout, const Coordinate& at) {
  return fmt::format("{}[{}][{}]", layout.tile.name, at.row, at.column);
}

Problem swizzle_problem(std::string what, std::string hint) {
  return placed("swizzle", std::move(what), std::move(hint));
}

// Bits of the tile that its elements take after the swizzle: begin may be below 0, end beyond the tile.
struct Extent {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Problem leaves(const TileLayout& layout, const Coordinate& element, std::int64_t first_bit, const Extent& extent,
               std::string hint) {
  const std::int64_t base = layout.tile.base_bytes;
  const std::int64_t before = -(extent.begin >> 3);  // >> 3: towards minus infinity
  const std::string needs = extent.begin < 0 ? fmt::format("{} bytes in front of the tile", before)
                                             : fmt::format("a tile of {} bytes", (extent.end + 7) / 8);
  return swizzle_problem(
      fmt::format("{} would land on byte {}, outside the tile's bytes {} to {}; the swizzle needs {}",
                  text(layout, element), base + (first_bit >> 3), base, base + layout.size_bytes - 1, needs),
      std::move(hint));
}

// ---- column kinds: flips of column bits in units of a chunk
// ----------------------------------------------------------------

struct ColumnFlip {
  std::int64_t chunk = 1;        // [elements] a power of two
  std::int64_t largest_key = 0;  // [chunks] at least as large as the key of any row
};

std::optional<ColumnFlip> column_flip(const TileLayout& layout) {
  const std::int64_t last_row = layout.tile.rows - 1;
  if (const auto* swizzle = std::get_if<XorSwizzle>(&layout.tile.swizzle)) {
    return ColumnFlip{swizzle->chunk_elements, std::min(swizzle->mask, last_row >> swizzle->shift)};
  }
  if (const auto* swizzle = std::get_if<TritonSwizzle>(&layout.tile.swizzle)) {
    return ColumnFlip{swizzle->vec, std::min<std::int64_t>(swizzle->max_phase - 1, last_row / swizzle->per_phase)};
  }
  return std::nullopt;
}

std::int64_t power_of_two_from(std::int64_t value) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
}

// A row this long [elements] holds whatever the flip does to its columns.
std::int64_t row_that_holds(const TileLayout& layout, const ColumnFlip& flip) {
  const std::int64_t chunks = (layout.tile.columns + flip.chunk - 1) / flip.chunk;
  return power_of_two_from(std::max(chunks, flip.largest_key + 1)) * flip.chunk;
}

// The most chunks (a power of two) that may change places among each other without leaving the row.
std::int64_t chunks_that_fit(const TileLayout& layout, std::int64_t chunk) {
  std::int64_t chunks = power_of_two_from(std::max<std::int64_t>(1, layout.pitch_elements / chunk));
  while (chunks > 1) {
    const std::int64_t group = chunks * chunk;
    if ((layout.tile.columns + group - 1) / group * group <= layout.pitch_elements) break;
    chunks /= 2;
  }
  return chunks;
}

std::string column_hint(const TileLayout& layout) {
  const std::optional<ColumnFlip> flip = column_flip(layout);
  if (!flip) return "each row must send its columns to places of their own, for example (col + row) % columns";
  const std::int64_t row = row_that_holds(layout, *flip);
  const std::int64_t chunks = chunks_that_fit(layout, flip->chunk);
  const std::string longer = fmt::format("rows of {} elements (padding {})", row, row - layout.tile.columns);
  if (chunks == 1) return longer;
  const bool triton = std::holds_alternative<TritonSwizzle>(layout.tile.swizzle);
  return fmt::format("{} {}, or {}", triton ? "max phase" : "mask", triton ? chunks : chunks - 1, longer);
}

// ---- any kind, element by element
// ------------------------------------------------------------------------------------------

// Up to 32 neighbouring elements of the tile, counted row after row.
struct Batch {
  LaneValues row{};
  LaneValues column{};
  LaneMask lanes = 0;
  Coordinate at(int lane) const {
    return {row[static_cast<std::size_t>(lane)], column[static_cast<std::size_t>(lane)]};
  }
};

// Calls visit(coordinate, first bit from the start of the tile) until it returns false or all elements have been seen.
template <class Visit>
Result<void> visit_elements(const TileLayout& layout, Visit&& visit) {
  Coordinate next;
  while (next.row < layout.tile.rows) {
    Batch batch;
    for (int lane = 0; lane < lane_count && next.row < layout.tile.rows; ++lane) {
      batch.row[static_cast<std::size_t>(lane)] = next.row;
      batch.column[static_cast<std::size_t>(lane)] = next.column;
      batch.lanes |= lane_bit(lane);
      if (++next.column == layout.tile.columns) next = {next.row + 1, 0};
    }
    const Result<LaneValues> bits = layout.bit_offsets(batch.row, batch.column, batch.lanes);
    if (!bits) {
      Problem problem = bits.error();
      const int lane = problem.lanes == 0 ? 0 : std::countr_zero(problem.lanes);
      problem.what = fmt::format("for {}: {}", text(layout, batch.at(lane)), problem.what);
      problem.lanes = 0;  // they counted elements, not lanes of an access
      return fail(std::move(problem));
    }
    for (int lane = 0; lane < lane_count && has_lane(batch.lanes, lane); ++lane) {
      const std::int64_t bit = (*bits)[static_cast<std::size_t>(lane)] - layout.tile.base_bytes * 8;
      if (!visit(batch.at(lane), bit)) return {};
    }
  }
  return {};
}

Extent extent_of(const TileLayout& layout) {
  Extent extent;
  // Stops early only where the expression has no value further on; the extent of what was seen is then still one that
  // is needed.
  static_cast<void>(visit_elements(layout, [&](const Coordinate&, std::int64_t bit) {
    extent = {std::min(extent.begin, bit), std::max(extent.end, bit + layout.tile.element.bits)};
    return true;
  }));
  return extent;
}

// Which slots of the tile are taken. A slot is the largest power of two of bits that divides elements and pitch alike:
// finding it takes a shift, where a division would cost more than all the rest.
class Slots {
 public:
  explicit Slots(const TileLayout& layout)
      : shift_(std::countr_zero(static_cast<std::uint64_t>(layout.tile.element.bits | layout.pitch_bits))),
        slots_per_element_(layout.tile.element.bits >> shift_),
        taken_(static_cast<std::size_t>((layout.size_bytes * 8 >> shift_) / 64 + 1)) {}

  // Takes the element's slots; returns the first bit of one that was already taken.
  std::optional<std::int64_t> take(std::int64_t first_bit) {
    const std::int64_t first = first_bit >> shift_;
    for (std::int64_t slot = first; slot < first + slots_per_element_; ++slot) {
      std::uint64_t& word = taken_[static_cast<std::size_t>(slot / 64)];
      const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
      if ((word & bit) != 0) return slot << shift_;
      word |= bit;
    }
    return std::nullopt;
  }

 private:
  int shift_;
  std::int64_t slots_per_element_;
  std::vector<std::uint64_t> taken_;
};

Coordinate first_on_bit(const TileLayout& layout, std::int64_t shared_bit) {
  Coordinate found;
  static_cast<void>(visit_elements(layout, [&](const Coordinate& at, std::int64_t bit) {
    if (shared_bit < bit || shared_bit >= bit + layout.tile.element.bits) return true;
    found = at;
    return false;
  }));
  return found;
}

Result<void> check_every_element(const TileLayout& layout) {
  Slots slots(layout);
  std::optional<Problem> problem;
  const std::int64_t size_bits = layout.size_bytes * 8;
  const Result<void> seen = visit_elements(layout, [&](const Coordinate& at, std::int64_t bit) {
    if (bit < 0 || bit + layout.tile.element.bits > size_bits) {
      problem = leaves(layout, at, bit, extent_of(layout), column_hint(layout));
    } else if (const std::optional<std::int64_t> shared = slots.take(bit)) {
      problem =
          swizzle_problem(fmt::format("{} and {} both land on byte {}", text(layout, first_on_bit(layout, *shared)),
                                      text(layout, at), layout.tile.base_bytes + *shared / 8),
                          column_hint(layout));
    }
    return !problem;
  });
  if (problem) return fail(std::move(*problem));
  return seen;
}

// ---- offset kinds: linear over the bits of the offset
// -----------------------------------------------------------------------

std::int64_t up_to_multiple(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

// Whole spans can be had with more rows, or with longer ones.
std::string span_hint(const TileLayout& layout, std::int64_t span) {
  const std::int64_t rows = layout.tile.rows;
  const std::int64_t pitch = layout.pitch_elements;
  const std::int64_t more_rows = up_to_multiple(rows, span / std::gcd(span, pitch));
  const std::int64_t longer = up_to_multiple(pitch, span / std::gcd(span, rows));
  const std::int64_t most_elements = max_tile_bytes * 8 / layout.tile.element.bits;
  const std::int64_t span_bytes = (span * layout.tile.element.bits + 7) / 8;
  std::vector<std::string> ways;
  if (more_rows <= max_tile_rows && more_rows * pitch <= most_elements)
    ways.push_back(fmt::format("{} rows", more_rows));
  if (rows * longer <= most_elements) {
    ways.push_back(fmt::format("rows of {} elements (padding {})", longer, longer - layout.tile.columns));
  }
  if (ways.empty()) return fmt::format("a swizzle that works inside less than {} bytes", span_bytes);
  return fmt::format("fill whole spans of {} bytes: {}", span_bytes, fmt::join(ways, ", or "));
}

// Looks only at the last span. move is linear over F2, so the next offset's place is one exclusive or away:
// move(x + 1) = move(x) ^ move(x ^ (x + 1)), and x ^ (x + 1) is a run of ones, one longer than the ones at x's low end.
template <class Move>
Result<void> check_last_span(const TileLayout& layout, std::int64_t span, Move&& move) {
  const std::int64_t elements = layout.tile.rows * layout.pitch_elements;
  const std::int64_t first = elements / span * span;
  if (first == elements) return {};
  std::array<std::int64_t, 26> step;  // an offset has at most 24 bits
  for (std::size_t ones = 0; ones < step.size(); ++ones) step[ones] = move((std::int64_t{2} << ones) - 1);
  Coordinate at{first / layout.pitch_elements, first % layout.pitch_elements};
  std::optional<Coordinate> outside;
  std::int64_t outside_place = 0;
  std::int64_t last_place = 0;
  std::int64_t place = move(first);
  for (std::int64_t offset = first; offset < elements; ++offset) {
    if (at.column < layout.tile.columns && place >= elements) {
      if (!outside) outside_place = place;
      if (!outside) outside = at;
      last_place = std::max(last_place, place);
    }
    place ^= step[static_cast<std::size_t>(std::countr_one(static_cast<std::uint64_t>(offset)))];
    if (++at.column == layout.pitch_elements) at = {at.row + 1, 0};
  }
  if (!outside) return {};
  const std::int64_t bits = layout.tile.element.bits;
  return fail(leaves(layout, *outside, outside_place * bits, {0, (last_place + 1) * bits}, span_hint(layout, span)));
}

struct OffsetCheck {
  const TileLayout& layout;

  Result<void> operator()(const CuteSwizzle& swizzle) const {
    const int highest = swizzle.base + swizzle.bits + std::max(0, -swizzle.shift);  // one past the bits that change
    const std::int64_t span = std::int64_t{1} << highest;
    return check_last_span(layout, span, [&](std::int64_t offset) { return apply_cute(swizzle, offset); });
  }
  Result<void> operator()(const MatrixSwizzle& swizzle) const {
    const std::int64_t span = std::int64_t{1} << swizzle.rows.size();
    return check_last_span(layout, span, [&](std::int64_t offset) { return apply_matrix(swizzle, offset); });
  }
  Result<void> operator()(const TmaSwizzle& swizzle) const {
    // In elements from the start of the tile, which lies where the pattern starts too.
    const std::int64_t bits = layout.tile.element.bits;
    return check_last_span(layout, tma_span_bytes(swizzle.mode) * 8 / bits, [&, bits](std::int64_t offset) {
      return (apply_tma(swizzle.mode, offset * bits / 8) * 8 + offset * bits % 8) / bits;
    });
  }
  Result<void> operator()(const NoSwizzle&) const { return {}; }
  // Kinds that act on columns.
  template <class Other>
  Result<void> operator()(const Other&) const {
    const std::optional<ColumnFlip> flip = column_flip(layout);
    if (flip && row_that_holds(layout, *flip) <= layout.pitch_elements) return {};
    return check_every_element(layout);
  }
};

}  // namespace

Result<void> check_one_to_one(const TileLayout& layout) { return std::visit(OffsetCheck{layout}, layout.tile.swizzle); }

}  // namespace bankmap
