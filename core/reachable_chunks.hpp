// core/reachable_chunks.hpp -- where data can send each lane, and from that the data that costs most or least (internal
// to core).
//
//     lane 0 can reach words {0, 32}, lane 1 {0, 1}:   dearest: 32 and 0, two words of bank 0     cheapest: both at
//     word 0
//
// A chunk is what one lane touches, a group the banks it lies in (core/warp_phases.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/lanes.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {

class ReachableChunks {
 public:
  // More chunks of one group are of no use: with 32 to choose from, a lane finds one that no other lane has.
  static constexpr std::size_t most_in_group = lane_count;

  // alike: all lanes reach the same chunks, so that what is added to one is added to all.
  ReachableChunks(ChunkSize size, bool alike)
      : size_(size), alike_(alike), chunks_((alike ? 1 : std::size_t{lane_count}) * bank_count * most_in_group) {}

  void add(int lane, std::uint32_t chunk);
  std::span<const std::uint32_t> in_group(int lane, int group) const {
    return {chunks_.data() + slot(lane, group) * most_in_group, counts_[slot(lane, group)]};
  }
  std::uint32_t groups_of(int lane) const { return groups_[row(lane)]; }  // bit g: group g is reached
  // No fewer than the different chunks that these lanes reach in a group.
  std::size_t most_chunks(int group, LaneMask lanes) const;
  bool reaches(int lane, std::uint32_t chunk) const;
  ChunkSize size() const { return size_; }
  bool alike() const { return alike_; }

 private:
  std::size_t row(int lane) const { return alike_ ? 0 : static_cast<std::size_t>(lane); }
  std::size_t slot(int lane, int group) const { return row(lane) * bank_count + static_cast<std::size_t>(group); }

  ChunkSize size_;
  bool alike_;
  std::vector<std::uint32_t> chunks_;                           // [row][group][most_in_group]
  std::array<std::uint8_t, lane_count * bank_count> counts_{};  // [row][group]
  std::array<std::uint32_t, lane_count> groups_{};              // [row]
};

using ChunkChoice = std::array<std::uint32_t, lane_count>;  // [lane] a chunk that the lane can reach
LaneAddresses addresses_of(const ChunkChoice& choice, LaneMask active, ChunkSize size);

// In each phase, as many lanes as possible in one group.
struct DearChoice {
  ChunkChoice chunks{};
  int lanes = 0;  // that are in the group of their phase, over all phases
};
// With chunks all different: a maximum matching of lanes to chunks in each phase and group.
DearChoice different_chunks_of_one_group(const ReachableChunks& reachable, std::span<const LaneMask> phases,
                                         LaneMask active);
// Whatever the chunks.
DearChoice lanes_in_one_group(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active);

// All active lanes on one chunk, if there is one that all can reach.
std::optional<ChunkChoice> one_chunk(const ReachableChunks& reachable, LaneMask active);
// In each phase, lanes spread over the groups so that the fullest group has as few lanes as possible.
ChunkChoice spread_over_groups(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active);
// As few different chunks as can be found in the fullest group: chunks that many lanes reach are shared, the other
// lanes spread.
ChunkChoice spread_and_shared(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active);
// The same with the two lanes of every pair (i, i ^ distance) at one chunk, as the pair rule wants it; empty if some
// pair has no chunk in common.
std::optional<ChunkChoice> spread_in_pairs(const ReachableChunks& reachable, std::span<const LaneMask> merged_phases,
                                           LaneMask active, int distance);

}  // namespace bankmap
