// The proofs of core/one_to_one against the plain truth: every element of every small tile, written into an array of
// bits.
#include "core/one_to_one.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace bankmap {
namespace {

// A swizzle, and its place for an element written out anew with plain arithmetic: first bit from the start of the tile,
// or nothing where C has no value.
struct Case {
  Swizzle swizzle;
  std::function<std::optional<std::int64_t>(const TileLayout&, std::int64_t row, std::int64_t column)> bit;
};

std::int64_t column_bit(const TileLayout& layout, std::int64_t row, std::int64_t column) {
  return row * layout.pitch_bits + column * layout.tile.element.bits;
}

Case xor_case(int chunk, int shift, int mask) {
  return {XorSwizzle{chunk, shift, mask}, [=](const TileLayout& layout, std::int64_t r, std::int64_t c) {
            return column_bit(layout, r, (c / chunk ^ (r / (1 << shift) & mask)) * chunk + c % chunk);
          }};
}

Case triton_case(int vec, int per_phase, int max_phase) {
  return {TritonSwizzle{vec, per_phase, max_phase}, [=](const TileLayout& layout, std::int64_t r, std::int64_t c) {
            return column_bit(layout, r, (c / vec ^ (r / per_phase % max_phase)) * vec + c % vec);
          }};
}

Case cute_case(int bits, int base, int shift) {
  return {CuteSwizzle{bits, base, shift}, [=](const TileLayout& layout, std::int64_t r, std::int64_t c) {
            std::int64_t x = r * layout.pitch_elements + c;
            for (int i = 0; i < bits; ++i) {  // bit by bit: the source bit flips the target bit
              const int source = base + std::max(0, shift) + i;
              x ^= (x >> source & 1) << (source - shift);
            }
            return x * layout.tile.element.bits;
          }};
}

Case tma_case(TmaMode mode, int shift, std::int64_t mask) {
  return {TmaSwizzle{mode}, [=](const TileLayout& layout, std::int64_t r, std::int64_t c) {
            const std::int64_t bit = column_bit(layout, r, c);
            const std::int64_t byte = layout.tile.base_bytes + bit / 8;
            return ((byte ^ (byte >> shift & mask)) - layout.tile.base_bytes) * 8 + bit % 8;
          }};
}

Case matrix_case(const std::vector<std::uint32_t>& rows) {
  return {MatrixSwizzle{rows}, [=](const TileLayout& layout, std::int64_t r, std::int64_t c) {
            const std::int64_t x = r * layout.pitch_elements + c;
            std::int64_t moved = 0;
            for (int i = 0; i < 32; ++i) {
              bool parity = (x >> i & 1) != 0;
              if (static_cast<std::size_t>(i) < rows.size()) {
                parity = false;
                for (int j = 0; j < 32; ++j) parity ^= (rows[static_cast<std::size_t>(i)] >> j & x >> j & 1) != 0;
              }
              moved += parity ? std::int64_t{1} << i : 0;
            }
            return moved * layout.tile.element.bits;
          }};
}

using ColumnFunction = std::optional<std::int64_t> (*)(const TileLayout&, std::int64_t row, std::int64_t column);
Case own_case(const char* text, ColumnFunction column) {
  return {ExpressionSwizzle{text},
          [=](const TileLayout& layout, std::int64_t r, std::int64_t c) -> std::optional<std::int64_t> {
            const std::optional<std::int64_t> moved = column(layout, r, c);
            if (!moved) return std::nullopt;
            return column_bit(layout, r, *moved);
          }};
}

std::vector<Case> own_cases() {
  using L = const TileLayout&;
  using I = std::int64_t;
  using O = std::optional<I>;
  return {own_case("col ^ row", [](L, I r, I c) -> O { return c ^ r; }),
          own_case("(col + row) % columns", [](L t, I r, I c) -> O { return (c + r) % t.tile.columns; }),
          own_case("(col + row * 2) % pitch", [](L t, I r, I c) -> O { return (c + r * 2) % t.pitch_elements; }),
          own_case("columns - 1 - col", [](L t, I, I c) -> O { return t.tile.columns - 1 - c; }),
          own_case("col + 1", [](L, I, I c) -> O { return c + 1; }),
          own_case("col - row", [](L, I r, I c) -> O { return c - r; }),
          own_case("col / 2", [](L, I, I c) -> O { return c / 2; }),
          own_case("row == rows - 1 ? col - row * pitch : col + pitch",
                   [](L t, I r, I c) -> O {
                     return r == t.tile.rows - 1 ? c - r * t.pitch_elements : c + t.pitch_elements;
                   }),
          own_case("col + 0 / (7 - row)", [](L, I r, I c) { return r == 7 ? O{} : O{c}; })};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = own_cases();
  for (const int chunk : {1, 2, 4, 8}) {
    for (const int shift : {0, 1, 3}) {
      for (const int mask : {1, 2, 3, 5, 7, 31}) cases.push_back(xor_case(chunk, shift, mask));
    }
    for (const int per_phase : {1, 2, 4}) {
      for (const int max_phase : {1, 2, 8, 16}) cases.push_back(triton_case(chunk, per_phase, max_phase));
    }
  }
  for (int bits = 0; bits <= 3; ++bits) {
    for (int base = 0; base <= 3; ++base) {
      for (int shift = -4; shift <= 4; ++shift) {
        if (std::abs(shift) >= bits) cases.push_back(cute_case(bits, base, shift));
      }
    }
  }
  cases.push_back(tma_case(TmaMode::b32, 3, 0x10));
  cases.push_back(tma_case(TmaMode::b64, 3, 0x30));
  cases.push_back(tma_case(TmaMode::b128, 3, 0x70));
  cases.push_back(tma_case(TmaMode::b128_atom32, 2, 0x60));
  cases.push_back(tma_case(TmaMode::b128_atom64, 1, 0x40));
  std::mt19937 random(11);
  while (cases.size() < 300) {
    std::vector<std::uint32_t> rows(random() % 8);
    for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(random()) & 0x1ff;
    if (checked(MatrixSwizzle{rows})) cases.push_back(matrix_case(rows));
  }
  return cases;
}

struct Truth {
  bool one_to_one = true;
  bool has_values = true;
  std::int64_t begin = 0;  // [bits] of all elements' places
  std::int64_t end = 0;
};

class Oracle {
 public:
  // Every bit of every element, one by one.
  Truth look_at(const Case& the_case, const TileLayout& layout) {
    Truth truth;
    const std::int64_t size_bits = layout.size_bytes * 8;
    taken_.assign(static_cast<std::size_t>(size_bits), 0);
    for (int row = 0; row < layout.tile.rows; ++row) {
      for (int column = 0; column < layout.tile.columns; ++column) {
        const std::optional<std::int64_t> first = the_case.bit(layout, row, column);
        if (!first) {
          truth.has_values = false;
          continue;
        }
        truth.begin = std::min(truth.begin, *first);
        truth.end = std::max(truth.end, *first + layout.tile.element.bits);
        for (std::int64_t bit = *first; bit < *first + layout.tile.element.bits; ++bit) {
          const bool inside = bit >= 0 && bit < size_bits;
          if (!inside || taken_[static_cast<std::size_t>(bit)]++ != 0) truth.one_to_one = false;
        }
      }
    }
    return truth;
  }

