// core/copy_order.hpp -- what cp.async.ca costs when its global source is not one run in lane order.
//
//     A pass moves words straight from the banks of the source line (it lies in L1, which has the same 32 banks) to the
//     banks of shared memory. In one pass a bank is read once and written once, and lanes are served in their order:
//
//         lane        0     1     2      lane 0 goes first; lane 1 wants to write bank 0 too and waits; lane 2 wants to read
//         reads bank  0     1     1      bank 1, which waiting lane 1 is in front of, and waits: 3 wavefronts, though two
//         writes bank 0     0     2      would be enough for each side alone
//
//     A source in lane order reads no bank twice in a phase, and the rule becomes that of core/passes.hpp.
//
// Measured on an NVIDIA H200 (driver 580.159.04, 30 November 2026): 683 of 683 accesses of 4, 8 and 16 bytes exact in both
// counters, whose source lies in one aligned block of 512 bytes; tests/data/h200_copy_order.csv has 587 of them. With a wider
// source the cache splits the lines among more passes by a hash of their addresses that is not known.
#pragma once

#include <array>
#include <cstdint>

#include "core/machine.hpp"
#include "core/passes.hpp"
#include "core/problem.hpp"

namespace bankmap {

inline constexpr std::uint64_t known_source_bytes = 512;  // an aligned block, within which the order is understood

using LaneSources = std::array<std::uint64_t, lane_count>;  // [lane] byte in global memory; only active lanes count

// Which lanes of one copy are served when.
struct CopyPasses {
  WarpCost cost;
  std::array<int, lane_count> phase_of_lane{};  // [lane] 0-based; -1: not active
  std::array<int, lane_count> pass_of_lane{};   // [lane] 0-based over the whole instruction; -1: not active
};

// Its cost: wavefronts, ideal (one a phase), phases, bank_conflicts and ways (most lanes at one written bank) of one instruction.
// pre: active addresses are multiples of the access size of rule.instruction.
// Refuses with the lane: an instruction that is no cp.async.ca, a source that is no multiple of its size, and a source
// beyond the block of the first active lane.
Result<CopyPasses> serve_copy(const InstructionRule& rule, const LaneAddresses& lanes, const LaneSources& sources);
Result<WarpCost> count_copy(const InstructionRule& rule, const LaneAddresses& lanes, const LaneSources& sources);

}  // namespace bankmap
