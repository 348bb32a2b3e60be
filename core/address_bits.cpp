#include "core/address_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "core/advice/bit_space.hpp"
#include "core/powers_of_two.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 16;  // that are compared one by one

std::optional<std::uint32_t> bank_at(const TileLayout& layout, std::int64_t row, std::int64_t column) {
  const Result<std::int64_t> bit = layout.bit_offset(row, column);
  if (!bit) return std::nullopt;
  return static_cast<std::uint32_t>(*bit / word_bits % bank_count);
}

// Where the bits lead: [source] the bank of that bit alone, against the bank of none.
BankBits transposed(const std::vector<std::uint32_t>& leads_to, std::uint32_t none) {
  BankBits bits;
  bits.flipped = none;
  for (std::size_t source = 0; source < leads_to.size(); ++source) {
    for (std::size_t bit = 0; bit < bank_bit_count; ++bit) {
      if ((leads_to[source] >> bit & 1U) != 0) bits.sources[bit] |= std::uint32_t{1} << source;
    }
  }
  return bits;
}

// [value] the parities of all values of some bits, by the lowest bit that is set.
std::vector<std::uint32_t> parities(std::int64_t count, const std::uint32_t* leads_to) {
  std::vector<std::uint32_t> all(static_cast<std::size_t>(count), 0);
  for (std::size_t value = 1; value < all.size(); ++value)
    all[value] = all[value & (value - 1)] ^ leads_to[std::countr_zero(value)];
  return all;
}

struct Probe {
  std::optional<BankBits> bits;
  bool all_elements = true;
};

// Asks for each bit alone, then whether the parities hold for every element (of a large tile: of its first rows).
Probe probe(const TileLayout& layout, int column_bits, int row_bits) {
  const std::optional<std::uint32_t> none = bank_at(layout, 0, 0);
  if (!none) return {};
  std::vector<std::uint32_t> leads_to;
  for (int source = 0; source < column_bits + row_bits; ++source) {
    const bool of_column = source < column_bits;
    const std::int64_t one = std::int64_t{1} << (of_column ? source : source - column_bits);
    const auto bank = of_column ? bank_at(layout, 0, one) : bank_at(layout, one, 0);
    if (!bank) return {};
    leads_to.push_back(*bank ^ *none);
  }
  const std::int64_t columns = layout.tile.columns;
  const std::int64_t rows = std::clamp<std::int64_t>(most_elements / columns, 1, layout.tile.rows);
  const auto of_column = parities(columns, leads_to.data());
  const auto of_row = parities(rows, leads_to.data() + column_bits);
  LaneValues row;
  LaneValues column;
  for (std::int64_t r = 0; r < rows; ++r) {
    row.fill(r);
    for (std::int64_t first = 0; first < columns; first += lane_count) {
      for (std::int64_t i = 0; i < lane_count; ++i)
        column[static_cast<std::size_t>(i)] = std::min(first + i, columns - 1);
      const Result<LaneValues> at = layout.bit_offsets(row, column, all_lanes);
      if (!at) return {};
      for (std::size_t i = 0; i < lane_count; ++i) {
        const auto bank = static_cast<std::uint32_t>((*at)[i] / word_bits % bank_count);
        const std::uint32_t parity =
            *none ^ of_row[static_cast<std::size_t>(r)] ^ of_column[static_cast<std::size_t>(column[i])];
        if (bank != parity) return {};
      }
    }
  }
  return {transposed(leads_to, *none), rows == layout.tile.rows};
}

// What each bit adds to the bank number of the sum.
BankBits addends(const TileLayout& plain, int column_bits, int row_bits) {
  std::vector<std::uint32_t> adds;
  const auto of_bits = [](std::int64_t bits) { return static_cast<std::uint32_t>(bits / word_bits % bank_count); };
  for (int i = 0; i < column_bits; ++i) adds.push_back(of_bits(std::int64_t{plain.tile.element.bits} << i));
  for (int i = 0; i < row_bits; ++i) adds.push_back(of_bits(plain.pitch_bits << i));
  return transposed(adds, of_bits(plain.tile.base_bytes * 8));
}

std::string times(std::int64_t factor, const char* name) {
  return factor == 1 ? name : fmt::format("{} × {}", factor, name);
}

std::string sum_in_words(const TileLayout& plain) {
  const std::int64_t element_bits = plain.tile.element.bits;
  const std::int64_t base_bits = plain.tile.base_bytes * 8;
  const bool whole = element_bits % word_bits == 0 && plain.pitch_bits % word_bits == 0 && base_bits % word_bits == 0;
  const std::int64_t unit = whole ? word_bits : element_bits % 8 == 0 ? 8 : 1;
  const std::string base = base_bits == 0 ? "" : fmt::format("{} + ", base_bits / unit);
  const std::string sum =
      fmt::format("{}{} + {}", base, times(plain.pitch_bits / unit, "row"), times(element_bits / unit, "column"));
  if (whole) return fmt::format("bank = ({}) mod 32", sum);
  return fmt::format("bank = ({}) / {} mod 32", sum, word_bits / unit);
}

