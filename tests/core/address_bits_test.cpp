// Bits worked out by hand, and the law that they are for: the parities give the bank of every element.
#include "core/address_bits.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Tile float_tile(int rows, int columns, std::int64_t padding = 0) {
  Tile tile;
  tile.rows = rows;
  tile.columns = columns;
  tile.pitch.value = padding;
  return tile;
}

AddressBits bits_of(const Tile& tile) { return address_bits(lay_out(tile).value()); }

std::vector<std::string> sums(const AddressBits& bits, const BankBits& of) {
  std::vector<std::string> all;
  for (int bit = 0; bit < bank_bit_count; ++bit) all.push_back(explain_bank_bit(bits, of, bit));
  return all;
}

using Sums = std::vector<std::string>;

TEST(AddressBits, PlainFloatTileIsTheColumn) {
  const AddressBits bits = bits_of(float_tile(32, 32));
  EXPECT_EQ(bits.column_bits, 5);
  EXPECT_EQ(bits.row_bits, 5);
  EXPECT_EQ(sums(bits, bits.after.value()), (Sums{"b0 = c0", "b1 = c1", "b2 = c2", "b3 = c3", "b4 = c4"}));
  EXPECT_EQ(bits.before, bits.after);
  EXPECT_EQ(bits.arithmetic, "bank = (32 × row + column) mod 32");
}

TEST(AddressBits, ASwizzleAddsRowBits) {
  Tile tile = float_tile(32, 32);
  tile.swizzle = XorSwizzle{};
  const AddressBits bits = bits_of(tile);
  EXPECT_EQ(sums(bits, bits.after.value()),
            (Sums{"b0 = c0 ^ r0", "b1 = c1 ^ r1", "b2 = c2 ^ r2", "b3 = c3 ^ r3", "b4 = c4 ^ r4"}));
  EXPECT_EQ(explain_bank_bit(bits, bits.before.value(), 0), "b0 = c0");
}

TEST(AddressBits, HalvesDoublesAndNarrowRows) {
  Tile halves = float_tile(64, 64);
  halves.element = element_named("half").value();
  const AddressBits half = bits_of(halves);
  EXPECT_EQ(sums(half, half.after.value()), (Sums{"b0 = c1", "b1 = c2", "b2 = c3", "b3 = c4", "b4 = c5"}));
  Tile doubles = float_tile(32, 8);
  doubles.element = element_named("double").value();
  const AddressBits wide = bits_of(doubles);  // 16 words a row: the last bank bit is of the row
  EXPECT_EQ(sums(wide, wide.after.value()),
            (Sums{"b0 = 0, for all elements", "b1 = c0", "b2 = c1", "b3 = c2", "b4 = r0"}));
}

TEST(AddressBits, PaddingAddsWithCarries) {
  const AddressBits bits = bits_of(float_tile(32, 32, 4));
  EXPECT_FALSE(bits.after);
  EXPECT_FALSE(bits.before);
  EXPECT_EQ(bits.why_not, "rows are 36 words apart, no power of two, so row bits are added with carries");
  EXPECT_EQ(bits.arithmetic, "bank = (36 × row + column) mod 32");
  EXPECT_EQ(sums(bits, bits.added),  // 36 mod 32 = 4: r0 adds 4, r1 adds 8, r2 adds 16, r3 and r4 add nothing
            (Sums{"b0 = c0", "b1 = c1", "b2 = c2 ^ r0", "b3 = c3 ^ r1", "b4 = c4 ^ r2"}));
  EXPECT_EQ(bits_of(float_tile(32, 32, 1)).arithmetic, "bank = (33 × row + column) mod 32");
}

TEST(AddressBits, APaddingThatNeverCarriesIsAParity) {
  // 16 columns in rows of 48 words: 48 mod 32 = 16, and columns stay below 16
  const AddressBits bits = bits_of(float_tile(32, 16, 32));
  EXPECT_EQ(explain_bank_bit(bits, bits.after.value(), 4), "b4 = r0");
}

TEST(AddressBits, TheBaseFlipsOrCarries) {
  Tile tile = float_tile(32, 32);
  tile.base_bytes = 64;
  EXPECT_EQ(explain_bank_bit(bits_of(tile), bits_of(tile).after.value(), 4), "b4 = c4 ^ 1");
  tile.base_bytes = 4;
  EXPECT_FALSE(bits_of(tile).after);
  EXPECT_EQ(bits_of(tile).why_not, "the tile starts at byte 4, and adding that carries");
}

