#include "app/views/address_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/address_bits_parts.hpp"
#include "app/views/controls.hpp"
#include "core/tile_map.hpp"

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
  shown.nothing_moved = moves_nothing(*layout);
  shown.forms = translations(*layout);
  shown.places.emplace(*layout);
  if (frame.shown().shown) {
    shown.lanes = lane_bits(*frame.shown().shown);
  } else {
    shown.lanes.why_not = "the access has no answer";
  }
  return shown;
}

// Of the first byte that is pointed at; nothing for a bank, a pass or bytes that are no element's.
std::optional<BitValues> values_to_show(const Frame& frame, const BitsShown& shown) {
  const ByteRange bytes = frame.lit().bytes;
  if (!shown.places || !bytes.any()) return std::nullopt;
  const std::optional<Coordinate> at = shown.places->element_at(bytes.begin * 8);
  if (!at) return std::nullopt;
  const Result<std::int64_t> bit = shown.places->layout().bit_offset(at->row, at->column);
  if (!bit) return std::nullopt;
  return BitValues{*at, static_cast<std::uint32_t>(at->column | at->row << shown.bits.column_bits), bank_of_bit(*bit)};
}

// "lane 5: tile[5][0] is in bank 0"
std::string values_text(const Frame& frame, const BitValues& values) {
  const int lane = frame.selection.shown().lane;
  return fmt::format("{}{}[{}][{}] is in bank {}", lane >= 0 ? fmt::format("lane {}: ", lane) : "",
                     frame.tile(frame.tile_of(frame.shown_access())).name, values.at.row, values.at.column,
                     values.bank);
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
  draw_in_box(frame, cell.min, cell.max, look.sign, text_on(look.fill));
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

std::string sum_of(const AddressBits& bits, int bit) {
  return bits.after ? explain_bank_bit(bits, *bits.after, bit) : std::string();
}

float widest_sum(const Frame& frame, const AddressBits& bits) {
  float widest = 0;
  push_font(frame.theme.fonts.mono_small);
  for (int bit = 0; bit < bank_bit_count; ++bit)
    widest = std::max(widest, ImGui::CalcTextSize(sum_of(bits, bit).c_str()).x);
  ImGui::PopFont();
  return widest;
}

// Where the panel is too narrow for them beside the table.
void draw_sums_below(const Frame& frame, const AddressBits& bits) {
  for (int bit = bank_bit_count - 1; bits.after && bit >= 0; --bit)
    wrapped(frame, fmt::format("bits.sum.{}", bit), sum_of(bits, bit), frame.theme.fonts.mono_small,
            frame.colours().text);
}

void draw_table(const Frame& frame, AddressBitsView& own, const AddressBits& bits, const BitColumns& columns,
                bool sums_beside, Edits& edits) {
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
    if (!sums_beside) continue;
    const std::string sum = sum_of(bits, bit);
    const ImVec2 at{columns.left + columns.pitch * static_cast<float>(columns.sources) + frame.px(12), y + text_y};
    list.AddText(at, frame.u32(frame.colours().text), sum.c_str());
    if (frame.log.on())
      frame.log.area(fmt::format("bits.sum.{}", bit), at,
                     {at.x + ImGui::CalcTextSize(sum.c_str()).x, at.y + height - frame.px(3)}, sum);
  }
  ImGui::PopFont();
  if (hot_bit >= 0) offer_toggle(frame, own, bits, hot_bit, hot_source, clicked, edits);
}

// What comes next, so wide [px], stands beside the last item, or on a line of its own where it would be cut; whether beside.
bool flow(const Frame& frame, float width) {
  const float end = ImGui::GetItemRectMax().x + frame.px(12) + width;
  const bool fits = end <= ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (fits) ImGui::SameLine(0, frame.px(12));
  return fits;
}

void draw_lanes(const Frame& frame, const LaneBits& lanes) {
  wrapped_section(frame, "LANE → BANK", "the warp that is shown");
  if (lanes.bank) {
    push_font(frame.theme.fonts.mono_small);
    for (int bit = bank_bit_count - 1; bit >= 0; --bit) {
      std::string sum;
      for (int lane = lanes.lane_bits - 1; lane >= 0; --lane) {
        if (lanes.bank->has(bit, lane)) sum += fmt::format("{}l{}", sum.empty() ? "" : " ^ ", lane);
      }
      const bool one = (lanes.bank->flipped >> bit & 1U) != 0;
      const std::string text = fmt::format("b{} = {}", bit, sum.empty() ? (one ? "1" : "0") : one ? sum + " ^ 1" : sum);
      if (bit != bank_bit_count - 1) flow(frame, ImGui::CalcTextSize(text.c_str()).x);
      shown_text(frame, fmt::format("bits.lane.{}", bit), text, frame.theme.fonts.mono_small,
                 sum.empty() ? frame.colours().text_faint : frame.colours().text);
    }
    ImGui::PopFont();
  }
  wrapped(frame, "bits.lanes", explain_lane_bits(lanes), frame.theme.fonts.words, frame.colours().text);
}

constexpr const char* own_form = "as it is written";

