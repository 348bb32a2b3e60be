// core/random_access.hpp -- accesses to try a model with: strides, broadcasts, blocks, pairs that agree, noise.
//
//     RandomAccesses accesses(seed);  accesses.next(Instruction::ld_b64)  ->  32 addresses and a mask
//
// The same seed gives the same accesses on every machine. All addresses are multiples of the access size and below
// 32 KiB; at least one lane is active; the matrix instructions, which a warp executes together, have all lanes active.
#pragma once

#include <cstdint>
#include <random>

#include "core/instruction.hpp"
#include "core/lanes.hpp"

namespace bankmap {

class RandomAccesses {
 public:
  explicit RandomAccesses(std::uint64_t seed) : random_(seed) {}
  LaneAddresses next(Instruction instruction);

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::uint32_t index(std::uint32_t shape, std::uint32_t lane, std::uint32_t step);
  LaneMask mask();

  std::mt19937_64 random_;
};

}  // namespace bankmap
