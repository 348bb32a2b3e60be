#include "app/views/address_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/address_bits_parts.hpp"
#include "app/views/controls.hpp"

namespace bankmap {
namespace {

BitsShown bits_to_show(const Frame& frame) {
  BitsShown shown;
  const Result<TileLayout> layout = lay_out(frame.tile(frame.tile_of(frame.shown_access())));
  if (!layout) {
    shown.refused = layout.error().what;
    return shown;
  }
  shown.bits = address_bits(*layout);
  shown.forms = translations(*layout);
  if (frame.shown().shown) {
    shown.lanes = lane_bits(*frame.shown().shown);
  } else {
    shown.lanes.why_not = "the access has no answer";
  }
  return shown;
}

struct Cell {
  ImVec2 min;
  ImVec2 max;
};

// "1" from the tile alone, "+" because of the swizzle, "-" taken away by it.
struct CellLook {
  const char* sign = "";
  Colour fill;
};
CellLook look_of(const Frame& frame, const AddressBits& bits, int bit, int source) {
  const Palette& colours = frame.colours();
  const BankBits& plain = bits.before ? *bits.before : bits.added;
  const bool before = plain.has(bit, source);
  const bool now = bits.after ? bits.after->has(bit, source) : before;
  if (now && !before) return {"+", colours.costly};
  if (now && !bits.after && source >= bits.column_bits) return {"1", mix(colours.panel, colours.costly, 0.6)};
  if (now) return {"1", mix(colours.panel, colours.accent, 0.7)};
  return {before ? "−" : "", colours.control};
}

void draw_cell(const Frame& frame, const Cell& cell, const CellLook& look, bool hot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(cell.min, cell.max, frame.u32(look.fill), frame.px(2));
  if (hot)
    add_rect(list, cell.min, cell.max, frame.u32(frame.colours().outline), frame.px(2), std::max(1.0F, frame.px(1.5F)));
  const ImVec2 size = ImGui::CalcTextSize(look.sign);
  list.AddText({std::floor((cell.min.x + cell.max.x - size.x) / 2), std::floor((cell.min.y + cell.max.y - size.y) / 2)},
               frame.u32(text_on(look.fill)), look.sign);
}

// What a click on a cell would do, in words; and does it.
void offer_toggle(const Frame& frame, AddressBitsView& own, const AddressBits& bits, int bit, int source, bool clicked,
                  Edits& edits) {
  const int tile = frame.tile_of(frame.shown_access());
  const std::string name = source_name(bits, source);
  if (!bits.after) {
    hover_sentence(frame, fmt::format("{}. A bit cannot be turned here: {}.", bits.arithmetic, bits.why_not));
    return;
  }
  if (!own.pointed || own.pointed->bank_bit != bit || own.pointed->source != source)
    own.pointed = BitToggle{bit, source, with_bit_toggled(lay_out(frame.tile(tile)).value(), bit, source)};
  const Result<Tile>& next = own.pointed->next;
  const std::string now = explain_bank_bit(bits, *bits.after, bit);
  if (!next) {
    hover_sentence(frame, fmt::format("{}. {}.", now, next.error().what));
    if (clicked) own.refusal = next.error().what + (next.error().hint.empty() ? "." : ": " + next.error().hint + ".");
    return;
  }
  hover_sentence(frame,
                 fmt::format("{}. A click {} {}: the swizzle is then {}.", now,
                             bits.after->has(bit, source) ? "takes away" : "adds", name, describe(next->swizzle)));
  if (clicked) edits.push(SetTile{tile, *next});
}

void draw_table(const Frame& frame, AddressBitsView& own, const AddressBits& bits, const BitColumns& columns,
                Edits& edits) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = frame.px(22);
  ImGui::SetCursorScreenPos({columns.left, start.y});
  ImGui::InvisibleButton(
      "table", {std::max(1.0F, columns.pitch * static_cast<float>(columns.sources)), height * bank_bit_count});
  const bool hovered = ImGui::IsItemHovered();
  const bool clicked = ImGui::IsItemClicked();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  push_font(frame.theme.fonts.mono_small);
  const float text_y = std::floor((height - ImGui::GetTextLineHeight()) / 2);
  int hot_bit = -1;
  int hot_source = -1;
  for (int bit = bank_bit_count - 1; bit >= 0; --bit) {
    const float y = start.y + height * static_cast<float>(bank_bit_count - 1 - bit);
    list.AddText({start.x, y + text_y}, frame.u32(frame.colours().text_dim), fmt::format("b{}", bit).c_str());
    for (int source = 0; source < columns.sources; ++source) {
      const Cell cell{{columns.x(source), y},
                      {columns.x(source) + columns.pitch - frame.px(3), y + height - frame.px(3)}};
      const bool hot =
          hovered && mouse.x >= cell.min.x && mouse.x < cell.max.x && mouse.y >= cell.min.y && mouse.y < cell.max.y;
      const CellLook look = look_of(frame, bits, bit, source);
      draw_cell(frame, cell, look, hot);
      if (hot) hot_bit = bit, hot_source = source;
      if (frame.log.on())
        frame.log.area(fmt::format("bits.cell.{}.{}", bit, source_name(bits, source)), cell.min, cell.max, look.sign);
    }
    const std::string sum = bits.after ? explain_bank_bit(bits, *bits.after, bit) : "";
    const ImVec2 at{columns.left + columns.pitch * static_cast<float>(columns.sources) + frame.px(12), y + text_y};
    list.AddText(at, frame.u32(frame.colours().text), sum.c_str());
    if (frame.log.on()) frame.log.area(fmt::format("bits.sum.{}", bit), at, {at.x + 1, at.y + height}, sum);
  }
  ImGui::PopFont();
  if (hot_bit >= 0) offer_toggle(frame, own, bits, hot_bit, hot_source, clicked, edits);
}

void draw_lanes(const Frame& frame, const LaneBits& lanes) {
  section(frame, "LANE → BANK", "the warp that is shown");
  if (lanes.bank) {
    push_font(frame.theme.fonts.mono_small);
    for (int bit = bank_bit_count - 1; bit >= 0; --bit) {
      std::string sum;
      for (int lane = lanes.lane_bits - 1; lane >= 0; --lane) {
        if (lanes.bank->has(bit, lane)) sum += fmt::format("{}l{}", sum.empty() ? "" : " ^ ", lane);
      }
      const bool one = (lanes.bank->flipped >> bit & 1U) != 0;
      const std::string text = fmt::format("b{} = {}", bit, sum.empty() ? (one ? "1" : "0") : one ? sum + " ^ 1" : sum);
      if (bit != bank_bit_count - 1) ImGui::SameLine(0, frame.px(20));
      shown_text(frame, fmt::format("bits.lane.{}", bit), text, frame.theme.fonts.mono_small,
                 sum.empty() ? frame.colours().text_faint : frame.colours().text);
    }
    ImGui::PopFont();
  }
  wrapped(frame, "bits.lanes", explain_lane_bits(lanes), frame.theme.fonts.words, frame.colours().text);
}

void draw_translation(const Frame& frame, const Translation& it, Edits& edits) {
  const std::string name = fmt::format("bits.form.{}", static_cast<int>(it.form));
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "", form_name(it.form), frame.theme.fonts.words, frame.colours().text_dim);
  ImGui::SameLine(start + frame.px(96));
  const float button_room = button_width("use") + frame.px(12);
  const std::string text = it.swizzle ? it.text : "no equal form: " + it.text;
  ImFont* font = it.swizzle ? frame.theme.fonts.mono : frame.theme.fonts.words;
  push_font(font);
  const std::string fitting = shortened(text, ImGui::GetContentRegionAvail().x - button_room);
  ImGui::PopFont();
  shown_text(frame, "", fitting, font, it.swizzle ? frame.colours().text : frame.colours().text_faint);
  if (frame.log.on()) frame.log.item(name, text);
  if (fitting != text && ImGui::IsItemHovered()) hover_sentence(frame, text);
  if (!it.swizzle) return;
  ImGui::SameLine(0, frame.px(12));
  if (it.is_own)
    return shown_text(frame, name + ".own", "as it is written", frame.theme.fonts.words_small,
                      frame.colours().text_faint);
  const int tile = frame.tile_of(frame.shown_access());
  if (!button(frame, name + ".use", "use", ButtonLook::quiet)) return;
  Tile next = frame.tile(tile);
  next.swizzle = *it.swizzle;
  edits.push(SetTile{tile, next});
}

