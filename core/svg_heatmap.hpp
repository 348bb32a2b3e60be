// core/svg_heatmap.hpp -- the heatmap of one warp instruction as SVG shapes: lanes down, banks across.
#pragma once

#include "core/analysis.hpp"
#include "core/palette.hpp"
#include "core/svg_writer.hpp"

namespace bankmap {

inline constexpr double svg_heatmap_width = 912;
inline constexpr double svg_heatmap_height = 656;

// Draws into the box of that size whose top left corner is (x, y). A hatch pattern named "hatch" must be defined.
// pre: access.shown
void draw_svg_heatmap(SvgWriter& svg, double x, double y, const AccessAnalysis& access, ThemeKind theme);

}  // namespace bankmap
