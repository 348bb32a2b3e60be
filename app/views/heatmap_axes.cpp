#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/heatmap_parts.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

constexpr std::size_t fewest_bar_steps = 4;  // so that a free access has short bars

struct Label {
  const Frame& frame;
  ImDrawList& list;
  ImFont* font;
  float size;  // [px] of the text, no larger than a cell allows

  ImVec2 extent(const std::string& text) const { return font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str()); }
  // Text whose middle is at a point, or that ends there.
  void centred(ImVec2 middle, const std::string& text, Colour colour) const {
    const ImVec2 size_of = extent(text);
    draw({std::floor(middle.x - size_of.x / 2 + 0.5F), std::floor(middle.y - size_of.y / 2)}, text, colour);
  }
  void ending(ImVec2 right_middle, const std::string& text, Colour colour) const {
    const ImVec2 size_of = extent(text);
    draw({std::floor(right_middle.x - size_of.x), std::floor(right_middle.y - size_of.y / 2)}, text, colour);
  }
  void draw(ImVec2 at, const std::string& text, Colour colour) const {
    list.AddText(font, size, at, frame.u32(colour), text.c_str());
  }
};

Colour bank_colour(const Frame& frame, std::uint32_t lit, int bank) {
  return (lit >> bank & 1U) != 0 ? frame.colours().text_bright : frame.colours().text_faint;
}

void draw_banks(const Label& label, const HeatmapLayout& layout) {
  const Frame& frame = label.frame;
  const AccessAnalysis& access = frame.shown();
  const std::uint32_t lit = frame.lit().banks;
  const float above = layout.grid.y - layout.top / 2;
  const float below = layout.end().y + layout.bottom / 2;
  const bool all = layout.bank_label_step() == 1 && layout.lane_label_step() == 1;
  if (all) label.ending({layout.grid.x - frame.px(8), above}, "lane", frame.colours().text_faint);
  for (int bank = 0; bank < bank_count; ++bank) {
    const float middle = layout.min(0, bank).x + layout.cell.x / 2;
    const bool labelled = bank % layout.bank_label_step() == 0;
    if (labelled) label.centred({middle, above}, fmt::format("{}", bank), bank_colour(frame, lit, bank));
    const int words = access.shown ? access.shown->served.words_in_bank[static_cast<std::size_t>(bank)] : 0;
    const std::string text = access.shown ? fmt::format("{}", words) : "–";
    const Colour colour = words > 1    ? frame.colours().costly
                          : words == 1 ? frame.colours().text
                                       : bank_colour(frame, lit, bank);
    const float x = layout.min(0, bank).x;
    if (layout.bank_label_step() == 1) {
      label.centred({middle, below}, text, colour);
    } else if (words > 0) {  // no room for a number: a mark in its colour
      label.list.AddRectFilled({x, layout.end().y + 1}, {x + layout.cell.x - 1, layout.end().y + 1 + frame.px(3)},
                               frame.u32(colour));
    }
    if (frame.log.on()) {
      frame.log.area(fmt::format("heatmap.bank.{}", bank), {x, layout.grid.y - layout.top},
                     {x + layout.cell.x, layout.grid.y}, labelled ? std::to_string(bank) : "");
      frame.log.area(fmt::format("heatmap.words.{}", bank), {x, layout.end().y},
                     {x + layout.cell.x, layout.end().y + layout.bottom}, text);
    }
  }
  if (!all) return;
  label.draw({layout.end().x + frame.px(6), std::floor(below - label.size / 2)},
             access.law == CountLaw::words ? "words" : "lanes", frame.colours().text_faint);
}

void draw_bar(const Label& label, const HeatmapLayout& layout, int lane, const LaneResult& it,
              const WarpPasses& served) {
  const Frame& frame = label.frame;
  const float from = layout.end().x + frame.px(6);
  const float most = std::max(frame.px(4), layout.right - frame.px(10));
  const float share =
      static_cast<float>(it.pass + 1) / static_cast<float>(std::max(fewest_bar_steps, served.passes.size()));
  const float top = layout.min(lane, 0).y + layout.cell.y * 0.22F;
  const ImVec2 min{from, std::floor(top)};
  const ImVec2 max{from + std::max(frame.px(2), std::floor(most * share)), std::floor(top + layout.cell.y * 0.5F)};
  label.list.AddRectFilled(min, max, frame.u32(frame.theme.turn(turn_of_pass(served, it.pass)).fill), frame.px(1));
  if (frame.log.on()) frame.log.area(fmt::format("heatmap.pass.{}", lane), min, max, fmt::format("{}", it.pass + 1));
}

