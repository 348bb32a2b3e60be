#include "core/cuda_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace bankmap {
namespace {

struct Row {
  const char* element;
  Swizzle swizzle;
  Instruction instruction;
  LanePattern pattern;
  const char* line;
};

std::string line_for(const Row& row) {
  Tile tile;
  tile.rows = 64;
  tile.columns = 64;
  tile.element = *element_named(row.element);
  tile.swizzle = row.swizzle;
  Access access;
  access.instruction = row.instruction;
  access.pattern = row.pattern;
  access.loops = {{.name = "k", .begin = 0, .end = 4, .step = 1, .at = 0}};
  const Result<PreparedAccess> prepared = prepare(access, tile, {});
  return prepared ? access_line(*prepared) : to_string(prepared.error());
}

TEST(CudaText, Lines) {
  const Row rows[] = {
      {"float", NoSwizzle{}, Instruction::ld_b32, ColumnPattern{}, "x = tile[threadIdx.x][k];"},
      {"float", NoSwizzle{}, Instruction::st_b32, RowPattern{}, "tile[k][threadIdx.x] = x;"},
      {"float", XorSwizzle{1, 0, 31}, Instruction::ld_b32, ColumnPattern{},
       "x = tile[threadIdx.x][k ^ threadIdx.x & 0x1f];"},
      {"float", XorSwizzle{4, 1, 7}, Instruction::ld_b128, ColumnPattern{.column = "4 * k", .step = 1},
       "x = *(uint4*)&tile[threadIdx.x][(4 * k / 4 ^ threadIdx.x >> 1 & 0x7) * 4 + 4 * k % 4];"},
      {"half", CuteSwizzle{3, 3, 3}, Instruction::ldmatrix_x4, MatrixRowsPattern{},
       "int i = threadIdx.x % 16 * 64 + threadIdx.x / 16 * 8; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r0, r1, r2, "
       "r3}, "
       "[&(&tile[0][0])[i ^ (i & 0x1c0) >> 3]];  // PTX"},
      {"float", NoSwizzle{}, Instruction::atom_add_u32, ColumnPattern{},
       "x = atomicAdd((unsigned int*)&tile[threadIdx.x][k], v);"},
      {"float", NoSwizzle{}, Instruction::ld_b32, ByteOffsetPattern{"lane * 4"},
       "x = *(float*)((char*)tile + (threadIdx.x * 4));"},
      {"half", TmaSwizzle{TmaMode::b128}, Instruction::ld_b32, ColumnPattern{.column = "2 * k", .step = 1},
       "int a = (threadIdx.x * 64 + 2 * k) * 2; x = *(unsigned*)((char*)tile + (a ^ (a >> 3 & 0x70)));"},  // one cast
      {"half", TmaSwizzle{TmaMode::b128}, Instruction::ld_b16, ColumnPattern{},
       "int a = (threadIdx.x * 64 + k) * 2; x = *(half*)((char*)tile + (a ^ (a >> 3 & 0x70)));"},
      {"half", TmaSwizzle{TmaMode::b128}, Instruction::atom_add_u32, ColumnPattern{.column = "2 * k", .step = 1},
       "int a = (threadIdx.x * 64 + 2 * k) * 2; x = atomicAdd((unsigned int*)((char*)tile + (a ^ (a >> 3 & 0x70))), "
       "v);"},
      {"float", ExpressionSwizzle{"(col + row) % columns"}, Instruction::ld_b32, ColumnPattern{},
       "x = tile[threadIdx.x][(k + threadIdx.x) % 64];"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.line);
    EXPECT_EQ(line_for(row), row.line);
  }
}

TEST(CudaText, MasksAreConditions) {
  Access access;
  access.loops = {{.name = "k", .begin = 0, .end = 4, .step = 1, .at = 0}};
  access.mask = "lane < 20";
  EXPECT_EQ(access_line(*prepare(access, Tile{}, {})), "if (threadIdx.x < 20) x = tile[threadIdx.x][k];");
  access.mask = "0xff";
  EXPECT_EQ(access_line(*prepare(access, Tile{}, {})), "if (0xffu >> threadIdx.x & 1) x = tile[threadIdx.x][k];");
  EXPECT_EQ(access_line(*prepare(access, Tile{}, {.x = 16, .y = 16, .z = 1})),
            "int lane = (threadIdx.x + 16 * threadIdx.y) % 32; if (0xffu >> lane & 1) x = tile[lane][k];");
}

// "atom.min.u32" is atomicMin, and no other.
TEST(CudaText, AtomicsAreCalledByTheirOperation) {
  for (const InstructionInfo& each : instructions()) {
    if (each.kind != InstructionKind::atomic) continue;
    Access access;
    access.instruction = each.id;
    access.pattern = ByteOffsetPattern{"lane * 8"};
    const auto prepared = prepare(access, Tile{}, {});
    ASSERT_TRUE(prepared) << to_string(prepared.error());
    std::string operation(each.name.substr(each.name.find('.') + 1));
    operation.resize(operation.find('.'));
    std::string line = access_line(*prepared);
    std::ranges::transform(line, line.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    EXPECT_NE(line.find("atomic" + operation + "("), std::string::npos) << each.name << ": " << line;
  }
}

// The brace stands before the comment, which would hide it.
TEST(CudaText, AGuardedLineOfPtxKeepsItsBrace) {
  Tile tile;
  tile.element = *element_named("half");
  tile.columns = 64;
  tile.swizzle = CuteSwizzle{3, 3, 3};
  Access access;
  access.instruction = Instruction::ldmatrix_x4;
  access.pattern = MatrixRowsPattern{};
  access.mask = "lane < 16";
  const std::string line = access_line(*prepare(access, tile, {}));
  EXPECT_NE(line.find("if (threadIdx.x < 16) { int i = "), std::string::npos) << line;
  EXPECT_TRUE(line.ends_with("; }  // PTX")) << line;
}

TEST(CudaText, Declarations) {
  Tile tile;
  EXPECT_EQ(declaration(*lay_out(tile)), "__shared__ float tile[32][32];");
  EXPECT_EQ(declaration(*lay_out(tile), 16), "__shared__ __align__(16) float tile[32][32];");
  tile.pitch = {.kind = Pitch::Kind::padding, .unit = Pitch::Unit::bytes, .value = 2};
  EXPECT_EQ(declaration(*lay_out(tile)), "__shared__ unsigned char tile[32][130];  // rows of 32 float");
  tile.pitch = {};
  tile.swizzle = TmaSwizzle{TmaMode::b128};
  EXPECT_EQ(declaration(*lay_out(tile)), "__shared__ __align__(1024) float tile[32][32];");
  tile.swizzle = NoSwizzle{};
  tile.element = *element_named("int4");
  EXPECT_EQ(declaration(*lay_out(tile)), "__shared__ unsigned char tile[32][16];  // rows of 32 int4");
}

}  // namespace
}  // namespace bankmap