TEST(AddressBits, AnExpressionThatIsNotLinearSaysSo) {
  Tile tile = float_tile(32, 32);
  tile.swizzle = ExpressionSwizzle{"(col + row) % columns"};
  const AddressBits bits = bits_of(tile);
  EXPECT_TRUE(bits.before);
  EXPECT_FALSE(bits.after);
  EXPECT_NE(bits.why_not.find("not linear"), std::string::npos);
  tile.swizzle = ExpressionSwizzle{"col ^ row"};
  EXPECT_EQ(explain_bank_bit(bits_of(tile), bits_of(tile).after.value(), 3), "b3 = c3 ^ r3");
}

TEST(AddressBits, ParitiesGiveTheBankOfEveryElement) {
  const std::vector<Swizzle> swizzles{NoSwizzle{},
                                      XorSwizzle{.chunk_elements = 4, .shift = 1, .mask = 5},
                                      CuteSwizzle{.bits = 2, .base = 1, .shift = 4},
                                      TmaSwizzle{TmaMode::b64},
                                      TritonSwizzle{.vec = 4, .per_phase = 2, .max_phase = 4},
                                      MatrixSwizzle{{1, 2 | 64, 4 | 256, 8 | 16, 16}}};
  for (const char* element : {"half", "float", "double", "int4"}) {
    for (const int rows : {1, 7, 64}) {
      for (const Swizzle& swizzle : swizzles) {
        Tile tile = float_tile(rows, 64);
        tile.element = element_named(element).value();
        tile.swizzle = swizzle;
        const Result<TileLayout> layout = lay_out(tile);
        if (!layout) continue;
        const AddressBits bits = address_bits(*layout);
        ASSERT_TRUE(bits.after) << element << " " << describe(swizzle);
        for (int row = 0; row < rows; ++row) {
          for (int column = 0; column < 64; ++column) {
            const std::uint32_t source = static_cast<std::uint32_t>(column | row << bits.column_bits);
            const std::int64_t bank = layout->bit_offset(row, column).value() / 32 % 32;
            for (int bit = 0; bit < bank_bit_count; ++bit) {
              const auto at = static_cast<std::size_t>(bit);
              const auto parity = static_cast<unsigned>(std::popcount(bits.after->sources[at] & source)) & 1U;
              ASSERT_EQ(parity ^ (bits.after->flipped >> bit & 1U), static_cast<unsigned>(bank >> bit & 1));
            }
          }
        }
      }
    }
  }
}

LaneBits lanes_of(const LanePattern& pattern, Tile tile = {}) {
  Scenario scenario;
  scenario.tiles[0] = std::move(tile);
  scenario.accesses[0].pattern = pattern;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 8, .step = 1, .at = 0}};
  return lane_bits(*analyze(scenario, machine_named("sm_90")).accesses[0].shown);
}

TEST(AddressBits, LaneBitsSayHowManyBanksAWarpReaches) {
  EXPECT_EQ(rank(lanes_of(ColumnPattern{}).bank.value()), 0);
  EXPECT_EQ(rank(lanes_of(RowPattern{}).bank.value()), 5);
  EXPECT_EQ(rank(lanes_of(RowPattern{.row = "0", .first = "0", .step = 2}).bank.value()), 4);
  EXPECT_EQ(rank(lanes_of(ColumnPattern{}, float_tile(32, 32, 4)).bank.value()), 3);  // 8 banks
  EXPECT_EQ(explain_lane_bits(lanes_of(ColumnPattern{}, float_tile(32, 32, 4))),
            "The 5 lane bits lead to 3 independent sums of bank bits: this warp starts in 2^3 = 8 banks.");
  EXPECT_EQ(explain_lane_bits(lanes_of(ColumnPattern{})),
            "No lane bit leads to a bank bit: all lanes of this warp start in one bank.");
}

TEST(AddressBits, LanesThatAreNotBitLinearSayWhere) {
  EXPECT_FALSE(lanes_of(IndexPattern{"0", "(lane + 1) % 32"}).bank);
  EXPECT_NE(explain_lane_bits(lanes_of(IndexPattern{"0", "(lane + 1) % 32"})).find("carries"), std::string::npos);
}

TEST(AddressBits, LargeTilesAreAnsweredToo) {
  const AddressBits bits = bits_of(float_tile(65'536, 16));
  EXPECT_FALSE(bits.all_elements);
  EXPECT_EQ(bits.row_bits, 16);
  EXPECT_EQ(explain_bank_bit(bits, bits.after.value(), 4), "b4 = r0");
}

}  // namespace
}  // namespace bankmap
