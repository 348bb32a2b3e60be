#include "core/address_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/access_names.hpp"
#include "core/address_checks.hpp"
#include "core/index.hpp"
#include "core/lane_operators.hpp"
#include "core/random_draws.hpp"

namespace bankmap {
namespace {

// A pattern's index is put together from its fields: a range in it would point nowhere in what the person typed.
bool typed_whole(const PreparedAccess& prepared) {
  return std::holds_alternative<IndexPattern>(prepared.access.pattern) ||
         std::holds_alternative<ByteOffsetPattern>(prepared.access.pattern);
}

// The byte that holds a bit, and element_byte more. Shifted as if far from zero: rounds towards minus infinity, in vector
// registers that cannot shift a sign.
LaneValues bytes_of(const LaneValues& bits, int element_byte) {
  constexpr std::uint64_t far = std::uint64_t{1} << 62;
  const std::uint64_t back = (far >> 3) - static_cast<std::uint64_t>(element_byte);
  LaneValues byte;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    byte[lane] = static_cast<std::int64_t>(((static_cast<std::uint64_t>(bits[lane]) + far) >> 3) - back);
  }
  return byte;
}

int rand_calls(const std::optional<BoundExpression>& expression) {
  return expression ? expression->tree.rand_calls : 0;
}

}  // namespace

AddressSweep::AddressSweep(const PreparedAccess& prepared) : prepared_(&prepared), uses_rand_(prepared.uses_rand()) {
  if (!prepared.constant_mask) mask_.emplace(prepared.mask, prepared.block);
  if (prepared.row) row_.emplace(*prepared.row, prepared.block);
  if (prepared.column) column_.emplace(*prepared.column, prepared.block);
  if (prepared.bytes) bytes_.emplace(*prepared.bytes, prepared.block);
  if (prepared.row) found_.coordinates.emplace();
}

Result<const LaneValues*> AddressSweep::evaluate(IndexSweep& expression, const Step& step, LaneMask lanes,
                                                 std::string_view place, int first_call_site) {
  const auto ask = [&](const Evaluator::Rand& rand) { return expression.at(step.loops, step.warp, lanes, rand); };
  const auto from_first = [&](int site, LaneMask asked, const LaneValues& bounds, LaneValues& drawn) {
    step.rand(first_call_site + site, asked, bounds, drawn);
  };
  Result<const LaneValues*> values = first_call_site == 0 ? ask(step.rand) : ask(from_first);
  if (values) return values;
  Problem problem = std::move(values.error());
  if (place != "mask" && !typed_whole(*prepared_)) problem.range = {};
  return fail(bankmap::at(std::string(place), std::move(problem)));
}

Result<void> AddressSweep::find_active(const Step& step) {
  const LaneMask present =
      lanes_of_warp(prepared_->block, step.warp) & info(prepared_->access.instruction).address_lanes;
  if (prepared_->constant_mask) {
    found_.lanes.active = *prepared_->constant_mask & present;
    return {};
  }
  const int index_calls = rand_calls(prepared_->row) + rand_calls(prepared_->column) + rand_calls(prepared_->bytes);
  const Result<const LaneValues*> values = evaluate(*mask_, step, present, "mask", index_calls);
  if (!values) return fail(values.error());
  found_.lanes.active = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(present, lane) && (**values)[index(lane)] != 0) found_.lanes.active |= lane_bit(lane);
  }
  return {};
}

Result<void> AddressSweep::place_coordinates(const Step& step) {
  const LaneMask active = found_.lanes.active;
  const Result<const LaneValues*> row = evaluate(*row_, step, active, "row", 0);
  if (!row) return fail(row.error());
  if (row_->changed()) keep_lanes(**row, active, found_.coordinates->row);
  const Result<const LaneValues*> column = evaluate(*column_, step, active, "column", rand_calls(prepared_->row));
  if (!column) return fail(column.error());
  if (column_->changed()) keep_lanes(**column, active, found_.coordinates->column);
  const Result<LaneValues> bits =
      prepared_->layout.bit_offsets(found_.coordinates->row, found_.coordinates->column, active);
  if (!bits) return fail(bits.error());
  const LaneValues byte = bytes_of(*bits, prepared_->access.element_byte);
  if (const Result<void> fits = check_and_store(*prepared_, byte, found_); !fits) return fail(fits.error());
  if (const auto whole = elements_stay_together(*prepared_, *found_.coordinates, *bits, active); !whole) return whole;
  // Lanes that are not asked count too: in doubt, each active one is looked at.
  const bool inside = surely_inside(*prepared_, row_->bounds(), column_->bounds());
  found_.outside_tile = inside ? 0 : lanes_outside(*prepared_, *found_.coordinates, active);
  return {};
}

Result<void> AddressSweep::place_offsets(const Step& step) {
  const LaneMask active = found_.lanes.active;
  LaneValues byte{};
  if (bytes_) {
    const Result<const LaneValues*> values = evaluate(*bytes_, step, active, "bytes", 0);
    if (!values) return fail(values.error());
    keep_lanes(**values, active, byte);
  } else {
    const auto& list = std::get<AddressListPattern>(prepared_->access.pattern).bytes;
    std::copy(list.begin(), list.end(), byte.begin());
  }
  const std::int64_t start = prepared_->layout.tile.base_bytes + prepared_->access.element_byte;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(active, lane) && __builtin_add_overflow(byte[index(lane)], start, &byte[index(lane)])) {
      return fail(in_lanes({.what = fmt::format("the byte offset of lane {} is out of range", lane),
                            .hint = "offsets lie between 0 and 4294967295",
                            .place = "bytes",
                            .range = {}},
                           lane_bit(lane)));
    }
  }
  if (const Result<void> fits = check_and_store(*prepared_, byte, found_); !fits) return fail(fits.error());
  found_.outside_tile = lanes_outside_bytes(*prepared_, byte, active);
  return {};
}

Result<const WarpAddresses*> AddressSweep::find(const Step& step) {
  if (const Result<void> ok = find_active(step); !ok) return fail(ok.error());
  if (found_.lanes.active == 0) {  // nobody asks for an index
    found_.lanes.byte_address.fill(0);
    found_.outside_tile = 0;
    return &found_;
  }
  if (const Result<void> ok = row_ ? place_coordinates(step) : place_offsets(step); !ok) return fail(ok.error());
  return &found_;
}

Result<const WarpAddresses*> AddressSweep::at(std::span<const std::int64_t> loops, int warp,
                                              const Evaluator::Rand& rand) {
  return find({loops, warp, rand});
}

Result<const WarpAddresses*> AddressSweep::at(std::span<const std::int64_t> loops, int warp) {
  static const Evaluator::Rand nobody_asks;
  if (!uses_rand_) return find({loops, warp, nobody_asks});
  const RandomDraws draws(0, loops, warp);
  return find({loops, warp, [&draws](int site, LaneMask, const LaneValues& bounds, LaneValues& drawn) {
                 draws.fill(site, bounds, drawn);
               }});
}

Result<WarpAddresses> addresses(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp) {
  AddressSweep sweep(prepared);
  const Result<const WarpAddresses*> found = sweep.at(loops, warp);
  if (!found) return fail(found.error());
  return **found;
}

}  // namespace bankmap
