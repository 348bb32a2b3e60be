#include "core/instruction.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace bankmap {
namespace {

TEST(Instruction, TheTableIsInTheOrderOfTheEnum) {
  ASSERT_EQ(instructions().size(), 48u);
  for (std::size_t i = 0; i < instructions().size(); ++i) {
    const InstructionInfo& each = instructions()[i];
    EXPECT_EQ(static_cast<std::size_t>(each.id), i);
    EXPECT_EQ(&info(each.id), &each);
  }
}

TEST(Instruction, NamesAreUniqueAndFindTheirInstruction) {
  std::set<std::string_view> names;
  for (const InstructionInfo& each : instructions()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(instruction_named(each.name), each.id);
    EXPECT_FALSE(each.machine_name.empty());
  }
}

TEST(Instruction, SizesFollowTheName) {
  for (const InstructionInfo& each : instructions()) {
    SCOPED_TRACE(each.name);
    const std::string name(each.name);
    EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(each.access_bytes)));
    if (const auto bits = name.find(".b"); bits != name.npos) {
      EXPECT_EQ(each.access_bytes * 8, std::stoi(name.substr(bits + 2)));
    }
    const bool matrix = each.kind == InstructionKind::matrix_load || each.kind == InstructionKind::matrix_store;
    EXPECT_EQ(matrix, name.find("matrix") != name.npos);
    const int rows = matrix ? 8 * (name[10] - '0') : lane_count;
    EXPECT_EQ(std::popcount(each.address_lanes), rows);
    EXPECT_EQ(std::countr_one(each.address_lanes), rows);
  }
}

TEST(Instruction, AnUnknownNameIsAnsweredWithTheNearest) {
  const Result<Instruction> wrong = instruction_named("ld.b23");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "unknown instruction \"ld.b23\"");
  EXPECT_EQ(wrong.error().hint, "the nearest are ld.b32, ld.b8 or ld.b16");
  EXPECT_EQ(wrong.error().range, (TextRange{0, 6}));
  EXPECT_FALSE(instruction_named(""));
  EXPECT_FALSE(instruction_named("LD.B32"));
  EXPECT_FALSE(instruction_named("ld.b32 "));
  EXPECT_FALSE(instruction_named(std::string(1 << 20, 'x')));
}

TEST(Instruction, CountersOfEachKind) {
  const std::string pipe = "l1tex__data_pipe_lsu_wavefronts_mem_shared_";
  EXPECT_EQ(profiler_counters(Instruction::ld_b32).wavefronts, pipe + "cmd_read");
  EXPECT_EQ(profiler_counters(Instruction::ldmatrix_x4).wavefronts, pipe + "cmd_read");
  EXPECT_EQ(profiler_counters(Instruction::stmatrix_x4).wavefronts, pipe + "cmd_write");
  EXPECT_EQ(profiler_counters(Instruction::st_b8).wavefronts, pipe + "cmd_write");
  EXPECT_EQ(profiler_counters(Instruction::atom_cas_b64).wavefronts, pipe + "op_atom");
  EXPECT_EQ(profiler_counters(Instruction::red_add_f32).wavefronts, pipe + "cmd_read") << "its swaps are in there too";
  EXPECT_EQ(profiler_counters(Instruction::cp_async_ca_8).wavefronts,
            "l1tex__data_pipe_lsu_wavefronts_mem_shared - " + pipe + "op_misc");
  EXPECT_EQ(profiler_counters(Instruction::cp_async_cg_16).wavefronts, "") << "no counter sees it";
  EXPECT_EQ(profiler_counters(Instruction::cp_async_cg_16).bank_conflicts, "");
  for (const InstructionInfo& each : instructions()) {
    if (each.id == Instruction::cp_async_cg_16) continue;
    EXPECT_EQ(profiler_counters(each.id).bank_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared");
  }
}

}  // namespace
}  // namespace bankmap
