// core/advice/scenario_search.hpp -- every tile of a scenario searched, and what is found put together (internal to core).
#pragma once

#include <vector>

#include "core/advice/build_fix.hpp"
#include "core/advice/tile_search.hpp"

namespace bankmap {

struct SearchedTile {
  TileProblem problem;
  TileAnswer answer;
};

// Notes, searches and the floor's reason go into the advice.
std::vector<SearchedTile> search_tiles(const Before& before, const AdviceControl& control, Advice& advice);

// Each a set of changes that makes one fix. With several tiles: the best of each; and each family for all tiles that have a fix of
// it, the others with the best they have.
std::vector<std::vector<TileChange>> combinations(const std::vector<SearchedTile>& searched);

}  // namespace bankmap
