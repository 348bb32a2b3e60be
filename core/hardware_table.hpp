// core/hardware_table.hpp -- what a GPU did, row by row, as a CSV file; and whether a machine profile predicts it.
//
//     instruction,active_mask,lane0,...,lane31,wavefronts,bank_conflicts,latency_cycles,one_warp_cycles,sixteen_warp_cycles
//     ld.b64,ffffffff,0,8,16,...,248,2,0,31.961,5.961,2.084
//
// The first line names the columns, in any order. The last three are optional, and so are their values (left empty).
//   active_mask                   hexadecimal, bit i is lane i
//   lane0..lane31                 byte addresses, decimal; may be empty where the lane is not active
//   wavefronts, bank_conflicts    the profiler's counters for one instruction
//   *_cycles                      per instruction
// Refused, with line and column: columns that are unknown, repeated or missing, rows of another length, what is no
// number, unknown instructions, an active address that is no multiple of the access size (the hardware faults), more rows than
// max_table_rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lanes.hpp"
#include "core/machine.hpp"
#include "core/passes.hpp"
#include "core/problem.hpp"

namespace bankmap {

inline constexpr std::size_t max_table_bytes = 64 << 20;
inline constexpr std::size_t max_table_rows = 500'000;

struct HardwareRow {
  int line = 0;  // 1-based, in the file; the header is line 1
  Instruction instruction{};
  LaneAddresses lanes;
  int wavefronts = 0;
  int bank_conflicts = 0;
  std::optional<double> latency_cycles;       // of a dependent instruction
  std::optional<double> one_warp_cycles;      // one warp alone, back to back
  std::optional<double> sixteen_warp_cycles;  // saturated
};
using HardwareTable = std::vector<HardwareRow>;

// place: "line:column", both from 1.
Result<HardwareTable> read_hardware_table(std::string_view csv_text);

struct RowDifference {
  HardwareRow measured;
  std::optional<WarpCost> predicted;  // absent where the machine has no rule ...
  std::string reason;                 // ... and this is why
};
struct TableVerdict {
  int rows = 0;
  int exact = 0;                         // rows of which both counters are predicted exactly
  std::vector<RowDifference> differing;  // the others, in the order of the file
};
TableVerdict verify(const HardwareTable& table, const MachineProfile& machine);

// "line 17, ld.b64, active_mask ffffffff: wavefronts 4, measured 2; bank_conflicts 2, measured 0"
std::string to_string(const RowDifference& difference);

}  // namespace bankmap
