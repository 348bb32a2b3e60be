// core/occupancy.hpp -- how many blocks fit on one multiprocessor, and what stops the next one.
//
//     sm_90, 256 threads, 40 registers a thread, 33 KiB shared:   warps 64 / 8 = 8     registers 48 / 8 = 6
//                                                                 shared 228 / (33 + 1) = 6     blocks 32     ->  6 blocks
//
// The smallest of four quotients. Shared memory is handed out in units, with some bytes a block reserved for the system;
// registers in units of 256 a warp, from one of four quarters of the register file.
// source: cuda_occupancy.h of the CUDA Toolkit; equality with it over a sweep is a test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/machine.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct ComputeCapabilityLimits {
  std::string_view compute_capability;  // "9.0"
  OccupancyLimits limits;
};
// All compute capabilities from 7.0 on that we know, in order, each with its source.
std::span<const ComputeCapabilityLimits> known_occupancy_limits();
// place: "compute capability"; names those that are known.
Result<OccupancyLimits> occupancy_limits_of(std::string_view compute_capability);

// What a block takes.
struct BlockResources {
  int threads = 32;               // 1..1024
  int registers_per_thread = 32;  // 0..255; 0: not counted
  std::int64_t shared_bytes = 0;  // static and dynamic together, without what the system reserves
  bool operator==(const BlockResources&) const = default;
};

enum class OccupancyLimiter : std::uint8_t { warps, blocks, registers, shared_memory };
std::string_view to_string(OccupancyLimiter limiter);  // "warps", "blocks", "registers", "shared memory"

struct Occupancy {
  int blocks_per_sm = 0;  // 0: such a block cannot be launched
  int warps_per_sm = 0;
  double share = 0;                                    // of the warps that the multiprocessor can hold: 0..1
  OccupancyLimiter limiter = OccupancyLimiter::warps;  // the first of the four with the smallest quotient
  bool operator==(const Occupancy&) const = default;
};

// Refuses what no block can have (0 threads, 300 registers, negative bytes): place is the field. A block that is merely too large
// has occupancy 0.
Result<Occupancy> occupancy(const OccupancyLimits& limits, const BlockResources& block);

}  // namespace bankmap
