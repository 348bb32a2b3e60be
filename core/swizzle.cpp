#include "core/swizzle.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdlib>

namespace bankmap {
namespace {

// No tile has more rows or columns, and an element offset has at most 24 bits; larger fields would change nothing.
constexpr int max_factor = 65'536;
constexpr int max_offset_bits = 32;
constexpr std::size_t max_matrix_rows = 24;

struct TmaFacts {
  std::string_view name;
  int shift;          // the key: bits of (address >> shift) ...
  std::int64_t mask;  // ... that are flipped into the address
};
// source: CUDA driver API, CUtensorMapSwizzle; the CUDA programming guide's section on swizzled tensor maps
constexpr std::array<TmaFacts, 5> tma_facts{
    {{"32B", 3, 0x10}, {"64B", 3, 0x30}, {"128B", 3, 0x70}, {"128B_ATOM_32B", 2, 0x60}, {"128B_ATOM_64B", 1, 0x40}}};

const TmaFacts& facts(TmaMode mode) { return tma_facts[static_cast<std::size_t>(mode)]; }

int beyond_highest_bit(std::int64_t bits) { return 1 << std::bit_width(static_cast<std::uint64_t>(bits)); }

Result<void> check_power_of_two(std::string_view field, int value) {
  if (value >= 1 && value <= max_factor && std::has_single_bit(static_cast<unsigned>(value))) return {};
  return fail(placed(std::string(field), fmt::format("{} is not a power of two from 1 to {}", value, max_factor),
                     "1, 2, 4, 8, ..."));
}

// The rank over F2 of the square part that maps the low bits to themselves; the bits above it stay, so it alone
// decides.
std::size_t low_rank(std::vector<std::uint32_t> rows) {
  std::size_t rank = 0;
  for (std::size_t bit = 0; bit < rows.size(); ++bit) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && ((rows[pivot] >> bit) & 1u) == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[pivot], rows[rank]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i != rank && ((rows[i] >> bit) & 1u) != 0) rows[i] ^= rows[rank];
    }
    ++rank;
  }
  return rank;
}

struct FieldCheck {
  Result<void> operator()(const NoSwizzle&) const { return {}; }
  Result<void> operator()(const XorSwizzle& s) const {
    return check_power_of_two("chunk_elements", s.chunk_elements)
        .and_then([&] { return check_range("shift", s.shift, 0, max_offset_bits); })
        .and_then([&] { return check_range("mask", s.mask, 0, max_factor - 1); });
  }
  Result<void> operator()(const CuteSwizzle& s) const {
    const Result<void> ranges =
        check_range("bits", s.bits, 0, 16).and_then([&] { return check_range("base", s.base, 0, 24); }).and_then([&] {
          return check_range("shift", s.shift, -24, 24);
        });
    if (!ranges) return ranges;
    if (std::abs(s.shift) < s.bits) {
      return fail(placed(
          "shift",
          fmt::format("shift {} makes the {} bits overlap with the bits they are combined with", s.shift, s.bits),
          fmt::format("{0} or more, or -{0} or less", s.bits)));
    }
    const int reach = s.base + s.bits + std::abs(s.shift);
    if (reach <= max_offset_bits) return {};
    return fail(placed("shift", fmt::format("base + bits + |shift| is {}, beyond any element of a tile", reach),
                       fmt::format("at most {} in all", max_offset_bits)));
  }
  Result<void> operator()(const TmaSwizzle& s) const {
    return check_range("mode", static_cast<int>(s.mode), 0, static_cast<int>(tma_facts.size()) - 1);
  }
  Result<void> operator()(const TritonSwizzle& s) const {
    return check_power_of_two("vec", s.vec)
        .and_then([&] { return check_power_of_two("per_phase", s.per_phase); })
        .and_then([&] { return check_power_of_two("max_phase", s.max_phase); });
  }
  Result<void> operator()(const MatrixSwizzle& s) const {
    if (s.rows.size() > max_matrix_rows) {
      return fail(placed("rows", fmt::format("a bit matrix of {} rows", s.rows.size()),
                         fmt::format("at most {}", max_matrix_rows)));
    }
    const std::size_t rank = low_rank(s.rows);
    if (rank == s.rows.size()) return {};
    return fail(placed(
        "rows",
        fmt::format("the bit matrix has rank {} of {}: several elements would land in one place", rank, s.rows.size()),
        "give every row a bit of its own, for example row i = 1 << i, and add higher bits to it"));
  }
  Result<void> operator()(const ExpressionSwizzle& s) const {
    const Result<Expression> parsed = parse_swizzle(s);
    if (!parsed) return fail(parsed.error());
    return {};
  }
};

