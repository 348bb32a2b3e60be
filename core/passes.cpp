// The fast count. Each kind of warp has its short way:
//   lanes a constant distance apart   counted in closed form (progression_ways)
//   other words, 512-bit vectors      all lanes at once (core/wide_count.hpp)
//   anything else                     one sweep (BusiestBank): the first word of a bank needs no search, further words
//                                     are looked up in a hash table of 64 slots on the stack
// Nothing is allocated, and nothing is remembered between calls.
#include "core/passes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/cycles.hpp"
#include "core/warp_phases.hpp"
#include "core/wide_count.hpp"

namespace bankmap {
namespace {

// Sees the chunks of one phase one after the other; `ways` is the most distinct chunks in one group so far.
template <int chunk_bytes>
class BusiestBank {
 public:
  static constexpr std::uint32_t group_count = row_bytes / chunk_bytes;

  void add(std::uint32_t chunk) {
    const std::uint32_t group = chunk % group_count;
    if ((seen_ >> group & 1u) == 0) {
      seen_ |= 1u << group;
      first_[group] = chunk;
    } else if (first_[group] != chunk && is_new(chunk)) {
      further_ = std::max<int>(further_, ++further_in_group_[group]);
    }
  }
  int ways() const { return further_ + 1; }

 private:
  static constexpr int slot_bits = 6;                   // 64 slots for at most 31 chunks
  static constexpr std::uint32_t spread = 0x9e3779b1u;  // 2^32 / golden ratio: sends strides to different slots

  bool is_new(std::uint32_t chunk) {
    std::uint32_t slot = chunk * spread >> (32 - slot_bits);
    while ((used_ >> slot & 1u) != 0) {
      if (slots_[slot] == chunk) return false;
      slot = (slot + 1) % (1u << slot_bits);
    }
    used_ |= std::uint64_t{1} << slot;
    slots_[slot] = chunk;
    return true;
  }

