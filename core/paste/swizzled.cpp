#include "core/paste/swizzled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/address_sweep.hpp"

namespace bankmap::paste {
namespace {

constexpr std::int64_t most_checked_instructions = 8192;  // a few milliseconds

// The row's part of the column: ((row >> shift) & mask) * chunk.
struct Key {
  std::string row;
  int shift = 0;
  std::optional<std::int64_t> mask;
  std::int64_t chunk = 1;
};

class Reading {
 public:
  explicit Reading(std::string text) : text_(std::move(text)), names_(names_of(text_)) {
    const Result<Expression> parsed = parse_expression(text_, names_);
    if (parsed) tree_ = *parsed;
  }

  bool parsed() const { return !tree_.nodes.empty(); }
  int root() const { return static_cast<int>(tree_.nodes.size()) - 1; }
  const ExpressionNode& node(int at) const { return tree_.nodes[static_cast<std::size_t>(at)]; }
  int side(int at, int which) const { return node(at).operands[static_cast<std::size_t>(which)]; }

  std::string text(int at) const {
    const TextRange range = node(at).range;
    const Result<Expression> part = parse_expression(text_.substr(range.begin, range.end - range.begin), names_);
    return part ? to_cuda(*part) : std::string();
  }

  // of `a op 8`, or where it does not matter `8 op a`: the 8, and `at` becomes a.
  std::optional<std::int64_t> take_number(int& at, Operator op) const {
    if (node(at).op != op) return std::nullopt;
    const bool either = op == Operator::multiply || op == Operator::bit_and;
    for (const int which : {1, 0}) {
      const ExpressionNode& side_node = node(side(at, which));
      if (side_node.op != Operator::number || (which == 0 && !either)) continue;
      at = side(at, 1 - which);
      return side_node.number;
    }
    return std::nullopt;
  }

  // The number as a power of two: 8 -> 3; nothing for others.
  std::optional<int> take_power(int& at, Operator op) const {
    int inner = at;
    const std::optional<std::int64_t> number = take_number(inner, op);
    if (!number || *number < 1 || !std::has_single_bit(static_cast<std::uint64_t>(*number))) return std::nullopt;
    at = inner;
    return std::countr_zero(static_cast<std::uint64_t>(*number));
  }

  Key key(int at) const {
    Key found;
    if (const auto power = take_power(at, Operator::multiply)) found.chunk = std::int64_t{1} << *power;
    if (const auto mask = take_number(at, Operator::bit_and)) {
      found.mask = *mask;
    } else if (const auto power = take_power(at, Operator::modulo)) {
      found.mask = (std::int64_t{1} << *power) - 1;
    }
    if (const auto power = take_power(at, Operator::divide)) {
      found.shift = *power;
    } else if (const auto shift = take_number(at, Operator::shift_right); shift && *shift >= 0 && *shift < 32) {
      found.shift = static_cast<int>(*shift);
    }
    found.row = text(at);
    return found;
  }

 private:
  std::string text_;
  std::vector<std::string> names_;
  Expression tree_;
};

// f(step, warp) -> go on
template <class Each>
bool for_each_instruction(const PreparedAccess& access, Each&& each) {
  if (access.steps * access.warps > most_checked_instructions) return false;
  std::vector<std::int64_t> loops = loop_values(access.access, 0);
  for (std::int64_t step = 0; step < access.steps; ++step) {
    for (int warp = 0; warp < access.warps; ++warp) {
      if (!each(loops, warp)) return false;
    }
    advance(access.access, loops);
  }
  return true;
}

}  // namespace

std::optional<Swizzled> swizzled(const PlaceText& place, int rows) {
  const Reading column(place.column);
  if (!column.parsed()) return std::nullopt;
  int at = column.root();
  const int outer = column.take_power(at, Operator::multiply).value_or(0);
  if (column.node(at).op != Operator::bit_xor || outer > 12) return std::nullopt;
  for (const int which : {1, 0}) {
    const Key key = column.key(column.side(at, which));
    if (key.row != place.row && (place.last_rows_index.empty() || key.row != place.last_rows_index)) continue;
    const std::int64_t all =
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint32_t>(std::max(1, rows >> key.shift)))) - 1;
    const std::int64_t chunk = key.chunk << outer;
    if (chunk > 65'536) return std::nullopt;
    const std::string plain = column.text(column.side(at, 1 - which));
    const Reading whole(outer == 0 ? plain : fmt::format("({}) * {}", plain, 1 << outer));
    if (!whole.parsed()) return std::nullopt;
    return Swizzled{whole.text(whole.root()), {static_cast<int>(chunk), key.shift, key.mask.value_or(all)}};
  }
  return std::nullopt;
}

bool same_addresses(const PreparedAccess& a, const PreparedAccess& b) {
  if (a.steps != b.steps || a.warps != b.warps) return false;
  AddressSweep of_a(a);
  AddressSweep of_b(b);
  return for_each_instruction(a, [&](const std::vector<std::int64_t>& loops, int warp) {
    const Result<const WarpAddresses*> in_a = of_a.at(loops, warp);
    const Result<const WarpAddresses*> in_b = of_b.at(loops, warp);
    if (!in_a || !in_b || (**in_a).lanes.active != (**in_b).lanes.active) return false;
    for (int lane = 0; lane < lane_count; ++lane) {
      const auto i = static_cast<std::size_t>(lane);
      if (has_lane((**in_a).lanes.active, lane) && (**in_a).lanes.byte_address[i] != (**in_b).lanes.byte_address[i])
        return false;
    }
    return true;
  });
}

bool stays_inside(const PreparedAccess& access) {
  AddressSweep sweep(access);
  return for_each_instruction(access, [&](const std::vector<std::int64_t>& loops, int warp) {
    const Result<const WarpAddresses*> found = sweep.at(loops, warp);
    return found && (**found).outside_tile == 0;
  });
}

}  // namespace bankmap::paste
