// Warps of addresses as people write them, and as nobody does: strides, broadcasts, pairs that agree, one bank, noise.
#pragma once

#include <cstdint>
#include <random>

#include "core/instruction.hpp"
#include "core/lanes.hpp"

namespace bankmap {

class RandomWarps {
 public:
  explicit RandomWarps(std::uint32_t seed) : random_(seed) {}

  // Active addresses are multiples of access_bytes.
  LaneAddresses next(int access_bytes) {
    const auto size = static_cast<std::uint32_t>(access_bytes);
    const std::uint32_t base = size * below(4096), step = below(130), kind = below(7), noisy = below(3);
    LaneAddresses warp;
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      warp.byte_address[lane] = base + size * index(kind, lane, step);
      if (noisy == 0 && below(16) == 0) warp.byte_address[lane] = size * below(2048);
    }
    warp.active = mask();
    return warp;
  }
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }

 private:
  std::uint32_t index(std::uint32_t kind, std::uint32_t lane, std::uint32_t step) {
    switch (kind) {
      case 0:
        return lane * step;
      case 1:
        return below(1 + step * 8);
      case 2:
        return (lane >> 1) * step;  // pairs (i, i ^ 1) agree
      case 3:
        return ((lane & 1) | (lane >> 2 << 1)) * step;  // pairs (i, i ^ 2) agree
      case 4:
        return lane / 8 * step + lane % 8;  // a block
      case 5:
        return (31 - lane) * step;
      default:
        return (lane < 16 ? lane >> 1 : (lane & 1) | (lane >> 2 << 1)) * step;  // one half each way
    }
  }
  LaneMask mask() {
    constexpr LaneMask masks[] = {all_lanes,   all_lanes,   0xffffu, 0xffff0000u, 0x55555555u, 0xaaaaaaaau,
                                  0x0f0f0f0fu, 0xccccccccu, 1u,      0x80000000u, 0x7fffffffu, 0u};
    const std::uint32_t which = below(16);
    return which < std::size(masks) ? masks[which] : static_cast<LaneMask>(random_());
  }

  std::mt19937 random_;
};

}  // namespace bankmap
