// gpu/placement.hpp -- where the lanes of a measured instruction lie in the kernel's shared memory. Pure: no CUDA.
//
//     tile at byte 4096, lanes 4096, 4228, ...      moved down by a multiple of 128:      0, 132, ...
//     lanes over 3 MB, rows of 128 bytes 7, 24000   rows renumbered in their order:       0, 1
//
// Both keep every bank, and which lanes share a word: what the banks do is the same.
#pragma once

#include <cstdint>
#include <string>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/problem.hpp"

namespace bankmap::gpu {

struct Placement {
  LaneAddresses lanes;             // 0 where a lane is not active
  std::uint32_t shared_bytes = 0;  // that all copies of the instruction need
  bool renumbered = false;
};

// Refuses what the hardware refuses on every GPU: an address that is no multiple of the access size (with the first such
// lane), a matrix instruction without all of its row addresses, and no active lane at all.
Result<void> check_lanes(Instruction instruction, const LaneAddresses& lanes);

// Refuses the same.
Result<Placement> place(Instruction instruction, const LaneAddresses& lanes, std::uint32_t most_shared_bytes);

}  // namespace bankmap::gpu
