// The loops half of core/pattern.hpp.
#include <gtest/gtest.h>

#include "core/lane_addresses.hpp"
#include "core/pattern.hpp"

namespace bankmap {
namespace {

LoopVariable loop(std::string name, std::int64_t end, std::int64_t step = 1) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = step, .at = 0};
}

std::string text(const std::vector<LoopVariable>& loops) {
  std::string all;
  for (const LoopVariable& each : loops) {
    all += (all.empty() ? "" : ", ") + each.name + " " + std::to_string(each.begin) + ".." + std::to_string(each.end) +
           " by " + std::to_string(each.step);
  }
  return all;
}

TEST(UsualLoops, WorkedExamples) {
  struct Row {
    const char* what;
    LanePattern pattern;
    int rows, columns;
    std::vector<LoopVariable> want;
  };
  const Row rows[] = {
      {"column read", ColumnPattern{}, 32, 48, {loop("k", 48)}},
      {"column read of a tile that is too short", ColumnPattern{}, 31, 48, {loop("k", 1)}},
      {"row read", RowPattern{}, 20, 32, {loop("k", 20)}},
      {"row read, 32 columns at a time", RowPattern{"r", "c"}, 4, 80, {loop("r", 4), loop("c", 64, 32)}},
      {"float4 walk", RowPattern{"r", "c", 4}, 4, 256, {loop("r", 4), loop("c", 256, 128)}},
      {"row backwards", RowPattern{"r", "31", -1}, 4, 32, {loop("r", 4)}},
      {"16 x 16 block: all eight warps",
       BlockPattern{16, 16, true, 1, "r", "c"},
       64,
       40,
       {loop("r", 64, 16), loop("c", 32, 16)}},
      {"the same with steps of 2", BlockPattern{16, 16, true, 2, "0", "c"}, 16, 64, {loop("c", 64, 32)}},
      {"5 x 7 block: the last warp is not full", BlockPattern{5, 7, true, 1, "r", "0"}, 11, 7, {loop("r", 10, 5)}},
      {"one constant: no loops", BlockPattern{}, 32, 32, {}},
      {"strided", StridedPattern{"2", "k"}, 4, 32, {loop("k", 128 - 62)}},
      {"diagonal wraps once around", DiagonalPattern{}, 32, 24, {loop("k", 24)}},
      {"broadcast", BroadcastPattern{"r", "c"}, 8, 16, {loop("r", 8), loop("c", 16)}},
      {"fragment A", MmaPattern{}, 16, 16, {loop("reg", 4)}},
      {"fragment A in a bigger tile", MmaPattern{}, 128, 128, {loop("reg", 4)}},
      {"fragment A in a tile of 16 x 8: two registers fit", MmaPattern{}, 16, 8, {loop("reg", 2)}},
      {"ldmatrix", MatrixRowsPattern{4, true, "r", "c"}, 64, 40, {loop("r", 64, 16), loop("c", 32, 16)}},
      {"ldmatrix.x2 down", MatrixRowsPattern{2, true, "r", "c"}, 32, 32, {loop("r", 32, 16), loop("c", 32, 8)}},
      {"ldmatrix with its own stride", MatrixRowsPattern{4, true, "0", "k * 8"}, 16, 64, {loop("k", 7)}},
      {"own", IndexPattern{"lane", "k * 2 + j"}, 32, 16, {loop("k", 8), loop("j", 2)}},
      {"own, with what is built in", IndexPattern{"threadIdx.x + warp", "k + 0x1f"}, 32, 33, {loop("k", 2)}},
      {"own, data-dependent", IndexPattern{"rand(rows)", "k"}, 32, 8, {loop("k", 8)}},
      {"own, wrong", IndexPattern{"lane +", "k"}, 32, 8, {loop("k", 1)}},
      {"bytes: what an element is is not known here", ByteOffsetPattern{"lane * 4 + k"}, 32, 8, {loop("k", 1)}},
      {"a long tile: few enough for 32 warps", RowPattern{}, 65'536, 32, {loop("k", 2048)}},
      {"the same in two loops", BroadcastPattern{"r", "c"}, 100, 100, {loop("r", 100), loop("c", 20)}}};
  for (const Row& row : rows) {
    EXPECT_EQ(text(usual_loops(row.pattern, row.rows, row.columns)), text(row.want)) << row.what;
  }
}

// Every step of every loop, through the road that an access takes.
TEST(UsualLoops, KeepEveryLaneInside) {
  const LanePattern patterns[] = {RowPattern{},
                                  RowPattern{"r", "c", 2},
                                  ColumnPattern{},
                                  ColumnPattern{"k", 2},
                                  BlockPattern{16, 16, true, 1, "r", "c"},
                                  BlockPattern{16, 16, false, 1, "r", "c"},
                                  BlockPattern{4, 8, true, 2, "r", "c"},
                                  StridedPattern{"s", "k"},
                                  DiagonalPattern{},
                                  BroadcastPattern{"r", "c"},
                                  MmaPattern{},
                                  MmaPattern{.operand = MmaOperand::b},
                                  MatrixRowsPattern{4, true, "r", "c"},
                                  MatrixRowsPattern{4, false, "r", "c"}};
  for (const LanePattern& pattern : patterns) {
    for (const auto& [rows, columns] : {std::pair{64, 64}, {64, 80}, {70, 66}, {100, 100}}) {
      SCOPED_TRACE(std::string(pattern_name(pattern)) + " on " + std::to_string(rows) + " x " +
                   std::to_string(columns));
      Access access;
      access.instruction = Instruction::ld_b8;
      access.pattern = pattern;
      access.loops = usual_loops(pattern, rows, columns);
      Tile tile;
      tile.rows = rows;
      tile.columns = columns;
      tile.element = *element_named("int8");
      BlockShape block;
      if (const auto* shape = std::get_if<BlockPattern>(&pattern)) block = {.x = shape->columns, .y = shape->rows};
      const Result<PreparedAccess> prepared = prepare(access, tile, block);
      ASSERT_TRUE(prepared) << to_string(prepared.error());
      for (std::int64_t step = 0; step < prepared->steps; ++step) {
        for (int warp = 0; warp < prepared->warps; ++warp) {
          const Result<WarpAddresses> lanes = addresses(*prepared, loop_values(access, step), warp);
          ASSERT_TRUE(lanes) << to_string(lanes.error());
          ASSERT_EQ(lanes->outside_tile, 0u) << "step " << step << ", warp " << warp;
        }
      }
    }
  }
}

}  // namespace
}  // namespace bankmap
