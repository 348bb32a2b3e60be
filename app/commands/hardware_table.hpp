// app/commands/hardware_table.hpp -- a table of measured warp instructions, as CSV.
//
//     instruction,active_mask,lane0,lane1, ... ,lane31,wavefronts,bank_conflicts,latency_cycles, ...
//     ld.b32,ffffffff,0,128,256, ... ,3968,32,31,91.0, ...
//
// Columns are found by their names; others than these 36 are ignored. active_mask is hexadecimal, everything else decimal.
// A field may stand in double quotes. Refused, with line and column: missing and repeated columns, a row with too few or too many
// fields, what is no number, an unknown instruction, a table without rows.
#pragma once

#include <string_view>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct HardwareRow {
  int line = 0;  // in the file, from 1
  Instruction instruction{};
  LaneAddresses lanes;
  int wavefronts = 0;
  int bank_conflicts = 0;
};

// place of a problem: "17, column lane3", or "1" for the header.
Result<std::vector<HardwareRow>> read_hardware_table(std::string_view csv);

}  // namespace bankmap
