#include "core/lesson/exercise_scenes.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace bankmap {
namespace {

Tile tile_of(std::string_view element, int rows, int columns, std::int64_t padding = 0) {
  Tile tile;
  tile.rows = rows;
  tile.columns = columns;
  tile.element = *element_named(element);
  tile.pitch.value = padding;
  return tile;
}

// A seed gives the same exercises whatever the compiler: no call has two arguments that throw dice, for the compiler chooses their order.

// A loop that is shown at one of its steps.
LoopVariable shown_loop(Dice& dice, std::string name, std::int64_t end, std::int64_t step = 1) {
  return {.name = std::move(name), .begin = 0, .end = end, .step = step, .at = step * dice.below(end / step)};
}

ExerciseScene scene(std::string words, Tile tile, Instruction instruction, LanePattern pattern,
                    std::vector<LoopVariable> loops = {}) {
  Scenario scenario;
  scenario.tiles = {std::move(tile)};
  Access access;
  access.name = info(instruction).kind == InstructionKind::store    ? "store"
                : info(instruction).kind == InstructionKind::atomic ? "count"
                                                                    : "load";
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  access.loops = std::move(loops);
  scenario.accesses = {std::move(access)};
  return {.words = std::move(words), .scenario = std::move(scenario)};
}

// 1: full warps, 32-bit accesses to floats.

ExerciseScene row_of_floats(Dice& dice) {
  const LoopVariable k = shown_loop(dice, "k", 32);
  return scene("A warp reads along a row of a float tile.", tile_of("float", 32, dice.one_of({32, 48, 64})),
               Instruction::ld_b32, RowPattern{}, {k});
}
ExerciseScene column_of_floats(Dice& dice) {
  const int columns = dice.one_of({8, 16, 32, 64});
  return scene("A warp reads down a column of a float tile.", tile_of("float", 32, columns), Instruction::ld_b32,
               ColumnPattern{}, {shown_loop(dice, "k", columns)});
}
ExerciseScene every_nth_float(Dice& dice) {
  const int stride = dice.one_of({2, 4, 8, 16, 32});
  return scene(fmt::format("Each lane reads a float {} floats after that of the lane before it.", stride),
               tile_of("float", 8, 32 * stride), Instruction::ld_b32,
               IndexPattern{"k", fmt::format("threadIdx.x * {}", stride)}, {shown_loop(dice, "k", 8)});
}
ExerciseScene shared_floats(Dice& dice) {
  const int sharing = dice.one_of({2, 4, 8, 16, 32});
  return scene(sharing == 32 ? "All lanes read the same float."
                             : fmt::format("Each {} neighbouring lanes read the same float.", sharing),
               tile_of("float", 32, 32), Instruction::ld_b32,
               IndexPattern{"k", fmt::format("threadIdx.x / {}", sharing)}, {shown_loop(dice, "k", 32)});
}

// 2: one thing more.

ExerciseScene padded_column(Dice& dice) {
  const int columns = dice.one_of({32, 64});
  const LoopVariable k = shown_loop(dice, "k", columns);
  return scene("A warp reads down a column of a float tile that has padding.",
               tile_of("float", 32, columns, 1 + dice.below(8)), Instruction::ld_b32, ColumnPattern{}, {k});
}
ExerciseScene odd_and_even_strides(Dice& dice) {
  const int stride = dice.one_of({3, 5, 6, 7, 9, 10, 12, 14, 20, 24, 33, 40});
  return scene(fmt::format("Each lane reads a float {} floats after that of the lane before it.", stride),
               tile_of("float", 4, 32 * stride), Instruction::ld_b32,
               IndexPattern{"k", fmt::format("threadIdx.x * {}", stride)}, {shown_loop(dice, "k", 4)});
}
ExerciseScene column_of_halves(Dice& dice) {
  const int columns = dice.one_of({8, 16, 32, 64});
  return scene("A warp reads down a column of a half tile.", tile_of("half", 32, columns), Instruction::ld_b16,
               ColumnPattern{}, {shown_loop(dice, "k", columns)});
}
ExerciseScene row_of_halves(Dice& dice) {
  const int step = dice.one_of({1, 2, 4});
  return scene(step == 1 ? "A warp reads neighbouring halves of a row."
                         : fmt::format("A warp reads every {} half of a row.", step == 2 ? "second" : "fourth"),
               tile_of("half", 16, 128), Instruction::ld_b16, RowPattern{.row = "k", .first = "0", .step = step},
               {shown_loop(dice, "k", 16)});
}
ExerciseScene block_of_threads(Dice& dice, std::int64_t padding) {
  const bool square = dice.below(2) == 0;
  const int x = square ? 16 : 8, y = square ? 16 : 32;
  ExerciseScene made = scene(
      fmt::format(
          "A block of {} x {} threads reads a float tile down its columns: neighbouring lanes are neighbouring rows.",
          x, y),
      tile_of("float", y, x, padding), Instruction::ld_b32, BlockPattern{.rows = y, .columns = x, .row_major = false});
  made.scenario.block = {.x = x, .y = y, .z = 1};
  made.scenario.accesses[0].warp = static_cast<int>(dice.below(8));
  return made;
}
ExerciseScene plain_block(Dice& dice) { return block_of_threads(dice, 0); }
ExerciseScene row_of_doubles(Dice& dice) {
  const LoopVariable k = shown_loop(dice, "k", 16);
  return scene("A warp reads along a row of a double tile.", tile_of("double", 16, dice.one_of({32, 64})),
               Instruction::ld_b64, RowPattern{}, {k});
}

// 3: phases and parts.

ExerciseScene column_of_vectors(Dice& dice) {
  const int columns = dice.one_of({4, 8, 16});
  const bool store = dice.below(2) == 0;
  const LoopVariable k = shown_loop(dice, "k", columns);
  return scene(store ? "A warp stores down a column of a float4 tile." : "A warp reads down a column of a float4 tile.",
               tile_of("float4", 32, columns, dice.below(4)), store ? Instruction::st_b128 : Instruction::ld_b128,
               ColumnPattern{}, {k});
}
ExerciseScene row_of_vectors(Dice& dice) {
  const LoopVariable k = shown_loop(dice, "k", 8);
  return scene("A warp reads along a row of a float4 tile.", tile_of("float4", 8, 32, dice.below(3)),
               Instruction::ld_b128, RowPattern{}, {k});
}
ExerciseScene column_of_doubles(Dice& dice) {
  const int columns = dice.one_of({8, 16, 32});
  const LoopVariable k = shown_loop(dice, "k", columns);
  return scene("A warp reads down a column of a double tile.", tile_of("double", 32, columns, dice.below(4)),
               Instruction::ld_b64, ColumnPattern{}, {k});
}
ExerciseScene struct_member(Dice& dice) {
  const int bytes = static_cast<int>(4 * (2 + dice.below(11)));
  const int member = static_cast<int>(4 * dice.below(bytes / 4));
  Tile particles = tile_of("float", 1, 128);
  particles.name = "particles";
  particles.element = *struct_element("Particle", bytes, 4);
  ExerciseScene made =
      scene(fmt::format("Each thread reads one float of a struct of {} bytes: the float that starts at byte {}.", bytes,
                        member),
            std::move(particles), Instruction::ld_b32, IndexPattern{"0", "threadIdx.x"});
  made.scenario.block = {.x = 128, .y = 1, .z = 1};
  made.scenario.accesses[0].element_byte = member;
  made.scenario.accesses[0].warp = static_cast<int>(dice.below(4));
  return made;
}
ExerciseScene padded_block(Dice& dice) { return block_of_threads(dice, 1 + dice.below(4)); }
ExerciseScene first_lanes(Dice& dice) {
  const int lanes = dice.one_of({4, 8, 12, 16, 20, 24});
  const int columns = dice.one_of({16, 24, 32, 40});
  ExerciseScene made =
      scene(fmt::format("Only the first {} lanes read down a column of a float tile.", lanes),
            tile_of("float", 32, columns), Instruction::ld_b32, ColumnPattern{}, {shown_loop(dice, "k", columns)});
  made.scenario.accesses[0].mask = fmt::format("lane < {}", lanes);
  return made;
}
ExerciseScene swizzled_column(Dice& dice) {
  Tile tile = tile_of("float", 32, 32);
  tile.swizzle = XorSwizzle{.chunk_elements = 1, .shift = 0, .mask = dice.one_of({1, 3, 7, 15, 31})};
  return scene(
      fmt::format("A warp reads down a column of a float tile that is stored with {}.", describe(tile.swizzle)), tile,
      Instruction::ld_b32, ColumnPattern{}, {shown_loop(dice, "k", 32)});
}

// 4: what needs the rules.

ExerciseScene column_of_bytes(Dice& dice) {
  const int columns = dice.one_of({32, 64, 128});
  const LoopVariable k = shown_loop(dice, "k", columns);
  return scene("A warp reads down a column of a tile of bytes.",
               tile_of("int8", 32, columns, dice.one_of({0, 1, 2, 4, 6, 8, 12})), Instruction::ld_b8, ColumnPattern{},
               {k});
}
ExerciseScene shared_vectors(Dice& dice) {
  const std::string column = dice.one_of({"threadIdx.x / 2", "threadIdx.x / 4", "threadIdx.x % 16",
                                          "threadIdx.x % 2 + threadIdx.x / 4 * 2", "threadIdx.x / 2 * 2"});
  const bool four = dice.below(2) == 0;
  return scene(fmt::format("Some lanes of a warp read the same {}.", four ? "float4" : "float2"),
               tile_of(four ? "float4" : "float2", 8, 32), four ? Instruction::ld_b128 : Instruction::ld_b64,
               IndexPattern{"k", column}, {shown_loop(dice, "k", 8)});
}
ExerciseScene matrix_rows(Dice& dice) {
  const int matrices = dice.one_of({1, 2, 4});
  const int columns = dice.one_of({16, 32, 64, 128});
  const int width = matrices == 4 ? 16 : 8;
  const Instruction instruction = matrices == 4   ? Instruction::ldmatrix_x4
                                  : matrices == 2 ? Instruction::ldmatrix_x2
                                                  : Instruction::ldmatrix_x1;
  const LoopVariable k = shown_loop(dice, "k", columns, width);
  return scene("A warp loads 8 x 8 matrices of a half tile with ldmatrix: each address is that of 8 halves.",
               tile_of("half", 16, columns, dice.one_of({0, 8, 16, 24})), instruction,
               MatrixRowsPattern{.matrices = matrices, .down_first = true, .row = "0", .column = "k"}, {k});
}
ExerciseScene counters(Dice& dice) {
  Tile bins = tile_of("int", 1, 1024);
  bins.name = "bins";
  const std::string column = dice.below(2) == 0
                                 ? fmt::format("threadIdx.x / {}", dice.one_of({2, 4, 8, 16}))
                                 : fmt::format("threadIdx.x * {}", dice.one_of({1, 2, 3, 4, 8, 12, 16, 32}));
  return scene("Each lane adds to a counter, and uses the old value.", std::move(bins), Instruction::atom_add_u32,
               IndexPattern{"0", column});
}
ExerciseScene chunks_of_a_column(Dice& dice) {
  Tile tile = tile_of("half", 32, 64);
  tile.swizzle = XorSwizzle{.chunk_elements = 8, .shift = dice.one_of({0, 1}), .mask = dice.one_of({1, 3, 7})};
  return scene(fmt::format("Each lane reads 8 halves of a column of chunks; the tile is stored with {}.",
                           describe(tile.swizzle)),
               tile, Instruction::ld_b128, ColumnPattern{}, {shown_loop(dice, "k", 64, 8)});
}
ExerciseScene every_nth_lane(Dice& dice) {
  const int nth = dice.one_of({2, 3, 4}), stride = dice.one_of({4, 8, 12, 16, 24, 32, 33});
  ExerciseScene made = scene(fmt::format("Every {} lane reads a float; neighbouring lanes are {} floats apart.",
                                         nth == 2   ? "second"
                                         : nth == 3 ? "third"
                                                    : "fourth",
                                         stride),
                             tile_of("float", 4, 32 * stride), Instruction::ld_b32,
                             IndexPattern{"k", fmt::format("threadIdx.x * {}", stride)}, {shown_loop(dice, "k", 4)});
  made.scenario.accesses[0].mask = fmt::format("lane % {} == 0", nth);
  return made;
}

constexpr std::array<MakeScene, 4> of_1{row_of_floats, column_of_floats, every_nth_float, shared_floats};
constexpr std::array<MakeScene, 6> of_2{padded_column, odd_and_even_strides, column_of_halves,
                                        row_of_halves, plain_block,          row_of_doubles};
constexpr std::array<MakeScene, 7> of_3{column_of_vectors, row_of_vectors, column_of_doubles, struct_member,
                                        padded_block,      first_lanes,    swizzled_column};
constexpr std::array<MakeScene, 6> of_4{column_of_bytes, shared_vectors,     matrix_rows,
                                        counters,        chunks_of_a_column, every_nth_lane};

}  // namespace

std::span<const MakeScene> exercise_scenes(int difficulty) {
  constexpr std::array<std::span<const MakeScene>, hardest> all{of_1, of_2, of_3, of_4};
  return all[static_cast<std::size_t>(difficulty - easiest)];
}

}  // namespace bankmap
