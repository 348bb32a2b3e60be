#include "core/lane_addresses.hpp"
#include "core/random_draws.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

Tile float_tile(int rows, int columns, std::int64_t padding) {
  Tile tile;
  tile.rows = rows;
  tile.columns = columns;
  tile.pitch = {.kind = Pitch::Kind::padding, .unit = Pitch::Unit::elements, .value = padding};
  return tile;
}

Access column_read() {
  Access access;
  access.pattern = ColumnPattern{};
  access.loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return access;
}

Access own_index(std::string row, std::string column) {
  Access access;
  access.pattern = IndexPattern{std::move(row), std::move(column)};
  return access;
}

WarpAddresses addresses_of(const Access& access, const Tile& tile, const BlockShape& block = {}, int warp = 0) {
  const Result<PreparedAccess> prepared = prepare(access, tile, block);
  EXPECT_TRUE(prepared) << (prepared ? "" : to_string(prepared.error()));
  if (!prepared) return {};
  const Result<WarpAddresses> result = addresses(*prepared, loop_values(access, step_of(access)), warp);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result.value_or(WarpAddresses{});
}

Problem refusal_of(const Access& access, const Tile& tile, const BlockShape& block = {}) {
  const Result<PreparedAccess> prepared = prepare(access, tile, block);
  if (!prepared) return prepared.error();
  const Result<WarpAddresses> result = addresses(*prepared, loop_values(access, step_of(access)), 0);
  EXPECT_FALSE(result);
  return result ? Problem{} : result.error();
}

TEST(LaneAddresses, WorkedExampleOfTheHeader) {
  const WarpAddresses warp = addresses_of(column_read(), float_tile(32, 32, 4));
  EXPECT_EQ(warp.lanes.byte_address[0], 20u);    // 5 * 4
  EXPECT_EQ(warp.lanes.byte_address[9], 1316u);  // 9 * 144 + 20
  EXPECT_EQ(warp.lanes.active, all_lanes);
  ASSERT_TRUE(warp.coordinates);
  EXPECT_EQ(warp.coordinates->row[9], 9);
  EXPECT_EQ(warp.coordinates->column[9], 5);
}

TEST(LaneAddresses, BaseAndMemberMoveEveryLane) {
  Tile tile = float_tile(32, 32, 0);
  tile.element = *element_named("float4");
  tile.base_bytes = 256;
  Access access = own_index("0", "lane");
  access.element_byte = 8;
  const WarpAddresses warp = addresses_of(access, tile);
  EXPECT_EQ(warp.lanes.byte_address[0], 264u);
  EXPECT_EQ(warp.lanes.byte_address[31], 256u + 31u * 16u + 8u);
}

TEST(LaneAddresses, ThreadIndicesFollowTheBlock) {
  const BlockShape block{.x = 16, .y = 16, .z = 1};
  const WarpAddresses warp = addresses_of(own_index("threadIdx.y", "threadIdx.x"), float_tile(32, 32, 0), block, 1);
  EXPECT_EQ(warp.coordinates->row[0], 2);  // thread 32 is the first of row 2
  EXPECT_EQ(warp.coordinates->row[16], 3);
  EXPECT_EQ(warp.coordinates->column[17], 1);
}

TEST(LaneAddresses, MaskAsBitsAndAsCondition) {
  Access access = column_read();
  access.mask = "0x0000ff01";
  EXPECT_EQ(addresses_of(access, float_tile(32, 32, 0)).lanes.active, 0x0000ff01u);
  access.mask = "lane < 20";
  EXPECT_EQ(addresses_of(access, float_tile(32, 32, 0)).lanes.active, 0x000fffffu);
  access.mask = "0";
  EXPECT_EQ(addresses_of(access, float_tile(32, 32, 0)).lanes.active, 0u);
}

TEST(LaneAddresses, AHalfFilledLastWarpHasNoOtherLanes) {
  EXPECT_EQ(addresses_of(own_index("0", "lane"), float_tile(32, 32, 0), {.x = 48, .y = 1, .z = 1}, 1).lanes.active,
            0x0000ffffu);
}

TEST(LaneAddresses, InactiveLanesMayBeWrong) {
  Access access = own_index("lane == 3 ? 1 / (lane - 3) : 0", "lane");
  EXPECT_EQ(refusal_of(access, float_tile(32, 32, 0)).lanes, lane_bit(3));
  access.mask = "lane != 3";
  EXPECT_EQ(addresses_of(access, float_tile(32, 32, 0)).lanes.active, ~lane_bit(3));
}

