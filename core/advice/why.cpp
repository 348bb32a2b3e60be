// The sentence of a fix: what the new layout does to the rows that used to meet.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "core/advice/build_fix.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

// The access that gains most: what the fix is for.
std::size_t most_helped_access(const Before& before, const Fix& fix, int tile) {
  std::size_t helped = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < before.scenario.accesses.size(); ++i) {
    if (before.scenario.accesses[i].tile != tile) continue;
    const AccessEffect& effect = fix.accesses[i];
    const std::int64_t gain = effect.weight * (effect.excess_before() - effect.excess_after());
    if (gain > most) helped = i;
    most = std::max(most, gain);
  }
  return helped;
}

std::string bytes_apart(std::int64_t bits) {
  const std::int64_t bytes = bits / 8;
  return bytes % bank_bytes == 0 ? fmt::format("{} words", bytes / bank_bytes) : fmt::format("{} bytes", bytes);
}

// "one bank", "3 groups of 4 banks"
std::string groups_in_words(std::int64_t count, int chunk_bytes) {
  const int banks = chunk_bytes / bank_bytes;
  const std::string number = count == 1 ? "one" : fmt::format("{}", count);
  const std::string_view plural = count == 1 ? "" : "s";
  return banks <= 1 ? fmt::format("{} bank{}", number, plural)
                    : fmt::format("{} group{} of {} banks", number, plural, banks);
}

// "33 is odd, so each row starts one bank further"
std::string about_pitch(std::int64_t pitch_bits, int chunk_bytes) {
  const int groups = row_bytes / chunk_bytes;
  const std::string unit =
      chunk_bytes == bank_bytes ? "bank" : fmt::format("group of {} banks", chunk_bytes / bank_bytes);
  if (pitch_bits % (std::int64_t{chunk_bytes} * 8) != 0) {
    return fmt::format("Rows are {} apart: each row starts in the middle of a {}", bytes_apart(pitch_bits), unit);
  }
  const std::int64_t chunks = pitch_bits / 8 / chunk_bytes;
  const std::int64_t further = chunks % groups;
  const std::string distance = chunk_bytes == bank_bytes ? fmt::format("{} words", chunks)
                                                         : fmt::format("{} times {} bytes", chunks, chunk_bytes);
  const std::int64_t common = std::gcd(chunks, std::int64_t{groups});
  if (common == 1) {
    return fmt::format(
        "Rows are {} apart; {} is odd, so each row starts {} further, and {} rows in a row start in {} different ones",
        distance, chunks, groups_in_words(further, chunk_bytes), groups, groups);
  }
  const std::int64_t different = groups / common;
  const std::string where =
      different == 1 ? fmt::format("all rows start in the same {}", unit)
                     : fmt::format("{} rows in a row start in {}", different, groups_in_words(different, chunk_bytes));
  return fmt::format("Rows are {} apart and {} mod {} = {}, so {}", distance, chunks, groups, further, where);
}

// "bit 5", "bits 5 to 9"
std::string bit_range(int low, int count) {
  return count == 1 ? fmt::format("bit {}", low) : fmt::format("bits {} to {}", low, low + count - 1);
}

struct Why {
  const Tile& tile;
  std::int64_t pitch_bits;
  int chunk_bytes;

  std::string operator()(const NoSwizzle&) const { return about_pitch(pitch_bits, chunk_bytes); }
  std::string operator()(const XorSwizzle& s) const {
    return column(s.chunk_elements, std::int64_t{1} << s.shift, s.mask + 1);
  }
  std::string operator()(const TritonSwizzle& s) const { return column(s.vec, s.per_phase, s.max_phase); }
  std::string operator()(const CuteSwizzle& s) const {
    const int from = s.base + std::max(0, s.shift);
    const int to = s.base + std::max(0, -s.shift);
    return fmt::format("The element's offset has {} flipped into {}: what tells rows apart helps to choose the bank",
                       bit_range(from, s.bits), bit_range(to, s.bits));
  }
  std::string operator()(const TmaSwizzle& s) const {
    return fmt::format(
        "Within each {} bytes the {}-byte chunks change places by address bits from 7 up, so the same column lies in "
        "other banks in the next rows",
        tma_span_bytes(s.mode), tma_chunk_bytes(s.mode));
  }
  std::string operator()(const MatrixSwizzle&) const {
    return "Each bank bit is the XOR of address bits chosen so that the lanes of every phase differ in their bank";
  }
  std::string operator()(const ExpressionSwizzle&) const { return {}; }

  std::string column(std::int64_t chunk, std::int64_t rows_together, std::int64_t different) const {
    const std::string what =
        chunk == 1 ? "The row number is flipped into the column"
                   : fmt::format("The row number is flipped into the number of the {}-element chunk", chunk);
    const std::string rows = rows_together == 1 ? fmt::format("{} rows in a row", different)
                                                : fmt::format("{} groups of {} rows", different, rows_together);
    return fmt::format("{}: what was one column lies in {} different places over {}", what, different, rows);
  }
};

}  // namespace

std::string why_it_works(const Before& before, const Fix& fix, const TileChange& change) {
  const Result<TileLayout> layout = lay_out(change.fix.tile);
  if (!layout) return {};
  const std::size_t helped = most_helped_access(before, fix, change.tile);
  const AccessEffect& effect = fix.accesses[helped];
  if (fix.excess_after == fix.excess_before) {
    return fmt::format("It costs no wavefront more and saves {} bytes.", grouped(-fix.extra_bytes));
  }
  const std::string gain = fmt::format("'{}' goes from {} to {} wavefronts.", effect.name,
                                       grouped(effect.wavefronts_before), grouped(effect.wavefronts_after));
  if (change.fix.family == FixFamily::lane_order) {
    return "The same elements are taken, but the lanes that are served together now want other banks; " + gain;
  }
  const int chunk_bytes = std::max(bank_bytes, info(before.scenario.accesses[helped].instruction).access_bytes);
  const std::string cause = std::visit(Why{layout->tile, layout->pitch_bits, chunk_bytes}, layout->tile.swizzle);
  return fmt::format("{}; {}", cause, gain);
}

}  // namespace bankmap
