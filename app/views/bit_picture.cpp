#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/address_bits_parts.hpp"

namespace bankmap {
namespace {

struct Box {
  ImVec2 min;
  ImVec2 max;
};

class Picture {
 public:
  Picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns)
      : frame_(frame), bits_(bits), columns_(columns), list_(*ImGui::GetWindowDrawList()) {
    top_ = ImGui::GetCursorScreenPos().y;
    box_ = frame.px(22);
    lines_ = frame.px(84);
  }

  void draw() {
    push_font(frame_.theme.fonts.mono_small);
    const BankBits& plain = bits_.before ? *bits_.before : bits_.added;
    for (int bit = 0; bit < bank_bit_count; ++bit) {
      for (int source = 0; source < columns_.sources; ++source) draw_line(plain, bit, source);
    }
    for (int source = 0; source < columns_.sources; ++source) draw_source(source);
    for (int bit = 0; bit < bank_bit_count; ++bit) draw_bank(bit);
    ImGui::PopFont();
    ImGui::Dummy({1, 2 * box_ + lines_});
  }

 private:
  float width() const { return columns_.pitch - frame_.px(3); }
  Box source_box(int source) const {
    const float x = columns_.x(source);
    return {{x, top_}, {x + width(), top_ + box_}};
  }
  Box bank_box(int bit) const {
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
    if (!now) return dashed(from, to, colours.text_faint);
    if (!before || carries) return dashed(from, to, colours.costly);
    list_.AddLine(from, to, frame_.u32(colours.accent), std::max(1.0F, frame_.px(1.5F)));
  }

  void dashed(ImVec2 from, ImVec2 to, Colour colour) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dash = frame_.px(5);
    for (float at = 0; at < length; at += 1.7F * dash) {
      const float a = at / length, b = std::min(1.0F, (at + dash) / length);
      list_.AddLine({from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a},
                    {from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b}, frame_.u32(colour),
                    std::max(1.0F, frame_.px(1.5F)));
    }
  }

  void draw_box(const Box& box, const std::string& text, Colour fill, const std::string& name, const std::string& log) {
    list_.AddRectFilled(box.min, box.max, frame_.u32(fill), frame_.px(3));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list_.AddText({std::floor((box.min.x + box.max.x - size.x) / 2), std::floor((box.min.y + box.max.y - size.y) / 2)},
                  frame_.u32(text_on(fill)), text.c_str());
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
  ImDrawList& list_;
  float top_ = 0;
  float box_ = 0;
  float lines_ = 0;
};

}  // namespace

void draw_bit_picture(const Frame& frame, const AddressBits& bits, const BitColumns& columns) {
  Picture(frame, bits, columns).draw();
}

}  // namespace bankmap