TEST(LaneAddresses, MatrixRowsComeFromTheirLanesOnly) {
  Tile tile = float_tile(64, 64, 0);
  tile.element = *element_named("half");
  Access access = own_index("lane", "0");
  access.instruction = Instruction::ldmatrix_x2;
  EXPECT_EQ(addresses_of(access, tile).lanes.active, 0x0000ffffu);
}

TEST(LaneAddresses, MisalignedNamesTheFirstLaneAndWhatWouldHelp) {
  Access access = column_read();
  access.instruction = Instruction::ld_b128;
  access.loops.clear();
  access.pattern = ColumnPattern{.column = "0", .step = 1};
  const Problem problem = refusal_of(access, float_tile(32, 32, 1));
  EXPECT_EQ(problem.what,
            "misaligned: lane 1 (tile[1][0]) is at byte 132, not a multiple of the 16 bytes that ld.b128 needs");
  EXPECT_NE(problem.hint.find("padding of 0, 4, 8 elements"), std::string::npos) << problem.hint;
  EXPECT_EQ(problem.lanes, 0xeeeeeeeeu);  // lanes 0, 4, 8 ... are at multiples of 528 = 33 * 16
}

TEST(LaneAddresses, NegativeAndHugeAddressesAreRefused) {
  EXPECT_EQ(refusal_of(own_index("-1", "lane"), float_tile(32, 32, 0)).lanes, all_lanes);
  Access access;
  access.pattern = ByteOffsetPattern{"lane == 7 ? 1 << 40 : 0"};
  EXPECT_EQ(refusal_of(access, float_tile(32, 32, 0)).lanes, lane_bit(7));
  access.pattern = ByteOffsetPattern{"0x7fffffffffffffff"};
  Tile moved = float_tile(32, 32, 0);
  moved.base_bytes = 128;
  EXPECT_FALSE(refusal_of(access, moved).what.empty());
}

TEST(LaneAddresses, OutsideTheTileIsSeenButNotRefused) {
  const WarpAddresses warp = addresses_of(own_index("lane", "0"), float_tile(30, 32, 0));
  EXPECT_EQ(warp.outside_tile, 0xc0000000u);
}

TEST(LaneAddresses, ASwizzleThatTearsAVectorApartIsRefused) {
  Tile tile = float_tile(32, 32, 0);
  tile.swizzle = ExpressionSwizzle{"row > 4 && (col == 1 || col == 2) ? 3 - col : col"};
  Access access = own_index("lane", "0");
  access.instruction = Instruction::ld_b128;
  const Problem problem = refusal_of(access, tile);
  EXPECT_EQ(problem.what, "the swizzle tears the 16-byte access of lane 5 apart: tile[5][1] lies at byte 648, not 644");
  EXPECT_EQ(problem.lanes, 0xffffffe0u);
  EXPECT_EQ(problem.hint, "swizzle in chunks of at least 4 elements");
  tile.swizzle = XorSwizzle{.chunk_elements = 4, .shift = 0, .mask = 7};
  EXPECT_EQ(addresses_of(access, tile).lanes.byte_address[3], 3u * 128u + 3u * 16u);
}

TEST(LaneAddresses, SubByteElementsLieInTheirByte) {
  Tile tile = float_tile(4, 64, 0);
  tile.element = *element_named("int4");
  Access access = own_index("0", "lane");
  access.instruction = Instruction::ld_b8;
  const WarpAddresses warp = addresses_of(access, tile);
  EXPECT_EQ(warp.lanes.byte_address[0], 0u);
  EXPECT_EQ(warp.lanes.byte_address[1], 0u);
  EXPECT_EQ(warp.lanes.byte_address[31], 15u);
}

TEST(Loops, StepsCountWithTheInnermostFastest) {
  Access access;
  access.loops = {{.name = "i", .begin = 0, .end = 3, .step = 1, .at = 2},
                  {.name = "j", .begin = 10, .end = 20, .step = 4, .at = 18}};
  EXPECT_EQ(loop_values(access, 0), (std::vector<std::int64_t>{0, 10}));
  EXPECT_EQ(loop_values(access, 4), (std::vector<std::int64_t>{1, 14}));
  EXPECT_EQ(step_of(access), 8);
  EXPECT_EQ(loop_values(access, step_of(access)), (std::vector<std::int64_t>{2, 18}));
}

TEST(Loops, AValueThatIsShownOutsideTheLoopGoesToItsNearestEnd) {
  Access access = column_read();
  access.loops[0].at = 99;
  EXPECT_EQ(step_of(access), 31);
  access.loops[0].at = -99;
  EXPECT_EQ(step_of(access), 0);
}

