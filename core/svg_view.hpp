// core/svg_view.hpp -- what the SVG pictures of single views share: a page that is as high as what is drawn on it, and a head.
//
//     title                                             machine
//     load: ld.b32       x = tile[lane][k];
//     ... the view ...
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/palette.hpp"
#include "core/report_svg.hpp"
#include "core/svg_writer.hpp"

namespace bankmap {

inline constexpr double svg_view_width = 960;
inline constexpr double svg_view_margin = 24;

// Where a view draws: from top to bottom, `y` is the line that is free next.
class SvgView {
 public:
  SvgView(SvgWriter& writer, ThemeKind kind) : svg(writer), theme(kind) {}

  SvgWriter& svg;
  ThemeKind theme;
  double y = svg_view_margin;

  const Palette& colours() const { return palette(theme); }
  SvgText words(Colour colour, double size = 13, SvgAnchor anchor = SvgAnchor::start) const;
  SvgText code(Colour colour, double size = 13, SvgAnchor anchor = SvgAnchor::start) const;
  void heading(std::string_view text);                   // small, dim, with a gap above
  void paragraph(std::string_view text, Colour colour);  // as many lines as it takes
};

// draw is called twice: once to measure the height, once to draw. pre: 0 <= access < analysis.accesses.size()
std::string svg_view(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis, int access,
                     const SvgStyle& style, const std::function<void(SvgView&)>& draw);

}  // namespace bankmap
