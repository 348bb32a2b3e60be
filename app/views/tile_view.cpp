#include "app/views/tile_view.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/views/controls.hpp"
#include "app/views/problems.hpp"
#include "app/views/swizzle_view.hpp"

namespace bankmap {
namespace {

const Problem* tile_problem(const Frame& frame, int tile, std::string_view field) {
  return problem_at(frame.analysis.problems, fmt::format("tiles[{}].{}", tile, field));
}

// A second tile, behind all others so that they do not overlap.
Tile tile_to_add(const Frame& frame) {
  Tile tile = frame.scenario.tiles.back();
  std::int64_t end = 0;
  for (std::size_t i = 0; i < frame.scenario.tiles.size(); ++i) {
    end = std::max(end, frame.scenario.tiles[i].base_bytes + frame.analysis.tile_bytes[i]);
  }
  tile.name = fmt::format("tile{}", frame.scenario.tiles.size() + 1);
  tile.base_bytes = (end + 1023) / 1024 * 1024;  // aligned for every swizzle
  return tile;
}

void draw_tile_choice(const Frame& frame, TileView& own, Edits& edits) {
  const auto count = static_cast<int>(frame.scenario.tiles.size());
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const auto stay_in_line = [&](std::string_view next) {
    if (ImGui::GetItemRectMax().x + frame.px(4) + button_width(next) < right) ImGui::SameLine(0, frame.px(4));
  };
  for (int i = 0; i < count && count > 1; ++i) {
    const std::string& label = frame.scenario.tiles[static_cast<std::size_t>(i)].name;
    if (i > 0) stay_in_line(label);
    const ButtonLook look = i == own.tile ? ButtonLook::chosen : ButtonLook::ordinary;
    if (name_button(frame, fmt::format("tile.tab.{}", i), label, look)) own.tile = i;
  }
  if (count > 1) stay_in_line("+ tile");
  if (button(frame, "tile.add", "+ tile", ButtonLook::quiet, count < max_tiles)) {
    edits.push(AddTile{tile_to_add(frame)});
    own.tile = count;
  }
  if (count == 1) return;
  stay_in_line("remove");
  if (button(frame, "tile.remove", "remove", ButtonLook::quiet)) edits.push(RemoveTile{own.tile});
}

std::string element_label(const Element& element) {
  if (element.bits % 8 != 0) return fmt::format("{} · {} bit", element.name, element.bits);
  return fmt::format("{} · {} B", element.name, element.bits / 8);
}

bool draw_struct(const Frame& frame, Element& element) {
  int bytes = element.bits / 8;
  bool changed = number_row(frame, "tile.element.bytes", "size", bytes, {1, 64}, "B");
  element.bits = std::clamp(bytes, 1, 4096) * 8;
  changed |= number_row(frame, "tile.element.align", "alignment", element.align_bytes, {1, 16, 1, true}, "B");
  return changed;
}

bool draw_element(const Frame& frame, Element& element) {
  const std::span<const Element> known = known_elements();
  const auto count = static_cast<int>(known.size());
  int current = count;
  for (int i = 0; i < count; ++i) current = known[static_cast<std::size_t>(i)] == element ? i : current;
  const auto label = [&](int i) {
    if (i < count) return element_label(known[static_cast<std::size_t>(i)]);
    return element.is_struct ? element_label(element) : std::string("struct of your own");
  };
  bool changed = false;
  if (const int chosen = combo_row(frame, "tile.element", "element", count + 1, current, label); chosen >= 0) {
    element = chosen < count ? known[static_cast<std::size_t>(chosen)]
                             : Element{.name = "Item", .bits = 96, .align_bytes = 4, .is_struct = true};
    changed = true;
  }
  if (element.is_struct) changed |= draw_struct(frame, element);
  return changed;
}

struct PitchForm {
  Pitch::Kind kind;
  Pitch::Unit unit;
  const char* label;
};
constexpr std::array pitch_forms{
    PitchForm{Pitch::Kind::padding, Pitch::Unit::elements, "padding, elements"},
    PitchForm{Pitch::Kind::padding, Pitch::Unit::bytes, "padding, bytes"},
    PitchForm{Pitch::Kind::stride, Pitch::Unit::elements, "stride, elements"},
    PitchForm{Pitch::Kind::stride, Pitch::Unit::bytes, "stride, bytes"},
};

// The same distance between rows, said in another form (rounded down to whole elements or bytes).
Pitch said_as(const Tile& tile, const PitchForm& form) {
  const std::int64_t bits_per_unit = tile.pitch.unit == Pitch::Unit::bytes ? 8 : tile.element.bits;
  const std::int64_t row_bits = std::int64_t{tile.columns} * tile.element.bits;
  const std::int64_t padding_bits =
      tile.pitch.value * bits_per_unit - (tile.pitch.kind == Pitch::Kind::stride ? row_bits : 0);
  const std::int64_t bits = padding_bits + (form.kind == Pitch::Kind::stride ? row_bits : 0);
  return Pitch{form.kind, form.unit, bits / (form.unit == Pitch::Unit::bytes ? 8 : tile.element.bits)};
}

bool draw_pitch(const Frame& frame, Tile& tile) {
  const std::int64_t unit_in_row = tile.pitch.unit == Pitch::Unit::bytes ? std::max(1, tile.element.bits / 8) : 1;
  const bool padding = tile.pitch.kind == Pitch::Kind::padding;
  const std::int64_t row = std::max<std::int64_t>(1, tile.columns) * unit_in_row;
  const SliderRange range =
      padding ? SliderRange{0, 32 * unit_in_row, unit_in_row} : SliderRange{row, row + 32 * unit_in_row, unit_in_row};
  bool changed = number_row(frame, padding ? "tile.padding" : "tile.stride", padding ? "padding" : "row stride",
                            tile.pitch.value, range, tile.pitch.unit == Pitch::Unit::bytes ? "B" : "");
  int current = 0;
  for (std::size_t i = 0; i < pitch_forms.size(); ++i) {
    if (pitch_forms[i].kind == tile.pitch.kind && pitch_forms[i].unit == tile.pitch.unit) current = static_cast<int>(i);
  }
  const auto label = [](int i) { return std::string(pitch_forms[static_cast<std::size_t>(i)].label); };
  const int chosen = combo_row(frame, "tile.pitch", "given as", static_cast<int>(pitch_forms.size()), current, label);
  if (chosen >= 0) tile.pitch = said_as(tile, pitch_forms[static_cast<std::size_t>(chosen)]);
  return changed || chosen >= 0;
}

bool draw_shape(const Frame& frame, int index, Tile& tile) {
  bool changed = number_row(frame, "tile.rows", "rows", tile.rows, {1, 128});
  draw_problem(frame, "tile.rows", tile_problem(frame, index, "rows"));
  changed |= number_row(frame, "tile.columns", "columns", tile.columns, {1, 128});
  draw_problem(frame, "tile.columns", tile_problem(frame, index, "columns"));
  changed |= draw_element(frame, tile.element);
  draw_problem(frame, "tile.element", tile_problem(frame, index, "element"));
  changed |= draw_pitch(frame, tile);
  draw_problem(frame, "tile.pitch", tile_problem(frame, index, "pitch"));
  changed |= number_row(frame, "tile.base", "base offset", tile.base_bytes, {0, 1024, 4}, "B");
  draw_problem(frame, "tile.base", tile_problem(frame, index, "base"));
  return changed;
}

// Problems of this tile that belong to none of the controls above.
void draw_other_problems(const Frame& frame, int index) {
  constexpr std::array shown_above{"rows", "columns", "element", "pitch", "base"};
  const std::string tile = fmt::format("tiles[{}]", index);
  for (const Problem& problem : frame.analysis.problems) {
    if (!problem.place.starts_with(tile)) continue;
    const std::string_view field =
        std::string_view(problem.place).substr(std::min(problem.place.size(), tile.size() + 1));
    if (std::ranges::find(shown_above, field) == shown_above.end()) draw_problem(frame, "tile", &problem);
  }
}

}  // namespace

void draw_tile(const Frame& frame, TileView& own, Edits& edits) {
  const auto count = static_cast<int>(frame.scenario.tiles.size());
  if (own.of_access != frame.access) own = {frame.tile_of(frame.shown_access()), frame.access};
  own.tile = std::clamp(own.tile, 0, std::max(0, count - 1));
  if (count == 0) return;
  Tile tile = frame.scenario.tiles[static_cast<std::size_t>(own.tile)];
  section(frame, "TILE", count > 1 ? fmt::format("{} of {}", own.tile + 1, count) : tile.name);
  bool changed = draw_shape(frame, own.tile, tile);
  changed |= draw_swizzle(frame, tile.swizzle);
  draw_other_problems(frame, own.tile);
  if (changed) edits.push(SetTile{own.tile, std::move(tile)});
  draw_tile_choice(frame, own, edits);
}

}  // namespace bankmap
