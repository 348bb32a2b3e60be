// core/svg_tile_map.hpp -- the tile as a picture for papers: rows and columns, each element in the colour of its bank.
//
// Elements that a lane touches now have the colour of its pass and the lane's number; padding is hatched. With `sweep`
// a cell says how often it is touched over all steps and warps. The first 128 rows and 128 columns of a larger tile; the
// line below the title says so.
#pragma once

#include "core/report_svg.hpp"

namespace bankmap {

enum class TileMapShows : std::uint8_t { now, sweep };

// pre: 0 <= access < scenario.accesses.size(); analysis is the scenario's, for the machine. A tile that is refused gets
// a page that says why.
std::string svg_tile_map(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                         const SvgStyle& style, TileMapShows shows = TileMapShows::now);

}  // namespace bankmap
