#include "core/reachable_chunks.hpp"

#include <algorithm>
#include <bit>

#include "core/index.hpp"

namespace bankmap {
namespace {

template <class Visit>
void for_each_lane(LaneMask lanes, Visit visit) {
  for (; lanes != 0; lanes = without_lowest(lanes)) visit(lowest_lane(lanes));
}

LaneMask lanes_reaching(const ReachableChunks& reachable, int group, LaneMask lanes) {
  if (reachable.alike()) return (reachable.groups_of(0) >> group & 1u) != 0 ? lanes : 0;
  LaneMask found = 0;
  for_each_lane(lanes, [&](int lane) { found |= (reachable.groups_of(lane) >> group & 1u) << lane; });
  return found;
}

// Any chunk for each active lane: what the lanes that do not matter are sent to.
ChunkChoice first_chunks(const ReachableChunks& reachable, LaneMask active) {
  ChunkChoice choice{};
  for_each_lane(active, [&](int lane) {
    choice[index(lane)] = reachable.in_group(lane, std::countr_zero(reachable.groups_of(lane))).front();
  });
  return choice;
}

// The chunks of one group as nodes 0, 1, ...; lanes are matched to them one after the other, each time along an
// augmenting path (a chain of lanes that move to another chunk, the last to a free one).
class GroupMatching {
 public:
  GroupMatching(const ReachableChunks& reachable, int group, LaneMask lanes) {
    for_each_lane(lanes, [&](int lane) {
      const auto chunks = reachable.in_group(lane, group);
      chunks_.insert(chunks_.end(), chunks.begin(), chunks.end());
    });
    std::sort(chunks_.begin(), chunks_.end());
    chunks_.erase(std::unique(chunks_.begin(), chunks_.end()), chunks_.end());
    for_each_lane(lanes, [&](int lane) {
      for (const std::uint32_t chunk : reachable.in_group(lane, group)) {
        const auto found = std::lower_bound(chunks_.begin(), chunks_.end(), chunk);
        nodes_[index(lane)].push_back(static_cast<std::size_t>(found - chunks_.begin()));
      }
    });
    owner_.assign(chunks_.size(), -1);
  }
  // The lanes that got a chunk of their own.
  int match(LaneMask lanes) {
    int matched = 0;
    for_each_lane(lanes, [&](int lane) {
      visited_.assign(chunks_.size(), false);
      matched += find_chunk(lane) ? 1 : 0;
    });
    return matched;
  }
  void write(ChunkChoice& choice) const {
    for (std::size_t node = 0; node < owner_.size(); ++node) {
      if (owner_[node] >= 0) choice[index(owner_[node])] = chunks_[node];
    }
  }

 private:
  bool find_chunk(int lane) {
    for (const std::size_t node : nodes_[index(lane)]) {
      if (owner_[node] >= 0) continue;
      owner_[node] = lane;
      return true;
    }
    for (const std::size_t node : nodes_[index(lane)]) {
      if (visited_[node]) continue;
      visited_[node] = true;
      if (!find_chunk(owner_[node])) continue;
      owner_[node] = lane;
      return true;
    }
    return false;
  }

  std::vector<std::uint32_t> chunks_;                       // [node] sorted
  std::array<std::vector<std::size_t>, lane_count> nodes_;  // [lane]
  std::vector<int> owner_;                                  // [node] a lane, or -1
  std::vector<bool> visited_;                               // [node] in this search
};

using GroupLoads = std::array<int, bank_count>;  // [group]

// Places lanes in groups, at most `capacity` in each with what is there already, again along augmenting paths.
class Spread {
 public:
  Spread(const ReachableChunks& reachable, int capacity, const GroupLoads& loads)
      : reachable_(reachable), any_will_do_(reachable.alike() && capacity == 1) {
    for (int group = 0; group < bank_count; ++group) {
      room_[index(group)] = capacity - loads[index(group)];
      if (room_[index(group)] > 0) roomy_ |= 1u << group;
    }
  }

  bool place_all(LaneMask lanes) {
    bool placed = true;
    for_each_lane(lanes, [&](int lane) {
      visited_ = 0;
      placed = placed && place(lane);
    });
    return placed;
  }
  // Lanes of one group share a chunk where they can.
  void write(ChunkChoice& choice) const {
    for (int group = 0; group < bank_count; ++group) {
      ChunkChoice used;
      auto end = used.begin();
      for_each_lane(members_[index(group)], [&](int lane) {
        const auto shared =
            std::find_if(used.begin(), end, [&](auto chunk) { return reachable_.reaches(lane, chunk); });
        choice[index(lane)] = shared != end ? *shared : reachable_.in_group(lane, group).front();
        if (shared == end) *end++ = choice[index(lane)];
      });
    }
  }

