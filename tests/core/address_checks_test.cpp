#include "core/address_checks.hpp"

#include <gtest/gtest.h>

namespace bankmap {
namespace {

PreparedAccess prepared(const char* element, Instruction instruction) {
  Tile tile;
  tile.rows = 3;
  tile.columns = 8;
  tile.element = *element_named(element);
  Access access;
  access.instruction = instruction;
  access.pattern = IndexPattern{"0", "0"};
  const Result<PreparedAccess> result = prepare(access, tile, {});
  if (!result) ADD_FAILURE() << element << ": " << to_string(result.error());
  return result.value_or(PreparedAccess{});
}

// Each lane looked at by itself.
bool all_inside(const PreparedAccess& access, const Bounds& rows, const Bounds& columns) {
  for (std::int64_t row = rows.least; row <= rows.most; ++row) {
    LaneCoordinates at;
    at.row.fill(row);
    at.column.fill(columns.least);
    for (std::int64_t column = columns.least; column <= columns.most; ++column) {
      at.column[static_cast<std::size_t>(column - columns.least)] = column;
    }
    if (lanes_outside(access, at, all_lanes) != 0) return false;
  }
  return true;
}

TEST(AddressChecks, BoundsAreInsideWhereEveryCoordinateWithinThemIs) {
  int inside = 0, asked = 0;
  for (const PreparedAccess& access :
       {prepared("float", Instruction::ld_b32), prepared("float", Instruction::ld_b64),
        prepared("half", Instruction::ld_b64), prepared("int4", Instruction::ld_b8),
        prepared("int2", Instruction::ld_b16), prepared("float4", Instruction::st_b32)}) {
    for (Bounds rows{-2, 0}; rows.least < 5; ++rows.least) {
      for (rows.most = rows.least; rows.most < 5; ++rows.most) {
        for (Bounds columns{-2, 0}; columns.least < 11; ++columns.least) {
          for (columns.most = columns.least; columns.most < 11; ++columns.most) {
            const bool surely = surely_inside(access, rows, columns);
            EXPECT_EQ(surely, all_inside(access, rows, columns))
                << rows.least << ".." << rows.most << ", " << columns.least << ".." << columns.most;
            inside += surely ? 1 : 0;
            ++asked;
          }
        }
      }
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(asked, 10 * inside);
}

TEST(AddressChecks, UnknownBoundsAreNotInside) {
  const PreparedAccess access = prepared("float", Instruction::ld_b32);
  EXPECT_FALSE(surely_inside(access, {}, {0, 1}));
  EXPECT_FALSE(surely_inside(access, {0, 1}, {}));
  EXPECT_FALSE(surely_inside(access, {0, std::numeric_limits<std::int64_t>::max()}, {0, 1}));
}

}  // namespace
}  // namespace bankmap
