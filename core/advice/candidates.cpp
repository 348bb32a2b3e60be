#include "core/advice/candidates.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "core/powers_of_two.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t period_bits = std::int64_t{row_bytes} * 8;  // after which banks repeat

// Whether elements that move by 2^`bit` elements come to other banks. Where that is false, so it is for every higher bit.
bool moves_banks(std::int64_t element_bits, int bit) { return (element_bits << bit) % period_bits != 0; }

struct Operations {
  int operator()(const NoSwizzle&) const { return 0; }
  int operator()(const XorSwizzle& s) const { return 2 + (s.shift > 0 ? 1 : 0) + (s.chunk_elements > 1 ? 1 : 0); }
  int operator()(const CuteSwizzle&) const { return 3; }
  int operator()(const TmaSwizzle&) const { return 3; }
  int operator()(const TritonSwizzle& s) const { return 2 + (s.per_phase > 1 ? 1 : 0) + (s.vec > 1 ? 1 : 0); }
  int operator()(const MatrixSwizzle& s) const {
    int changed = 0;
    for (std::size_t i = 0; i < s.rows.size(); ++i) changed += s.rows[i] == 1u << i ? 0 : 1;
    return 1 + 4 * changed;  // and, popc, and, shift for each bit; they are put together with or
  }
  int operator()(const ExpressionSwizzle&) const { return 4; }
};

// [bits] log2 of the chunks in elements.
struct ChunkRange {
  int begin = 0;
  int end = 0;
};
ChunkRange chunk_range(const LayoutSpace& space, Chunks chunks) {
  constexpr int past_all_columns = 16;
  const int vector = bits_for(space.vector_elements);
  return chunks == Chunks::parts ? ChunkRange{0, vector} : ChunkRange{vector, past_all_columns};
}

// Chunks of the column times a run of row bits that is flipped into them.
struct ColumnFlipShape {
  int chunk_bits = 0;
  int shift = 0;
  int bits = 0;
};
std::vector<ColumnFlipShape> column_flips(const LayoutSpace& space, std::int64_t pitch_bits, Chunks chunks) {
  const std::int64_t pitch_elements = pitch_bits / space.tile.element.bits;
  const int row_number_bits = bits_for(space.tile.rows);
  std::vector<ColumnFlipShape> flips;
  const ChunkRange range = chunk_range(space, chunks);
  for (int chunk = range.begin; chunk < range.end; ++chunk) {
    if (!moves_banks(space.tile.element.bits, chunk)) break;
    for (int bits = 1; bits <= row_number_bits; ++bits) {
      const std::int64_t block = std::int64_t{1} << (chunk + bits);  // columns move only inside their block
      const std::int64_t blocks_end = (space.tile.columns + block - 1) / block * block;
      const bool useful = moves_banks(space.tile.element.bits, chunk + bits - 1);
      if (blocks_end > pitch_elements || !useful) break;
      for (int shift = 0; shift + bits <= row_number_bits; ++shift) flips.push_back({chunk, shift, bits});
    }
  }
  return flips;
}

std::vector<Candidate> xors(const LayoutSpace& space, std::int64_t pitch_bits, Chunks chunks) {
  std::vector<Candidate> list;
  for (const ColumnFlipShape& flip : column_flips(space, pitch_bits, chunks)) {
    list.push_back(with_pitch(space, pitch_bits, FixFamily::column_xor,
                              XorSwizzle{1 << flip.chunk_bits, flip.shift, (std::int64_t{1} << flip.bits) - 1}));
  }
  return list;
}

std::vector<Candidate> tritons(const LayoutSpace& space, std::int64_t pitch_bits, Chunks chunks) {
  std::vector<Candidate> list;
  for (const ColumnFlipShape& flip : column_flips(space, pitch_bits, chunks)) {
    list.push_back(with_pitch(space, pitch_bits, FixFamily::triton,
                              TritonSwizzle{1 << flip.chunk_bits, 1 << flip.shift, 1 << flip.bits}));
  }
  return list;
}

std::vector<Candidate> cutes(const LayoutSpace& space, std::int64_t pitch_bits, Chunks chunks) {
  const std::int64_t element_bits = space.tile.element.bits;
  if (pitch_bits % element_bits != 0) return {};
  const int offset_bits = bits_for(space.tile.rows * (pitch_bits / element_bits));
  std::vector<Candidate> list;
  const auto add = [&](int bits, int base, int shift) {
    list.push_back(with_pitch(space, pitch_bits, FixFamily::cute, CuteSwizzle{bits, base, shift}));
  };
  const auto moves = [&](int changed_bit) { return moves_banks(element_bits, changed_bit); };
  const ChunkRange range = chunk_range(space, chunks);
  for (int base = range.begin; base < range.end && moves(base); ++base) {
    for (int bits = 1; base + 2 * bits <= offset_bits && moves(base + bits - 1); ++bits) {
      for (int shift = bits; base + bits + shift <= offset_bits; ++shift) add(bits, base, shift);
    }
    for (int bits = 1; base + 2 * bits <= offset_bits; ++bits) {  // upwards: low bits flip higher ones
      for (int shift = bits; base + bits + shift <= offset_bits && moves(base + shift); ++shift)
        add(bits, base, -shift);
    }
  }
  return list;
}

