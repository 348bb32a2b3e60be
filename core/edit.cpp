#include "core/edit.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace bankmap {
namespace {

template <class T>
T* item(std::vector<T>& list, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}

// What every scenario must keep, whatever is edited. Wrong texts and sizes may be in it: analysis says so, and they can
// be mended.
bool fits(const Scenario& scenario) {
  const auto count_fits = [](std::size_t count, int most) {
    return count >= 1 && count <= static_cast<std::size_t>(most);
  };
  const BlockShape& block = scenario.block;
  const bool sides_fit =
      block.x >= 1 && block.x <= 1024 && block.y >= 1 && block.y <= 1024 && block.z >= 1 && block.z <= 64;
  const auto access_fits = [&](const Access& access) {
    return access.tile >= 0 && static_cast<std::size_t>(access.tile) < scenario.tiles.size() &&
           access.loops.size() <= static_cast<std::size_t>(max_loops);
  };
  return count_fits(scenario.tiles.size(), max_tiles) && count_fits(scenario.accesses.size(), max_accesses) &&
         sides_fit && block.threads() <= 1024 &&
         std::all_of(scenario.accesses.begin(), scenario.accesses.end(), access_fits);
}

// A warp that the block no longer has cannot be shown: the last one is.
void keep_shown_warps(Scenario& scenario) {
  const int warps = (scenario.block.threads() + lane_count - 1) / lane_count;
  for (Access& access : scenario.accesses) access.warp = std::clamp(access.warp, 0, warps - 1);
}

void remove_tile(Scenario& scenario, int tile) {
  if (item(scenario.tiles, tile) == nullptr || scenario.tiles.size() == 1) return;
  scenario.tiles.erase(scenario.tiles.begin() + tile);
  Access last = scenario.accesses.back();
  std::erase_if(scenario.accesses, [tile](const Access& access) { return access.tile == tile; });
  for (Access& access : scenario.accesses) access.tile -= access.tile > tile ? 1 : 0;
  if (!scenario.accesses.empty()) return;
  last.tile = 0;
  scenario.accesses.push_back(std::move(last));
}

// Unsigned distances: the ends of the loop may lie as far apart as 64 bits allow.
std::int64_t nearest_value(const LoopVariable& loop, std::int64_t wanted) {
  const auto step = static_cast<std::uint64_t>(loop.step);
  const auto begin = static_cast<std::uint64_t>(loop.begin);
  const std::uint64_t last_trip = (static_cast<std::uint64_t>(loop.end) - begin - 1) / step;
  if (wanted <= loop.begin) return loop.begin;
  const std::uint64_t distance = static_cast<std::uint64_t>(wanted) - begin;
  const std::uint64_t trip = distance / step + (distance % step >= step - distance % step ? 1 : 0);
  return static_cast<std::int64_t>(begin + std::min(trip, last_trip) * step);
}

struct Applier {
  Scenario& scenario;

  void operator()(const ReplaceScenario& edit) const { scenario = edit.scenario; }
  void operator()(const SetMachine& edit) const { scenario.machine = edit.key; }
  void operator()(const SetBlock& edit) const { scenario.block = edit.block; }
  void operator()(const SetTile& edit) const {
    if (Tile* tile = item(scenario.tiles, edit.tile)) *tile = edit.value;
  }
  void operator()(const AddTile& edit) const { scenario.tiles.push_back(edit.value); }
  void operator()(const RemoveTile& edit) const { remove_tile(scenario, edit.tile); }
  void operator()(const SetAccess& edit) const {
    if (Access* access = item(scenario.accesses, edit.access)) *access = edit.value;
  }
  void operator()(const AddAccess& edit) const { scenario.accesses.push_back(edit.value); }
  void operator()(const RemoveAccess& edit) const {
    if (item(scenario.accesses, edit.access) != nullptr)
      scenario.accesses.erase(scenario.accesses.begin() + edit.access);
  }
  void operator()(const SetLoopValue& edit) const {
    Access* access = item(scenario.accesses, edit.access);
    LoopVariable* loop = access == nullptr ? nullptr : item(access->loops, edit.loop);
    if (loop != nullptr && loop->step >= 1 && loop->begin < loop->end) loop->at = nearest_value(*loop, edit.at);
  }
};

}  // namespace

Scenario apply(Scenario before, const Edit& edit) {
  Scenario after = before;
  std::visit(Applier{after}, edit);
  if (!fits(after)) return before;
  keep_shown_warps(after);
  return after;
}

}  // namespace bankmap
