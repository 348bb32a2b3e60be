// core/svg_memory_map.hpp -- shared memory as a picture for papers: 32 banks across, rows of 128 bytes down.
//
// A word has the colour of its element's column, and its row and column as text; a word that lanes touch has the colour
// of their pass and their number. The first 128 rows of a larger tile; the line below the title says so.
#pragma once

#include "core/report_svg.hpp"

namespace bankmap {

// pre: as for svg_tile_map.
std::string svg_memory_map(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                           int access, const SvgStyle& style);

}  // namespace bankmap