std::vector<Candidate> tmas(const LayoutSpace& space, std::int64_t pitch_bits) {
  std::vector<Candidate> list;
  if (pitch_bits % space.tile.element.bits != 0) return list;
  for (const TmaMode mode : {TmaMode::b32, TmaMode::b64, TmaMode::b128, TmaMode::b128_atom32, TmaMode::b128_atom64}) {
    const int chunk_bytes = tma_chunk_bytes(mode);
    if (space.tile.base_bytes % tma_repeat_bytes(mode) != 0) continue;
    if (chunk_bytes % space.widest_bytes != 0 || chunk_bytes * 8 % space.tile.element.bits != 0) continue;
    list.push_back(with_pitch(space, pitch_bits, FixFamily::tma, TmaSwizzle{mode}));
  }
  return list;
}

// Multiples of the unit that hold the row, until the banks repeat.
std::vector<std::int64_t> pitches_from(std::int64_t row_bits, std::int64_t unit) {
  std::vector<std::int64_t> pitches;
  const std::int64_t first = (row_bits + unit - 1) / unit * unit;
  for (std::int64_t pitch = first; pitch < first + std::lcm(unit, period_bits); pitch += unit) pitches.push_back(pitch);
  return pitches;
}

}  // namespace

LayoutSpace layout_space(const Tile& tile, int widest_bytes, int random_bytes) {
  LayoutSpace space{.tile = tile, .widest_bytes = widest_bytes, .random_bytes = random_bytes};
  space.tile.swizzle = NoSwizzle{};
  space.row_bits = std::int64_t{tile.columns} * tile.element.bits;
  // A single row has nobody after it to align.
  const std::int64_t align_bits = tile.rows == 1 ? 8 : std::int64_t{widest_bytes} * 8;
  space.aligned_unit = std::lcm(align_bits, std::int64_t{tile.element.bits});
  space.least_pitch = (space.row_bits + space.aligned_unit - 1) / space.aligned_unit * space.aligned_unit;
  space.vector_elements =
      static_cast<int>(std::bit_ceil(static_cast<std::uint32_t>(std::max(1, widest_bytes * 8 / tile.element.bits))));
  return space;
}

std::vector<std::int64_t> padded_pitches(const LayoutSpace& space) {
  if (space.tile.rows == 1) return {space.least_pitch};
  const std::int64_t unit = std::lcm(std::int64_t{8}, std::int64_t{space.tile.element.bits});
  return pitches_from(space.row_bits, unit);
}

std::vector<std::int64_t> other_pitches(const LayoutSpace& space) {
  std::vector<std::int64_t> pitches;
  if (space.tile.rows == 1) return pitches;
  for (const std::int64_t pitch : pitches_from(space.row_bits, std::int64_t{space.tile.element.align_bytes} * 8)) {
    if (pitch % space.tile.element.bits != 0) pitches.push_back(pitch);
  }
  return pitches;
}

Candidate with_pitch(const LayoutSpace& space, std::int64_t pitch_bits, FixFamily family, Swizzle swizzle) {
  Candidate candidate{
      .family = family, .tile = space.tile, .pitch_bits = pitch_bits, .operations = operations_of(swizzle)};
  candidate.tile.swizzle = std::move(swizzle);
  const std::int64_t padding_bits = pitch_bits - space.row_bits;
  if (padding_bits % space.tile.element.bits == 0) {
    candidate.tile.pitch = {Pitch::Kind::padding, Pitch::Unit::elements, padding_bits / space.tile.element.bits};
  } else {
    candidate.tile.pitch = {Pitch::Kind::stride, Pitch::Unit::bytes, pitch_bits / 8};
  }
  return candidate;
}

std::vector<Candidate> candidates(const LayoutSpace& space, FixFamily family, std::int64_t pitch_bits, Chunks chunks) {
  std::vector<Candidate> list;
  switch (family) {
    case FixFamily::column_xor:
      list = xors(space, pitch_bits, chunks);
      break;
    case FixFamily::triton:
      list = tritons(space, pitch_bits, chunks);
      break;
    case FixFamily::cute:
      list = cutes(space, pitch_bits, chunks);
      break;
    case FixFamily::tma:
      if (chunks == Chunks::whole) list = tmas(space, pitch_bits);
      break;
    default:
      if (chunks == Chunks::whole) list.push_back(with_pitch(space, pitch_bits, family, NoSwizzle{}));
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Candidate& a, const Candidate& b) { return a.operations < b.operations; });
  return list;
}

bool is_linear(const Tile& tile, std::int64_t pitch_bits) {
  constexpr std::int64_t widest_access = 16;
  return is_power(pitch_bits) && is_power(tile.element.bits) && tile.base_bytes % widest_access == 0 &&
         !std::holds_alternative<ExpressionSwizzle>(tile.swizzle);
}

int operations_of(const Swizzle& swizzle) { return std::visit(Operations{}, swizzle); }

}  // namespace bankmap
