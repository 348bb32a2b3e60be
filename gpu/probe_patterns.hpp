// gpu/probe_patterns.hpp -- the lane addresses that gpu/probe.hpp times. Pure.
#pragma once

#include "core/instruction.hpp"
#include "core/lanes.hpp"

namespace bankmap::gpu {

struct ProbePattern {
  Instruction instruction{};
  bool in_pairs = false;  // lanes 2k and 2k+1 at one address: "unit" k; else every lane is a unit

  int groups() const;  // of banks that an access of this size covers: 8 for 16 bytes, 32 for 4 bytes and less
  int units() const;   // with addresses that count
  LaneMask lanes_of(int unit) const;

  // A group that is neither of these units' own.
  int free_group(int first, int second) const;
  // The clean warp with `group` left free, and `first` moved there.
  LaneAddresses one_at(int group, int first) const;
  // `second` is there too, at another word, or at the same.
  LaneAddresses two_at(int group, int first, int second, bool same_word) const;
  // Only these lanes, each at a word of its own, all in the first group of banks. Matrix rows beyond them repeat the
  // first.
  LaneAddresses ladder(LaneMask lanes) const;

 private:
  LaneAddresses clean_without(int group) const;
  void move(LaneAddresses& addresses, int unit, std::uint32_t byte_address) const;
};

}  // namespace bankmap::gpu
