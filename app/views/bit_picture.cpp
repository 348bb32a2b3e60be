#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/address_bits_parts.hpp"

namespace bankmap {
namespace {

struct BitBox {
  ImVec2 min;
  ImVec2 max;
};

class Picture {
 public:
  Picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns,
          const std::optional<BitValues>& values)
      : frame_(frame), bits_(bits), columns_(columns), values_(values), list_(*ImGui::GetWindowDrawList()) {
    value_ = font_pixels(frame.theme.fonts.mono_bold) + frame.px(2);
    top_ = ImGui::GetCursorScreenPos().y + value_;
    box_ = frame.px(22);
    lines_ = frame.px(84);
  }

  void draw() {
    push_font(frame_.theme.fonts.mono_small);
    const BankBits& plain = bits_.before ? *bits_.before : bits_.added;
    for (const bool lit : {false, true}) {  // those of 1 bits on top
      for (int bit = 0; bit < bank_bit_count; ++bit) {
        for (int source = 0; source < columns_.sources; ++source)
          if (is_one(source) == lit) draw_line(plain, bit, source);
      }
    }
    for (int source = 0; source < columns_.sources; ++source) draw_source(source);
    for (int bit = 0; bit < bank_bit_count; ++bit) draw_bank(bit);
    ImGui::PopFont();
    if (values_) write_values();
    ImGui::Dummy({1, 2 * (box_ + value_) + lines_});
  }

 private:
  bool is_one(int source) const { return values_ && (values_->sources >> source & 1U) != 0; }

  // The values of the bits, above the sources and below the bits of the bank.
  void write_values() {
    push_font(frame_.theme.fonts.mono_bold);
    for (int source = 0; source < columns_.sources; ++source) {
      const BitBox box = source_box(source);
      write_value({(box.min.x + box.max.x) / 2, box.min.y - value_}, is_one(source), source_name(bits_, source));
    }
    for (int bit = 0; bit < bank_bit_count; ++bit) {
      const BitBox box = bank_box(bit);
      write_value({(box.min.x + box.max.x) / 2, box.max.y + frame_.px(1)}, (values_->bank >> bit & 1) != 0,
                  fmt::format("b{}", bit));
    }
    ImGui::PopFont();
  }

  void write_value(ImVec2 top_middle, bool one, const std::string& name) {
    const char* text = one ? "1" : "0";
    const ImVec2 size = ImGui::CalcTextSize(text);
    const ImVec2 at{std::floor(top_middle.x - size.x / 2), std::floor(top_middle.y)};
    list_.AddText(at, frame_.u32(one ? frame_.colours().text_bright : frame_.colours().text_dim), text);
    if (frame_.log.on()) frame_.log.area("bits.value." + name, at, {at.x + size.x, at.y + size.y}, text);
  }

  float width() const { return columns_.pitch - frame_.px(3); }
  BitBox source_box(int source) const {
    const float x = columns_.x(source);
    return {{x, top_}, {x + width(), top_ + box_}};
  }
  BitBox bank_box(int bit) const {
    const float spare = columns_.pitch * static_cast<float>(columns_.sources - bank_bit_count) / 2;
    const float x =
        columns_.left + std::max(0.0F, spare) + columns_.pitch * static_cast<float>(bank_bit_count - 1 - bit);
    return {{std::floor(x), top_ + box_ + lines_}, {std::floor(x) + width(), top_ + 2 * box_ + lines_}};
  }

  void draw_line(const BankBits& plain, int bit, int source) {
    const bool before = plain.has(bit, source);
    const bool now = bits_.after ? bits_.after->has(bit, source) : before;
    if (!before && !now) return;
    const ImVec2 from{(source_box(source).min.x + source_box(source).max.x) / 2, top_ + box_};
    const ImVec2 to{(bank_box(bit).min.x + bank_box(bit).max.x) / 2, top_ + box_ + lines_};
    const bool carries = !bits_.after && source >= bits_.column_bits;
    const Palette& colours = frame_.colours();
    const bool lit = now && is_one(source);
    if (frame_.log.on())
      frame_.log.area(fmt::format("bits.line.{}.{}", bit, source_name(bits_, source)), from, to, lit ? "lit" : "");
    // Where values are shown, lines that bring a 0 step back.
    const auto fade = [&](Colour colour) { return values_ && !lit ? mix(colours.panel, colour, 0.4) : colour; };
    const float thick = std::max(1.0F, frame_.px(lit ? 3 : 1.5F));
    if (!now) return dashed(from, to, fade(colours.text_faint), thick);
    if (!before || carries) return dashed(from, to, fade(colours.costly), thick);
    list_.AddLine(from, to, frame_.u32(fade(colours.accent)), thick);
  }

  void dashed(ImVec2 from, ImVec2 to, Colour colour, float thick) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dash = frame_.px(5);
    for (float at = 0; at < length; at += 1.7F * dash) {
      const float a = at / length, b = std::min(1.0F, (at + dash) / length);
      list_.AddLine({from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a},
                    {from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b}, frame_.u32(colour), thick);
    }
  }

  void draw_box(const BitBox& box, const std::string& text, Colour fill, const std::string& name,
                const std::string& log) {
    list_.AddRectFilled(box.min, box.max, frame_.u32(fill), frame_.px(3));
    draw_in_box(frame_, box.min, box.max, text, text_on(fill));
    if (frame_.log.on()) frame_.log.area(name, box.min, box.max, log);
  }

  void draw_source(int source) {
    const Palette& colours = frame_.colours();
    const std::string name = source_name(bits_, source);
    const bool column = source < bits_.column_bits;
    draw_box(source_box(source), name, column ? mix(colours.panel, colours.accent, 0.45) : colours.control_hot,
             fmt::format("bits.source.{}", name), name);
  }

  void draw_bank(int bit) {
    const Palette& colours = frame_.colours();
    draw_box(bank_box(bit), fmt::format("b{}", bit), mix(colours.panel, colours.costly, 0.35),
             fmt::format("bits.bank.{}", bit),
             bits_.after ? explain_bank_bit(bits_, *bits_.after, bit) : std::string("a sum with carries"));
  }

  const Frame& frame_;
  const AddressBits& bits_;
  const BitColumns& columns_;
  const std::optional<BitValues>& values_;
  ImDrawList& list_;
  float top_ = 0;
  float box_ = 0;
  float lines_ = 0;
  float value_ = 0;  // [px] height of a line of values
};

}  // namespace

void draw_in_box(const Frame& frame, ImVec2 min, ImVec2 max, const std::string& text, Colour colour) {
  const ImVec2 whole = ImGui::CalcTextSize(text.c_str());
  const float room = max.x - min.x - 2;
  const float share = whole.x > room ? std::max(0.5F, room / whole.x) : 1.0F;
  const ImVec2 at{std::floor((min.x + max.x - whole.x * share) / 2), std::floor((min.y + max.y - whole.y * share) / 2)};
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize() * share, at, frame.u32(colour),
                                      text.c_str());
}

void draw_bit_picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns,
                      const std::optional<BitValues>& values) {
  Picture(frame, bits, columns, values).draw();
}

}  // namespace bankmap
