// core/svg_view.hpp -- the page of an SVG picture of one view: as high as what is drawn on it, and with a head.
//
//     title                                             machine
//     x = tile[lane][k];                           load: ld.b32
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

inline constexpr double svg_view_width = 960;  // of a page, unless its picture is wider
inline constexpr double svg_view_margin = 24;

struct PictureOf {  // which access of what
  const Scenario& scenario;
  const MachineProfile& machine;
  const Analysis& analysis;
  int access = 0;  // pre: there is one
  const AccessAnalysis& of() const { return analysis.accesses[static_cast<std::size_t>(access)]; }
};
// "k = 5, warp 0 of 1": the step that is shown. Empty where there is no answer.
std::string step_text(const PictureOf& picture);

// Where a view draws: from top to bottom, `y` is the line that is free next.
class SvgView {
 public:
  SvgView(SvgWriter& writer, ThemeKind kind, double page_width) : svg(writer), theme(kind), width(page_width) {}

  SvgWriter& svg;
  ThemeKind theme;
  double width;
  double y = svg_view_margin;
  bool refused = false;  // the head says why there is no answer

  const Palette& colours() const { return palette(theme); }
  SvgText words(Colour colour, double size = 13, SvgAnchor anchor = SvgAnchor::start) const;
  SvgText code(Colour colour, double size = 13, SvgAnchor anchor = SvgAnchor::start) const;
  void heading(std::string_view text);                   // small, dim, with a gap above
  void paragraph(std::string_view text, Colour colour);  // as many lines as it takes
  void refusal(const Problem& problem);                  // unless the head has said why
};

// draw is called twice: once to measure the height, once to draw. picture_width: of what it draws between the margins.
std::string svg_view(const PictureOf& picture, const SvgStyle& style, const std::function<void(SvgView&)>& draw,
                     double picture_width = 0);

}  // namespace bankmap
