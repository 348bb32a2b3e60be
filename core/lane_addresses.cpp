#include "core/lane_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "core/access_names.hpp"

namespace bankmap {
namespace {

constexpr std::size_t index(int lane) { return static_cast<std::size_t>(lane); }

Problem in_lanes(Problem problem, LaneMask lanes) {
  problem.lanes = lanes;
  return problem;
}

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

// What one access reaches beyond its first element: 16 bytes of half are elements 0..7.
int last_element(const PreparedAccess& prepared) {
  const int bytes = prepared.access.element_byte + info(prepared.access.instruction).access_bytes;
  return (bytes * 8 - 1) / prepared.layout.tile.element.bits;
}

LaneMask lanes_outside(const PreparedAccess& prepared, const LaneCoordinates& at, LaneMask active) {
  const Tile& tile = prepared.layout.tile;
  const int in_a_byte =
      std::max(1, 8 / tile.element.bits);  // the access starts with the whole byte that holds its element
  const std::int64_t reach = last_element(prepared);
  LaneMask outside = 0;
  for (int lane = 0; lane < lane_count;
       ++lane) {  // & and not &&: no branches, so that the loop is done in wide registers
    const std::int64_t last_column = (at.column[index(lane)] & -std::int64_t{in_a_byte}) + reach;
    const bool inside = (at.row[index(lane)] >= 0) & (at.row[index(lane)] < tile.rows) & (at.column[index(lane)] >= 0) &
                        (last_column < tile.columns);
    outside |= static_cast<LaneMask>(!inside) << lane;
  }
  return outside & active;
}

Problem torn_apart(const PreparedAccess& prepared, const LaneCoordinates& at, int lane, int element, std::int64_t bit,
                   std::int64_t expected_bit) {
  return Problem{
      .what = fmt::format("the swizzle tears the {}-byte access of lane {} apart: {}[{}][{}] lies at byte {}, not {}",
                          info(prepared.access.instruction).access_bytes, lane, prepared.layout.tile.name,
                          at.row[index(lane)], at.column[index(lane)] + element, bit / 8, expected_bit / 8),
      .hint = fmt::format("swizzle in chunks of at least {} elements", last_element(prepared) + 1),
      .place = "swizzle",
      .range = {}};
}

// How many elements the swizzle moves as one, from a place that is a multiple of that; 1: nothing is promised.
std::int64_t elements_moved_as_one(const TileLayout& layout) {
  const Swizzle& swizzle = layout.tile.swizzle;
  if (const auto* chunks = std::get_if<XorSwizzle>(&swizzle)) return chunks->chunk_elements;
  if (const auto* triton = std::get_if<TritonSwizzle>(&swizzle)) return triton->vec;
  if (const auto* cute = std::get_if<CuteSwizzle>(&swizzle)) return std::int64_t{1} << cute->base;
  return 1;
}

// True where one look at the columns proves it: a swizzle only flips bits of the place above its chunk, so elements that
// start a chunk, or an even part of one, stay side by side.
bool clearly_together(const PreparedAccess& prepared, const LaneCoordinates& at, LaneMask active) {
  const int access_bytes = info(prepared.access.instruction).access_bytes;
  if (access_bytes == 1 && prepared.layout.tile.element.bits < 8) return true;  // the one byte that holds the element
  const std::int64_t count = last_element(prepared) + 1;
  const bool is_power = std::has_single_bit(static_cast<std::uint64_t>(count));
  if (!is_power || elements_moved_as_one(prepared.layout) % count != 0 || prepared.layout.pitch_elements % count != 0)
    return false;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(active, lane) && (at.column[index(lane)] & (count - 1)) != 0) return false;
  }
  return true;
}

