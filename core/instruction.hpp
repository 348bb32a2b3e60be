// core/instruction.hpp -- the shared-memory instructions that Bankmap knows, by the names of its measured tables.
//
//     "ld.b128"          LDS.128       16 bytes a lane, 32 lanes give addresses
//     "ldmatrix.x2"      LDSM.16.M88.2 16-byte rows, lanes 0-15 give addresses
//     "atom.cas.b32"     ATOMS.CAS     4 bytes a lane, read and written in one go
//
// How many wavefronts one takes is not said here: that is a fact about a machine (core/machine.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap {

// The order means something: loads, stores and atomics that return what they found up to atom_inc_u32; loops of compare-and-swap
// from atom_add_f32 to red_add_u64 (is_loop); the one that no counter sees, cp_async_cg_16, at the end. What stands before
// atom_cas_b32 can be probed (gpu/probe.hpp).
enum class Instruction : std::uint8_t {
  ld_b8,
  ld_b16,
  ld_b32,
  ld_b64,
  ld_b128,
  ld_generic_b32,
  ld_generic_b64,
  ld_generic_b128,
  st_b8,
  st_b16,
  st_b32,
  st_b64,
  st_b128,
  ldmatrix_x1,
  ldmatrix_x2,
  ldmatrix_x4,
  ldmatrix_x1_trans,
  ldmatrix_x2_trans,
  ldmatrix_x4_trans,
  stmatrix_x1,
  stmatrix_x2,
  stmatrix_x4,
  stmatrix_x1_trans,
  stmatrix_x2_trans,
  stmatrix_x4_trans,
  atom_add_u32,
  atom_min_u32,
  atom_max_s32,
  atom_or_b32,
  atom_exch_b32,
  atom_inc_u32,
  red_add_u32,
  red_min_u32,
  red_max_u32,
  red_or_b32,
  red_add_u32_const1,
  atom_cas_b32,
  atom_cas_b64,
  atom_add_f32,
  atom_add_f16x2,
  atom_add_u64,
  red_add_f32,
  red_add_f16x2,
  red_add_u64,
  cp_async_ca_4,
  cp_async_ca_8,
  cp_async_ca_16,
  cp_async_cg_16,
};

enum class InstructionKind : std::uint8_t { load, generic_load, store, matrix_load, matrix_store, atomic, async_copy };

struct InstructionInfo {
  Instruction id;
  std::string_view name;          // "ld.b32": the word used in files, tables and on the command line
  std::string_view machine_name;  // "LDS": what the disassembly shows (sm_90)
  InstructionKind kind;
  int access_bytes;        // [bytes] that one lane address stands for; 16 for a matrix row
  LaneMask address_lanes;  // lanes whose addresses count; ldmatrix.x1 reads only lanes 0-7
};

std::span<const InstructionInfo> instructions();  // in the order of the enum
const InstructionInfo& info(Instruction instruction);
Result<Instruction> instruction_named(std::string_view name);  // refuses with the nearest known names

// The profiler's two counters for this kind of instruction (Nsight Compute metric names, without ".sum"): a name, or
// "a - b" for a difference. As read on sm_90:
//     loads, stores, native atomics   cmd_read, cmd_write, op_atom; the matrix forms count with ld and st
//     compare-and-swap loops          cmd_read: the swaps count as reads too, and as writes
//     cp.async.ca                     the whole less op_misc: it is neither a read, a write nor an atomic here
//     cp.async.cg                     none (empty): it bypasses L1, and every counter stays 0
struct CounterNames {
  std::string_view wavefronts;
  std::string_view bank_conflicts;
};
CounterNames profiler_counters(Instruction instruction);

}  // namespace bankmap