std::string why_no_parity(const TileLayout& layout, bool plain_is_linear) {
  const Tile& tile = layout.tile;
  if (plain_is_linear) return fmt::format("{} is not linear over single bits", describe(tile.swizzle));
  if (!is_power(tile.element.bits))
    return fmt::format("an element takes {} bytes, no power of two, so column bits are added with carries",
                       tile.element.bits / 8);
  if (!is_power(layout.pitch_bits))
    return layout.pitch_bits % word_bits == 0
               ? fmt::format("rows are {} words apart, no power of two, so row bits are added with carries",
                             layout.pitch_bits / word_bits)
               : fmt::format("rows are {} bytes apart, no power of two, so row bits are added with carries",
                             layout.pitch_bits / 8);
  return fmt::format("the tile starts at byte {}, and adding that carries", tile.base_bytes);
}

}  // namespace

int rank(const BankBits& bits) {
  BitSpace space;
  for (const std::uint32_t sources : bits.sources) space.add(sources);
  return space.dimension();
}

AddressBits address_bits(const TileLayout& layout) {
  AddressBits bits;
  bits.column_bits = bits_for(layout.tile.columns);
  bits.row_bits = bits_for(layout.tile.rows);
  TileLayout plain = layout;
  plain.tile.swizzle = NoSwizzle{};
  bits.before = probe(plain, bits.column_bits, bits.row_bits).bits;
  const Probe after = probe(layout, bits.column_bits, bits.row_bits);
  bits.after = after.bits;
  bits.all_elements = after.all_elements;
  if (!bits.after) bits.why_not = why_no_parity(layout, bits.before.has_value());
  bits.added = addends(plain, bits.column_bits, bits.row_bits);
  bits.arithmetic = sum_in_words(plain);
  return bits;
}

LaneBits lane_bits(const WarpAnalysis& warp) {
  LaneBits bits;
  const LaneMask active = warp.addresses.active;
  if (active == 0) {
    bits.why_not = "no lane is active";
    return bits;
  }
  bits.lane_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(std::bit_width(active) - 1)));
  const auto bank = [&](int lane) {
    return static_cast<std::uint32_t>(bank_of(warp.addresses.byte_address[static_cast<std::size_t>(lane)]));
  };
  std::vector<std::uint32_t> leads_to;
  for (int i = 0; i < bits.lane_bits; ++i) {
    if (!has_lane(active, 0) || !has_lane(active, 1 << i)) {
      bits.why_not = fmt::format("lane {} is not active", has_lane(active, 0) ? 1 << i : 0);
      return bits;
    }
    leads_to.push_back(bank(1 << i) ^ bank(0));
  }
  const std::vector<std::uint32_t> parity = parities(std::int64_t{1} << bits.lane_bits, leads_to.data());
  for (int lane = 0; lane < 1 << bits.lane_bits; ++lane) {
    if (!has_lane(active, lane) || bank(lane) == (parity[static_cast<std::size_t>(lane)] ^ bank(0))) continue;
    bits.why_not = fmt::format("from lane {} on the lane's bits are added with carries", lane);
    return bits;
  }
  bits.bank = transposed(leads_to, bank(0));
  return bits;
}

std::string source_name(const AddressBits& bits, int source) {
  return source < bits.column_bits ? fmt::format("c{}", source) : fmt::format("r{}", source - bits.column_bits);
}

std::string explain_bank_bit(const AddressBits& bits, const BankBits& of, int bank_bit) {
  std::string text;
  for (int source = 0; source < bits.column_bits + bits.row_bits; ++source) {
    if (of.has(bank_bit, source)) text += (text.empty() ? "" : " ^ ") + source_name(bits, source);
  }
  const bool flipped = (of.flipped >> bank_bit & 1U) != 0;
  if (text.empty()) return fmt::format("b{} = {}, for all elements", bank_bit, flipped ? 1 : 0);
  return fmt::format("b{} = {}{}", bank_bit, text, flipped ? " ^ 1" : "");
}

std::string explain_lane_bits(const LaneBits& bits) {
  if (!bits.bank) return fmt::format("For this warp no bank bit is a parity of lane bits: {}.", bits.why_not);
  const int reached = 1 << rank(*bits.bank);
  if (reached == 1) return "No lane bit leads to a bank bit: all lanes of this warp start in one bank.";
  return fmt::format("The {} lane bits lead to {} independent sum{} of bank bits: this warp starts in 2^{} = {} banks.",
                     bits.lane_bits, rank(*bits.bank), rank(*bits.bank) == 1 ? "" : "s", rank(*bits.bank), reached);
}

}  // namespace bankmap
