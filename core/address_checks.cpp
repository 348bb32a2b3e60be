#include "core/address_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "core/index.hpp"
#include "core/lane_operators.hpp"

namespace bankmap {
namespace {

std::string coordinate(const WarpAddresses& warp, const Tile& tile, int lane) {
  if (!warp.coordinates) return {};
  return fmt::format(" ({}[{}][{}])", tile.name, warp.coordinates->row[index(lane)],
                     warp.coordinates->column[index(lane)]);
}

// Which row strides keep every row aligned, in the words of the declaration: "padding 0, 8 or 16 elements".
std::string aligned_paddings(const TileLayout& layout, int access_bytes) {
  std::vector<std::string> found;
  for (std::int64_t padding = 0; padding <= 1024 && found.size() < 3; ++padding) {
    const std::int64_t pitch_bits = (layout.tile.columns + padding) * layout.tile.element.bits;
    if (pitch_bits % (std::int64_t{access_bytes} * 8) == 0) found.push_back(std::to_string(padding));
  }
  if (found.empty()) return {};
  return fmt::format("; rows stay aligned with a padding of {} elements", fmt::join(found, ", "));
}

int elements_reached(const PreparedAccess& prepared) {
  return elements_reached(info(prepared.access.instruction).access_bytes, prepared.access.element_byte,
                          prepared.layout.tile.element);
}

Problem torn_apart(const PreparedAccess& prepared, const LaneCoordinates& at, int lane, int element, std::int64_t bit,
                   std::int64_t expected_bit) {
  return Problem{
      .what = fmt::format("the swizzle tears the {}-byte access of lane {} apart: {}[{}][{}] lies at byte {}, not {}",
                          info(prepared.access.instruction).access_bytes, lane, prepared.layout.tile.name,
                          at.row[index(lane)], at.column[index(lane)] + element, bit / 8, expected_bit / 8),
      .hint = fmt::format("swizzle in chunks of at least {} elements", elements_reached(prepared)),
      .place = "swizzle",
      .range = {}};
}

// True where one look at the columns proves it: a swizzle only flips bits of the place above its chunk, so elements that
// start a chunk, or an even part of one, stay side by side.
bool clearly_together(const PreparedAccess& prepared, const LaneCoordinates& at, LaneMask active) {
  const int access_bytes = info(prepared.access.instruction).access_bytes;
  if (access_bytes == 1 && prepared.layout.tile.element.bits < 8) return true;  // the one byte that holds the element
  const std::int64_t count = elements_reached(prepared);
  const bool is_power = std::has_single_bit(static_cast<std::uint64_t>(count));
  if (!is_power || elements_moved_as_one(prepared.layout) % count != 0 || prepared.layout.pitch_elements % count != 0)
    return false;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(active, lane) && (at.column[index(lane)] & (count - 1)) != 0) return false;
  }
  return true;
}

// Room to each side of an access, negative where there is none.
struct Room {
  explicit Room(const PreparedAccess& prepared)
      : whole_byte(-std::int64_t{std::max(1, 8 / prepared.layout.tile.element.bits)}),
        last_row(prepared.layout.tile.rows - 1),
        last_start(prepared.layout.tile.columns - elements_reached(prepared)) {}
  std::int64_t left(std::int64_t row, std::int64_t column) const {
    return row | (last_row - row) | column | (last_start - (column & whole_byte));
  }

  std::int64_t whole_byte;  // the access starts with the whole byte that holds its element
  std::int64_t last_row;
  std::int64_t last_start;
};

// Usually there are none, and one look at the signs of all lanes together says so.
template <class OfLane>
LaneMask lanes_below_zero(const OfLane& value) {
  std::int64_t least = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) least |= value(lane);
  if (least >= 0) return 0;
  LaneMask below = 0;
  for (int lane = 0; lane < lane_count; ++lane) below |= value(index(lane)) < 0 ? lane_bit(lane) : 0;
  return below;
}

}  // namespace

Problem in_lanes(Problem problem, LaneMask lanes) {
  problem.lanes = lanes;
  return problem;
}

int elements_reached(int access_bytes, int element_byte, const Element& element) {
  return ((element_byte + access_bytes) * 8 - 1) / element.bits + 1;
}

std::int64_t elements_moved_as_one(const TileLayout& layout) {
  const Swizzle& swizzle = layout.tile.swizzle;
  if (const auto* chunks = std::get_if<XorSwizzle>(&swizzle)) return chunks->chunk_elements;
  if (const auto* triton = std::get_if<TritonSwizzle>(&swizzle)) return triton->vec;
  if (const auto* cute = std::get_if<CuteSwizzle>(&swizzle)) return std::int64_t{1} << cute->base;
  return 1;
}

Result<LaneMask> lanes_torn(const TileLayout& layout, int elements, int element, const LaneCoordinates& at,
                            const LaneValues& first_bit, LaneMask active) {
  LaneValues column = at.column;
  for (std::int64_t& value : column) value += element;
  const Result<LaneValues> bits = layout.bit_offsets(at.row, column, active);
  if (!bits) return fail(bits.error());
  const int element_bits = layout.tile.element.bits;
  LaneMask torn = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::int64_t first = first_bit[index(lane)];
    const bool in_place = (*bits)[index(lane)] == first + std::int64_t{element} * element_bits;
    if (!in_place && element + first % 8 / element_bits < elements) torn |= lane_bit(lane);
  }
  return torn & active;
}

