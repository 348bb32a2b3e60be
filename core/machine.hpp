// core/machine.hpp -- how one GPU serves its shared-memory instructions: facts, each with a status and a source.
//
//     ld.b64 on sm_90:  phases 0-15 | 16-31     merged into one when the pair rule holds
//                       in each phase, one wavefront for each different word of the busiest bank
//
// A machine is a file (assets/machines/*.json, read by core/machine_json); nothing about a particular GPU is compiled in.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap {

enum class FactStatus { measured, documented, assumed };
std::string_view to_string(FactStatus status);  // "measured", "documented", "assumed"

struct Provenance {
  FactStatus status = FactStatus::assumed;
  std::string source;  // never empty: a document with its section, or the command that repeats the measurement
  std::string device;  // for a measured fact: name, driver, date
  bool operator==(const Provenance&) const = default;
};

// What costs a wavefront inside one phase.
enum class CountLaw {
  words,                  // distinct words in the busiest bank; equal words merge (broadcast)
  lanes,                  // active lanes in the busiest bank; equal addresses do not merge
  compare_and_swap,       // two wavefronts for each lane of the busiest bank
  compare_and_swap_loop,  // rounds of load, add, compare-and-swap: one winner a bank and phase in each round
};

// Copies in flight seem to be kept by row of 128 bytes, in a table with few places: rows that lie a multiple of `rows`
// apart want one place. Seen where a copy takes one wavefront; with more, the wavefronts take longer than this.
inline constexpr int most_table_rows = 64;
inline constexpr int most_table_copies = 8;
struct RowTable {
  int rows = 0;                // places: rows r and r + rows want the same one
  int copies = 1;              // this many instructions, one row further each, are in the table together
  std::vector<double> cycles;  // [crowded rows] of a copy of one wavefront; the last one holds for all above
  bool operator==(const RowTable&) const = default;
};

// Cycles per instruction when many warps issue it = max(cycles_per_wavefront * wavefronts, beats) + overhead_cycles;
// for the fewest wavefronts as listed, where the law does not hold yet.
struct SaturatedLaw {
  double overhead_cycles = 0;
  double cycles_per_wavefront = 1;
  double beats = 1;         // [cycles] the data path needs this long for a whole warp, however few wavefronts ...
  double merged_beats = 1;  // ... and this long once the pair rule has merged; equal to beats where there is none
  std::vector<double> few_cycles;     // [wavefronts - 1] cycles; usually none
  std::optional<RowTable> row_table;  // its cycles come before few_cycles
  double tolerance_cycles = 0;        // the values known lie within this of the law
  Provenance provenance;
  bool operator==(const SaturatedLaw&) const = default;
};
// Cycles until a dependent instruction may start = base_cycles + cycles_per_wavefront * wavefronts.
inline constexpr int any_wavefronts = 1'000'000;
struct LatencyLaw {
  double base_cycles = 0;
  double merged_base_cycles = 0;  // once the pair rule has merged; equal to base_cycles where there is none
  double cycles_per_wavefront = 0;
  int up_to_wavefronts = any_wavefronts;  // nothing is known beyond
  double tolerance_cycles = 0;
  Provenance provenance;
  bool operator==(const LatencyLaw&) const = default;
};

// Cycles of a compare-and-swap loop: a sum over its rounds, for each has to wait for the one before.
//
//     14 lanes in 5 banks, 4 rounds of 14, 9, 4 and 1 lane: in the second and the third more lanes leave than stay
//     latency = base + 4 rounds + 2 * wavefronts + first turn + last turn
//
// The lanes that leave and those that stay part at the branch. Where more leave, the hardware serves them first, and turns
// to the others afterwards.
struct LoopLaw {
  int warps = 1;  // that issue the instruction; what is below is of all of them together, and the law divides by this
  double base_cycles = 0;
  double cycles_per_round = 0;
  double cycles_per_wavefront = 0;          // of loads and swaps
  double cycles_per_split_load = 0;         // a round whose load could merge and does not
  double first_turn_cycles = 0;             // the first round in which more lanes leave than stay ...
  double further_turn_cycles = 0;           // ... and each after it,
  double last_turn_cycles = 0;              // unless only one round follows: then this
  int free_wavefronts = any_wavefronts;     // of a round: the banks serve so many while the other warps wait anyway ...
  double cycles_per_crowded_wavefront = 0;  // ... and each above costs this much more
  double tolerance_cycles = 0;              // the values known lie within this of the law ...
  double tolerance_share = 0;               // ... or within this share of it, whichever is more
  Provenance provenance;
  bool operator==(const LoopLaw&) const = default;
};

struct InstructionRule {
  Instruction instruction{};
  std::vector<LaneMask> phases;  // [phase] lanes served together, in the order of service; disjoint, and together
                                 // the address lanes of the instruction
  std::vector<LaneMask> merged_phases;  // the phases once the pair rule holds; empty: this instruction has no pair rule
  CountLaw law = CountLaw::words;
  std::optional<Instruction> loop_load;  // compare_and_swap_loop: the load at the start of each round
  Provenance provenance;
  std::optional<SaturatedLaw> saturated;  // absent: not known for this machine; say so, never guess
  std::optional<LatencyLaw> latency;
  std::optional<LoopLaw> loop_saturated,
      loop_latency;  // the same of a compare_and_swap_loop, which has neither of those
  bool operator==(const InstructionRule&) const = default;
};

// Shared memory and occupancy of one streaming multiprocessor.
struct OccupancyLimits {
  int shared_bytes_per_sm = 0;
  int shared_bytes_per_block = 0;  // the opt-in maximum
  int shared_granularity_bytes = 0;
  int reserved_bytes_per_block = 0;
  int warps_per_sm = 0;
  int blocks_per_sm = 0;
  int registers_per_sm = 0;
  Provenance provenance;
  bool operator==(const OccupancyLimits&) const = default;
};

struct MachineProfile {
  std::string key;                 // "sm_90"
  std::string name;                // "Hopper (H100, H200)"
  std::string compute_capability;  // "9.0"
  Provenance banks;                // of "32 banks of 4 bytes, 32 lanes"
  OccupancyLimits occupancy;
  std::map<Instruction, InstructionRule> rules;     // an instruction without a rule is not modelled ...
  std::map<Instruction, std::string> not_modelled;  // ... and here is why, in a sentence
  bool operator==(const MachineProfile&) const = default;

  const InstructionRule* rule(Instruction instruction) const {
    const auto found = rules.find(instruction);
    return found == rules.end() ? nullptr : &found->second;
  }
};

using MachineProfiles = std::map<std::string, MachineProfile>;  // by key

}  // namespace bankmap
