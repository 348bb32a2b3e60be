// core/advice/tile_search.hpp -- the families searched for one tile: the best of each (internal to core).
//
//     TileProblem  ->  for each family its candidates, cheapest first  ->  the best few by excess, bytes and operations
//
// A candidate is given up as soon as its wavefronts exceed those of the worst that would be kept; a family ends early once its
// best has reached the floor.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/advice/candidates.hpp"
#include "core/advice/warp_shapes.hpp"

namespace bankmap {

// A tile with all accesses to it whose lanes' places are known. All figures are weighted sums over these accesses.
struct TileProblem {
  const Scenario& scenario;
  const MachineProfile& machine;
  int tile = 0;
  LayoutSpace space;
  std::vector<SearchAccess> accesses;
  std::int64_t bytes_before = 0;
  std::int64_t excess_before = 0;
  std::int64_t ideal = 0;
  std::int64_t floor_excess = 0;  // no layout has less
  const Tile& before() const { return scenario.tiles[static_cast<std::size_t>(tile)]; }
};

struct TileFix {
  FixFamily family = FixFamily::padding;
  Tile tile;
  std::int64_t excess = 0;
  std::int64_t extra_bytes = 0;
  int operations = 0;
};
// Best first.
bool is_better(const TileFix& a, const TileFix& b);

struct TileAnswer {
  std::vector<TileFix> fixes;  // of every family at most AdviceOptions::fixes_per_family; each better than before
  std::vector<FamilySearch> searches;
  std::optional<std::int64_t> linear_excess;  // proven: no bit matrix has less
  std::string no_algebra;                     // why the bit matrices were not constructed
  bool cancelled = false;
};

TileAnswer search_tile(const TileProblem& problem, const AdviceOptions& options, const AdviceControl& control);

}  // namespace bankmap
