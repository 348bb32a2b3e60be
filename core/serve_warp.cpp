// The long form: who is served when, together with whom, and who waits for whom. Written lane against lane,
// because it runs once for a warp that is shown; core/passes.cpp is the count for everything else.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "core/cycles.hpp"
#include "core/passes.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

constexpr auto at(int index) { return static_cast<std::size_t>(index); }

class Server {
 public:
  Server(const InstructionRule& rule, const LaneAddresses& lanes)
      : rule_(rule), lanes_(lanes), size_(chunk_size(rule.instruction)) {
    active_ = lanes.active & info(rule.instruction).address_lanes;
    merged_ = merges(rule, lanes, active_);
    served_.pass_of_lane.fill(-1);
    served_.phase_of_lane.fill(-1);
    for (const LaneMask phase : merged_ ? rule.merged_phases : rule.phases) served_.phases.push_back(phase & active_);
  }

  WarpPasses serve_once() {
    for (std::size_t phase = 0; phase < served_.phases.size(); ++phase) {
      meet(static_cast<int>(phase));
      serve_phase(static_cast<int>(phase));
    }
    add_cost();
    return std::move(served_);
  }

  WarpPasses serve_in_rounds(const InstructionRule& load_rule) {
    for (std::size_t phase = 0; phase < served_.phases.size(); ++phase) meet(static_cast<int>(phase));
    for (LaneMask remaining = active_; remaining != 0; remaining &= ~served_.rounds.back().winners) {
      const CasRound round = serve_round(rule_, load_rule, lanes_, remaining).round;
      if (round.winners == 0) break;
      for (int lane = 0; lane < lane_count; ++lane) {
        if (has_lane(round.winners, lane)) served_.pass_of_lane[at(lane)] = static_cast<int>(served_.passes.size());
      }
      served_.passes.push_back({.phase = 0, .lanes = round.winners});
      served_.rounds.push_back(round);
    }
    served_.cost = count_wavefronts(rule_, &load_rule, lanes_);
    return std::move(served_);
  }

 private:
  bool lanes_merge() const { return rule_.law == CountLaw::words; }
  std::uint32_t chunk(int lane) const { return size_.chunk(lanes_.byte_address[at(lane)]); }
  int group(int lane) const { return size_.group(lanes_.byte_address[at(lane)]); }

  // Fills phase_of_lane, shares_word, conflicts and words_in_bank from the lanes of one phase.
  void meet(int phase) {
    const LaneMask together = served_.phases[at(phase)];
    std::array<LaneMask, bank_count> in_group{};
    std::array<int, bank_count> turns{};  // [group]
    for (LaneMask rest = together; rest != 0; rest = without_lowest(rest)) {
      const int lane = lowest_lane(rest);
      in_group[at(group(lane))] |= lane_bit(lane);
    }
    for (LaneMask rest = together; rest != 0; rest = without_lowest(rest)) {
      const int lane = lowest_lane(rest);
      const LaneMask neighbours = in_group[at(group(lane))] & ~lane_bit(lane);
      const LaneMask same = lanes_merge() ? with_chunk_of(lane, neighbours) : 0;
      served_.phase_of_lane[at(lane)] = phase;
      served_.shares_word[at(lane)] = same;
      served_.conflicts[at(lane)] = neighbours & ~same;
      const bool first_of_its_word = (same & (lane_bit(lane) - 1)) == 0;
      turns[at(group(lane))] += first_of_its_word ? 1 : 0;
    }
    for (int bank = 0; bank < bank_count; ++bank) {
      served_.words_in_bank[at(bank)] = std::max(served_.words_in_bank[at(bank)], turns[at(bank / size_.banks())]);
    }
  }
  LaneMask with_chunk_of(int lane, LaneMask among) const {
    LaneMask same = 0;
    for (LaneMask rest = among; rest != 0; rest = without_lowest(rest)) {
      const int other = lowest_lane(rest);
      if (chunk(other) == chunk(lane)) same |= lane_bit(other);
    }
    return same;
  }

  // Lane by lane: with a lane of its word that is already placed, or else after all that are placed in its bank.
  void serve_phase(int phase) {
    const std::size_t first_pass = served_.passes.size();
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(served_.phases[at(phase)], lane)) continue;
      const LaneMask earlier = lane_bit(lane) - 1;
      const LaneMask placed_with = served_.shares_word[at(lane)] & earlier;
      const int pass = placed_with != 0
                           ? served_.pass_of_lane[at(lowest_lane(placed_with))]
                           : next_pass(static_cast<int>(first_pass), served_.conflicts[at(lane)] & earlier);
      if (at(pass) == served_.passes.size()) served_.passes.push_back({.phase = phase, .lanes = 0});
      served_.passes[at(pass)].lanes |= lane_bit(lane);
      served_.pass_of_lane[at(lane)] = pass;
    }
  }
  int next_pass(int first_pass, LaneMask waiting_for) const {
    int pass = first_pass;
    for (LaneMask rest = waiting_for; rest != 0; rest = without_lowest(rest)) {
      pass = std::max(pass, served_.pass_of_lane[at(lowest_lane(rest))] + 1);
    }
    return pass;
  }

  void add_cost() {
    const int wavefronts_each = rule_.law == CountLaw::compare_and_swap ? 2 : 1;
    const int passes = static_cast<int>(served_.passes.size());
    WarpCost& cost = served_.cost;
    cost.merged = merged_;
    cost.phases = phases_with_a_lane(served_.phases, active_);
    cost.wavefronts = wavefronts_each * passes;
    cost.ideal = wavefronts_each * cost.phases;
    cost.bank_conflicts = passes - cost.phases;
    cost.ways = *std::max_element(served_.words_in_bank.begin(), served_.words_in_bank.end());
    if (cost.wavefronts == 1) cost.crowded_rows = crowded_rows(rule_, lanes_, active_);
  }

  const InstructionRule& rule_;
  const LaneAddresses& lanes_;
  ChunkSize size_;
  LaneMask active_ = 0;
  bool merged_ = false;
  WarpPasses served_;
};

}  // namespace

WarpPasses serve_warp(const InstructionRule& rule, const InstructionRule* load_rule, const LaneAddresses& lanes) {
  if (rule.law != CountLaw::compare_and_swap_loop) return Server(rule, lanes).serve_once();
  assert(load_rule != nullptr);
  return Server(rule, lanes).serve_in_rounds(*load_rule);
}

}  // namespace bankmap