Result<void> check_and_store(const PreparedAccess& prepared, const LaneValues& byte, WarpAddresses& warp) {
  const InstructionInfo& instruction = info(prepared.access.instruction);
  LaneValues room;
  const bool all_active = warp.lanes.active == all_lanes;
  if (!all_active) keep_lanes(byte, warp.lanes.active, room);
  const LaneValues& active_byte = all_active ? byte : room;
  std::uint64_t bits = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    warp.lanes.byte_address[lane] = static_cast<std::uint32_t>(active_byte[lane]);
    bits |= static_cast<std::uint64_t>(active_byte[lane]);
  }
  // Usually one look at all lanes together shows that each has an address that the hardware takes.
  if (bits >> 32 == 0 && (bits & static_cast<std::uint64_t>(instruction.access_bytes - 1)) == 0) return {};
  LaneMask out_of_range = 0;
  LaneMask misaligned = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(warp.lanes.active, lane)) continue;
    const std::int64_t value = byte[index(lane)];
    if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) {
      out_of_range |= lane_bit(lane);
    } else if ((value & (instruction.access_bytes - 1)) != 0) {  // access sizes are powers of two
      misaligned |= lane_bit(lane);
    }
  }
  if (out_of_range != 0) {
    const int lane = std::countr_zero(out_of_range);
    return fail(in_lanes({.what = fmt::format("lane {}{} is at byte {}", lane,
                                              coordinate(warp, prepared.layout.tile, lane), byte[index(lane)]),
                          .hint = "shared-memory addresses lie between 0 and 4294967295",
                          .place = "pattern",
                          .range = {}},
                         out_of_range));
  }
  if (misaligned == 0) return {};
  const int lane = std::countr_zero(misaligned);
  return fail(in_lanes(
      {.what = fmt::format("misaligned: lane {}{} is at byte {}, not a multiple of the {} bytes that {} needs", lane,
                           coordinate(warp, prepared.layout.tile, lane), byte[index(lane)], instruction.access_bytes,
                           instruction.name),
       .hint = fmt::format("the hardware faults here: start every lane at a multiple of {} bytes{}",
                           instruction.access_bytes,
                           warp.coordinates ? aligned_paddings(prepared.layout, instruction.access_bytes) : ""),
       .place = "pattern",
       .range = {}},
      misaligned));
}

Result<void> elements_stay_together(const PreparedAccess& prepared, const LaneCoordinates& at,
                                    const LaneValues& first_bit, LaneMask active) {
  const TileLayout& layout = prepared.layout;
  if (std::holds_alternative<NoSwizzle>(layout.tile.swizzle) || clearly_together(prepared, at, active)) return {};
  const int elements = elements_reached(prepared);
  LaneValues torn_at{};  // [lane] the first element that is elsewhere
  LaneMask torn = 0;
  for (int element = 1; element < elements; ++element) {
    const Result<LaneMask> found = lanes_torn(layout, elements, element, at, first_bit, active);
    if (!found) return fail(found.error());
    for (LaneMask rest = *found & ~torn; rest != 0; rest &= rest - 1) torn_at[index(std::countr_zero(rest))] = element;
    torn |= *found;
  }
  if (torn == 0) return {};
  const int lane = std::countr_zero(torn);
  const std::int64_t element = torn_at[index(lane)];
  const Result<std::int64_t> bit = layout.bit_offset(at.row[index(lane)], at.column[index(lane)] + element);
  if (!bit) return fail(bit.error());
  return fail(in_lanes(torn_apart(prepared, at, lane, static_cast<int>(element), *bit,
                                  first_bit[index(lane)] + element * layout.tile.element.bits),
                       torn));
}

LaneMask lanes_outside(const PreparedAccess& prepared, const LaneCoordinates& at, LaneMask active) {
  const Room room(prepared);
  return lanes_below_zero([&](std::size_t lane) { return room.left(at.row[lane], at.column[lane]); }) & active;
}

// What is left grows and shrinks with the coordinate, so the two ends decide.
bool surely_inside(const PreparedAccess& prepared, const Bounds& rows, const Bounds& columns) {
  const Room room(prepared);
  const bool near = columns.least >= 0 && rows.least >= 0;  // what follows cannot overflow
  return near && room.left(rows.most, columns.most) >= 0;
}

LaneMask lanes_outside_bytes(const PreparedAccess& prepared, const LaneValues& byte, LaneMask active) {
  const std::int64_t begin = prepared.layout.tile.base_bytes;
  const std::int64_t last = begin + prepared.layout.size_bytes - info(prepared.access.instruction).access_bytes;
  return lanes_below_zero([&](std::size_t lane) { return (byte[lane] - begin) | (last - byte[lane]); }) & active;
}

}  // namespace bankmap