void draw_translation(const Frame& frame, const Translation& it, Edits& edits) {
  const std::string name = fmt::format("bits.form.{}", static_cast<int>(it.form));
  const bool beside = ImGui::GetContentRegionAvail().x >= frame.px(280);  // the form beside its name, or below
  const float left = ImGui::GetCursorPosX() + frame.px(beside ? 96 : 12);
  ImGui::AlignTextToFramePadding();
  shown_text(frame, "", form_name(it.form), frame.theme.fonts.words, frame.colours().text_dim);
  if (beside) {
    ImGui::SameLine(left);
  } else {
    ImGui::SetCursorPosX(left);
    ImGui::AlignTextToFramePadding();
  }
  if (!it.swizzle)
    return wrapped(frame, name, "no equal form: " + it.text, frame.theme.fonts.words, frame.colours().text_faint);
  push_font(frame.theme.fonts.mono);
  const float room = ImGui::GetContentRegionAvail().x - (it.is_own ? 0 : button_width("use") + frame.px(12));
  const std::string fitting = broken_at_spaces(it.text, room);
  ImGui::PopFont();
  shown_text(frame, "", fitting, frame.theme.fonts.mono, frame.colours().text);
  if (frame.log.on()) frame.log.item(name, it.text);
  if (it.is_own) {
    push_font(frame.theme.fonts.words_small);
    if (!flow(frame, ImGui::CalcTextSize(own_form).x)) ImGui::SetCursorPosX(left);
    ImGui::PopFont();
    return wrapped(frame, name + ".own", own_form, frame.theme.fonts.words_small, frame.colours().text_faint);
  }
  if (!flow(frame, button_width("use"))) ImGui::SetCursorPosX(left);
  const int tile = frame.tile_of(frame.shown_access());
  if (!button(frame, name + ".use", "use", ButtonLook::quiet)) return;
  Tile next = frame.tile(tile);
  next.swizzle = *it.swizzle;
  edits.push(SetTile{tile, next});
}

void draw_forms(const Frame& frame, const BitsShown& shown, Edits& edits) {
  if (shown.nothing_moved) {
    section(frame, "THE SWIZZLE IN OTHER FORMS");
    return wrapped(frame, "bits.forms.none", "none needed: nothing is moved", frame.theme.fonts.words,
                   frame.colours().text_dim);
  }
  wrapped_section(
      frame, "THE SWIZZLE IN OTHER FORMS",
      shown.forms.all_elements ? "equal for every element of this tile" : "equal for the first 65,536 elements");
  for (const Translation& it : shown.forms.forms) draw_translation(frame, it, edits);
}

// What the lines, and the signs in the table, mean.
const char* legend(const AddressBits& bits) {
  if (!bits.after) return "1: added to this bit of the bank; dashed lines: with carries.";
  return "Solid lines and 1: from the tile alone; dashed lines and +: added by the swizzle; −: taken away by it. "
         "A click in the table turns a bit.";
}

void draw_bits(const Frame& frame, AddressBitsView& own, const BitsShown& shown, Edits& edits) {
  const Palette& colours = frame.colours();
  const AddressBits& bits = shown.bits;
  const std::optional<BitValues> values = values_to_show(frame, shown);
  section(frame, "ROW, COLUMN → BANK", values ? values_text(frame, *values) : std::string());
  if (frame.log.on() && values) frame.log.item("bits.pointed", values_text(frame, *values));
  const float names = frame.px(28);
  const float sums = std::max(frame.px(150), widest_sum(frame, bits) + frame.px(24));
  const int sources = bits.column_bits + bits.row_bits;
  const auto pitch_in = [&](float room) { return room / static_cast<float>(std::max({1, sources, bank_bit_count})); };
  const float room = ImGui::GetContentRegionAvail().x - names;
  const bool sums_beside = pitch_in(room - sums) >= frame.px(20);
  const float pitch = std::clamp(pitch_in(sums_beside ? room - sums : room), frame.px(8), frame.px(60));
  const BitColumns columns{sources, ImGui::GetCursorScreenPos().x + names, std::floor(pitch)};
  gap(frame, 4);
  draw_bit_picture(frame, bits, columns, values);
  gap(frame, 4);
  draw_table(frame, own, bits, columns, sums_beside, edits);
  gap(frame, 4);
  wrapped(frame, "bits.legend", legend(bits), frame.theme.fonts.words_small, colours.text_faint);
  if (!sums_beside) draw_sums_below(frame, bits);
  if (!own.refusal.empty()) wrapped(frame, "bits.refusal", own.refusal, frame.theme.fonts.words, colours.refused);
  if (!bits.after) {
    wrapped(frame, "bits.why_not", fmt::format("No bank bit is a parity: {}.", bits.why_not), frame.theme.fonts.words,
            colours.costly);
  }
  wrapped_formula(frame, "bits.arithmetic", "without a swizzle: " + bits.arithmetic, frame.theme.fonts.mono,
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
    draw_bits(frame, own, shown, edits);
    draw_lanes(frame, shown.lanes);
    draw_forms(frame, shown, edits);
    gap(frame, 16);
  }
  ImGui::EndChild();
}

}  // namespace bankmap
