#include "core/swizzle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <set>

namespace bankmap {
namespace {

std::string place_of(const Swizzle& swizzle) {
  const Result<Swizzle> ok = checked(swizzle);
  return ok ? "" : ok.error().place;
}

TEST(Swizzle, XorPictureOfTheHeader) {
  constexpr int want[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  constexpr XorSwizzle swizzle{.chunk_elements = 1, .shift = 0, .mask = 3};
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      EXPECT_EQ(apply_xor(swizzle, row, column), want[row][column]);
    }
  }
}

TEST(Swizzle, XorIsTheFormulaInChunks) {
  for (const int chunk : {1, 2, 8}) {
    for (const int shift : {0, 1, 3}) {
      for (const std::int64_t mask : {0, 1, 5, 7}) {
        const XorSwizzle swizzle{chunk, shift, mask};
        for (std::int64_t row = 0; row < 40; ++row) {
          for (std::int64_t column = 0; column < 40; ++column) {
            const std::int64_t want = ((column / chunk) ^ ((row >> shift) & mask)) * chunk + column % chunk;
            ASSERT_EQ(apply_xor(swizzle, row, column), want);
          }
        }
      }
    }
  }
}

TEST(Swizzle, TritonIsTheFormulaInVectors) {
  for (const int vec : {1, 4}) {
    for (const int per_phase : {1, 2, 8}) {
      for (const int max_phase : {1, 4, 8}) {
        const TritonSwizzle swizzle{vec, per_phase, max_phase};
        for (std::int64_t row = 0; row < 40; ++row) {
          for (std::int64_t column = 0; column < 40; ++column) {
            const std::int64_t want = ((column / vec) ^ ((row / per_phase) % max_phase)) * vec + column % vec;
            ASSERT_EQ(apply_triton(swizzle, row, column), want);
          }
        }
      }
    }
  }
}

// The published form: y bits at base + max(0, shift), moved by shift.
std::int64_t cute_as_published(int bits, int base, int shift, std::int64_t x) {
  const std::int64_t y = ((std::int64_t{1} << bits) - 1) << (base + std::max(0, shift));
  return x ^ (shift >= 0 ? (x & y) >> shift : (x & y) << -shift);
}

TEST(Swizzle, CuteIsThePublishedFormula) {
  for (int bits = 0; bits <= 3; ++bits) {
    for (int base = 0; base <= 3; ++base) {
      for (int shift = -4; shift <= 4; ++shift) {
        if (std::abs(shift) < bits) continue;
        for (std::int64_t x = 0; x < 2048; ++x) {
          ASSERT_EQ(apply_cute({bits, base, shift}, x), cute_as_published(bits, base, shift, x));
        }
      }
    }
  }
  // Row 1 of a [8][64] half tile under Swizzle<3,3,3>: its first 8 halves change places with the next 8.
  EXPECT_EQ(apply_cute({3, 3, 3}, 64), 72);
  EXPECT_EQ(apply_cute({3, 3, 3}, 72), 64);
  EXPECT_EQ(apply_cute({3, 3, 3}, 7 * 64 + 5), 7 * 64 + 56 + 5);
}

TEST(Swizzle, TmaIsTheByteFormOfCute) {
  struct Row {
    TmaMode mode;
    std::string_view name;
    int bits, base, shift;
    int repeat, chunk, span;
  };
  constexpr Row rows[] = {{TmaMode::b32, "32B", 1, 4, 3, 256, 16, 32},
                          {TmaMode::b64, "64B", 2, 4, 3, 512, 16, 64},
                          {TmaMode::b128, "128B", 3, 4, 3, 1024, 16, 128},
                          {TmaMode::b128_atom32, "128B_ATOM_32B", 2, 5, 2, 512, 32, 128},
                          {TmaMode::b128_atom64, "128B_ATOM_64B", 1, 6, 1, 256, 64, 128}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(tma_mode_name(row.mode), row.name);
    EXPECT_EQ(tma_repeat_bytes(row.mode), row.repeat);
    EXPECT_EQ(tma_chunk_bytes(row.mode), row.chunk);
    EXPECT_EQ(tma_span_bytes(row.mode), row.span);
    for (std::int64_t a = 0; a < 4096; ++a) {
      const std::int64_t moved = apply_tma(row.mode, a);
      ASSERT_EQ(moved, cute_as_published(row.bits, row.base, row.shift, a));
      ASSERT_EQ(moved / row.span, a / row.span);
      ASSERT_EQ(moved % row.chunk, a % row.chunk);
      ASSERT_EQ(apply_tma(row.mode, a + row.repeat), moved + row.repeat);
    }
  }
  EXPECT_EQ(apply_tma(TmaMode::b128, 0x3ff), 0x38f);  // key 7: 0x70 flipped
}

TEST(Swizzle, MatrixRowsAreParities) {
  // Bit 0 = bit 0 ^ bit 2, bits 1 and 2 stay: 4..7 swap in pairs.
  const MatrixSwizzle swizzle{{0b101, 0b010, 0b100}};
  constexpr int want[] = {0, 1, 2, 3, 5, 4, 7, 6};
  for (int x = 0; x < 8; ++x) {
    EXPECT_EQ(apply_matrix(swizzle, x), want[x]);
    EXPECT_EQ(apply_matrix(swizzle, 8 + x), 8 + want[x]) << "bits from the matrix's size on stay";
  }
  EXPECT_EQ(apply_matrix({}, 12345), 12345);
}

// Rank over F2 by trying all combinations: a matrix is fit if and only if it is one-to-one on its 2^n offsets.
TEST(Swizzle, MatrixIsAcceptedIfAndOnlyIfOneToOne) {
  std::mt19937 random(7);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 400; ++round) {
    MatrixSwizzle swizzle;
    swizzle.rows.resize(1 + random() % 6);
    for (std::uint32_t& row : swizzle.rows) row = static_cast<std::uint32_t>(random()) & 0xff;
    std::set<std::int64_t> places;
    const std::int64_t offsets = std::int64_t{1} << swizzle.rows.size();
    for (std::int64_t x = 0; x < offsets; ++x) places.insert(apply_matrix(swizzle, x));
    const bool one_to_one = static_cast<std::int64_t>(places.size()) == offsets;
    ASSERT_EQ(place_of(swizzle), one_to_one ? "" : "rows");
    ++(one_to_one ? accepted : refused);
  }
  EXPECT_GT(accepted, 50);
  EXPECT_GT(refused, 50);
}

