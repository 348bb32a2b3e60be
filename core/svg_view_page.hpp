// core/svg_view_page.hpp -- the page round the SVG of one view: title, access, step, and the CUDA line (internal to core).
//
//     Transposing a 32 x 32 tile                     sm_90: NVIDIA H200 ...
//     load: ld.b32      x = tile[threadIdx.x][k];                k = 5, warp 0 of 1
//     +---- what the view draws, from (svg_page_margin, svg_page_top) on ----+
#pragma once

#include "core/report_svg.hpp"
#include "core/svg_writer.hpp"

namespace bankmap {

inline constexpr double svg_page_margin = 24;
inline constexpr double svg_page_top = 104;
inline constexpr double svg_page_least_width = 640;  // so that the title has room

struct PictureOf {  // which one, of which access
  const Scenario& scenario;
  const MachineProfile& machine;
  const Analysis& analysis;
  int access = 0;  // pre: there is one
  const AccessAnalysis& of() const { return analysis.accesses[static_cast<std::size_t>(access)]; }
};

// width, height: of the picture. line: what the view has to say, below the title. A hatch named "hatch" is defined.
SvgWriter begin_view_page(const PictureOf& view, const SvgStyle& style, double width, double height,
                          const std::string& line);
// A page that says why there is no picture.
std::string refused_view_page(const PictureOf& view, const SvgStyle& style, const Problem& problem);

}  // namespace bankmap
