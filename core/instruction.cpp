#include "core/instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/nearest.hpp"

namespace bankmap {
namespace {

using enum InstructionKind;

constexpr LaneMask rows_x1 =
    0x000000ffu;  // ldmatrix and stmatrix: lanes 0-7 give the rows of matrix 0, lanes 8-15 of matrix 1, ...
constexpr LaneMask rows_x2 = 0x0000ffffu;

constexpr std::array table = {
    InstructionInfo{Instruction::ld_b8, "ld.b8", "LDS.U8", load, 1, all_lanes},
    InstructionInfo{Instruction::ld_b16, "ld.b16", "LDS.U16", load, 2, all_lanes},
    InstructionInfo{Instruction::ld_b32, "ld.b32", "LDS", load, 4, all_lanes},
    InstructionInfo{Instruction::ld_b64, "ld.b64", "LDS.64", load, 8, all_lanes},
    InstructionInfo{Instruction::ld_b128, "ld.b128", "LDS.128", load, 16, all_lanes},
    InstructionInfo{Instruction::ld_generic_b32, "ld.generic.b32", "LD.E", generic_load, 4, all_lanes},
    InstructionInfo{Instruction::ld_generic_b64, "ld.generic.b64", "LD.E.64", generic_load, 8, all_lanes},
    InstructionInfo{Instruction::ld_generic_b128, "ld.generic.b128", "LD.E.128", generic_load, 16, all_lanes},
    InstructionInfo{Instruction::st_b8, "st.b8", "STS.U8", store, 1, all_lanes},
    InstructionInfo{Instruction::st_b16, "st.b16", "STS.U16", store, 2, all_lanes},
    InstructionInfo{Instruction::st_b32, "st.b32", "STS", store, 4, all_lanes},
    InstructionInfo{Instruction::st_b64, "st.b64", "STS.64", store, 8, all_lanes},
    InstructionInfo{Instruction::st_b128, "st.b128", "STS.128", store, 16, all_lanes},
    InstructionInfo{Instruction::ldmatrix_x1, "ldmatrix.x1", "LDSM.16.M88", matrix_load, 16, rows_x1},
    InstructionInfo{Instruction::ldmatrix_x2, "ldmatrix.x2", "LDSM.16.M88.2", matrix_load, 16, rows_x2},
    InstructionInfo{Instruction::ldmatrix_x4, "ldmatrix.x4", "LDSM.16.M88.4", matrix_load, 16, all_lanes},
    InstructionInfo{Instruction::ldmatrix_x1_trans, "ldmatrix.x1.trans", "LDSM.16.MT88", matrix_load, 16, rows_x1},
    InstructionInfo{Instruction::ldmatrix_x2_trans, "ldmatrix.x2.trans", "LDSM.16.MT88.2", matrix_load, 16, rows_x2},
    InstructionInfo{Instruction::ldmatrix_x4_trans, "ldmatrix.x4.trans", "LDSM.16.MT88.4", matrix_load, 16, all_lanes},
    InstructionInfo{Instruction::stmatrix_x1, "stmatrix.x1", "STSM.16.M88", matrix_store, 16, rows_x1},
    InstructionInfo{Instruction::stmatrix_x2, "stmatrix.x2", "STSM.16.M88.2", matrix_store, 16, rows_x2},
    InstructionInfo{Instruction::stmatrix_x4, "stmatrix.x4", "STSM.16.M88.4", matrix_store, 16, all_lanes},
    InstructionInfo{Instruction::stmatrix_x1_trans, "stmatrix.x1.trans", "STSM.16.MT88", matrix_store, 16, rows_x1},
    InstructionInfo{Instruction::stmatrix_x2_trans, "stmatrix.x2.trans", "STSM.16.MT88.2", matrix_store, 16, rows_x2},
    InstructionInfo{Instruction::stmatrix_x4_trans, "stmatrix.x4.trans", "STSM.16.MT88.4", matrix_store, 16, all_lanes},
    InstructionInfo{Instruction::atom_add_u32, "atom.add.u32", "ATOMS.ADD", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_min_u32, "atom.min.u32", "ATOMS.MIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_max_s32, "atom.max.s32", "ATOMS.MAX.S32", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_or_b32, "atom.or.b32", "ATOMS.OR", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_exch_b32, "atom.exch.b32", "ATOMS.EXCH", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_inc_u32, "atom.inc.u32", "ATOMS.INC", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_add_u32, "red.add.u32", "ATOMS.ADD", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_min_u32, "red.min.u32", "ATOMS.MIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_max_u32, "red.max.u32", "ATOMS.MAX", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_or_b32, "red.or.b32", "ATOMS.OR", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_add_u32_const1, "red.add.u32.const1", "ATOMS.POPC.INC", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_cas_b32, "atom.cas.b32", "ATOMS.CAS", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_cas_b64, "atom.cas.b64", "ATOMS.CAS.64", atomic, 8, all_lanes},
    InstructionInfo{Instruction::atom_add_f32, "atom.add.f32", "LDS, ATOMS.CAST.SPIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_add_f16x2, "atom.add.f16x2", "LDS, ATOMS.CAST.SPIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::atom_add_u64, "atom.add.u64", "LDS.64, ATOMS.CAST.SPIN.64", atomic, 8, all_lanes},
    InstructionInfo{Instruction::red_add_f32, "red.add.f32", "LDS, ATOMS.CAST.SPIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_add_f16x2, "red.add.f16x2", "LDS, ATOMS.CAST.SPIN", atomic, 4, all_lanes},
    InstructionInfo{Instruction::red_add_u64, "red.add.u64", "LDS.64, ATOMS.CAST.SPIN.64", atomic, 8, all_lanes},
    InstructionInfo{Instruction::cp_async_ca_4, "cp.async.ca.4", "LDGSTS.E", async_copy, 4, all_lanes},
    InstructionInfo{Instruction::cp_async_ca_8, "cp.async.ca.8", "LDGSTS.E.64", async_copy, 8, all_lanes},
    InstructionInfo{Instruction::cp_async_ca_16, "cp.async.ca.16", "LDGSTS.E.128", async_copy, 16, all_lanes},
    InstructionInfo{Instruction::cp_async_cg_16, "cp.async.cg.16", "LDGSTS.E.BYPASS.128", async_copy, 16, all_lanes},
};

constexpr bool in_order_of_the_enum() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].id) != i) return false;
  }
  return table.size() == static_cast<std::size_t>(Instruction::cp_async_cg_16) + 1;
}
static_assert(in_order_of_the_enum());

