#include "core/svg_writer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::string_view word_fonts = "Inter, Helvetica, Arial, sans-serif";
constexpr std::string_view number_fonts = "JetBrains Mono, DejaVu Sans Mono, Consolas, monospace";

// "12" or "12.5": two decimals at most, no zeros behind.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string_view anchor_name(SvgAnchor anchor) {
  switch (anchor) {
    case SvgAnchor::start:
      return "start";
    case SvgAnchor::middle:
      return "middle";
    case SvgAnchor::end:
      return "end";
  }
  return "start";
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  // U+FFFE and U+FFFF are code points of UTF-8, but no characters of XML.
  for (const std::string_view forbidden : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (std::size_t at = result.find(forbidden); at != std::string::npos; at = result.find(forbidden, at)) {
      result.replace(at, forbidden.size(), "?");
    }
  }
  return result;
}

SvgWriter::SvgWriter(const SvgPage& page, std::string_view title) {
  const std::string width = page.shown_width > 0 ? std::to_string(page.shown_width) : number(page.width);
  const std::string height = page.shown_height > 0 ? std::to_string(page.shown_height) : number(page.height);
  svg_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" stroke=\"none\">\n"
      "<title>{}</title>\n",
      width, height, number(page.width), number(page.height), xml_escaped(title));
}

void SvgWriter::hatch(std::string_view name, std::string_view ground, std::string_view line) {
  svg_ += fmt::format(
      "<defs><pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
      "<rect width=\"6\" height=\"6\" fill=\"{}\"/>"
      "<path d=\"M0 6L6 0V1.4L1.4 6ZM0 0H1.4L0 1.4Z\" fill=\"{}\"/></pattern></defs>\n",
      name, ground, line);
}

void SvgWriter::rect(const SvgBox& box, const SvgShape& shape) {
  svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"", number(box.x), number(box.y),
                      number(box.width), number(box.height), shape.fill);
  if (shape.radius > 0) svg_ += fmt::format(" rx=\"{}\"", number(shape.radius));
  if (!shape.stroke.empty()) {
    svg_ += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", shape.stroke, number(shape.stroke_width));
  }
  svg_ += "/>\n";
}

void SvgWriter::line(double x1, double y1, double x2, double y2, std::string_view stroke, double width) {
  svg_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", number(x1),
                      number(y1), number(x2), number(y2), stroke, number(width));
}

void SvgWriter::text(double x, double y, std::string_view content, const SvgText& style) {
  svg_ += fmt::format("<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" fill=\"{}\"", number(x), number(y),
                      style.mono ? number_fonts : word_fonts, number(style.size), style.fill);
  if (style.bold) svg_ += " font-weight=\"bold\"";
  if (style.anchor != SvgAnchor::start) svg_ += fmt::format(" text-anchor=\"{}\"", anchor_name(style.anchor));
  svg_ += fmt::format(">{}</text>\n", xml_escaped(content));
}

void SvgWriter::begin_group(std::string_view tooltip) {
  svg_ += fmt::format("<g><title>{}</title>\n", xml_escaped(tooltip));
}

void SvgWriter::end_group() { svg_ += "</g>\n"; }

std::string SvgWriter::finish() { return std::move(svg_) + "</svg>\n"; }

}  // namespace bankmap
