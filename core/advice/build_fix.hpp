// core/advice/build_fix.hpp -- from tiles with new layouts to a whole fix: scenario, effects, code, words (internal to core).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/advice/advice.hpp"
#include "core/advice/tile_search.hpp"
#include "core/analysis.hpp"

namespace bankmap {

// What all fixes are compared with.
struct Before {
  const Scenario& scenario;
  const MachineProfile& machine;
  const AdviceOptions& options;
  Analysis analysis;
  OccupancyLimits limits;
  BlockResources block;  // what a block takes as it is
};

struct TileChange {
  int tile = 0;
  TileFix fix;
};

std::int64_t weight_of(const AdviceOptions& options, std::size_t access);
std::int64_t weighted_excess(const Analysis& analysis, const AdviceOptions& options);

// The scenario with the tiles changed. Tiles that would now be overlapped move up, by a multiple of 128 bytes or, where one of them
// needs more, of its alignment or of the repeat of its tensor-map pattern.
Scenario with_changes(const Scenario& scenario, const std::vector<TileChange>& changes);
// Bytes from the start of shared memory to the end of the last tile.
std::int64_t shared_bytes(const Scenario& scenario);

// Analyzes the changed scenario. Empty where that is refused, or is no better than before.
std::optional<Fix> build_fix(const Before& before, const std::vector<TileChange>& changes, Scenario scenario);

// "padding 1 element", "no padding", "row stride 52 bytes", "Swizzle<3,3,3>, padding 8 elements"
std::string title_of(const Tile& tile);
// One sentence: why the new layout costs less.
std::string why_it_works(const Before& before, const Fix& fix, const TileChange& change);

}  // namespace bankmap