// The three nearest names, the nearest first, equals in the order of the enum.
std::string nearest_names(std::string_view name) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const InstructionInfo& each : table) ranked.emplace_back(edit_distance(name, each.name), each.name);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return fmt::format("{}, {} or {}", ranked[0].second, ranked[1].second, ranked[2].second);
}

bool is_loop(Instruction instruction) {
  return instruction >= Instruction::atom_add_f32 && instruction <= Instruction::red_add_u64;
}

}  // namespace

std::span<const InstructionInfo> instructions() { return table; }

const InstructionInfo& info(Instruction instruction) { return table[static_cast<std::size_t>(instruction)]; }

Result<Instruction> instruction_named(std::string_view name) {
  for (const InstructionInfo& each : table) {
    if (each.name == name) return each.id;
  }
  constexpr std::size_t longest = 64;  // of what is worth comparing
  const std::string what = fmt::format("unknown instruction \"{}\"", shown(name));
  if (name.size() > longest) return fail(what, "for example ld.b32, st.b128, ldmatrix.x4 or atom.add.u32");
  return fail(what, "the nearest are " + nearest_names(name), {0, name.size()});
}

CounterNames profiler_counters(Instruction instruction) {
  constexpr std::string_view conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared";
  constexpr std::string_view reads = "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read";
  constexpr std::string_view writes = "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write";
  constexpr std::string_view atomics = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom";
  constexpr std::string_view copies =
      "l1tex__data_pipe_lsu_wavefronts_mem_shared - l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc";
  if (instruction == Instruction::cp_async_cg_16) return {};
  if (is_loop(instruction)) return {reads, conflicts};
  switch (info(instruction).kind) {
    case load:
    case generic_load:
    case matrix_load:
      return {reads, conflicts};
    case store:
    case matrix_store:
      return {writes, conflicts};
    case async_copy:
      return {copies, conflicts};
    case atomic:
      break;
  }
  return {atomics, conflicts};
}

}  // namespace bankmap