 private:
  bool place(int lane) {
    if (any_will_do_) {
      const std::uint32_t roomy = reachable_.groups_of(lane) & roomy_;
      if (roomy != 0) join(lane, std::countr_zero(roomy));
      return roomy != 0;
    }
    for (std::uint32_t open = reachable_.groups_of(lane) & ~visited_; open != 0;
         open = reachable_.groups_of(lane) & ~visited_) {
      const int group = std::countr_zero(open);
      LaneMask& members = members_[index(group)];
      visited_ |= 1u << group;
      if ((roomy_ >> group & 1u) != 0) {
        join(lane, group);
        return true;
      }
      for (LaneMask rest = members; rest != 0; rest = without_lowest(rest)) {
        if (!place(lowest_lane(rest))) continue;
        members = (members & ~lane_bit(lowest_lane(rest))) | lane_bit(lane);
        return true;
      }
    }
    return false;
  }
  void join(int lane, int group) {
    members_[index(group)] |= lane_bit(lane);
    if (--room_[index(group)] == 0) roomy_ &= ~(1u << group);
  }

  const ReachableChunks& reachable_;
  std::array<LaneMask, bank_count> members_{};  // [group]
  std::array<int, bank_count> room_{};          // [group] for so many more lanes
  std::uint32_t roomy_ = 0;                     // bit g: group g has room
  bool
      any_will_do_;  // lanes that reach the same, each alone in its group: no matter which takes which, so none has to move
  std::uint32_t visited_ = 0;  // bit g: group g has been tried in this search
};

// pre: every lane reaches some group. Returns the fullest group's load.
int spread(const ReachableChunks& reachable, LaneMask lanes, const GroupLoads& loads, ChunkChoice& choice) {
  for (int capacity = std::max(1, *std::max_element(loads.begin(), loads.end()));; ++capacity) {
    Spread attempt(reachable, capacity, loads);
    if (!attempt.place_all(lanes)) continue;
    attempt.write(choice);
    return capacity;
  }
}

struct SharedChunk {
  std::uint32_t chunk = 0;
  LaneMask lanes = 0;
};
// The chunk of these groups that most of the lanes can reach.
SharedChunk most_shared(const ReachableChunks& reachable, LaneMask lanes, std::uint32_t groups) {
  SharedChunk best;
  for_each_lane(lanes, [&](int lane) {
    if (best.lanes == lanes) return;  // there is no better one
    for (std::uint32_t rest = reachable.groups_of(lane) & groups; rest != 0; rest &= rest - 1) {
      for (const std::uint32_t chunk : reachable.in_group(lane, std::countr_zero(rest))) {
        LaneMask sharing = 0;
        for_each_lane(lanes, [&](int other) { sharing |= reachable.reaches(other, chunk) ? lane_bit(other) : 0; });
        if (std::popcount(sharing) > std::popcount(best.lanes)) best = {chunk, sharing};
      }
    }
  });
  return best;
}

// Gives chunks away that many lanes share, one in each group and the most popular first, and spreads the other lanes;
// how many to give away is tried.
void spread_with_sharing(const ReachableChunks& reachable, LaneMask lanes, ChunkChoice& choice) {
  ChunkChoice attempt{};
  GroupLoads loads{};
  std::uint32_t open_groups = ~0u;
  int fewest = lane_count + 1;
  for (LaneMask open = lanes;;) {
    const int fullest = spread(reachable, open, loads, attempt);
    if (fullest < fewest) {
      for_each_lane(lanes, [&](int lane) { choice[index(lane)] = attempt[index(lane)]; });
      fewest = fullest;
    }
    if (fewest == 1) return;
    const SharedChunk next = most_shared(reachable, open, open_groups);
    if (std::popcount(next.lanes) < 2) return;
    for_each_lane(next.lanes, [&](int lane) { attempt[index(lane)] = next.chunk; });
    const int group = static_cast<int>(next.chunk % static_cast<std::uint32_t>(reachable.size().groups()));
    loads[index(group)] = 1;
    open_groups &= ~(1u << group);
    open &= ~next.lanes;
  }
}

// A chunk to each lane while there are some; returns how many lanes got one.
int deal_out(std::span<const std::uint32_t> chunks, LaneMask lanes, ChunkChoice& choice) {
  std::size_t dealt = 0;
  for (LaneMask rest = lanes; rest != 0 && dealt < chunks.size(); rest = without_lowest(rest)) {
    choice[index(lowest_lane(rest))] = chunks[dealt++];
  }
  return static_cast<int>(dealt);
}

}  // namespace

void ReachableChunks::add(int lane, std::uint32_t chunk) {
  const int group = static_cast<int>(chunk % static_cast<std::uint32_t>(size_.groups()));
  std::uint8_t& count = counts_[slot(lane, group)];
  std::uint32_t* const known = chunks_.data() + slot(lane, group) * most_in_group;
  if (count == most_in_group || std::find(known, known + count, chunk) != known + count) return;
  known[count++] = chunk;
  groups_[row(lane)] |= 1u << group;
}

std::size_t ReachableChunks::most_chunks(int group, LaneMask lanes) const {
  if (alike_ && lanes != 0) return in_group(0, group).size();
  std::size_t most = 0;
  for_each_lane(lanes, [&](int lane) { most += in_group(lane, group).size(); });
  return most;
}

bool ReachableChunks::reaches(int lane, std::uint32_t chunk) const {
  const auto chunks = in_group(lane, static_cast<int>(chunk % static_cast<std::uint32_t>(size_.groups())));
  return std::find(chunks.begin(), chunks.end(), chunk) != chunks.end();
}

LaneAddresses addresses_of(const ChunkChoice& choice, LaneMask active, ChunkSize size) {
  LaneAddresses lanes{.byte_address = {}, .active = active};
  for_each_lane(active, [&](int lane) { lanes.byte_address[index(lane)] = choice[index(lane)] << size.shift(); });
  return lanes;
}

DearChoice different_chunks_of_one_group(const ReachableChunks& reachable, std::span<const LaneMask> phases,
                                         LaneMask active) {
  DearChoice choice{first_chunks(reachable, active)};
  for (const LaneMask phase : phases) {
    const LaneMask served = phase & active;
    int most = 0;
    for (int group = 0; group < reachable.size().groups() && most < std::popcount(served); ++group) {
      const LaneMask lanes = lanes_reaching(reachable, group, served);
      if (std::popcount(lanes) <= most || static_cast<int>(reachable.most_chunks(group, lanes)) <= most) continue;
      if (reachable.alike()) {  // whichever lane takes whichever chunk
        most = deal_out(reachable.in_group(0, group), lanes, choice.chunks);
        continue;
      }
      GroupMatching matching(reachable, group, lanes);
      const int matched = matching.match(lanes);
      if (matched <= most) continue;
      most = matched;
      matching.write(choice.chunks);
    }
    choice.lanes += most;
  }
  return choice;
}

DearChoice lanes_in_one_group(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active) {
  DearChoice choice{first_chunks(reachable, active)};
  for (const LaneMask phase : phases) {
    int fullest = 0;
    LaneMask most = 0;
    for (int group = 0; group < reachable.size().groups(); ++group) {
      const LaneMask lanes = lanes_reaching(reachable, group, phase & active);
      if (std::popcount(lanes) <= std::popcount(most)) continue;
      most = lanes;
      fullest = group;
    }
    for_each_lane(most, [&](int lane) { choice.chunks[index(lane)] = reachable.in_group(lane, fullest).front(); });
    choice.lanes += std::popcount(most);
  }
  return choice;
}

std::optional<ChunkChoice> one_chunk(const ReachableChunks& reachable, LaneMask active) {
  if (active == 0) return std::nullopt;
  const int first = lowest_lane(active);
  for (int group = 0; group < reachable.size().groups(); ++group) {
    for (const std::uint32_t chunk : reachable.in_group(first, group)) {
      LaneMask rest = active;
      while (rest != 0 && reachable.reaches(lowest_lane(rest), chunk)) rest = without_lowest(rest);
      if (rest != 0) continue;
      ChunkChoice choice;
      choice.fill(chunk);
      return choice;
    }
  }
  return std::nullopt;
}

ChunkChoice spread_over_groups(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active) {
  ChunkChoice choice{};
  for (const LaneMask phase : phases) spread(reachable, phase & active, {}, choice);
  return choice;
}

ChunkChoice spread_and_shared(const ReachableChunks& reachable, std::span<const LaneMask> phases, LaneMask active) {
  ChunkChoice choice{};
  for (const LaneMask phase : phases) spread_with_sharing(reachable, phase & active, choice);
  return choice;
}

std::optional<ChunkChoice> spread_in_pairs(const ReachableChunks& reachable, std::span<const LaneMask> merged_phases,
                                           LaneMask active, int distance) {
  const LaneMask lower = active_pairs(active, distance);
  const LaneMask upper = lower << distance;
  ReachableChunks common(reachable.size(), false);
  bool possible = true;
  for_each_lane(active & ~upper, [&](int lane) {
    const int partner = has_lane(lower, lane) ? lane + distance : lane;
    for (int group = 0; group < reachable.size().groups(); ++group) {
      for (const std::uint32_t chunk : reachable.in_group(lane, group)) {
        if (reachable.reaches(partner, chunk)) common.add(lane, chunk);
      }
    }
    possible = possible && common.groups_of(lane) != 0;
  });
  if (!possible) return std::nullopt;
  ChunkChoice choice = spread_and_shared(common, merged_phases, active & ~upper);
  for_each_lane(lower, [&](int lane) { choice[index(lane + distance)] = choice[index(lane)]; });
  return choice;
}

}  // namespace bankmap