 private:
  std::vector<char> taken_;
};

// What a refusal says must be so: the two places do share that byte, or the place is outside and the bytes needed are
// those.
void check_message(const Case& the_case, const TileLayout& layout, const Truth& truth, const Problem& problem) {
  std::array<long long, 6> n{};
  const std::int64_t bits = layout.tile.element.bits;
  const std::int64_t base = layout.tile.base_bytes;
  if (std::sscanf(problem.what.c_str(), "tile[%lld][%lld] and tile[%lld][%lld] both land on byte %lld", &n[0], &n[1],
                  &n[2], &n[3], &n[4]) == 5) {
    ASSERT_TRUE(n[0] != n[2] || n[1] != n[3]);
    const std::int64_t a = *the_case.bit(layout, n[0], n[1]);
    const std::int64_t b = *the_case.bit(layout, n[2], n[3]);
    EXPECT_LT(std::abs(a - b), bits) << "they do not overlap";
    EXPECT_EQ(base + std::max(a, b) / 8, n[4]);
    return;
  }
  if (std::sscanf(problem.what.c_str(),
                  "tile[%lld][%lld] would land on byte %lld, outside the tile's bytes %lld to %lld; the "
                  "swizzle needs a tile of %lld bytes",
                  &n[0], &n[1], &n[2], &n[3], &n[4], &n[5]) >= 5) {
    const std::int64_t first = *the_case.bit(layout, n[0], n[1]);
    EXPECT_TRUE(first < 0 || first + bits > layout.size_bytes * 8);
    EXPECT_EQ(base + (first >> 3), n[2]);
    EXPECT_EQ(base, n[3]);
    EXPECT_EQ(base + layout.size_bytes - 1, n[4]);
    if (n[5] != 0 && truth.has_values) {
      EXPECT_EQ((truth.end + 7) / 8, n[5]);
    }
    if (n[5] == 0) {
      EXPECT_LT(truth.begin, 0);
    }
    return;
  }
  EXPECT_FALSE(truth.has_values) << problem.what;
}

struct Counts {
  int accepted = 0;
  int refused = 0;
};

void compare(const Case& the_case, const Tile& plain, Oracle& oracle, Counts& counts) {
  Tile tile = plain;
  tile.swizzle = the_case.swizzle;
  Result<TileLayout> bare = lay_out(plain);
  ASSERT_TRUE(bare);
  bare->tile.swizzle = the_case.swizzle;
  const Result<TileLayout> layout = lay_out(tile);
  if (!layout && layout.error().place == "pitch")
    return;  // a swizzle of offsets on a pitch that is no whole number of elements
  const Truth truth = oracle.look_at(the_case, *bare);
  ASSERT_EQ(layout.has_value(), truth.one_to_one && truth.has_values)
      << describe(the_case.swizzle) << " on " << tile.element.name << " [" << tile.rows << "][" << tile.columns
      << "], pitch " << bare->pitch_bits << " bits" << (layout ? "" : ": " + to_string(layout.error()));
  ++(layout ? counts.accepted : counts.refused);
  if (!layout) {
    SCOPED_TRACE(describe(the_case.swizzle) + " " + to_string(layout.error()));
    check_message(the_case, *bare, truth, layout.error());
  }
}

void compare_on_all_tiles(const Element& element, int most, const Pitch& pitch, std::int64_t base, Counts& counts) {
  Oracle oracle;
  for (const Case& the_case : all_cases()) {
    const bool tma = std::holds_alternative<TmaSwizzle>(the_case.swizzle);
    if (tma && (128 % element.bits != 0 || base % 1024 != 0)) continue;
    for (int rows = 1; rows <= most; ++rows) {
      for (int columns = 1; columns <= most; ++columns) {
        Tile tile;
        tile.rows = rows;
        tile.columns = columns;
        tile.element = element;
        tile.pitch = pitch;
        tile.base_bytes = base;
        if (const Result<TileLayout> possible = lay_out(tile); !possible) continue;  // half a byte in a row
        compare(the_case, tile, oracle, counts);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

using enum Pitch::Kind;
using enum Pitch::Unit;

TEST(OneToOne, AllSmallByteTiles) {
  Counts counts;
  compare_on_all_tiles(*element_named("int8"), 20, {}, 0, counts);
  EXPECT_GT(counts.accepted, 10'000);
  EXPECT_GT(counts.refused, 10'000);
}

TEST(OneToOne, WithPadding) {
  Counts counts;
  compare_on_all_tiles(*element_named("int8"), 13, {padding, elements, 3}, 64, counts);
  compare_on_all_tiles(*element_named("half"), 9, {stride, elements, 16}, 1024, counts);
  EXPECT_GT(counts.accepted, 10'000);
  EXPECT_GT(counts.refused, 10'000);
}

TEST(OneToOne, OtherElements) {
  Counts counts;
  compare_on_all_tiles(*element_named("int2"), 20, {}, 0, counts);
  compare_on_all_tiles(*element_named("int4"), 12, {padding, elements, 2}, 16, counts);
  compare_on_all_tiles(*element_named("float4"), 9, {}, 2048, counts);
  compare_on_all_tiles(*struct_element("Rgb", 3, 1), 9, {}, 0, counts);
  EXPECT_GT(counts.accepted, 10'000);
  EXPECT_GT(counts.refused, 10'000);
}

TEST(OneToOne, PitchThatIsNoWholeNumberOfElements) {
  Counts counts;
  compare_on_all_tiles(*element_named("half"), 10, {padding, bytes, 3}, 0, counts);
  compare_on_all_tiles(*struct_element("Rgb", 3, 1), 8, {padding, bytes, 1}, 5, counts);
  EXPECT_GT(counts.accepted, 3'000);
  EXPECT_GT(counts.refused, 3'000);
}

std::string complaint(Tile tile, Swizzle swizzle) {
  tile.swizzle = std::move(swizzle);
  const Result<TileLayout> layout = lay_out(tile);
  return layout ? "" : to_string(layout.error());
}

Tile floats(int rows, int columns) {
  Tile tile;
  tile.rows = rows;
  tile.columns = columns;
  return tile;
}

TEST(OneToOne, RefusalsInWords) {
  EXPECT_EQ(complaint(floats(32, 24), XorSwizzle{}),
            "swizzle: tile[8][17] and tile[9][8] both land on byte 868; mask 7, or rows of 32 elements (padding 8)");
  EXPECT_EQ(complaint(floats(2, 3), XorSwizzle{1, 0, 1}),
            "swizzle: tile[1][2] would land on byte 24, outside the tile's bytes 0 to 23; the swizzle needs a tile of "
            "28 bytes; "
            "rows of 4 elements (padding 1)");
  EXPECT_EQ(complaint(floats(32, 40), TritonSwizzle{8, 1, 8}),
            "swizzle: tile[1][32] and tile[2][16] both land on byte 320; rows of 64 elements (padding 24)");
  EXPECT_EQ(
      complaint(floats(5, 30), CuteSwizzle{3, 2, 4}),
      "swizzle: tile[4][24] would land on byte 608, outside the tile's bytes 0 to 599; the swizzle needs a tile of 632 "
      "bytes; fill whole spans of 128 bytes: 16 rows, or rows of 32 elements (padding 2)");
  EXPECT_EQ(complaint(floats(5, 32), CuteSwizzle{3, 2, 4}), "");
  const std::string too_wide = complaint(floats(65'535, 1), CuteSwizzle{3, 20, 4});
  EXPECT_EQ(too_wide, "") << "nothing so high is ever set, so nothing moves";
  EXPECT_EQ(complaint(floats(4, 4), ExpressionSwizzle{"col / 2"}),
            "swizzle: tile[0][0] and tile[0][1] both land on byte 0; each row must send its columns to places of their "
            "own, for "
            "example (col + row) % columns");
  EXPECT_EQ(complaint(floats(4, 4), ExpressionSwizzle{"col - 1"}),
            "swizzle: tile[0][0] would land on byte -4, outside the tile's bytes 0 to 63; the swizzle needs 4 bytes in "
            "front of "
            "the tile; each row must send its columns to places of their own, for example (col + row) % columns");
  const std::string divided = complaint(floats(4, 4), ExpressionSwizzle{"col / (row - 2)"});
  EXPECT_EQ(divided.rfind("swizzle.column, character 5: for tile[2][0]: ", 0), 0u) << divided;
}

// A hint is of use only if following it leads to a tile that is taken.
TEST(OneToOne, HintsLeadToATileThatIsTaken) {
  int followed = 0;
  for (int columns = 1; columns <= 40; ++columns) {
    for (const int chunk : {1, 2, 8}) {
      for (const int mask : {1, 3, 7, 31}) {
        const XorSwizzle swizzle{chunk, 0, mask};
        Tile tile = floats(33, columns);
        tile.swizzle = swizzle;
        const Result<TileLayout> layout = lay_out(tile);
        if (layout) continue;
        const std::string& hint = layout.error().hint;
        long long new_mask = 0;
        if (std::sscanf(hint.c_str(), "mask %lld", &new_mask) == 1) {
          EXPECT_EQ(complaint(tile, XorSwizzle{chunk, 0, new_mask}), "") << hint;
        }
        long long pad = 0;
        ASSERT_EQ(std::sscanf(hint.substr(hint.find("(padding")).c_str(), "(padding %lld)", &pad), 1) << hint;
        tile.pitch = {padding, elements, pad};
        EXPECT_EQ(complaint(tile, swizzle), "") << hint;
        ++followed;
      }
    }
  }
  EXPECT_GT(followed, 100);
}

TEST(OneToOne, SpanHintsLeadToATileThatIsTaken) {
  int followed = 0;
  for (int rows = 1; rows <= 20; ++rows) {
    for (int columns = 1; columns <= 20; ++columns) {
      Tile tile = floats(rows, columns);
      tile.swizzle = CuteSwizzle{3, 2, 4};
      const Result<TileLayout> layout = lay_out(tile);
      if (layout) continue;
      const std::string& hint = layout.error().hint;
      Tile longer = tile;
      longer.pitch.unit = elements;
      long long padding_elements = 0;
      ASSERT_EQ(
          std::sscanf(hint.c_str(), "fill whole spans of 128 bytes: %d rows, or rows of %*d elements (padding %lld)",
                      &tile.rows, &padding_elements),
          2)
          << hint;
      longer.pitch.value = padding_elements;
      EXPECT_GT(tile.rows, rows);
      EXPECT_EQ(complaint(tile, tile.swizzle), "") << hint;
      EXPECT_EQ(complaint(longer, longer.swizzle), "") << hint;
      ++followed;
    }
  }
  EXPECT_GT(followed, 100);
}

}  // namespace
}  // namespace bankmap