struct Describe {
  std::string operator()(const NoSwizzle&) const { return "none"; }
  std::string operator()(const XorSwizzle& s) const {
    const std::string key =
        s.shift == 0 ? fmt::format("row & {}", s.mask) : fmt::format("row >> {} & {}", s.shift, s.mask);
    return fmt::format("col ^ ({}){}", key,
                       s.chunk_elements == 1 ? "" : fmt::format(", chunks of {}", s.chunk_elements));
  }
  std::string operator()(const CuteSwizzle& s) const {
    return fmt::format("Swizzle<{},{},{}>", s.bits, s.base, s.shift);
  }
  std::string operator()(const TmaSwizzle& s) const { return fmt::format("TMA {}", tma_mode_name(s.mode)); }
  std::string operator()(const TritonSwizzle& s) const {
    return fmt::format("Triton vec {}, per phase {}, max phase {}", s.vec, s.per_phase, s.max_phase);
  }
  std::string operator()(const MatrixSwizzle& s) const { return fmt::format("bit matrix {0} x {0}", s.rows.size()); }
  std::string operator()(const ExpressionSwizzle& s) const { return fmt::format("col -> {}", s.column); }
};

}  // namespace

Result<Swizzle> checked(const Swizzle& swizzle) {
  if (const Result<void> ok = std::visit(FieldCheck{}, swizzle); !ok) return fail(ok.error());
  return swizzle;
}

Result<Expression> parse_swizzle(const ExpressionSwizzle& swizzle) {
  const std::array<std::string, 5> names{"row", "col", "rows", "columns", "pitch"};
  Result<Expression> parsed = parse_expression(swizzle.column, names);
  if (!parsed) return fail(at("column", parsed.error()));
  if (parsed->rand_calls > 0) {
    return fail(placed("column", "a swizzle cannot call rand: it must put an element in the same place every time",
                       "for example: col ^ row"));
  }
  return parsed;
}

std::int64_t apply_matrix(const MatrixSwizzle& swizzle, std::int64_t element_offset) {
  const auto low = static_cast<std::uint32_t>(element_offset);
  std::int64_t moved = element_offset >> swizzle.rows.size() << swizzle.rows.size();
  for (std::size_t i = 0; i < swizzle.rows.size(); ++i) {
    moved |= std::int64_t{std::popcount(low & swizzle.rows[i]) & 1} << i;
  }
  return moved;
}

TmaKey tma_key(TmaMode mode) { return {facts(mode).shift, facts(mode).mask}; }

std::int64_t apply_tma(TmaMode mode, std::int64_t byte_address) {
  return byte_address ^ ((byte_address >> facts(mode).shift) & facts(mode).mask);
}

int tma_repeat_bytes(TmaMode mode) { return beyond_highest_bit(facts(mode).mask << facts(mode).shift); }

int tma_chunk_bytes(TmaMode mode) { return static_cast<int>(facts(mode).mask & -facts(mode).mask); }

int tma_span_bytes(TmaMode mode) { return beyond_highest_bit(facts(mode).mask); }

std::string_view tma_mode_name(TmaMode mode) { return facts(mode).name; }

std::string describe(const Swizzle& swizzle) { return std::visit(Describe{}, swizzle); }

}  // namespace bankmap
