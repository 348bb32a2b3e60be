#include "app/views/access_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/controls.hpp"
#include "app/views/pattern_view.hpp"
#include "app/views/problems.hpp"
#include "app/views/text_box.hpp"

namespace bankmap {
namespace {

std::string free_name(const Scenario& scenario, const std::string& like) {
  for (int number = 2;; ++number) {
    std::string name = fmt::format("{} {}", like, number);
    if (std::ranges::find(scenario.accesses, name, &Access::name) == scenario.accesses.end()) return name;
  }
}

// One tab an access, as many to a line as there is room for.
void draw_tabs(const Frame& frame, Edits& edits) {
  const auto count = static_cast<int>(frame.scenario.accesses.size());
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const auto stay_in_line = [&](std::string_view next) {
    if (ImGui::GetItemRectMax().x + frame.px(4) + button_width(next) < right) ImGui::SameLine(0, frame.px(4));
  };
  for (int i = 0; i < count; ++i) {
    const std::string& name = frame.scenario.accesses[static_cast<std::size_t>(i)].name;
    if (i > 0) stay_in_line(name);
    const ButtonLook look = i == frame.access ? ButtonLook::chosen : ButtonLook::ordinary;
    if (name_button(frame, fmt::format("access.tab.{}", i), name, look)) frame.next_access = i;
  }
  stay_in_line("+ access");
  if (button(frame, "access.add", "+ access", ButtonLook::quiet, count < max_accesses)) {
    Access copy = frame.shown_access();
    copy.name = free_name(frame.scenario, copy.name);
    edits.push(AddAccess{std::move(copy)});
    frame.next_access = count;
  }
  if (count == 1) return;
  stay_in_line("remove");
  if (button(frame, "access.remove", "remove", ButtonLook::quiet)) edits.push(RemoveAccess{frame.access});
}

bool draw_name(const Frame& frame, Access& access) {
  const float room = row_label(frame, "name");
  ImGui::SetNextItemWidth(room);
  const bool changed = text_box("##access.name", access.name);
  if (ImGui::IsItemActive()) frame.gesture = ImGui::GetID("##access.name");
  if (frame.log.on()) frame.log.item("access.name", access.name);
  if (ImGui::IsItemHovered() && lacks_signs(frame.theme.fonts.words, access.name))
    hover_sentence(frame, "� stands for a sign that the window's fonts do not have. The name keeps it.");
  return changed;
}

bool draw_instruction(const Frame& frame, Access& access) {
  const std::span<const InstructionInfo> known = instructions();
  const auto label = [known](int i) {
    const InstructionInfo& each = known[static_cast<std::size_t>(i)];
    return fmt::format("{}  ({})", each.name, each.machine_name);
  };
  const int chosen = combo_row(frame, "access.instruction", "instruction", static_cast<int>(known.size()),
                               static_cast<int>(access.instruction), label);
  if (chosen >= 0) access.instruction = known[static_cast<std::size_t>(chosen)].id;
  draw_problem(frame, "access.instruction", problem_at(frame.shown().problems, "instruction"));
  return chosen >= 0;
}

bool draw_tile_of(const Frame& frame, Access& access) {
  const auto count = static_cast<int>(frame.scenario.tiles.size());
  if (count < 2) return false;
  const auto label = [&frame](int i) { return frame.scenario.tiles[static_cast<std::size_t>(i)].name; };
  const int chosen = combo_row(frame, "access.tile", "tile", count, access.tile, label);
  if (chosen >= 0) access.tile = chosen;
  return chosen >= 0;
}

bool draw_element_byte(const Frame& frame, Access& access) {
  const int element_bytes = frame.tile(frame.tile_of(access)).element.bits / 8;
  if (element_bytes <= info(access.instruction).access_bytes && access.element_byte == 0) return false;
  const int last = std::max(1, element_bytes - 1);
  const bool changed = number_row(frame, "access.element_byte", "member at", access.element_byte, {0, last}, "B");
  draw_problem(frame, "access.element_byte", problem_at(frame.shown().problems, "element_byte"));
  return changed;
}

bool draw_warp(const Frame& frame, Access& access) {
  const int warps = std::max((frame.scenario.block.threads() + lane_count - 1) / lane_count, 1);
  if (warps < 2) return false;
  return number_row(frame, "access.warp", "warp", access.warp, {0, warps - 1});
}

// True if the pattern has a box of this name, under which its problem stands.
bool has_box(const LanePattern& pattern, std::string_view field) {
  const bool both = std::holds_alternative<IndexPattern>(pattern) ||
                    std::holds_alternative<BroadcastPattern>(pattern) ||
                    std::holds_alternative<MatrixRowsPattern>(pattern);
  if (field == "row") return both || std::holds_alternative<RowPattern>(pattern);
  if (field == "column") return both || std::holds_alternative<ColumnPattern>(pattern);
  constexpr std::array others{"row_offset", "column_offset", "stride", "offset", "first", "bytes", "reg"};
  return std::ranges::find(others, field) != others.end();
}

// Problems that belong to none of the controls: the pattern's numbers, an address, an index that came out of several
// fields.
void draw_other_problems(const Frame& frame) {
  constexpr std::array shown_above{"instruction", "element_byte", "mask", "block"};
  for (const Problem& problem : frame.shown().problems) {
    const std::string_view place = problem.place;
    const std::string_view field = place.substr(place.rfind('.') == std::string_view::npos ? 0 : place.rfind('.') + 1);
    const bool elsewhere =
        place.find("loops[") != std::string_view::npos || place.find(".tile.") != std::string_view::npos;
    const bool drawn = elsewhere || std::ranges::find(shown_above, field) != shown_above.end() ||
                       has_box(frame.shown_access().pattern, field);
    if (!drawn) draw_problem(frame, "access", &problem);
  }
}

void draw_block(const Frame& frame, Edits& edits) {
  section(frame, "BLOCK OF THREADS", fmt::format("{} threads", frame.scenario.block.threads()));
  BlockShape block = frame.scenario.block;
  bool changed = number_row(frame, "block.x", "x", block.x, {1, 1024, 1, true});
  changed |= number_row(frame, "block.y", "y", block.y, {1, 32, 1, true});
  changed |= number_row(frame, "block.z", "z", block.z, {1, 64, 1, true});
  draw_problem(frame, "block", problem_at(frame.shown().problems, "block"));
  if (changed) edits.push(SetBlock{block});
}

}  // namespace

void draw_access(const Frame& frame, AccessView& own, Edits& edits) {
  Access access = frame.shown_access();
  section(frame, "ACCESS", fmt::format("{} of {}", frame.access + 1, frame.scenario.accesses.size()));
  draw_tabs(frame, edits);
  bool changed = draw_instruction(frame, access);
  changed |= draw_tile_of(frame, access);
  changed |= draw_pattern(frame, access);
  changed |= draw_element_byte(frame, access);
  draw_other_problems(frame);
  draw_loops(frame, own.loops, edits);
  changed |= draw_warp(frame, access);
  changed |= draw_mask(frame, own.mask, access, edits);
  changed |= draw_name(frame, access);
  if (changed) edits.push(SetAccess{frame.access, std::move(access)});
  draw_block(frame, edits);
}

}  // namespace bankmap
