#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/views/controls.hpp"
#include "app/views/heatmap_parts.hpp"
#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

const LaneResult& lane_of(const AccessAnalysis& access, int lane) {
  return access.shown->lanes[static_cast<std::size_t>(lane)];
}

int turn_of(const AccessAnalysis& access, int lane) {
  return turn_of_pass(access.shown->served, lane_of(access, lane).pass);
}

// What stands between two lanes: how many passes, "=" for one word, "" for nothing.
std::string between(const AccessAnalysis& access, int lane, int other) {
  const LaneResult& it = lane_of(access, lane);
  if (!it.active || it.pass < 0 || lane == other) return "";
  if (has_lane(it.shares_word, other)) return "=";
  if (!has_lane(it.conflicts, other)) return "";
  return fmt::format("{}", std::abs(it.pass - lane_of(access, other).pass));
}

std::string sentence(const AccessAnalysis& access, int lane, int other) {
  if (lane < 0 || other < 0 || lane == other) return explain_lane(access, std::max(lane, other));
  const LaneResult& a = lane_of(access, lane);
  const LaneResult& b = lane_of(access, other);
  const std::string text = between(access, lane, other);
  if (text.empty()) return fmt::format("Lanes {} and {} do not meet: {}", lane, other, explain_lane(access, lane));
  if (text == "=") return fmt::format("Lanes {} and {} share word {} and are served together.", lane, other, a.word);
  return fmt::format("Lanes {} and {} both want bank {}, for words {} and {}: served in passes {} and {}.", lane, other,
                     a.bank, a.word, b.word, a.pass + 1, b.pass + 1);
}

struct PairGrid {
  const Frame& frame;
  const HeatmapLayout& layout;
  ImDrawList& list;
  LaneMask lit = 0;

  void cell(int lane, int other, FillColour paint, const std::string& text) const {
    const bool dim = lit != 0 && !(has_lane(lit, lane) && has_lane(lit, other));
    const ImVec2 min = layout.min(lane, other);
    const float line = layout.line(frame.px(1));
    const ImVec2 max{min.x + layout.cell.x - line, min.y + layout.cell.y - line};
    const auto mixed = [&](Colour colour) { return frame.u32(mix(frame.colours().cell, colour, dim ? 0.4 : 1.0)); };
    list.AddRectFilled(min, max, mixed(paint.fill), frame.px(2));
    if (!layout.numbered || text.empty()) return;
    ImFont* font = frame.theme.fonts.mono_bold;
    const float size =
        std::min({font_pixels(font), layout.cell.y * 0.78F, layout.cell.x * 1.5F / static_cast<float>(text.size())});
    if (size < least_number) return;
    const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str());
    list.AddText(font, size, {std::floor((min.x + max.x - extent.x) / 2), std::floor((min.y + max.y - extent.y) / 2)},
                 mixed(paint.text), text.c_str());
  }
};

void draw_pairs(const PairGrid& grid) {
  const Frame& frame = grid.frame;
  const AccessAnalysis& access = frame.shown();
  for (int lane = 0; lane < lane_count; ++lane) {
    for (int other = 0; other < lane_count; ++other) {
      const std::string text = between(access, lane, other);
      if (lane == other && lane_of(access, lane).active) {
        grid.cell(lane, other, {frame.colours().control_hot, frame.colours().text}, "");
      } else if (text == "=") {
        grid.cell(lane, other, {frame.colours().link, text_on(frame.colours().link)}, text);
      } else if (!text.empty()) {
        grid.cell(lane, other, frame.theme.turn(std::abs(turn_of(access, lane) - turn_of(access, other))), text);
      }
      if (frame.log.on()) {
        const ImVec2 min = grid.layout.min(lane, other);
        frame.log.area(fmt::format("heatmap.pair.{}.{}", lane, other), min,
                       {min.x + grid.layout.cell.x, min.y + grid.layout.cell.y}, text);
      }
    }
  }
}

void draw_numbers(const Frame& frame, const HeatmapLayout& layout, LaneMask lit) {
  ImFont* font = frame.theme.fonts.mono_small;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float of_lanes = layout.lane_label_size(font_pixels(font));
  const float above_grid = layout.bank_label_size(font_pixels(font));
  const auto write = [&](float size, ImVec2 right_middle, const std::string& text, Colour colour, float share) {
    const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str());
    list.AddText(font, size, {std::floor(right_middle.x - extent.x * share), std::floor(right_middle.y - extent.y / 2)},
                 frame.u32(colour), text.c_str());
  };
  push_font(font);
  const float above = layout.grid.y - layout.top / 2;
  for (int lane = 0; lane < lane_count; ++lane) {
    const Colour colour = has_lane(lit, lane) ? frame.colours().text_bright : frame.colours().text_faint;
    const ImVec2 at = layout.min(lane, lane);
    const std::string text = fmt::format("{}", lane);
    if (lane % layout.lane_label_step() == 0)
      write(of_lanes, {layout.grid.x - frame.px(8), at.y + layout.cell.y / 2}, text, colour, 1);
    if (lane % layout.bank_label_step() == 0) write(above_grid, {at.x + layout.cell.x / 2, above}, text, colour, 0.5F);
  }
  if (layout.lane_label_step() == 1 && layout.bank_label_step() == 1)
    write(above_grid, {layout.grid.x - frame.px(8), above}, "lane", frame.colours().text_faint, 1);
  ImGui::PopFont();
}

void take_input(const Frame& frame, const HeatmapLayout& layout) {
  const ImVec2 end = layout.end();
  ImGui::SetCursorScreenPos({layout.grid.x - layout.left, layout.grid.y - layout.top});
  ImGui::InvisibleButton("heatmap", {end.x - layout.grid.x + layout.left, end.y - layout.grid.y + layout.top});
  if (frame.log.on()) frame.log.item("heatmap", "conflicts");
  if (!ImGui::IsItemHovered()) return;
  const Pointed at = layout.at(ImGui::GetIO().MousePos);  // its bank is the other lane
  if (!at.any()) return;
  const Pointed pointed{.lane = at.lane >= 0 ? at.lane : at.bank};
  frame.next_selection.hovered = pointed;
  if (ImGui::IsItemClicked()) frame.next_selection.toggle_pin(pointed);
  hover_sentence(frame, sentence(frame.shown(), at.lane, at.bank));
}

}  // namespace

void draw_conflicts(const Frame& frame, const HeatmapLayout& layout) {
  const PairGrid grid{frame, layout, *ImGui::GetWindowDrawList(), frame.lit().lanes};
  push_font(frame.theme.fonts.mono_bold);  // its texture, for all numbers
  draw_pairs(grid);
  ImGui::PopFont();
  draw_numbers(frame, layout, grid.lit);
  take_input(frame, layout);
}

}  // namespace bankmap
