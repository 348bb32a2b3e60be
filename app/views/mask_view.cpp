#include "app/views/mask_view.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <optional>

#include "app/views/action_table.hpp"
#include "app/views/controls.hpp"
#include "app/views/problems.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

constexpr int boxes_in_row = 16;

std::optional<LaneMask> hex_mask(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  return whole_number<LaneMask>(text.substr(2), 16);
}

// What the boxes show: a mask written as a number is itself; of a condition, what it came to in the warp that is shown.
// Empty where there is no answer to look at.
std::optional<LaneMask> shown_mask(const Frame& frame, const Access& access) {
  if (const std::optional<LaneMask> mask = hex_mask(access.mask)) return mask;
  if (frame.shown().shown) return frame.shown().shown->addresses.active;
  return std::nullopt;
}

struct Boxes {
  ImVec2 start;
  float pitch = 0;
  ImVec2 min(int lane) const {
    return {start.x + pitch * static_cast<float>(lane % boxes_in_row),
            start.y + pitch * static_cast<float>(lane / boxes_in_row)};
  }
  // The lane under a point; -1 beside the boxes.
  int lane_at(ImVec2 point) const {
    const int column = static_cast<int>(std::floor((point.x - start.x) / pitch));
    const int row = static_cast<int>(std::floor((point.y - start.y) / pitch));
    if (column < 0 || column >= boxes_in_row || row < 0 || row >= lane_count / boxes_in_row) return -1;
    return row * boxes_in_row + column;
  }
};

// All lanes whose boxes a stroke from here to there goes over: a fast hand is at several between two frames.
LaneMask lanes_between(const Boxes& boxes, ImVec2 from, ImVec2 to) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const int steps = std::min(4096, 1 + static_cast<int>(4 * length / boxes.pitch));  // four in a box
  LaneMask lanes = 0;
  for (int i = 0; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    const int lane = boxes.lane_at({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    if (lane >= 0) lanes |= lane_bit(lane);
  }
  return lanes;
}

void draw_boxes(const Frame& frame, const Boxes& boxes, LaneMask mask, Colour fill, int under) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = boxes.pitch - frame.px(2);
  const Pointed& pointed = frame.selection.shown();
  const LaneMask lit = pointed.lane >= 0 ? lane_bit(pointed.lane) : frame.lit().lanes;
  push_font(frame.theme.fonts.mono_small);
  for (int lane = 0; lane < lane_count; ++lane) {
    const ImVec2 min = boxes.min(lane);
    const ImVec2 max{min.x + side, min.y + side};
    const bool on = has_lane(mask, lane);
    list.AddRectFilled(min, max, frame.u32(on ? fill : frame.colours().control), frame.px(2));
    if (!on) list.AddLine({min.x + 2, max.y - 2}, {max.x - 2, min.y + 2}, frame.u32(frame.colours().text_faint), 1);
    if (lane == under || has_lane(lit, lane)) {
      add_rect(list, min, max, frame.u32(frame.colours().outline), frame.px(2), frame.px(2));
    }
    if (frame.log.on()) frame.log.area(fmt::format("access.lane.{}", lane), min, max, on ? "on" : "off");
  }
  ImGui::PopFont();
}

LaneMask first_lanes(std::int64_t count) {
  return count >= lane_count ? all_lanes : (LaneMask{1} << std::max<std::int64_t>(0, count)) - 1;
}

// How many lanes are on from lane 0, and a slider that makes it so many.
bool draw_first_lanes(const Frame& frame, LaneMask mask, Access& access) {
  std::int64_t count = std::countr_one(mask);
  if (!number_row(frame, "access.first_lanes", "first lanes", count, {0, lane_count})) return false;
  access.mask = fmt::format("0x{:08x}", first_lanes(count));
  return true;
}

void draw_usual_sets(const Frame& frame, Edits& edits) {
  struct Set {
    const char* label;
    Action action;
  };
  constexpr Set sets[] = {{"all", Action::lanes_all},
                          {"even", Action::lanes_even},
                          {"0–15", Action::lanes_first_half},
                          {"16–31", Action::lanes_second_half},
                          {"some", Action::lanes_random}};
  for (const Set& each : sets) {
    if (&each != sets) ImGui::SameLine(0, frame.px(4));
    if (button(frame, fmt::format("access.lanes.{}", each.label), each.label)) edits.actions.push_back(each.action);
    if (ImGui::IsItemHovered()) hover_sentence(frame, info(each.action).about);
  }
}

}  // namespace

bool draw_mask(const Frame& frame, MaskView& own, Access& access, Edits& edits) {
  const std::optional<LaneMask> known = shown_mask(frame, access);
  const LaneMask mask = known.value_or(all_lanes);
  section(frame, "ACTIVE LANES", known ? fmt::format("{:08X}", mask) : "no answer");
  const float width = ImGui::GetContentRegionAvail().x;
  const Boxes boxes{ImGui::GetCursorScreenPos(), std::floor(std::min(frame.px(24), width / boxes_in_row))};
  ImGui::InvisibleButton("lanes", {boxes.pitch * boxes_in_row, boxes.pitch * 2});
  const bool held = ImGui::IsItemActive();
  const int under = ImGui::IsItemHovered() || held ? boxes.lane_at(ImGui::GetIO().MousePos) : -1;
  if (ImGui::IsItemActivated() && under >= 0) own = {true, !has_lane(mask, under)};
  if (!held) own.painting = false;
  bool changed = false;
  if (held) frame.gesture = ImGui::GetID("lanes");
  if (own.painting) {
    const ImVec2 now = ImGui::GetIO().MousePos;
    const ImVec2 moved = ImGui::IsItemActivated() ? ImVec2{0, 0} : ImGui::GetIO().MouseDelta;
    const LaneMask over = lanes_between(boxes, {now.x - moved.x, now.y - moved.y}, now);
    const LaneMask next = own.paint_on ? mask | over : mask & ~over;
    changed = next != mask;
    if (changed) access.mask = fmt::format("0x{:08x}", next);
  }
  if (under >= 0) frame.next_selection.hovered = Pointed{.lane = under};
  draw_boxes(frame, boxes, mask, known ? frame.colours().accent : frame.colours().control_hot, under);
  changed |= draw_first_lanes(frame, mask, access);
  draw_usual_sets(frame, edits);
  changed |= expression_box(frame, "access.mask", access.mask, problem_at(frame.shown().problems, "mask"));
  return changed;
}

}  // namespace bankmap
