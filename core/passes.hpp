// core/passes.hpp -- how many trips one warp instruction makes through the shared-memory banks.
//
//     32 lanes, 4 bytes each, 128 bytes apart: 32 words in bank 0      -> 32 wavefronts, ideal 1, 32 ways
//     32 lanes, 16 bytes each, one after the other: 4 clean phases     ->  4 wavefronts, ideal 4, 1 way
//
// Lanes are served in phases (InstructionRule::phases). In a phase, lanes that use one word share a wavefront; different words
// of one bank take a wavefront each. A clean 16-byte access is four wavefronts with no excess, not "a 4-way conflict".
//
// Why one lane is one "chunk": an address is a multiple of the access size (others fault, and are refused before this file),
// so two lanes of the same instruction touch either the same words or none in common. A chunk of 16 bytes always covers four
// whole banks side by side, so it is enough to count chunks in 8 bank groups (2-byte accesses count words: 32 groups).
//
// Compare-and-swap loops (atom.add.f32 and its kind) run in rounds. In each, the lanes that remain load, and then swap; the
// lowest lane of each bank and phase wins and leaves:
//     4 lanes on one word:  round 0 load 1 + swap 2, lane 0 leaves;  round 1 load 1 + swap 2, lane 1 leaves; ...   12 wavefronts
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/lanes.hpp"
#include "core/machine.hpp"

namespace bankmap {

// What the time of a compare-and-swap loop depends on, besides its wavefronts.
struct LoopCost {
  int rounds = 0;
  int split_loads = 0;         // rounds whose load has a pair rule that does not hold
  int turns = 0;               // rounds in which more lanes leave than stay, and some stay, ...
  bool turns_at_last = false;  // ... one of them before the last round
  int crowded_wavefronts = 0;  // of rounds, beyond LoopLaw::free_wavefronts of rule.loop_saturated
  bool operator==(const LoopCost&) const = default;
};

struct WarpCost {      // of one warp instruction
  int wavefronts = 0;  // passes through the banks, as the hardware counts them
  int ideal = 0;       // fewest wavefronts these phases can take: one each; two each for compare-and-swap; one round of
                       // load and swap for its loops. 0 if no lane is active
  int phases = 0;      // phases with an active lane, after merging
  int ways = 0;        // most distinct words (law lanes and compare-and-swap: lanes) in one bank in one phase
  int bank_conflicts = 0;  // the profiler's counter
  bool merged = false;     // the pair rule held (of the instruction itself, not of the loads in a loop)
  LoopCost loop;           // of compare-and-swap loops
  int crowded_rows = 0;    // of a copy of one wavefront: rows without a place of their own in the machine's RowTable
  int excess() const { return wavefronts - ideal; }
  bool operator==(const WarpCost&) const = default;
};

// pre: active addresses are multiples of the access size of rule.instruction. Lanes outside address_lanes are ignored.
// load_rule: the rule of rule.loop_load where there is one, else null.
// post: wavefronts >= ideal; unchanged when every address moves by a multiple of 128.
WarpCost count_wavefronts(const InstructionRule& rule, const InstructionRule* load_rule, const LaneAddresses& lanes);

// One trip through the banks: what the passes timeline and the heatmap colours show.
struct Pass {
  int phase = 0;
  LaneMask lanes = 0;  // served by this pass
  bool operator==(const Pass&) const = default;
};

// A round of a compare-and-swap loop (atom.add.f32 and its kind).
struct CasRound {
  LaneMask remaining = 0;  // lanes that take part
  LaneMask winners = 0;    // the lowest remaining lane of each bank and phase: done after this round
  int load_wavefronts = 0;
  int cas_wavefronts = 0;
  bool operator==(const CasRound&) const = default;
};

struct WarpPasses {
  WarpCost cost;
  std::vector<LaneMask> phases;  // after merging; only lanes that are active; may hold empty masks
  std::vector<Pass> passes;      // in order of service; one a wavefront (laws words and lanes), one for the two
                                 // wavefronts of a compare-and-swap, one a round of its loops (phase 0)
  std::vector<CasRound> rounds;  // only for compare-and-swap loops
  std::array<int, lane_count> pass_of_lane{};   // 0-based index into passes; -1 for a lane that is not served
  std::array<int, lane_count> phase_of_lane{};  // 0-based; -1 likewise
  std::array<LaneMask, lane_count>
      shares_word{};                             // other lanes of the phase served together because of the same word(s)
  std::array<LaneMask, lane_count> conflicts{};  // other lanes of the phase that want the same bank and must wait
  std::array<int, bank_count>
      words_in_bank{};  // [bank] distinct words (where `ways` counts lanes: lanes) in the phase where
                        // that bank is busiest
};
// The long form of count_wavefronts: same pre, and its `cost` is equal to count_wavefronts' (tested by exhaustion).
WarpPasses serve_warp(const InstructionRule& rule, const InstructionRule* load_rule, const LaneAddresses& lanes);

}  // namespace bankmap
