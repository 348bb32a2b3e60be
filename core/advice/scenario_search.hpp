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

struct SearchedTiles {
  std::vector<SearchedTile> tiles;
  std::int64_t excess_left_out = 0;  // weighted, of tiles that could not be searched: nothing is known of their layouts
};

// Notes, searches and the floor's reason go into the advice.
SearchedTiles search_tiles(const Before& before, SearchWork& work, Advice& advice);

// Each a set of changes that makes one fix. With several tiles: the best of each; and each family for all tiles that have a fix of
// it, the others with the best they have.
std::vector<std::vector<TileChange>> combinations(const std::vector<SearchedTile>& searched);

}  // namespace bankmap