TEST(Swizzle, FieldsOutOfRangeAreNamed) {
  EXPECT_EQ(place_of(NoSwizzle{}), "");
  EXPECT_EQ(place_of(XorSwizzle{1, 0, 31}), "");
  EXPECT_EQ(place_of(XorSwizzle{0, 0, 31}), "chunk_elements");
  EXPECT_EQ(place_of(XorSwizzle{3, 0, 31}), "chunk_elements");
  EXPECT_EQ(place_of(XorSwizzle{131'072, 0, 31}), "chunk_elements");
  EXPECT_EQ(place_of(XorSwizzle{1, -1, 31}), "shift");
  EXPECT_EQ(place_of(XorSwizzle{1, 64, 31}), "shift");
  EXPECT_EQ(place_of(XorSwizzle{1, 0, -1}), "mask");
  EXPECT_EQ(place_of(XorSwizzle{1, 0, 65'536}), "mask");
  EXPECT_EQ(place_of(CuteSwizzle{3, 3, 3}), "");
  EXPECT_EQ(place_of(CuteSwizzle{3, 3, -3}), "");
  EXPECT_EQ(place_of(CuteSwizzle{0, 4, 0}), "");
  EXPECT_EQ(place_of(CuteSwizzle{3, 3, 2}), "shift");
  EXPECT_EQ(place_of(CuteSwizzle{-1, 3, 3}), "bits");
  EXPECT_EQ(place_of(CuteSwizzle{3, -1, 3}), "base");
  EXPECT_EQ(place_of(CuteSwizzle{16, 10, 20}), "shift");
  EXPECT_EQ(place_of(CuteSwizzle{3, 3, std::numeric_limits<int>::min()}), "shift");
  EXPECT_EQ(place_of(TritonSwizzle{8, 1, 8}), "");
  EXPECT_EQ(place_of(TritonSwizzle{6, 1, 8}), "vec");
  EXPECT_EQ(place_of(TritonSwizzle{8, 0, 8}), "per_phase");
  EXPECT_EQ(place_of(TritonSwizzle{8, 1, -8}), "max_phase");
  EXPECT_EQ(place_of(MatrixSwizzle{std::vector<std::uint32_t>(25, 1)}), "rows");
  EXPECT_EQ(place_of(ExpressionSwizzle{"col ^ row"}), "");
  EXPECT_EQ(place_of(ExpressionSwizzle{"col ^"}), "column");
  EXPECT_EQ(place_of(ExpressionSwizzle{"col ^ lane"}), "column");
  EXPECT_EQ(place_of(ExpressionSwizzle{"rand(columns)"}), "column");
  const Problem problem = checked(ExpressionSwizzle{"col ^ lane"}).error();
  EXPECT_EQ(problem.range, (TextRange{6, 10}));
}

TEST(Swizzle, Labels) {
  EXPECT_EQ(describe(NoSwizzle{}), "none");
  EXPECT_EQ(describe(XorSwizzle{8, 1, 3}), "col ^ (row >> 1 & 3), chunks of 8");
  EXPECT_EQ(describe(XorSwizzle{1, 0, 31}), "col ^ (row & 31)");
  EXPECT_EQ(describe(CuteSwizzle{3, 3, -3}), "Swizzle<3,3,-3>");
  EXPECT_EQ(describe(TmaSwizzle{TmaMode::b128}), "TMA 128B");
  EXPECT_EQ(describe(TritonSwizzle{8, 2, 4}), "Triton vec 8, per phase 2, max phase 4");
  EXPECT_EQ(describe(MatrixSwizzle{{1, 2, 4}}), "bit matrix 3 x 3");
  EXPECT_EQ(describe(ExpressionSwizzle{"col ^ row"}), "col -> col ^ row");
}

}  // namespace
}  // namespace bankmap
