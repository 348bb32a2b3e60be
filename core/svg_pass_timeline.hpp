// core/svg_pass_timeline.hpp -- the passes of one warp instruction as a picture for papers: a row each, banks across.
//
// The number in a cell is the lowest lane served there, its colour how long it waits in its phase; rounds of a
// compare-and-swap loop say how many wavefronts load and swap.
#pragma once

#include "core/report_svg.hpp"

namespace bankmap {

// pre: as for svg_tile_map. An access without an answer gets a page that says so.
std::string svg_pass_timeline(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                              int access, const SvgStyle& style);

}  // namespace bankmap
