// core/advice/other_accesses.hpp -- other ways to fetch the same elements, where the person allows them (internal to core).
//
//     lane order     4 lanes a row, 8 rows, 16 bytes each:  lane -> (lane & 7) << 2 | lane >> 3: a phase walks along rows, not down
//     vector width   tile[lane][k] for k = 0..31 as float  ->  tile[lane][k] for k = 0, 4, ... as float4
//
// Both change which lane holds what afterwards: the rest of the kernel must agree, and the fix says so.
#pragma once

#include <vector>

#include "core/advice/build_fix.hpp"
#include "core/advice/tile_search.hpp"

namespace bankmap {

// The best order of lane bits for each access with excess, under the tile's present layout; at most one fix. Accesses whose index
// names threadIdx in a block of several warps, that have a mask, or that are no plain load or store, stay as they are.
void search_lane_orders(const Before& before, const TileProblem& problem, SearchWork& work, TileAnswer& answer);

// The access with other widths, wider first: for rows and columns whose loop makes up for it, so that the same elements are taken.
std::vector<Access> other_widths(const Access& access, const Tile& tile);

}  // namespace bankmap
