// core/svg_writer.hpp -- the few shapes that our pictures need, as SVG text that every reader takes.
//
//     SvgWriter svg({.width = 960, .height = 600}, "Bank heatmap");
//     svg.rect({10, 10, 22, 18}, {.fill = "#2a7ab9", .radius = 3});
//     svg.text(21, 23, "1", {.fill = "#ffffff", .size = 11, .anchor = SvgAnchor::middle});
//     std::string file = svg.finish();
//
// Colours are attributes rather than style sheets: programs for slides and papers often ignore the latter. Every text
// is escaped here, and nowhere else.
#pragma once

#include <string>
#include <string_view>

namespace bankmap {

struct SvgBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

enum class SvgAnchor { start, middle, end };

struct SvgShape {
  std::string fill = "none";
  std::string stroke = {};  // empty: no line
  double stroke_width = 1;
  double radius = 0;
};

struct SvgText {
  std::string fill;
  double size = 12;
  bool mono = false;
  bool bold = false;
  SvgAnchor anchor = SvgAnchor::start;
};

struct SvgPage {
  double width = 0;  // of the drawing, in its own units
  double height = 0;
  int shown_width = 0;  // [pixels] what it asks for on a page; 0: as the drawing
  int shown_height = 0;
};

class SvgWriter {
 public:
  SvgWriter(const SvgPage& page, std::string_view title);

  // Lines from bottom left to top right, to be used as fill "url(#name)". name: a plain word.
  void hatch(std::string_view name, std::string_view ground, std::string_view line);
  void rect(const SvgBox& box, const SvgShape& shape);
  void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width);
  void text(double x, double y, std::string_view content, const SvgText& style);  // y: the base line

  // A group with a text that readers show as a tooltip.
  void begin_group(std::string_view tooltip);
  void end_group();

  std::string finish();

 private:
  std::string svg_;
};

// & < > " ' as entities; what XML 1.0 cannot hold, and bytes that are not UTF-8, as '?'.
std::string xml_escaped(std::string_view text);

}  // namespace bankmap
