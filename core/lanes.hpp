// core/lanes.hpp -- the warp and the banks: the few numbers that all of Bankmap's machines share.
//
//     byte address  =  ... row | bank | byte          bank = address / 4 % 32
//                              | 5 b  | 2 b           word = address / 4   (row and bank together)
//
// Machine profiles state these numbers as facts with a source; their loader refuses a machine that differs.
#pragma once

#include <array>
#include <cstdint>

namespace bankmap {

inline constexpr int lane_count = 32;  // [lanes] in a warp
inline constexpr int bank_count = 32;  // [banks]
inline constexpr int bank_bytes = 4;   // [bytes] width of a bank, the size of a word
inline constexpr int word_bits = bank_bytes * 8;
inline constexpr int row_bytes = bank_count * bank_bytes;

using LaneMask = std::uint32_t;  // bit i stands for lane i
inline constexpr LaneMask all_lanes = 0xffffffffu;

constexpr bool has_lane(LaneMask mask, int lane) { return (mask >> lane) & 1u; }
constexpr LaneMask lane_bit(int lane) { return LaneMask{1} << lane; }
constexpr std::uint32_t word_of(std::uint32_t byte_address) { return byte_address / bank_bytes; }
constexpr int bank_of(std::uint32_t byte_address) { return static_cast<int>(word_of(byte_address) % bank_count); }

// What one warp instruction asks of shared memory: the same value goes to the model and to the GPU.
struct LaneAddresses {
  std::array<std::uint32_t, lane_count> byte_address{};  // [lane] meaningless where the lane is not active
  LaneMask active = all_lanes;
  bool operator==(const LaneAddresses&) const = default;
};

}  // namespace bankmap