// An access is one run of bytes: the elements after the first must follow it in memory.
Result<void> elements_stay_together(const PreparedAccess& prepared, const LaneCoordinates& at,
                                    const LaneValues& first_bit, LaneMask active) {
  const TileLayout& layout = prepared.layout;
  if (std::holds_alternative<NoSwizzle>(layout.tile.swizzle) || clearly_together(prepared, at, active)) return {};
  const LaneValues none{};
  LaneValues torn_at = none;  // [lane] the first element that is elsewhere; 0: none
  LaneValues torn_bit = none;
  LaneMask torn = 0;
  for (int element = 1; element <= last_element(prepared); ++element) {
    LaneValues column = at.column;
    for (std::int64_t& value : column) value += element;
    const Result<LaneValues> bits = layout.bit_offsets(at.row, column, active);
    if (!bits) return fail(bits.error());
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::int64_t expected = first_bit[index(lane)] + std::int64_t{element} * layout.tile.element.bits;
      // Of an element in the middle of its byte, the access ends as many elements sooner.
      const std::int64_t skipped = first_bit[index(lane)] % 8 / layout.tile.element.bits;
      const bool in_place = (*bits)[index(lane)] == expected || element + skipped > last_element(prepared);
      if (!has_lane(active & ~torn, lane) || in_place) continue;
      torn |= lane_bit(lane);
      torn_at[index(lane)] = element;
      torn_bit[index(lane)] = (*bits)[index(lane)];
    }
  }
  if (torn == 0) return {};
  const int lane = std::countr_zero(torn);
  return fail(in_lanes(torn_apart(prepared, at, lane, static_cast<int>(torn_at[index(lane)]), torn_bit[index(lane)],
                                  first_bit[index(lane)] + torn_at[index(lane)] * layout.tile.element.bits),
                       torn));
}

// Byte positions relative to the start of shared memory, before they are known to fit.
struct RawBytes {
  LaneValues byte{};
  LaneValues first_bit{};  // of the element, where there are coordinates
  std::optional<LaneCoordinates> coordinates;
};

struct Evaluation {
  const PreparedAccess& prepared;
  std::span<const std::int64_t> loops;
  int warp;
  const RandSource& rand;

  bool typed_whole() const {
    return std::holds_alternative<IndexPattern>(prepared.access.pattern) ||
           std::holds_alternative<ByteOffsetPattern>(prepared.access.pattern);
  }
  Result<LaneValues> operator()(const BoundExpression& expression, int first_call_site, LaneMask lanes,
                                std::string_view place) const {
    const std::vector<LaneValues> values = name_values(expression, prepared.block, loops, warp);
    EvaluationInput input{.values = values, .lanes = lanes, .rand = {}};
    if (expression.tree.rand_calls > 0) {
      input.rand = [&](int site, int lane, std::int64_t n) { return rand(first_call_site + site, lane, n); };
    }
    Result<LaneValues> result = evaluate(expression.tree, input);
    if (result) return result;
    Problem problem = result.error();
    // A pattern's index is put together from its fields: a range in it would point nowhere in what the person typed.
    if (place != "mask" && !typed_whole()) problem.range = {};
    return fail(at(std::string(place), std::move(problem)));
  }
};

Result<LaneMask> active_lanes(const PreparedAccess& prepared, const Evaluation& evaluate_one, int first_call_site) {
  const LaneMask present =
      lanes_of_warp(prepared.block, evaluate_one.warp) & info(prepared.access.instruction).address_lanes;
  if (prepared.constant_mask) return *prepared.constant_mask & present;
  const Result<LaneValues> values = evaluate_one(prepared.mask, first_call_site, present, "mask");
  if (!values) return fail(values.error());
  LaneMask active = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(present, lane) && (*values)[index(lane)] != 0) active |= lane_bit(lane);
  }
  return active;
}

Result<RawBytes> bytes_of_coordinates(const PreparedAccess& prepared, const Evaluation& evaluate_one, LaneMask active) {
  const Result<LaneValues> row = evaluate_one(*prepared.row, 0, active, "row");
  if (!row) return fail(row.error());
  const Result<LaneValues> column = evaluate_one(*prepared.column, prepared.row->tree.rand_calls, active, "column");
  if (!column) return fail(column.error());
  const Result<LaneValues> bits = prepared.layout.bit_offsets(*row, *column, active);
  if (!bits) return fail(bits.error());
  RawBytes raw{.byte = {}, .first_bit = *bits, .coordinates = LaneCoordinates{*row, *column}};
  for (int lane = 0; lane < lane_count; ++lane) {
    raw.byte[index(lane)] = ((*bits)[index(lane)] >> 3) + prepared.access.element_byte;  // >> 3: towards minus infinity
  }
  return raw;
}

