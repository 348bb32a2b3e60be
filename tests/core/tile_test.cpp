#include "core/tile.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace bankmap {
namespace {

Tile tile_of(std::string_view element, int rows, int columns) {
  Tile tile;
  tile.rows = rows;
  tile.columns = columns;
  tile.element = *element_named(element);
  return tile;
}

Tile with_pitch(Tile tile, Pitch::Kind kind, Pitch::Unit unit, std::int64_t value) {
  tile.pitch = {kind, unit, value};
  return tile;
}

Tile with_swizzle(Tile tile, Swizzle swizzle) {
  tile.swizzle = std::move(swizzle);
  return tile;
}

// -1 where there is a problem
std::int64_t byte_of(const Tile& tile, std::int64_t row, std::int64_t column) {
  const Result<TileLayout> layout = lay_out(tile);
  const Result<std::int64_t> bit = layout ? layout->bit_offset(row, column) : fail(layout.error());
  return bit && *bit % 8 == 0 ? *bit / 8 : -1;
}

TEST(Tile, WorkedBytes) {
  using enum Pitch::Kind;
  using enum Pitch::Unit;
  struct Row {
    const char* what;
    Tile tile;
    std::int64_t row, column, byte;
  };
  Tile based = tile_of("float", 8, 8);
  based.base_bytes = 64;
  const Row rows[] = {
      {"float [32][33]", with_pitch(tile_of("float", 32, 32), padding, elements, 1), 2, 3, 276},
      {"float, 4 bytes of padding", with_pitch(tile_of("float", 32, 32), padding, bytes, 4), 2, 3, 276},
      {"float, stride 36", with_pitch(tile_of("float", 32, 32), stride, elements, 36), 9, 5, 1316},
      {"float, stride of 144 bytes", with_pitch(tile_of("float", 32, 32), stride, bytes, 144), 9, 5, 1316},
      {"half, 2 bytes of padding", with_pitch(tile_of("half", 32, 32), padding, bytes, 2), 3, 1, 3 * 66 + 2},
      {"float, 2 bytes of padding: rows are no whole number of floats",
       with_pitch(tile_of("float", 4, 4), padding, bytes, 2), 2, 1, 2 * 18 + 4},
      {"starts at byte 64", based, 1, 1, 64 + 32 + 4},
      {"float3", tile_of("float3", 4, 10), 1, 2, 144},
      {"outside: on into other bytes", tile_of("float", 4, 4), 4, 9, 64 + 36},
      {"in front", based, -1, 2, 64 - 32 + 8},
      {"col ^ row", with_swizzle(tile_of("float", 32, 32), XorSwizzle{}), 5, 3, 5 * 128 + 6 * 4},
      {"chunks of 8 halves", with_swizzle(tile_of("half", 64, 64), XorSwizzle{8, 0, 7}), 3, 9, 3 * 128 + 2 * 16 + 2},
      {"Swizzle<3,3,3>", with_swizzle(tile_of("half", 64, 64), CuteSwizzle{}), 3, 9, 3 * 128 + 2 * 16 + 2},
      {"TMA 128B", with_swizzle(tile_of("half", 64, 64), TmaSwizzle{}), 3, 9, 3 * 128 + 2 * 16 + 2},
      {"Triton", with_swizzle(tile_of("half", 64, 64), TritonSwizzle{8, 1, 8}), 3, 9, 3 * 128 + 2 * 16 + 2},
      {"own", with_swizzle(tile_of("half", 64, 64), ExpressionSwizzle{"col ^ row % 8 * 8"}), 3, 9,
       3 * 128 + 2 * 16 + 2},
      {"bit matrix",
       with_swizzle(tile_of("half", 64, 64), MatrixSwizzle{{1, 2, 4, 8 | 64, 16 | 128, 32 | 256, 64, 128, 256}}), 3, 9,
       3 * 128 + 2 * 16 + 2}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(byte_of(row.tile, row.row, row.column), row.byte);
  }
}

TEST(Tile, ElementsBelowAByteArePackedLittleEndFirst) {
  const TileLayout two_bits = *lay_out(tile_of("int2", 4, 8));
  EXPECT_EQ(*two_bits.bit_offset(0, 0), 0);
  EXPECT_EQ(*two_bits.bit_offset(0, 1), 2);
  EXPECT_EQ(*two_bits.bit_offset(1, 5), 16 + 10);
  const TileLayout four_bits = *lay_out(with_swizzle(tile_of("int4", 4, 8), XorSwizzle{2, 0, 3}));
  EXPECT_EQ(*four_bits.bit_offset(1, 1), 32 + 12) << "chunk 0 goes to chunk 1, the upper half of its byte";
  const TileLayout tma = *lay_out(with_swizzle(tile_of("int4", 8, 256), TmaSwizzle{}));
  EXPECT_EQ(*tma.bit_offset(1, 3), 1024 + 16 * 8 + 12) << "row 1 flips 16-byte chunks; the place in the byte stays";
  const TileLayout cute = *lay_out(with_swizzle(tile_of("int2", 8, 64), CuteSwizzle{3, 3, 3}));
  EXPECT_EQ(*cute.bit_offset(1, 1), 128 + 8 * 2 + 2);
}

TEST(Tile, SizesAndPitch) {
  const TileLayout padded =
      *lay_out(with_pitch(tile_of("float", 32, 32), Pitch::Kind::padding, Pitch::Unit::elements, 1));
  EXPECT_EQ(padded.pitch_bits, 33 * 32);
  EXPECT_EQ(padded.pitch_elements, 33);
  EXPECT_EQ(padded.size_bytes, 32 * 132);
  const TileLayout odd = *lay_out(with_pitch(tile_of("float", 4, 4), Pitch::Kind::padding, Pitch::Unit::bytes, 2));
  EXPECT_EQ(odd.pitch_elements, 4);
  EXPECT_EQ(odd.size_bytes, 72);
  EXPECT_TRUE(lay_out(with_pitch(tile_of("int4", 4, 33), Pitch::Kind::padding, Pitch::Unit::elements, 1)));
  EXPECT_TRUE(lay_out(with_pitch(tile_of("int4", 4, 33), Pitch::Kind::stride, Pitch::Unit::bytes, 17)));
  EXPECT_TRUE(lay_out(tile_of("float", 65'536, 16))) << "exactly 4 MiB";
}

TEST(Tile, RefusalsNameTheField) {
  using enum Pitch::Kind;
  using enum Pitch::Unit;
  struct Row {
    Tile tile;
    std::string_view place;
    std::string_view hint;  // a part
  };
  Tile named = tile_of("float", 4, 4);
  named.name = "2d";
  Tile misplaced = tile_of("float4", 4, 4);
  misplaced.base_bytes = 40;
  Tile negative = tile_of("float", 4, 4);
  negative.base_bytes = -4;
  Tile tma = with_swizzle(tile_of("half", 8, 64), TmaSwizzle{});
  tma.base_bytes = 1024 + 128;
  Tile hand_made = tile_of("float", 4, 4);
  hand_made.element.bits = 0;
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const Row rows[] = {
      {named, "name", "C identifier"},
      {tile_of("float", 0, 4), "rows", "1 to 65536"},
      {tile_of("float", 65'537, 1), "rows", "1 to 65536"},
      {tile_of("float", 4, -1), "columns", "1 to 65536"},
      {tile_of("float", 65'536, 17), "rows", "at most 61680 rows of 68 bytes"},
      {tile_of("float", 65'536, 65'536), "rows", "at most 16 rows"},
      {hand_made, "element.bits", "built-in"},
      {with_pitch(tile_of("float", 4, 4), padding, elements, -1), "pitch", "0 to"},
      {with_pitch(tile_of("float", 4, 4), padding, elements, huge), "pitch", "0 to"},
      {with_pitch(tile_of("float", 4, 4), stride, bytes, huge), "pitch", "0 to"},
      {with_pitch(tile_of("float", 4, 4), stride, elements, 3), "pitch", "at least 4 elements"},
      {with_pitch(tile_of("float", 4, 4), stride, bytes, 15), "pitch", "at least 16 bytes"},
      {tile_of("int4", 4, 33), "pitch", "multiple of 2"},
      {tile_of("int2", 4, 6), "pitch", "multiple of 4"},
      {misplaced, "base_bytes", "32 or 48"},
      {negative, "base_bytes", "0 to"},
      {tma, "base_bytes", "1024 or 2048"},
      {with_swizzle(tile_of("half", 8, 64), CuteSwizzle{3, 3, 1}), "swizzle.shift", "3 or more"},
      {with_swizzle(tile_of("half", 8, 64), ExpressionSwizzle{"col +"}), "swizzle.column", ""},
      {with_swizzle(tile_of("float3", 8, 64), TmaSwizzle{}), "swizzle", "divides 16 bytes"},
      {with_swizzle(with_pitch(tile_of("float", 8, 32), padding, bytes, 2), CuteSwizzle{}), "pitch", "33 elements"},
      {with_swizzle(with_pitch(tile_of("float", 8, 32), padding, bytes, 2), TmaSwizzle{}), "pitch", "33 elements"},
      {with_swizzle(with_pitch(tile_of("float", 8, 32), padding, bytes, 2), MatrixSwizzle{}), "pitch", "33 elements"}};
  for (const Row& row : rows) {
    const Result<TileLayout> layout = lay_out(row.tile);
    ASSERT_FALSE(layout) << row.place << " " << row.hint;
    SCOPED_TRACE(to_string(layout.error()));
    EXPECT_EQ(layout.error().place, row.place);
    EXPECT_NE(layout.error().hint.find(row.hint), std::string::npos);
  }
}

TEST(Tile, AlignedBasesAreTaken) {
  Tile tma = with_swizzle(tile_of("half", 8, 64), TmaSwizzle{});
  tma.base_bytes = 2048;
  EXPECT_EQ(byte_of(tma, 1, 0), 2048 + 128 + 16);
  Tile cute = with_swizzle(tile_of("half", 8, 64), CuteSwizzle{});
  cute.base_bytes = 2;  // the element offset counts from the tile, wherever it lies
  EXPECT_EQ(byte_of(cute, 1, 0), 2 + 128 + 16);
}

TEST(Tile, CoordinatesThatHaveNoPlace) {
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  const Swizzle kinds[] = {NoSwizzle{},
                           XorSwizzle{},
                           CuteSwizzle{},
                           TmaSwizzle{},
                           TritonSwizzle{},
                           MatrixSwizzle{{1, 2, 4}},
                           ExpressionSwizzle{"col ^ row & 31"}};
  for (const Swizzle& swizzle : kinds) {
    SCOPED_TRACE(describe(swizzle));
    const TileLayout layout = *lay_out(with_swizzle(tile_of("float", 32, 32), swizzle));
    for (const std::int64_t far : {highest, lowest, std::int64_t{1} << 36, -(std::int64_t{1} << 36) - 1}) {
      ASSERT_FALSE(layout.bit_offset(far, 0));
      EXPECT_EQ(layout.bit_offset(far, 0).error().place, "row");
      ASSERT_FALSE(layout.bit_offset(0, far));
      EXPECT_EQ(layout.bit_offset(0, far).error().place, "column");
      EXPECT_EQ(layout.bit_offset(0, far).error().lanes, 0u);
    }
    for (const std::int64_t edge : {(std::int64_t{1} << 36) - 1, -(std::int64_t{1} << 36), std::int64_t{-1}}) {
      static_cast<void>(layout.bit_offset(edge, edge));  // some are refused; none may overflow
      static_cast<void>(layout.bit_offset(-edge, edge));
    }
  }
  const auto problem_at = [](const Swizzle& swizzle, std::int64_t row, std::int64_t column) {
    const Result<std::int64_t> bit = lay_out(with_swizzle(tile_of("float", 32, 32), swizzle))->bit_offset(row, column);
    return bit ? "" : bit.error().what;
  };
  EXPECT_EQ(problem_at(XorSwizzle{}, 1, -1), "column -1 is negative: the swizzle cannot move a negative column");
  EXPECT_EQ(problem_at(TritonSwizzle{}, -2, 1), "row -2 is negative: the swizzle cannot move a negative row");
  EXPECT_EQ(problem_at(CuteSwizzle{}, -1, 3), "offset -29 is negative: the swizzle cannot move a negative offset");
  EXPECT_EQ(problem_at(TmaSwizzle{}, -1, 3), "offset -29 is negative: the swizzle cannot move a negative offset");
  EXPECT_EQ(problem_at(XorSwizzle{}, -1, 1), "");
  EXPECT_EQ(problem_at(NoSwizzle{}, -1, -1), "");
  EXPECT_EQ(problem_at(ExpressionSwizzle{"row < 32 ? col : 1 << 40"}, 32, 0),
            "column 1099511627776 is beyond every tile");
  EXPECT_NE(problem_at(ExpressionSwizzle{"row < 32 ? col : col / 0"}, 32, 0), "");
}

TEST(Tile, AWarpAtATimeIsTheSame) {
  const Swizzle kinds[] = {NoSwizzle{},
                           XorSwizzle{2, 1, 7},
                           CuteSwizzle{2, 1, 3},
                           TmaSwizzle{TmaMode::b64},
                           TritonSwizzle{4},
                           MatrixSwizzle{{1 | 8, 2, 4, 8}},
                           ExpressionSwizzle{"(col + row) % columns"}};
  for (const Swizzle& swizzle : kinds) {
    SCOPED_TRACE(describe(swizzle));
    const TileLayout layout = *lay_out(with_swizzle(tile_of("float", 32, 32), swizzle));
    for (const LaneMask lanes : {all_lanes, 0x8001'0f00u, 0u}) {
      LaneValues row;
      LaneValues column;
      row.fill(std::numeric_limits<std::int64_t>::max());  // lanes that are not asked must not matter
      column.fill(std::numeric_limits<std::int64_t>::min());
      for (int lane = 0; lane < lane_count; ++lane) {
        if (!has_lane(lanes, lane)) continue;
        row[static_cast<std::size_t>(lane)] = lane;
        column[static_cast<std::size_t>(lane)] = lane * 7 % 32;
      }
      const Result<LaneValues> bits = layout.bit_offsets(row, column, lanes);
      ASSERT_TRUE(bits);
      for (int lane = 0; lane < lane_count; ++lane) {
        if (has_lane(lanes, lane)) {
          EXPECT_EQ((*bits)[static_cast<std::size_t>(lane)], *layout.bit_offset(lane, lane * 7 % 32));
        }
      }
    }
  }
}

TEST(Tile, AWarpsProblemNamesItsLanes) {
  const TileLayout layout = *lay_out(with_swizzle(tile_of("float", 32, 32), XorSwizzle{}));
  LaneValues row{};
  LaneValues column{};
  column[3] = -4;
  column[17] = -5;
  column[20] = -6;
  const Result<LaneValues> bits = layout.bit_offsets(row, column, all_lanes & ~lane_bit(20));
  ASSERT_FALSE(bits);
  EXPECT_EQ(bits.error().lanes, lane_bit(3) | lane_bit(17));
  EXPECT_EQ(bits.error().what, "column -4 is negative: the swizzle cannot move a negative column");
  row[9] = std::int64_t{1} << 50;
  EXPECT_EQ(layout.bit_offsets(row, column, all_lanes).error().lanes, lane_bit(9));
  EXPECT_EQ(layout.bit_offsets(row, column, all_lanes).error().place, "row");
}

}  // namespace
}  // namespace bankmap
