// core/advice/tile_search.hpp -- the families searched for one tile: the best of each (internal to core).
//
//     TileProblem  ->  for each family its candidates, cheapest first  ->  the best few by excess, bytes and operations
//
// A candidate is given up as soon as its wavefronts exceed those of the worst that would be kept; a family ends early once its
// best has reached the floor. Each family has its share of the work that is left: a large one does not starve those after it.
//
// Last come the swizzles that move parts of what the widest access takes, with the work that is left then: the best of the families
// so far are the bound, what tears a vector apart is dropped before it is counted, and nothing that was found is lost.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/advice/candidates.hpp"
#include "core/advice/rewrite.hpp"
#include "core/advice/warp_shapes.hpp"

namespace bankmap {

// A tile with all accesses to it whose lanes' places are known. All figures are weighted sums over these accesses.
struct TileProblem {
  TileProblem(Scenario in_words, const MachineProfile& of_machine, int of_tile)
      : scenario(std::move(in_words)), machine(of_machine), tile(of_tile) {}

  Scenario scenario;  // with the accesses as they are searched
  const MachineProfile& machine;
  int tile = 0;
  LayoutSpace space;
  std::vector<SearchAccess> accesses;
  std::vector<ChangedAccess> rewritten;  // in other words than the person's
  std::int64_t bytes_before = 0;
  std::int64_t excess_before = 0;
  std::int64_t ideal = 0;
  std::int64_t floor_excess = 0;  // no layout has less
  std::int64_t units_ahead = 0;   // of work for each layout: accesses whose index names the pitch are evaluated again
  const Tile& before() const { return scenario.tiles[static_cast<std::size_t>(tile)]; }
};

struct TileFix {
  FixFamily family = FixFamily::padding;
  Tile tile;
  std::int64_t excess = 0;
  std::int64_t extra_bytes = 0;
  int operations = 0;
  bool moves_parts = false;             // of vectors: those in use stay whole, others would not
  std::vector<ChangedAccess> accesses;  // that are written in other words
};
// Best first.
bool is_better(const TileFix& a, const TileFix& b);

struct TileAnswer {
  std::vector<TileFix> fixes;  // of every family at most AdviceOptions::fixes_per_family; each better than before
  std::vector<FamilySearch> searches;
  std::optional<std::int64_t> linear_excess;  // proven: no bit matrix has less
  std::string no_algebra;                     // why the bit matrices were not constructed
};

// Only the paddings, under the name of another family: for a flat array that has been cut into rows.
void search_paddings(const TileProblem& problem, FixFamily family, const AdviceOptions& options, SearchWork& work,
                     TileAnswer& answer);

TileAnswer search_tile(const TileProblem& problem, const AdviceOptions& options, SearchWork& work);

}  // namespace bankmap