Result<RawBytes> bytes_of_offsets(const PreparedAccess& prepared, const Evaluation& evaluate_one, LaneMask active) {
  LaneValues offset{};
  if (prepared.bytes) {
    const Result<LaneValues> values = evaluate_one(*prepared.bytes, 0, active, "bytes");
    if (!values) return fail(values.error());
    offset = *values;
  } else {
    const auto& list = std::get<AddressListPattern>(prepared.access.pattern).bytes;
    std::copy(list.begin(), list.end(), offset.begin());
  }
  RawBytes raw;
  const std::int64_t start = prepared.layout.tile.base_bytes + prepared.access.element_byte;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(active, lane) && __builtin_add_overflow(offset[index(lane)], start, &raw.byte[index(lane)])) {
      return fail(in_lanes({.what = fmt::format("the byte offset of lane {} is out of range", lane),
                            .hint = "offsets lie between 0 and 4294967295",
                            .place = "bytes",
                            .range = {}},
                           lane_bit(lane)));
    }
  }
  return raw;
}

LaneMask lanes_outside_bytes(const PreparedAccess& prepared, const LaneValues& byte, LaneMask active) {
  const std::int64_t begin = prepared.layout.tile.base_bytes;
  const std::int64_t end = begin + prepared.layout.size_bytes - info(prepared.access.instruction).access_bytes;
  LaneMask outside = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const bool inside = byte[index(lane)] >= begin && byte[index(lane)] <= end;
    if (has_lane(active, lane) && !inside) outside |= lane_bit(lane);
  }
  return outside;
}

// Fills in the addresses, or refuses as the hardware would.
Result<void> check_and_store(const PreparedAccess& prepared, const LaneValues& byte, WarpAddresses& warp) {
  const InstructionInfo& instruction = info(prepared.access.instruction);
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
    warp.lanes.byte_address[index(lane)] = static_cast<std::uint32_t>(value);
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

}  // namespace

Result<WarpAddresses> addresses(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp,
                                const RandSource& rand) {
  const Evaluation evaluate_one{prepared, loops, warp, rand};
  const int index_calls = prepared.bytes ? prepared.bytes->tree.rand_calls
                          : prepared.row ? prepared.row->tree.rand_calls + prepared.column->tree.rand_calls
                                         : 0;
  const Result<LaneMask> active = active_lanes(prepared, evaluate_one, index_calls);
  if (!active) return fail(active.error());
  const Result<RawBytes> raw = prepared.row ? bytes_of_coordinates(prepared, evaluate_one, *active)
                                            : bytes_of_offsets(prepared, evaluate_one, *active);
  if (!raw) return fail(raw.error());
  WarpAddresses result;
  result.lanes.active = *active;
  result.coordinates = raw->coordinates;
  if (const Result<void> fits = check_and_store(prepared, raw->byte, result); !fits) return fail(fits.error());
  if (raw->coordinates) {
    const Result<void> whole = elements_stay_together(prepared, *raw->coordinates, raw->first_bit, *active);
    if (!whole) return fail(whole.error());
  }
  result.outside_tile = raw->coordinates ? lanes_outside(prepared, *raw->coordinates, *active)
                                         : lanes_outside_bytes(prepared, raw->byte, *active);
  return result;
}

Result<WarpAddresses> addresses(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp) {
  const RandSource first_draw = [&](int call_site, int lane, std::int64_t n) {
    return random_index(0, loops, warp, call_site, lane, n);
  };
  return addresses(prepared, loops, warp, first_draw);
}

std::int64_t random_index(std::uint64_t sample, std::span<const std::int64_t> loops, int warp, int call_site, int lane,
                          std::int64_t n) {
  // SplitMix64 (Steele, Lea, Flood 2014): each argument moves the state, the mix spreads it over all bits.
  std::uint64_t state = 0x42616e6b6d617021ull;  // the fixed seed
  const auto stir = [&state](std::uint64_t value) {
    state += 0x9e3779b97f4a7c15ull + value;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    state = z ^ (z >> 31);
  };
  stir(sample);
  for (const std::int64_t loop : loops) stir(static_cast<std::uint64_t>(loop));
  stir(static_cast<std::uint64_t>(warp));
  stir(static_cast<std::uint64_t>(call_site));
  stir(static_cast<std::uint64_t>(lane));
  const unsigned __int128 scaled = static_cast<unsigned __int128>(state) * static_cast<std::uint64_t>(n);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(scaled >> 64));
}

}  // namespace bankmap
