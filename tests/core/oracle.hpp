// The rules of shared memory once more, written the slow and obvious way, for comparison: sets of words for each bank,
// and phases by plain counting. It shares no code with core/passes and reads no machine profile: it is sm_90 in words.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/passes.hpp"

namespace bankmap::oracle {

using Lanes = std::set<int>;

inline bool begins(std::string_view name, std::string_view with) { return name.substr(0, with.size()) == with; }

struct Question {
  std::string name;
  int access_bytes = 4;
  LaneAddresses lanes;
  std::uint32_t address(int lane) const { return lanes.byte_address[static_cast<std::size_t>(lane)]; }
  bool is(std::string_view with) const { return begins(name, with); }
};

// All words that a lane touches, also where it touches only a part of one.
inline std::set<std::uint32_t> words(const Question& ask, int lane) {
  std::set<std::uint32_t> touched;
  for (int byte = 0; byte < ask.access_bytes; ++byte)
    touched.insert((ask.address(lane) + static_cast<std::uint32_t>(byte)) / 4);
  return touched;
}

inline int most_words(const Question& ask, const Lanes& phase) {
  std::map<int, std::set<std::uint32_t>> words_of_bank;
  for (const int lane : phase) {
    for (const std::uint32_t word : words(ask, lane)) words_of_bank[static_cast<int>(word % 32)].insert(word);
  }
  int most = 0;
  for (const auto& [bank, in_bank] : words_of_bank) most = std::max(most, static_cast<int>(in_bank.size()));
  return most;
}

inline int most_lanes(const Question& ask, const Lanes& phase) {
  std::map<int, Lanes> lanes_of_bank;
  for (const int lane : phase) {
    for (const std::uint32_t word : words(ask, lane)) lanes_of_bank[static_cast<int>(word % 32)].insert(lane);
  }
  int most = 0;
  for (const auto& [bank, in_bank] : lanes_of_bank) most = std::max(most, static_cast<int>(in_bank.size()));
  return most;
}

inline std::vector<Lanes> groups_of(int size, const Lanes& active) {
  std::map<int, Lanes> phases;
  for (const int lane : active) phases[lane / size].insert(lane);
  std::vector<Lanes> list;
  for (const auto& [number, lanes] : phases) list.push_back(lanes);
  return list;
}

// "For every lane whose partner is active too, both have the same address", for partners i ^ 1, or else for partners i
// ^ 2.
inline bool pair_rule(const Question& ask, const Lanes& active) {
  bool by_one = true, by_two = true;
  for (const int lane : active) {
    if (active.count(lane ^ 1) && ask.address(lane) != ask.address(lane ^ 1)) by_one = false;
    if (active.count(lane ^ 2) && ask.address(lane) != ask.address(lane ^ 2)) by_two = false;
  }
  return by_one || by_two;
}

inline WarpCost in_phases(const Question& ask, const std::vector<Lanes>& phases, bool merged, bool lanes_merge,
                          int each = 1) {
  WarpCost cost;
  cost.merged = merged;
  for (const Lanes& phase : phases) {
    const int most = lanes_merge ? most_words(ask, phase) : most_lanes(ask, phase);
    cost.wavefronts += each * most;
    cost.bank_conflicts += most - 1;
    cost.ways = std::max(cost.ways, most);
    cost.phases += 1;
    cost.ideal += each;
  }
  return cost;
}

inline WarpCost load(const Question& ask, const Lanes& active, bool has_pair_rule) {
  const bool merged = has_pair_rule && ask.access_bytes >= 8 && pair_rule(ask, active);
  const int width = (ask.access_bytes <= 4 ? 32 : 128 / ask.access_bytes) * (merged ? 2 : 1);
  return in_phases(ask, groups_of(width, active), merged, true);
}

inline WarpCost swap_loop(const Question& ask, Lanes remaining) {
  const int half = ask.access_bytes == 8 ? 16 : 32;
  WarpCost cost;
  cost.phases = static_cast<int>(groups_of(half, remaining).size());
  bool has_pair_by_one = false, has_pair_by_two = false;
  for (const int lane : remaining) {
    has_pair_by_one = has_pair_by_one || remaining.count(lane ^ 1);
    has_pair_by_two = has_pair_by_two || remaining.count(lane ^ 2);
  }
  const bool one_load_is_enough = half == 32 || !has_pair_by_one || !has_pair_by_two;
  cost.ideal = 2 * cost.phases + (one_load_is_enough && cost.phases > 0 ? 1 : cost.phases);
  while (!remaining.empty()) {
    const WarpCost loaded = load(ask, remaining, true);
    cost.bank_conflicts += loaded.bank_conflicts;
    cost.ways += 1;
    cost.loop.rounds += 1;
    if (half == 16 && !loaded.merged) cost.loop.split_loads += 1;
    const std::size_t before = remaining.size();
    int wavefronts = loaded.wavefronts;
    for (const Lanes& phase : groups_of(half, remaining)) {
      wavefronts += 2;
      std::set<std::uint32_t> banks_taken;
      for (const int lane : phase) {
        if (banks_taken.insert(ask.address(lane) / 4 % 32).second) remaining.erase(lane);
      }
    }
    cost.wavefronts += wavefronts;
    cost.loop.crowded_wavefronts += std::max(0, wavefronts - (half == 16 ? 9 : 7));
    if (remaining.empty()) break;
    cost.loop.turns_at_last = before > 2 * remaining.size();
    if (cost.loop.turns_at_last) cost.loop.turns += 1;
  }
  return cost;
}

// Of one wavefront: rows of this copy and of the next three, one row further each, that meet another row modulo 16.
inline WarpCost copy(const Question& ask, const std::vector<Lanes>& phases) {
  WarpCost cost = in_phases(ask, phases, false, false);
  if (cost.wavefronts != 1) return cost;
  std::map<std::uint32_t, std::set<std::uint32_t>> rows_of_place;
  for (const int lane : phases.front()) {
    for (std::uint32_t next = 0; next < 4; ++next) {
      const std::uint32_t row = ask.address(lane) / 128 + next;
      rows_of_place[row % 16].insert(row);
    }
  }
  for (const auto& [place, rows] : rows_of_place) cost.crowded_rows += static_cast<int>(rows.size()) - 1;
  return cost;
}

inline WarpCost cost(Instruction instruction, const LaneAddresses& lanes) {
  const Question ask{std::string(info(instruction).name), info(instruction).access_bytes, lanes};
  Lanes active;
  for (int lane = 0; lane < 32; ++lane) {
    if ((lanes.active >> lane) & 1u) active.insert(lane);
  }
  if (ask.is("ldmatrix") || ask.is("stmatrix")) {
    const int rows = 8 * (ask.name[10] - '0');  // ldmatrix.x4: 32
    active.erase(active.lower_bound(rows), active.end());
    return in_phases(ask, groups_of(8, active), false, true);
  }
  const int store_width = ask.access_bytes <= 4 ? 32 : 128 / ask.access_bytes;
  if (ask.is("ld.generic")) return load(ask, active, false);
  if (ask.is("ld.")) return load(ask, active, true);
  if (ask.is("st.")) return in_phases(ask, groups_of(store_width, active), false, true);
  if (ask.is("cp.async")) return copy(ask, groups_of(store_width, active));
  if (ask.is("atom.cas")) return in_phases(ask, groups_of(store_width, active), false, false, 2);
  if (ask.name == "red.add.u32.const1") return in_phases(ask, groups_of(32, active), false, true);
  const bool loops = ask.name.find(".f32") != ask.name.npos || ask.name.find(".f16x2") != ask.name.npos ||
                     ask.name.find(".u64") != ask.name.npos;
  if (loops) return swap_loop(ask, active);
  return in_phases(ask, groups_of(32, active), false, false);
}

}  // namespace bankmap::oracle