// In a comparison: a dot beside a lane that the other side serves otherwise.
void draw_difference(const Label& label, const HeatmapLayout& layout, int lane) {
  const float radius = std::max(2.0F, std::floor(layout.cell.y * 0.14F));
  const ImVec2 at{layout.grid.x - radius - 1, layout.min(lane, 0).y + layout.cell.y / 2};
  label.list.AddCircleFilled(at, radius, label.frame.u32(label.frame.colours().costly));
  if (label.frame.log.on())
    label.frame.log.area(fmt::format("heatmap.differs.{}", lane), {at.x - radius, at.y - radius},
                         {at.x + radius, at.y + radius}, "differs");
}

void draw_lanes(const Label& label, const HeatmapLayout& layout) {
  const Frame& frame = label.frame;
  const AccessAnalysis& access = frame.shown();
  const LaneMask related = frame.lit().lanes;
  const LaneMask refused = refused_lanes(access);
  const LaneMask differing = frame.against == nullptr ? 0 : differing_lanes(access, *frame.against);
  for (int lane = 0; lane < lane_count; ++lane) {
    const float middle = layout.min(lane, 0).y + layout.cell.y / 2;
    const bool lit = has_lane(related, lane) || frame.selection.shown().lane == lane;
    const Colour colour = has_lane(refused, lane) ? frame.colours().refused
                          : lit                   ? frame.colours().text_bright
                                                  : frame.colours().text_faint;
    const bool labelled = lane % layout.lane_label_step() == 0;
    if (labelled) label.ending({layout.grid.x - frame.px(8), middle}, fmt::format("{}", lane), colour);
    if (frame.log.on()) {
      const float y = layout.min(lane, 0).y;
      frame.log.area(fmt::format("heatmap.lane.{}", lane), {layout.grid.x - layout.left, y},
                     {layout.grid.x, y + layout.cell.y}, labelled ? std::to_string(lane) : "");
    }
    if (has_lane(differing, lane)) draw_difference(label, layout, lane);
    if (!access.shown) continue;
    const LaneResult& it = access.shown->lanes[static_cast<std::size_t>(lane)];
    if (it.active && it.pass >= 0) draw_bar(label, layout, lane, it, access.shown->served);
  }
}

// A bracket beside each run of lanes of one phase, with the number of the phase.
void draw_phases(const Label& label, const HeatmapLayout& layout) {
  const Frame& frame = label.frame;
  const AccessAnalysis& access = frame.shown();
  if (!access.shown || access.shown->served.phases.size() < 2) return;
  const float x = layout.grid.x - std::floor(layout.left * 0.8F);
  const ImU32 line = frame.u32(frame.colours().text_faint);
  const auto phase_of = [&](int lane) { return access.shown->served.phase_of_lane[static_cast<std::size_t>(lane)]; };
  for (int lane = 0; lane < lane_count; ++lane) {
    const int phase = phase_of(lane);
    if (phase < 0) continue;
    int last = lane;
    while (last + 1 < lane_count && phase_of(last + 1) == phase) ++last;
    const float top = layout.min(lane, 0).y + frame.px(3);
    const float bottom = layout.min(last + 1, 0).y - frame.px(4);
    label.list.AddRectFilled({x, top}, {x + frame.px(2), bottom}, line);
    label.ending({x - frame.px(4), (top + bottom) / 2}, fmt::format("{}", phase + 1), frame.colours().text_dim);
    if (frame.log.on())
      frame.log.area(fmt::format("heatmap.phase.{}", phase), {x, top}, {x + frame.px(2), bottom},
                     fmt::format("{}", phase + 1));
    lane = last;
  }
  if (layout.lane_label_step() > 1) return;  // in so small a picture the word would lie on the first lane's label
  label.draw({layout.grid.x - layout.left, std::floor(layout.grid.y - layout.top / 2 - label.size / 2)}, "phase",
             frame.colours().text_faint);
}

}  // namespace

void draw_axes(const Frame& frame, const HeatmapLayout& layout) {
  ImFont* font = frame.theme.fonts.mono_small;
  push_font(font);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Label label{frame, list, font, layout.lane_label_size(font_pixels(font))};
  draw_banks({frame, list, font, layout.bank_label_size(font_pixels(font))}, layout);
  draw_lanes(label, layout);
  draw_phases(label, layout);
  ImGui::PopFont();
}

}  // namespace bankmap
