// core/warp_phases.hpp -- what core/passes.cpp and core/serve_warp.cpp share: chunks, bank groups, the pair rule, swap
// rounds.
//
//     8-byte accesses:  chunk = address / 8     group = chunk % 16     group 3 is banks 6 and 7
//     1, 2, 4 bytes:    chunk = word            group = bank
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "core/machine.hpp"
#include "core/passes.hpp"

namespace bankmap {

// A chunk is what one lane touches, as far as banks are concerned: whole words, aligned to their number.
struct ChunkSize {
  int bytes = bank_bytes;  // [bytes] 4, 8 or 16
  int shift() const { return std::countr_zero(static_cast<unsigned>(bytes)); }
  int banks() const { return bytes / bank_bytes; }
  int groups() const { return bank_count / banks(); }
  std::uint32_t chunk(std::uint32_t byte_address) const { return byte_address >> shift(); }
  int group(std::uint32_t byte_address) const {
    return static_cast<int>(chunk(byte_address) % static_cast<std::uint32_t>(groups()));
  }
};
inline ChunkSize chunk_size(Instruction instruction) { return {std::max(info(instruction).access_bytes, bank_bytes)}; }

inline int lowest_lane(LaneMask lanes) { return std::countr_zero(lanes); }
inline LaneMask without_lowest(LaneMask lanes) { return lanes & (lanes - 1); }

// The lower lanes of all pairs (i, i ^ distance) of which both are active. distance: 1 or 2.
inline LaneMask active_pairs(LaneMask active, int distance) {
  const LaneMask lower = distance == 1 ? 0x55555555u : 0x33333333u;
  return active & (active >> distance) & lower;
}
inline bool pairs_agree(const LaneAddresses& lanes, LaneMask active, int distance) {
  for (LaneMask rest = active_pairs(active, distance); rest != 0; rest = without_lowest(rest)) {
    const auto lane = static_cast<std::size_t>(lowest_lane(rest));
    if (lanes.byte_address[lane] != lanes.byte_address[lane + static_cast<std::size_t>(distance)]) return false;
  }
  return true;
}
// The pair rule: over the whole warp all lanes agree with lane i ^ 1, or all agree with lane i ^ 2; an inactive one
// agrees.
inline bool pair_rule_holds(const LaneAddresses& lanes, LaneMask active) {
  return pairs_agree(lanes, active, 1) || pairs_agree(lanes, active, 2);
}
inline bool merges(const InstructionRule& rule, const LaneAddresses& lanes, LaneMask active) {
  return !rule.merged_phases.empty() && pair_rule_holds(lanes, active);
}

inline int phases_with_a_lane(const std::vector<LaneMask>& phases, LaneMask active) {
  return static_cast<int>(
      std::count_if(phases.begin(), phases.end(), [active](LaneMask phase) { return (phase & active) != 0; }));
}

// One round of a compare-and-swap loop for the lanes that remain, and what it adds to the profiler's conflict counter.
struct RoundCost {
  CasRound round;
  int load_conflicts = 0;
  bool load_is_split = false;  // its pair rule does not hold
};
RoundCost serve_round(const InstructionRule& rule, const InstructionRule& load_rule, const LaneAddresses& lanes,
                      LaneMask remaining);

}  // namespace bankmap
