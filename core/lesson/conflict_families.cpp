#include <array>
#include <utility>

#include "core/lesson/exercise_scenes.hpp"

namespace bankmap {
namespace {

Access access_of(std::string name, Instruction instruction, LanePattern pattern, std::vector<LoopVariable> loops) {
  Access access;
  access.name = std::move(name);
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  access.loops = std::move(loops);
  return access;
}

LoopVariable loop_to(std::string name, std::int64_t end, std::int64_t step = 1) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = step, .at = 0};
}

Scenario scenario_of(std::string_view element, int columns, Access store, Access load) {
  Scenario scenario;
  scenario.tiles[0].columns = columns;
  scenario.tiles[0].element = *element_named(element);
  scenario.accesses = {std::move(store), std::move(load)};
  return scenario;
}

// 32 rows, one after the other, in runs of a warp's width; then its columns.  pre: columns is a multiple of 32
Scenario rows_and_columns(std::string_view element, Instruction store, Instruction load, int columns) {
  std::vector<LoopVariable> rows{loop_to("k", 32)};
  if (columns > 32) rows.push_back(loop_to("j", columns, 32));
  const std::string first = columns > 32 ? "j" : "0";
  return scenario_of(element, columns,
                     access_of("store a row", store, RowPattern{.row = "k", .first = first}, std::move(rows)),
                     access_of("load a column", load, ColumnPattern{}, {loop_to("k", columns)}));
}
Scenario floats(int columns) { return rows_and_columns("float", Instruction::st_b32, Instruction::ld_b32, columns); }
Scenario halves(int columns) { return rows_and_columns("half", Instruction::st_b16, Instruction::ld_b16, columns); }
Scenario bytes(int columns) { return rows_and_columns("int8", Instruction::st_b8, Instruction::ld_b8, columns); }

// A warp stores several short rows at once: `across` lanes a row, each `step` elements wide.
Access store_rows(Instruction store, int across, int step) {
  return access_of(
      "store rows", store,
      BlockPattern{.rows = 32 / across, .columns = across, .row_major = true, .column_step = step, .row_offset = "r"},
      {loop_to("r", 32, 32 / across)});
}
Scenario doubles(int columns) {
  return scenario_of("double", columns, store_rows(Instruction::st_b64, columns, 1),
                     access_of("load a column", Instruction::ld_b64, ColumnPattern{}, {loop_to("k", columns)}));
}
Scenario vectors(int columns) {
  return scenario_of("float4", columns, store_rows(Instruction::st_b128, columns, 1),
                     access_of("load a column", Instruction::ld_b128, ColumnPattern{}, {loop_to("k", columns)}));
}
// The store takes two halves at once, so a row must start at a whole word.
Scenario pairs_of_halves(int columns) {
  return scenario_of("half", columns,
                     access_of("store pairs of a row", Instruction::st_b32,
                               RowPattern{.row = "k", .first = "0", .step = 2}, {loop_to("k", 32)}),
                     access_of("load a column", Instruction::ld_b16, ColumnPattern{}, {loop_to("k", columns)}));
}
// 16 bytes at once in both directions: rows must start at multiples of 16 bytes.
Scenario matrices(int columns) {
  return scenario_of("half", columns, store_rows(Instruction::st_b128, columns / 8, 8),
                     access_of("ldmatrix", Instruction::ldmatrix_x4,
                               MatrixRowsPattern{.matrices = 4, .down_first = true, .row = "i", .column = "k"},
                               {loop_to("i", 32, 16), loop_to("k", columns, 16)}));
}

constexpr std::array wide{32, 64};
constexpr std::array wide_bytes{64, 128};
constexpr std::array pairs{64};
constexpr std::array few_doubles{16, 32};
constexpr std::array few_vectors{8, 16};
constexpr std::array of_matrices{64, 128};
constexpr std::array some_paddings{0, 2, 4, 6, 8, 12, 16, 20, 24};
constexpr std::array byte_paddings{0, 1, 2, 3, 8, 16, 24, 32, 64};
constexpr std::array even_paddings{0, 4, 8, 12, 16, 24, 32};
constexpr std::array vector_paddings{0, 2, 4};
constexpr std::array matrix_paddings{0, 16, 32, 64};

constexpr std::array families{
    ConflictFamily{1, "A warp stores rows of a float tile and reads its columns.", "floats", wide, some_paddings,
                   floats},
    ConflictFamily{2, "A warp stores rows of a half tile and reads its columns.", "halves", wide, even_paddings,
                   halves},
    ConflictFamily{2, "A warp stores rows of a double tile and reads its columns.", "doubles", few_doubles,
                   some_paddings, doubles},
    ConflictFamily{3, "A warp stores rows of a tile of bytes and reads its columns.", "bytes", wide_bytes,
                   byte_paddings, bytes},
    ConflictFamily{3, "A warp stores rows of a float4 tile and reads its columns.", "float4s", few_vectors,
                   vector_paddings, vectors},
    ConflictFamily{
        4, "A warp stores two halves a lane along the rows of a half tile, and reads its columns one half a lane.",
        "halves", pairs, even_paddings, pairs_of_halves},
    ConflictFamily{4, "A warp stores 8 halves a lane along the rows of a half tile, and reads it with ldmatrix.",
                   "halves", of_matrices, matrix_paddings, matrices},
};

}  // namespace

std::span<const ConflictFamily> conflict_families() { return families; }

}  // namespace bankmap
