#include "core/pattern.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "core/expression.hpp"

namespace bankmap {
namespace {

using Values = std::map<std::string, std::int64_t>;

LaneValues evaluate_text(const std::string& text, const Values& values) {
  std::vector<std::string> known{"lane"};
  for (const auto& [name, value] : values) known.push_back(name);
  const Result<Expression> expression = parse_expression(text, known);
  if (!expression) {
    ADD_FAILURE() << text << ": " << to_string(expression.error());
    return {};
  }
  std::vector<LaneValues> inputs(expression->names.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t lane = 0; lane < inputs[i].size(); ++lane) {
      inputs[i][lane] =
          expression->names[i] == "lane" ? static_cast<std::int64_t>(lane) : values.at(expression->names[i]);
    }
  }
  const Result<LaneValues> result = evaluate(*expression, {.values = inputs, .lanes = all_lanes, .rand = {}});
  if (!result) ADD_FAILURE() << text << ": " << to_string(result.error());
  return result ? *result : LaneValues{};
}

struct RowColumn {
  int row;
  int column;
  auto operator<=>(const RowColumn&) const = default;
};

std::array<RowColumn, 32> coordinates(const LanePattern& pattern, const Values& values) {
  const IndexText text = index_text(pattern);
  const LaneValues rows = evaluate_text(text.row, values);
  const LaneValues columns = evaluate_text(text.column, values);
  std::array<RowColumn, 32> all{};
  for (std::size_t lane = 0; lane < all.size(); ++lane) {
    all[lane] = {static_cast<int>(rows[lane]), static_cast<int>(columns[lane])};
  }
  return all;
}

void expect_lanes(const LanePattern& pattern, const Values& values, const std::function<RowColumn(int lane)>& want) {
  const std::array<RowColumn, 32> got = coordinates(pattern, values);
  for (int lane = 0; lane < 32; ++lane) {
    const RowColumn& at = got[static_cast<std::size_t>(lane)];
    EXPECT_EQ(at.row, want(lane).row) << index_text(pattern).row << ", lane " << lane;
    EXPECT_EQ(at.column, want(lane).column) << index_text(pattern).column << ", lane " << lane;
  }
}

TEST(Pattern, TextsAreAsAPersonWouldWriteThem) {
  struct Row {
    LanePattern pattern;
    std::string_view row, column;
  };
  const Row rows[] = {{RowPattern{}, "k", "lane"},
                      {RowPattern{"k", "c", 4}, "k", "c + lane * 4"},
                      {RowPattern{"k", "31", -1}, "k", "31 + lane * -1"},
                      {RowPattern{"k", "c ? 1 : 2", 1}, "k", "(c ? 1 : 2) + lane"},
                      {ColumnPattern{}, "lane", "k"},
                      {ColumnPattern{"k + 1", 2}, "lane * 2", "k + 1"},
                      {BlockPattern{16, 16}, "warp * 2 + lane / 16", "lane % 16"},
                      {BlockPattern{8, 32}, "warp", "lane % 32"},
                      {StridedPattern{}, "lane * 2 / columns", "lane * 2 % columns"},
                      {StridedPattern{"s", "k"}, "(k + lane * s) / columns", "(k + lane * s) % columns"},
                      {DiagonalPattern{}, "lane", "(k + lane) % columns"},
                      {BroadcastPattern{}, "0", "0"},
                      {MatrixRowsPattern{}, "lane % 16", "lane / 16 * 8"},
                      {MatrixRowsPattern{1, true, "r", "c"}, "r + lane % 8", "c"},
                      {IndexPattern{"lane ^ 1", "k"}, "lane ^ 1", "k"},
                      {ByteOffsetPattern{}, "", ""},
                      {AddressListPattern{}, "", ""}};
  for (const Row& row : rows) {
    EXPECT_EQ(index_text(row.pattern).row, row.row);
    EXPECT_EQ(index_text(row.pattern).column, row.column);
  }
}

TEST(Pattern, RowsColumnsDiagonalsBroadcasts) {
  expect_lanes(RowPattern{"k", "c + 1", 4}, {{"k", 7}, {"c", 2}}, [](int lane) { return RowColumn{7, 3 + 4 * lane}; });
  expect_lanes(RowPattern{"k", "31", -1}, {{"k", 7}}, [](int lane) { return RowColumn{7, 31 - lane}; });
  expect_lanes(ColumnPattern{"k", 3}, {{"k", 5}}, [](int lane) { return RowColumn{3 * lane, 5}; });
  expect_lanes(DiagonalPattern{"k"}, {{"k", 20}, {"columns", 24}}, [](int lane) {
    return RowColumn{lane, (20 + lane) % 24};
  });
  expect_lanes(DiagonalPattern{"0"}, {{"columns", 24}}, [](int lane) {
    return RowColumn{lane, lane < 24 ? lane : lane - 24};
  });
  expect_lanes(BroadcastPattern{"2", "k"}, {{"k", 9}}, [](int) { return RowColumn{2, 9}; });
  // Element 3 + 5 * lane of a tile of 32 columns: the pitch does not count.
  expect_lanes(StridedPattern{"s + 1", "3"}, {{"s", 4}, {"columns", 32}}, [](int lane) {
    return RowColumn{(3 + 5 * lane) / 32, (3 + 5 * lane) % 32};
  });
}

// Threads counted one by one, as the hardware numbers them.
TEST(Pattern, BlocksOfAnyShapeInEitherOrder) {
  for (const auto& [rows, columns] :
       {std::pair{16, 16}, {8, 32}, {32, 8}, {4, 8}, {2, 64}, {5, 7}, {1, 32}, {32, 1}, {3, 100}}) {
    for (const bool row_major : {true, false}) {
      for (const int step : {1, 4}) {
        const BlockPattern block{rows, columns, row_major, step, "r", "c"};
        int x = 0;
        int y = 0;
        for (int warp = 0; warp * 32 < rows * columns; ++warp) {
          const auto got = coordinates(block, {{"warp", warp}, {"r", 100}, {"c", 200}});
          for (int lane = 0; lane < 32 && warp * 32 + lane < rows * columns; ++lane) {
            EXPECT_EQ(got[static_cast<std::size_t>(lane)],
                      (RowColumn{100 + (row_major ? y : x), 200 + (row_major ? x : y) * step}))
                << rows << " x " << columns << (row_major ? " row" : " column") << " major, warp " << warp << ", lane "
                << lane;
            if (++x == (row_major ? columns : rows)) {
              x = 0;
              ++y;
            }
          }
        }
      }
    }
  }
}

// ---- mma fragments: the PTX ISA counts elements a0..a7, b0..b3, c0..c3 of a lane, and gives row and column of each
// ----------

RowColumn ptx_a_16(int lane, int i) {
  return {lane / 4 + (i < 2 || (i >= 4 && i < 6) ? 0 : 8), lane % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
}
RowColumn ptx_b_16(int lane, int i) { return {lane % 4 * 2 + (i & 1) + (i >= 2 ? 8 : 0), lane / 4}; }
RowColumn ptx_a_8(int lane, int i) { return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }
RowColumn ptx_b_8(int lane, int i) { return {lane % 4 * 2 + i, lane / 4}; }
RowColumn ptx_a_tf32(int lane, int i) { return {lane / 4 + (i == 0 || i == 2 ? 0 : 8), lane % 4 + (i < 2 ? 0 : 4)}; }
RowColumn ptx_b_tf32(int lane, int i) { return {lane % 4 + (i == 0 ? 0 : 4), lane / 4}; }
RowColumn ptx_c(int lane, int i) { return {lane / 4 + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }

struct FragmentRow {
  const char* what;
  MmaPattern pattern;
  int registers;
  int elements_per_register;
  RowColumn (*ptx)(int lane, int element);
  int rows, columns;  // of the operand, not of the tile
};

std::vector<FragmentRow> fragments() {
  using enum MmaShape;
  using enum MmaOperand;
  return {{"A k16, [m][k]", {m16n8k16, a, false, false}, 4, 2, ptx_a_16, 16, 16},
          {"A k16, [k][m]", {m16n8k16, a, false, true}, 8, 1, ptx_a_16, 16, 16},
          {"B k16, [k][n]", {m16n8k16, b, false, false}, 4, 1, ptx_b_16, 16, 8},
          {"B k16, [n][k]", {m16n8k16, b, false, true}, 2, 2, ptx_b_16, 16, 8},
          {"C k16, [m][n]", {m16n8k16, c, false, false}, 4, 1, ptx_c, 16, 8},
          {"C k16, [n][m]", {m16n8k16, c, false, true}, 4, 1, ptx_c, 16, 8},
          {"A k8, [m][k]", {m16n8k8, a, false, false}, 2, 2, ptx_a_8, 16, 8},
          {"A k8, [k][m]", {m16n8k8, a, false, true}, 4, 1, ptx_a_8, 16, 8},
          {"B k8, [k][n]", {m16n8k8, b, false, false}, 2, 1, ptx_b_8, 8, 8},
          {"B k8, [n][k]", {m16n8k8, b, false, true}, 1, 2, ptx_b_8, 8, 8},
          {"C k8", {m16n8k8, c, false, false}, 4, 1, ptx_c, 16, 8},
          {"A tf32, [m][k]", {m16n8k8, a, true, false}, 4, 1, ptx_a_tf32, 16, 8},
          {"A tf32, [k][m]", {m16n8k8, a, true, true}, 4, 1, ptx_a_tf32, 16, 8},
          {"B tf32, [k][n]", {m16n8k8, b, true, false}, 2, 1, ptx_b_tf32, 8, 8},
          {"B tf32, [n][k]", {m16n8k8, b, true, true}, 2, 1, ptx_b_tf32, 8, 8},
          {"C tf32", {m16n8k8, c, true, false}, 4, 1, ptx_c, 16, 8}};
}

TEST(Pattern, MmaFragmentsAreThoseOfThePtxIsa) {
  for (const FragmentRow& row : fragments()) {
    SCOPED_TRACE(row.what);
    ASSERT_TRUE(checked(row.pattern));
    EXPECT_EQ(fragment_registers(row.pattern), row.registers);
    for (int reg = 0; reg < row.registers; ++reg) {
      const auto got = coordinates(row.pattern, {{"reg", reg}});
      for (int lane = 0; lane < 32; ++lane) {
        RowColumn want = row.ptx(lane, reg * row.elements_per_register);
        if (row.pattern.transposed) std::swap(want.row, want.column);
        EXPECT_EQ(got[static_cast<std::size_t>(lane)], want) << "register " << reg << ", lane " << lane;
      }
    }
  }
}

TEST(Pattern, MmaFragmentsCoverTheirMatrixOnce) {
  for (const FragmentRow& row : fragments()) {
    SCOPED_TRACE(row.what);
    std::set<RowColumn> seen;
    for (int reg = 0; reg < row.registers; ++reg) {
      for (RowColumn at : coordinates(row.pattern, {{"reg", reg}})) {
        for (int half = 0; half < row.elements_per_register; ++half) {  // side by side in the tile's row
          EXPECT_TRUE(seen.insert({at.row, at.column + half}).second) << at.row << ", " << at.column + half;
        }
        if (row.elements_per_register == 2) {
          EXPECT_EQ(at.column % 2, 0) << "a pair must be aligned";
        }
      }
    }
    const int rows = row.pattern.transposed ? row.columns : row.rows;
    const int columns = row.pattern.transposed ? row.rows : row.columns;
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(rows * columns));
    EXPECT_EQ(seen.rbegin()->row, rows - 1);
    for (const RowColumn& at : seen) EXPECT_LT(at.column, columns);
  }
}

TEST(Pattern, MmaRegisterMayBeAnyExpression) {
  MmaPattern pattern;
  pattern.reg = "i + 1";
  EXPECT_EQ(coordinates(pattern, {{"i", 2}})[5], (RowColumn{1 + 8, 2 + 8}));
}

TEST(Pattern, MatrixRowPointers) {
  struct Row {
    int matrices;
    bool down_first;
    RowColumn corner[4];  // of each 8 x 8 matrix
  };
  constexpr Row rows[] = {{1, true, {{0, 0}}},
                          {1, false, {{0, 0}}},
                          {2, true, {{0, 0}, {8, 0}}},
                          {2, false, {{0, 0}, {0, 8}}},
                          {4, true, {{0, 0}, {8, 0}, {0, 8}, {8, 8}}},
                          {4, false, {{0, 0}, {0, 8}, {8, 0}, {8, 8}}}};
  for (const Row& row : rows) {
    const auto got = coordinates(MatrixRowsPattern{row.matrices, row.down_first, "16", "k * 8"}, {{"k", 3}});
    for (int lane = 0; lane < row.matrices * 8; ++lane) {
      const RowColumn& corner = row.corner[lane / 8];
      EXPECT_EQ(got[static_cast<std::size_t>(lane)], (RowColumn{16 + corner.row + lane % 8, 24 + corner.column}))
          << row.matrices << (row.down_first ? " down" : " across") << ", lane " << lane;
    }
  }
}

TEST(Pattern, NumbersOutOfRange) {
  const auto place_of = [](const LanePattern& pattern) {
    const Result<LanePattern> ok = checked(pattern);
    return ok ? std::string() : ok.error().place;
  };
  EXPECT_EQ(place_of(RowPattern{"k", "0", 65'537}), "step");
  EXPECT_EQ(place_of(ColumnPattern{"k", -65'537}), "step");
  EXPECT_EQ(place_of(BlockPattern{0, 16}), "rows");
  EXPECT_EQ(place_of(BlockPattern{16, 0}), "columns");
  EXPECT_EQ(place_of(BlockPattern{33, 32}), "rows");
  EXPECT_EQ(checked(BlockPattern{33, 32}).error().hint, "at most 32 rows of 32 threads");
  EXPECT_EQ(place_of(BlockPattern{32, 32}), "");
  EXPECT_EQ(place_of(BlockPattern{16, 16, true, 0}), "column_step");
  EXPECT_EQ(place_of(MmaPattern{.shape = MmaShape::m16n8k16, .tf32 = true}), "tf32");
  EXPECT_EQ(place_of(MatrixRowsPattern{3}), "matrices");
  EXPECT_EQ(place_of(AddressListPattern{std::vector<std::uint32_t>(31)}), "bytes");
  EXPECT_EQ(place_of(AddressListPattern{std::vector<std::uint32_t>(32)}), "");
  for (const LanePattern& pattern :
       {LanePattern{StridedPattern{}}, LanePattern{DiagonalPattern{}}, LanePattern{BroadcastPattern{}},
        LanePattern{IndexPattern{}}, LanePattern{ByteOffsetPattern{}}}) {
    EXPECT_EQ(place_of(pattern), "");
  }
  // No text for wrong numbers may crash; the problem comes from `checked`.
  static_cast<void>(index_text(BlockPattern{0, 0}));
  static_cast<void>(index_text(BlockPattern{-16, -16}));
  static_cast<void>(index_text(MatrixRowsPattern{3}));
}

TEST(Pattern, Names) {
  EXPECT_EQ(pattern_name(RowPattern{}), "row");
  EXPECT_EQ(pattern_name(ColumnPattern{}), "column");
  EXPECT_EQ(pattern_name(MmaPattern{}), "mma fragment");
  EXPECT_EQ(pattern_name(MatrixRowsPattern{}), "matrix rows");
  EXPECT_EQ(pattern_name(AddressListPattern{}), "address list");
}

}  // namespace
}  // namespace bankmap
