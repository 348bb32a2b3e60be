#include "core/svg_address_bits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/address_bits.hpp"
#include "core/svg_view.hpp"
#include "core/swizzle_translation.hpp"

namespace bankmap {
namespace {

constexpr double box_height = 24;
constexpr double lines_height = 120;
constexpr double most_pitch = 44;  // from box to box

class BitPicture {
 public:
  BitPicture(SvgView& view, const AddressBits& bits) : view_(view), bits_(bits) {
    count_ = bits.column_bits + bits.row_bits;
    pitch_ = std::min(most_pitch, (svg_view_width - 2 * svg_view_margin) / std::max(count_, bank_bit_count));
    top_ = view.y + 12;
  }

  void draw() {
    const BankBits* plain = bits_.before ? &*bits_.before : &bits_.added;
    if (bits_.after) {
      lines(*bits_.after, plain);
    } else {
      lines(*plain, nullptr);
    }
    boxes();
    view_.y = top_ + 2 * box_height + lines_height + 4;
  }

 private:
  // The highest source stands at the left.
  double source_x(int source) const { return svg_view_margin + pitch_ * (count_ - 1 - source); }
  double bank_x(int bit) const {
    const double middle = std::max(0.0, pitch_ * (count_ - bank_bit_count) / 2);
    return svg_view_margin + middle + pitch_ * (bank_bit_count - 1 - bit);
  }

  // Solid: there without the swizzle, or no swizzle to compare with; dashed: because of it.
  void lines(const BankBits& of, const BankBits* before) {
    const Palette& colours = view_.colours();
    const double half = (pitch_ - 4) / 2;
    for (int bit = 0; bit < bank_bit_count; ++bit) {
      for (int source = 0; source < count_; ++source) {
        if (!of.has(bit, source)) continue;
        const double x1 = source_x(source) + half, x2 = bank_x(bit) + half;
        const double y1 = top_ + box_height, y2 = y1 + lines_height;
        const bool carries = !bits_.before && !bits_.after && source >= bits_.column_bits;
        const bool new_one = before != nullptr && !before->has(bit, source);
        if (carries || new_one) {
          dashed(x1, y1, x2, y2, hex(colours.costly));
        } else {
          view_.svg.line(x1, y1, x2, y2, hex(colours.accent), 1.5);
        }
      }
    }
  }

  void dashed(double x1, double y1, double x2, double y2, const std::string& colour) {
    constexpr int dashes = 16;
    for (int i = 0; i < dashes; ++i) {
      const double from = static_cast<double>(i) / dashes, to = (i + 0.6) / dashes;
      view_.svg.line(x1 + (x2 - x1) * from, y1 + (y2 - y1) * from, x1 + (x2 - x1) * to, y1 + (y2 - y1) * to, colour,
                     1.5);
    }
  }

  void box(double x, double y, const std::string& text, Colour fill) {
    view_.svg.rect({x, y, pitch_ - 4, box_height}, {.fill = hex(fill), .stroke = {}, .stroke_width = 1, .radius = 3});
    view_.svg.text(x + (pitch_ - 4) / 2, y + 16, text, view_.code(text_on(fill), 12, SvgAnchor::middle));
  }

  void boxes() {
    const Palette& colours = view_.colours();
    for (int source = 0; source < count_; ++source) {
      const bool column = source < bits_.column_bits;
      box(source_x(source), top_, source_name(bits_, source),
          column ? mix(colours.panel, colours.accent, 0.5) : colours.control);
    }
    for (int bit = 0; bit < bank_bit_count; ++bit)
      box(bank_x(bit), top_ + box_height + lines_height, fmt::format("b{}", bit),
          mix(colours.panel, colours.costly, 0.4));
  }

  SvgView& view_;
  const AddressBits& bits_;
  int count_ = 0;
  double pitch_ = 0;
  double top_ = 0;
};

void draw_sums(SvgView& view, const AddressBits& bits) {
  const Palette& colours = view.colours();
  if (!bits.after) view.paragraph(fmt::format("No bank bit is a parity: {}.", bits.why_not), colours.text);
  const auto sums = [&](const BankBits& of) {
    for (int bit = bank_bit_count - 1; bit >= 0; --bit) {
      view.y += 19;
      view.svg.text(svg_view_margin, view.y, explain_bank_bit(bits, of, bit), view.code(colours.text));
    }
  };
  if (bits.after) sums(*bits.after);
  view.y += 19;
  view.svg.text(svg_view_margin, view.y, bits.arithmetic + "    (without the swizzle)", view.code(colours.text_dim));
}

void draw_translations(SvgView& view, const TileLayout& layout) {
  view.heading("THE SWIZZLE IN OTHER FORMS");
  if (moves_nothing(layout)) return view.paragraph("none needed: nothing is moved", view.colours().text_dim);
  for (const Translation& it : translations(layout).forms) {
    view.y += 19;
    const Palette& colours = view.colours();
    view.svg.text(svg_view_margin, view.y, std::string(form_name(it.form)), view.words(colours.text_dim));
    view.svg.text(svg_view_margin + 110, view.y, it.swizzle ? it.text : "no equal form: " + it.text,
                  it.swizzle ? view.code(colours.text) : view.words(colours.text_faint));
  }
}

}  // namespace

std::string svg_address_bits(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                             int access, const SvgStyle& style) {
  const int tile = scenario.accesses[static_cast<std::size_t>(access)].tile;
  const bool known = tile >= 0 && tile < static_cast<int>(scenario.tiles.size());
  const Result<TileLayout> layout = known ? lay_out(scenario.tiles[static_cast<std::size_t>(tile)])
                                          : Result<TileLayout>(fail("there is no such tile"));
  return svg_view({scenario, machine, analysis, access}, style, [&](SvgView& view) {
    if (!layout) return view.paragraph("The tile is refused.", view.colours().text_dim);
    const AddressBits bits = address_bits(*layout);
    view.heading("ROW AND COLUMN TO BANK");
    BitPicture(view, bits).draw();
    draw_sums(view, bits);
    const AccessAnalysis& of = analysis.accesses[static_cast<std::size_t>(access)];
    if (of.shown) {
      view.heading("LANE TO BANK");
      view.paragraph(explain_lane_bits(lane_bits(*of.shown)), view.colours().text);
    }
    draw_translations(view, *layout);
  });
}

}  // namespace bankmap
