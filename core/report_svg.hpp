// core/report_svg.hpp -- an Analysis as a picture for papers and slides: the heatmap of every access, one below the
// other.
//
//     title                                       machine
//     load: ld.b32            x = tile[lane][k];    k = 5
//     4           1       3        4.08             Rows are 36 words apart ...
//     wavefronts  ideal   excess   cycles
//     lane  bank 0  1  2  3 ...                31   pass
//        0       .  .  .  .                         1 ##
//
// The same colours and signs as the window: the number in a cell is the pass; lanes that share a word are joined; an
// inactive lane is hatched; phases are bands. Each lane carries its explanation as a tooltip.
#pragma once

#include <string>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/palette.hpp"
#include "core/scenario.hpp"

namespace bankmap {

struct SvgStyle {
  ThemeKind theme = ThemeKind::light;
  int width = 0;  // [pixels] the size it asks for on a page; 0: the size of the drawing, one unit a pixel
  int height = 0;
};

std::string report_svg(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                       const SvgStyle& style);

}  // namespace bankmap