  std::uint32_t seen_ = 0;  // bit g: first_[g] is set
  std::uint64_t used_ = 0;  // bit s: slots_[s] is set
  int further_ = 0;
  std::array<std::uint8_t, group_count> further_in_group_{};
  std::array<std::uint32_t, group_count> first_;  // left unset where the bits above say so
  std::array<std::uint32_t, 1u << slot_bits> slots_;
};

// Lanes side by side: begin, begin + 1, ... ; most phases are one such run.
struct LaneRun {
  int begin = 0;
  int count = 0;
  bool is_all = false;  // of the lanes asked about
};
LaneRun first_run(LaneMask served) {
  const int begin = lowest_lane(served);
  const LaneMask from_begin = served >> begin;
  return {begin, std::countr_one(from_begin), (from_begin & (from_begin + 1)) == 0};
}

// Ways of `count` lanes whose chunks lie `step` apart: lanes i and j share a group if (i - j) * step is a multiple of the number of
// groups, a power of two; and then they differ in their chunk unless the step is 0.
template <int chunk_bytes, CountLaw law>
int progression_ways(std::uint32_t step, int count) {
  if (step == 0) return law == CountLaw::words ? 1 : count;
  constexpr int group_bits = std::countr_zero(BusiestBank<chunk_bytes>::group_count);
  const int period_bits = std::max(0, group_bits - std::countr_zero(step));  // 2^period_bits lanes, and a group returns
  return (count + (1 << period_bits) - 1) >> period_bits;
}

// Whether the chunks of a whole warp lie `step` apart. The last lane tells of most that do not; of the others, vectors gather all
// differences sooner than a branch could leave.
template <int chunk_bytes>
bool warp_lies_apart(const LaneAddresses& lanes, std::uint32_t step) {
  const auto chunk = [&lanes](std::size_t lane) { return lanes.byte_address[lane] / chunk_bytes; };
  if (chunk(lane_count - 1) - chunk(0) != step * (lane_count - 1)) return false;
  std::uint32_t differences = 0;
  for (std::size_t lane = 1; lane + 1 < lane_count; ++lane) differences |= (chunk(lane + 1) - chunk(lane)) ^ step;
  return differences == 0;
}

// 0 where the lanes are no run, or their chunks not a constant distance apart.
template <int chunk_bytes, CountLaw law>
int ways_if_progression(const LaneAddresses& lanes, LaneMask served) {
  const LaneRun run = first_run(served);
  if (!run.is_all) return 0;
  if (run.count == 1) return 1;
  const std::uint32_t* address = lanes.byte_address.data() + run.begin;
  std::uint32_t chunk = address[1] / chunk_bytes;
  const std::uint32_t step = chunk - address[0] / chunk_bytes;
  if (run.count == lane_count) {
    return warp_lies_apart<chunk_bytes>(lanes, step) ? progression_ways<chunk_bytes, law>(step, lane_count) : 0;
  }
  for (int i = 2; i < run.count; ++i) {
    const std::uint32_t next = address[i] / chunk_bytes;
    if (next - chunk != step) return 0;
    chunk = next;
  }
  return progression_ways<chunk_bytes, law>(step, run.count);
}

// A run needs no search for the next lane.
template <int chunk_bytes, class Visit>
void for_each_chunk(const LaneAddresses& lanes, LaneMask served, Visit visit) {
  if (const LaneRun run = first_run(served); run.is_all) {
    const std::uint32_t* address = lanes.byte_address.data() + run.begin;
    for (int i = 0; i < run.count; ++i) visit(address[i] / chunk_bytes);
    return;
  }
  for (LaneMask rest = served; rest != 0; rest = without_lowest(rest)) {
    visit(lanes.byte_address[static_cast<std::size_t>(lowest_lane(rest))] / chunk_bytes);
  }
}

// pre: served is not empty.
template <int chunk_bytes>
int most_words(const LaneAddresses& lanes, LaneMask served) {
  if (const int ways = ways_if_progression<chunk_bytes, CountLaw::words>(lanes, served); ways != 0) return ways;
  if constexpr (chunk_bytes == bank_bytes) {
    if (const int ways = has_wide_count() ? wide_most_words(lanes, served) : 0; ways != 0) return ways;
  }
  BusiestBank<chunk_bytes> busiest;
  for_each_chunk<chunk_bytes>(lanes, served, [&busiest](std::uint32_t chunk) { busiest.add(chunk); });
  return busiest.ways();
}

// pre: served is not empty.
template <int chunk_bytes>
int most_lanes(const LaneAddresses& lanes, LaneMask served) {
  if (const int ways = ways_if_progression<chunk_bytes, CountLaw::lanes>(lanes, served); ways != 0) return ways;
  if constexpr (chunk_bytes == bank_bytes) {
    if (served == all_lanes && has_wide_count()) return wide_most_lanes(lanes);
  }
  std::array<std::uint8_t, row_bytes / chunk_bytes> lanes_in_group{};
  for_each_chunk<chunk_bytes>(lanes, served,
                              [&](std::uint32_t chunk) { ++lanes_in_group[chunk % lanes_in_group.size()]; });
  std::uint8_t most =
      0;  // found at the end: two vector instructions, where a look at each lane costs as much as its count
  for (const std::uint8_t count : lanes_in_group) most = std::max(most, count);
  return most;
}

template <int chunk_bytes>
WarpCost sum_over_phases(const InstructionRule& rule, const LaneAddresses& lanes, LaneMask active) {
  WarpCost cost;
  cost.merged = merges(rule, lanes, active);
  const int wavefronts_each = rule.law == CountLaw::compare_and_swap ? 2 : 1;
  for (const LaneMask phase : cost.merged ? rule.merged_phases : rule.phases) {
    const LaneMask served = phase & active;
    if (served == 0) continue;
    const int ways =
        rule.law == CountLaw::words ? most_words<chunk_bytes>(lanes, served) : most_lanes<chunk_bytes>(lanes, served);
    cost.phases += 1;
    cost.wavefronts += wavefronts_each * ways;
    cost.bank_conflicts += ways - 1;
    cost.ways = std::max(cost.ways, ways);
  }
  cost.ideal = wavefronts_each * cost.phases;
  if (cost.wavefronts == 1) cost.crowded_rows = crowded_rows(rule, lanes, active);
  return cost;
}

// The lowest lane of each bank among those of one phase: their swaps succeed.
LaneMask winners(const LaneAddresses& lanes, LaneMask served, ChunkSize size) {
  LaneMask won = 0;
  std::uint32_t taken = 0;
  for (LaneMask rest = served; rest != 0; rest = without_lowest(rest)) {
    const int lane = lowest_lane(rest);
    const std::uint32_t group = 1u << size.group(lanes.byte_address[static_cast<std::size_t>(lane)]);
    if ((taken & group) == 0) won |= lane_bit(lane);
    taken |= group;
  }
  return won;
}

// The fewest: one round, whose load is merged only if no layout could stop it (no pair has both of its lanes active).
// Where a real pair merges, its two lanes use one word, and the second round costs more than the merged load saved.
int ideal_loop(const InstructionRule& rule, const InstructionRule& load_rule, LaneMask active) {
  const bool always_merged =
      !load_rule.merged_phases.empty() && (active_pairs(active, 1) == 0 || active_pairs(active, 2) == 0);
  return phases_with_a_lane(always_merged ? load_rule.merged_phases : load_rule.phases, active) +
         2 * phases_with_a_lane(rule.phases, active);
}

void add_round(const InstructionRule& rule, const RoundCost& each, LoopCost& loop) {
  const int left = std::popcount(each.round.winners);
  const int stay = std::popcount(each.round.remaining) - left;
  const int free = rule.loop_saturated ? rule.loop_saturated->free_wavefronts : any_wavefronts;
  ++loop.rounds;
  loop.split_loads += each.load_is_split ? 1 : 0;
  loop.crowded_wavefronts += std::max(0, each.round.load_wavefronts + each.round.cas_wavefronts - free);
  if (stay == 0) return;
  loop.turns_at_last = left > stay;
  loop.turns += loop.turns_at_last ? 1 : 0;
}

WarpCost count_loop(const InstructionRule& rule, const InstructionRule& load_rule, const LaneAddresses& lanes,
                    LaneMask active) {
  WarpCost cost;
  cost.phases = phases_with_a_lane(rule.phases, active);
  cost.ideal = ideal_loop(rule, load_rule, active);
  for (LaneMask remaining = active; remaining != 0;) {
    const RoundCost each = serve_round(rule, load_rule, lanes, remaining);
    if (each.round.winners == 0) break;  // lanes that no phase serves: a rule that its reader would have refused
    cost.wavefronts += each.round.load_wavefronts + each.round.cas_wavefronts;
    cost.bank_conflicts += each.load_conflicts;
    cost.ways += 1;  // the busiest bank loses one lane a round
    add_round(rule, each, cost.loop);
    remaining &= ~each.round.winners;
  }
  return cost;
}

}  // namespace

RoundCost serve_round(const InstructionRule& rule, const InstructionRule& load_rule, const LaneAddresses& lanes,
                      LaneMask remaining) {
  const ChunkSize size = chunk_size(rule.instruction);
  const WarpCost load = count_wavefronts(load_rule, nullptr, {lanes.byte_address, remaining});
  RoundCost cost{{.remaining = remaining, .winners = 0, .load_wavefronts = load.wavefronts, .cas_wavefronts = 0},
                 load.bank_conflicts,
                 !load_rule.merged_phases.empty() && !load.merged};
  for (const LaneMask phase : rule.phases) {
    const LaneMask served = phase & remaining;
    cost.round.winners |= winners(lanes, served, size);
    cost.round.cas_wavefronts += served == 0 ? 0 : 2;
  }
  return cost;
}

WarpCost count_wavefronts(const InstructionRule& rule, const InstructionRule* load_rule, const LaneAddresses& lanes) {
  const InstructionInfo& about = info(rule.instruction);
  const LaneMask active = lanes.active & about.address_lanes;
  if (rule.law == CountLaw::compare_and_swap_loop) {
    assert(load_rule != nullptr && load_rule->law != CountLaw::compare_and_swap_loop);
    return count_loop(rule, *load_rule, lanes, active);
  }
  switch (about.access_bytes) {
    case 16:
      return sum_over_phases<16>(rule, lanes, active);
    case 8:
      return sum_over_phases<8>(rule, lanes, active);
    default:
      return sum_over_phases<bank_bytes>(rule, lanes, active);
  }
}

}  // namespace bankmap
