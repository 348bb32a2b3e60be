// core/pattern.hpp -- the usual ways in which a warp walks a tile, each no more than two index expressions.
//
//     column read            row "lane"        column "k"
//     16x16 block, row by row  row "lane / 16"   column "lane % 16"     a warp is two rows of the block
//     ldmatrix.x4 rows       row "lane % 16"   column "lane / 16 * 8"
//
// A pattern is kept in the scenario by name and numbers, so that it can be shown and edited; there is one road to
// addresses: through the expressions it stands for. Choosing "own expression" starts from the same text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/instruction.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct LoopVariable {
  std::string name = "k";  // a C identifier other than the built-in names
  std::int64_t begin = 0;
  std::int64_t end = 1;   // one past the last
  std::int64_t step = 1;  // > 0
  std::int64_t at = 0;    // the value that is shown; one of begin, begin + step, ...
  bool operator==(const LoopVariable&) const = default;
};

// Lanes run along a row: tile[row][first + lane * step].
struct RowPattern {
  std::string row = "k";
  std::string first = "0";
  int step = 1;  // [elements] between neighbouring lanes; the vector width for float4 walks
  bool operator==(const RowPattern&) const = default;
};
// Lanes run down a column: tile[lane * step][column].
struct ColumnPattern {
  std::string column = "k";
  int step = 1;  // [rows]
  bool operator==(const ColumnPattern&) const = default;
};
// The warp is part of a block of rows x columns threads. row_major: threadIdx.x runs along the columns. The index is
// over the thread in the block, warp * 32 + lane: in a 16 x 16 block warp 0 has rows 0 and 1, warp 1 rows 2 and 3.
struct BlockPattern {
  int rows = 16;
  int columns = 16;
  bool row_major = true;  // false: neighbouring lanes are neighbouring rows
  int column_step = 1;    // [elements] between the columns of neighbouring threads: what each thread takes
  std::string row_offset = "0";
  std::string column_offset = "0";
  bool operator==(const BlockPattern&) const = default;
};
// One flat index: element lane * stride + offset of the tile taken as one row after the other (pitch not counted: row =
// i / columns).
struct StridedPattern {
  std::string stride = "2";
  std::string offset = "0";
  bool operator==(const StridedPattern&) const = default;
};
// tile[lane][(lane + offset) % columns]
struct DiagonalPattern {
  std::string offset = "k";
  bool operator==(const DiagonalPattern&) const = default;
};
// All lanes on one element.
struct BroadcastPattern {
  std::string row = "0";
  std::string column = "0";
  bool operator==(const BroadcastPattern&) const = default;
};
// The registers of an mma fragment, one at a time; `reg` is a loop variable. A register holds two 16-bit elements that
// are neighbours in k. Where the tile keeps them side by side (A as [m][k], B as [n][k]) one 32-bit access fetches
// both, and reg counts registers; where it does not (A as [k][m], B as [k][n]), and for f32 C and tf32, reg counts
// elements. source: PTX ISA, "Matrix fragments for mma.m16n8k16 / .m16n8k8".
enum class MmaShape : std::uint8_t { m16n8k16, m16n8k8 };
enum class MmaOperand : std::uint8_t { a, b, c };
struct MmaPattern {
  MmaShape shape = MmaShape::m16n8k16;
  MmaOperand operand = MmaOperand::a;
  bool tf32 = false;        // m16n8k8 with 32-bit A and B
  bool transposed = false;  // the tile holds the operand's transpose: B as [n][k], A as [k][m], C as [n][m]
  std::string reg = "reg";
  bool operator==(const MmaPattern&) const = default;
};
int fragment_registers(const MmaPattern& pattern);  // how far `reg` counts: 4 for A of m16n8k16
// Row pointers for ldmatrix / stmatrix of 8 x 8 matrices of 16-bit elements. matrices 1, 2, 4 = x1, x2, x4.
//   down_first: matrices 0,1 lie one below the other and 2,3 to their right (the A operand); else 0,1 side by side.
struct MatrixRowsPattern {
  int matrices = 4;
  bool down_first = true;
  std::string row = "0";  // of the top left element
  std::string column = "0";
  bool operator==(const MatrixRowsPattern&) const = default;
};
// The person's own C expressions.
struct IndexPattern {
  std::string row = "lane";
  std::string column = "k";
  bool operator==(const IndexPattern&) const = default;
};
// The person's own byte offset from the start of the tile; swizzle and pitch are not applied.
struct ByteOffsetPattern {
  std::string bytes = "lane * 4";
  bool operator==(const ByteOffsetPattern&) const = default;
};
// 32 addresses given one by one (pasted, or from the command line), from the start of the tile.
struct AddressListPattern {
  std::vector<std::uint32_t> bytes;  // [lane] exactly 32
  bool operator==(const AddressListPattern&) const = default;
};

using LanePattern =
    std::variant<RowPattern, ColumnPattern, BlockPattern, StridedPattern, DiagonalPattern, BroadcastPattern, MmaPattern,
                 MatrixRowsPattern, IndexPattern, ByteOffsetPattern, AddressListPattern>;

// The expressions over lane, warp, threadIdx.*, loop variables, and rows, columns, pitch of the tile.
struct IndexText {
  std::string row;
  std::string column;
};
// Total for every pattern but ByteOffsetPattern and AddressListPattern, which have no row and column (empty texts).
IndexText index_text(const LanePattern& pattern);
// Numbers out of range (a block of 0 columns, three matrices); place is the field.
Result<LanePattern> checked(const LanePattern& pattern);
// A loop for each free name in the pattern's texts, outermost first, for a pattern just chosen: as long as all lanes
// (and all warps of a BlockPattern's block) stay inside the tile, in strides of the pattern's own size where a text is
// the name alone ("r" as the row of ldmatrix goes 0, 16, 32, ...), at most one round of what wraps, and 2048 steps in
// all (with 32 warps still a legal access). A pattern that is larger than the tile gets one step. Exact for indices
// that grow with their variables.
std::vector<LoopVariable> usual_loops(const LanePattern& pattern, int rows, int columns);
std::string_view pattern_name(const LanePattern& pattern);  // "column", "mma fragment", ...: for combo boxes and JSON

}  // namespace bankmap