struct Wrong {
  const char* what;
  Access access;
  const char* place;
};

Access with_loop(LoopVariable loop) {
  Access access = column_read();
  access.loops = {std::move(loop)};
  return access;
}

TEST(Prepare, RefusesAtTheFieldThatIsWrong) {
  Access twice = column_read();
  twice.loops.push_back(twice.loops[0]);
  Access deep = column_read();
  for (int i = 0; i < max_loops; ++i)
    deep.loops.push_back({.name = "k" + std::to_string(i), .begin = 0, .end = 1, .step = 1, .at = 0});
  Access wide_mask = column_read();
  wide_mask.mask = "0x1ffffffff";
  Access broken_mask = column_read();
  broken_mask.mask = "lane <";
  Access member = column_read();
  member.element_byte = 4;
  Access smuggler = column_read();
  smuggler.pattern = RowPattern{.row = "k", .first = "0) + (1", .step = 1};
  const Wrong rows[] = {
      {"unknown name", own_index("lane", "q"), "column"},
      {"text cut short", own_index("lane %", "0"), "row"},
      {"empty loop", with_loop({.name = "k", .begin = 3, .end = 3, .step = 1, .at = 0}), "loops[0].end"},
      {"step 0", with_loop({.name = "k", .begin = 0, .end = 3, .step = 0, .at = 0}), "loops[0].step"},
      {"reserved name", with_loop({.name = "lane", .begin = 0, .end = 3, .step = 1, .at = 0}), "loops[0].name"},
      {"keyword", with_loop({.name = "for", .begin = 0, .end = 3, .step = 1, .at = 0}), "loops[0].name"},
      {"endless loop", with_loop({.name = "k", .begin = 0, .end = 1 << 30, .step = 1, .at = 0}), "loops[0].end"},
      {"beyond all indices", with_loop({.name = "k", .begin = INT64_MIN, .end = INT64_MAX, .step = INT64_MAX, .at = 0}),
       "loops[0].end"},
      {"name twice", twice, "loops[0].name"},
      {"seven loops", deep, "loops"},
      {"33 bits of mask", wide_mask, "mask"},
      {"broken mask", broken_mask, "mask"},
      {"member outside", member, "element_byte"},
      {"brackets that reach out of their field", smuggler, "first"},
  };
  for (const Wrong& row : rows) {
    SCOPED_TRACE(row.what);
    const Result<PreparedAccess> prepared = prepare(row.access, float_tile(32, 32, 0), {});
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().place, row.place) << to_string(prepared.error());
    EXPECT_FALSE(prepared.error().hint.empty());
  }
  EXPECT_EQ(prepare(column_read(), float_tile(32, 32, 0), {.x = 64, .y = 32, .z = 1}).error().place, "block");
  EXPECT_EQ(prepare(column_read(), float_tile(32, 32, 0), {.x = 0, .y = 1, .z = 1}).error().place, "block");
  EXPECT_EQ(prepare(column_read(), float_tile(32, 32, -1), {}).error().place.substr(0, 4), "tile");
}

TEST(RandomStream, FillsAsManyCallsWouldWhereverItStarts) {
  for (const std::int64_t n : {std::int64_t{1}, std::int64_t{7}, std::int64_t{256}, std::int64_t{1} << 32}) {
    RandomStream one_by_one, at_once;
    for (const std::size_t count : {0u, 1u, 2u, 5u, 32u, 0u, 31u, 1u, 1u, 32u}) {  // on either half of a mix
      std::vector<std::int64_t> values(count);
      at_once.fill(n, values);
      for (const std::int64_t value : values) EXPECT_EQ(value, one_by_one.below(n)) << n << ", " << count;
    }
  }
}

TEST(RandomDraws, AreUniformEnoughInRangeAndTheSameForTheSameQuestion) {
  std::array<int, 8> count{};
  for (std::uint64_t sample = 0; sample < 1000; ++sample) {
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::int64_t value = RandomDraws(sample, {}, 0)(0, lane, 8);
      ASSERT_GE(value, 0);
      ASSERT_LT(value, 8);
      EXPECT_EQ(value, RandomDraws(sample, {}, 0)(0, lane, 8));
      ++count[static_cast<std::size_t>(value)];
    }
  }
  for (const int each : count) EXPECT_NEAR(each, 4000, 300);  // 32,000 draws; 300 is five standard deviations
  EXPECT_EQ(RandomDraws(7, {}, 0)(0, 0, 1), 0);
}

}  // namespace
}  // namespace bankmap