void draw_forms(const Frame& frame, const Translations& forms, Edits& edits) {
  section(frame, "THE SWIZZLE IN OTHER FORMS",
          forms.all_elements ? "equal for every element of this tile" : "equal for the first 65,536 elements");
  for (const Translation& it : forms.forms) draw_translation(frame, it, edits);
}

void draw_bits(const Frame& frame, AddressBitsView& own, const AddressBits& bits, Edits& edits) {
  const Palette& colours = frame.colours();
  section(frame, "ROW, COLUMN → BANK",
          bits.after ? "solid: the tile alone; dashed: the swizzle; a click in the table turns a bit"
                     : "dashed: added with carries");
  const float names = frame.px(28);
  const float sums = frame.px(150);
  const int sources = bits.column_bits + bits.row_bits;
  const float room = ImGui::GetContentRegionAvail().x - names - sums;
  const float pitch = std::clamp(room / static_cast<float>(std::max(1, sources)), frame.px(20), frame.px(60));
  const BitColumns columns{sources, ImGui::GetCursorScreenPos().x + names, std::floor(pitch)};
  gap(frame, 4);
  draw_bit_picture(frame, bits, columns);
  gap(frame, 4);
  draw_table(frame, own, bits, columns, edits);
  gap(frame, 4);
  if (!own.refusal.empty()) wrapped(frame, "bits.refusal", own.refusal, frame.theme.fonts.words, colours.refused);
  if (!bits.after) {
    wrapped(frame, "bits.why_not", fmt::format("No bank bit is a parity: {}.", bits.why_not), frame.theme.fonts.words,
            colours.costly);
  }
  shown_text(frame, "bits.arithmetic", "without a swizzle: " + bits.arithmetic, frame.theme.fonts.mono,
             colours.text_dim);
}

}  // namespace

void draw_address_bits(const Frame& frame, AddressBitsView& own, Edits& edits) {
  const BitsShown& shown = own.shown.of(frame, [&] {
    own.refusal.clear();
    own.pointed.reset();
    return bits_to_show(frame);
  });
  if (!shown.refused.empty()) {
    return wrapped(frame, "bits.empty", "The tile is refused: " + shown.refused, frame.theme.fonts.words,
                   frame.colours().refused);
  }
  if (begin_child("bits", ImGui::GetContentRegionAvail(), false)) {
    draw_bits(frame, own, shown.bits, edits);
    draw_lanes(frame, shown.lanes);
    draw_forms(frame, shown.forms, edits);
    gap(frame, 16);
  }
  ImGui::EndChild();
}

}  // namespace bankmap
