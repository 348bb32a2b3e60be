#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/heatmap_parts.hpp"
#include "core/turn.hpp"
#include "core/ways.hpp"
#include "core/word_links.hpp"

namespace bankmap {
namespace {

constexpr float dimmed = 0.5F;  // what the selection is not about

const LaneResult& lane_of(const AccessAnalysis& access, int lane) {
  return access.shown->lanes[static_cast<std::size_t>(lane)];
}

struct Painter {
  const Frame& frame;
  const HeatmapLayout& layout;
  ImDrawList& list;
  HeatmapColour by;
  LaneMask related = 0;
  std::vector<WordLink> links = {};

  float opacity(int lane) const { return related == 0 || has_lane(related, lane) ? 1.0F : dimmed; }
  // Dimmed by mixing, not by see-through: the parts of a linked shape overlap.
  ImU32 paint_of(Colour colour, int lane) const { return frame.u32(mix(frame.colours().cell, colour, opacity(lane))); }
  CellMeaning meaning(int lane) const { return cell_meaning(frame.shown(), by, frame.theme, lane); }
  float line() const { return layout.line(frame.px(1)); }
  float rounding() const { return std::min(frame.px(3), layout.cell.y * 0.2F); }
  float frame_width() const { return std::max(1.0F, frame.px(1)); }
  // Of the line that joins the pieces of a word, with its frame; and what a cell leaves free for it.
  float link_width() const { return 2 * frame_width() + std::max(2.0F, std::floor(layout.cell.x * 0.1F)); }
  float strip() const { return link_width() + 1; }
  bool passed(LaneRun lanes, int track) const {
    return link_passes(links, *frame.shown().shown, lanes.first, lanes, track);
  }
  // What lanes next to each other fill of their banks: all but the strips of other words' lines.
  ImVec2 piece_min(LaneRun lanes, int first_bank) const {
    const ImVec2 min = layout.min(lanes.first, first_bank);
    return {min.x + (passed(lanes, 0) ? strip() : 0), min.y};
  }
  ImVec2 piece_max(LaneRun lanes, int last_bank) const {
    const ImVec2 next = layout.min(lanes.last + 1, last_bank + 1);
    return {next.x - line() - (passed(lanes, 1) ? strip() : 0), next.y - line()};
  }
};

int last_bank(const LaneResult& lane) { return std::min(lane.bank + lane.banks, bank_count) - 1; }

void draw_plain_cell(const Painter& paint, int lane) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  paint.list.AddRectFilled(paint.piece_min({lane, lane}, it.bank), paint.piece_max({lane, lane}, last_bank(it)),
                           paint.paint_of(paint.meaning(lane).paint.fill, lane), paint.rounding());
}

struct Box {
  ImVec2 min;
  ImVec2 max;
};

// The pieces of a word, and the line that joins them where there are several.
std::vector<Box> parts_of(const Painter& paint, const WordLink& link) {
  const WidgetLog& log = paint.frame.log;
  const int last_of_banks = std::min(link.bank + link.banks, bank_count) - 1;
  std::vector<Box> parts;
  for (const LaneRun& run : runs(link.lanes)) {
    parts.push_back({paint.piece_min(run, link.bank), paint.piece_max(run, last_of_banks)});
    if (log.on()) paint.frame.log.area(fmt::format("heatmap.piece.{}", run.first), parts.back().min, parts.back().max);
  }
  if (link.track == no_track) return parts;
  Box line{{parts.front().min.x, parts.front().min.y}, {parts.front().max.x, parts.back().max.y}};
  if (link.track == 0) line.max.x = line.min.x + paint.link_width();
  if (link.track == 1) line.min.x = line.max.x - paint.link_width();
  if (log.on()) paint.frame.log.area(fmt::format("heatmap.link.{}", link.first()), line.min, line.max);
  parts.push_back(line);
  return parts;
}

// Lanes that share a word are one shape: one frame round all its parts, filled with the colour of its turn.
void draw_shared_shape(const Painter& paint, const WordLink& link) {
  const ImU32 fill = paint.paint_of(paint.meaning(link.first()).paint.fill, link.first());
  const ImU32 outside = paint.paint_of(paint.frame.colours().link, link.first());
  const float in = paint.frame_width();
  const bool in_one_piece = link.track == no_track;
  const float round = std::min(paint.layout.cell.x, paint.layout.cell.y) * (in_one_piece ? 0.45F : 0.2F);
  const std::vector<Box> parts = parts_of(paint, link);
  for (const Box& part : parts) paint.list.AddRectFilled(part.min, part.max, outside, round);
  for (const Box& part : parts) {
    paint.list.AddRectFilled({part.min.x + in, part.min.y + in}, {part.max.x - in, part.max.y - in}, fill,
                             std::max(0.0F, round - in));
  }
}

// Text is drawn at the size of its font where the cell is high enough, else smaller, and not at all where nobody could
// read it.
void draw_pass_number(const Painter& paint, int lane, ImFont* font) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  const CellMeaning meaning = paint.meaning(lane);
  const std::string text = fmt::format("{}", meaning.number);
  const float own = font_pixels(font);
  const ImU32 colour = paint.paint_of(meaning.paint.text, lane);
  for (int bank = it.bank; bank <= last_bank(it); ++bank) {
    const ImVec2 min = bank == it.bank ? paint.piece_min({lane, lane}, bank) : paint.layout.min(lane, bank);
    const ImVec2 next = paint.layout.min(lane + 1, bank + 1);
    const ImVec2 max = bank == last_bank(it) ? paint.piece_max({lane, lane}, bank)
                                             : ImVec2{next.x - paint.line(), next.y - paint.line()};
    const float fit =
        std::min({own, paint.layout.cell.y * 0.78F, (max.x - min.x) * 1.5F / static_cast<float>(text.size())});
    if (fit < least_number) continue;
    const ImVec2 full = font->CalcTextSizeA(fit, FLT_MAX, 0, text.c_str());
    const ImVec2 at{std::floor((min.x + max.x - full.x) / 2 + 0.5F), std::floor((min.y + max.y - full.y) / 2)};
    paint.list.AddText(font, fit, at, colour, text.c_str());
    if (paint.frame.log.on())
      paint.frame.log.area(fmt::format("heatmap.number.{}.{}", lane, bank), at, {at.x + full.x, at.y + full.y}, text);
  }
}

void draw_outline(const Painter& paint, int lane, Colour colour) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  const float out = std::max(1.0F, paint.frame.px(1));
  const ImVec2 min = paint.piece_min({lane, lane}, it.bank);
  const ImVec2 max = paint.piece_max({lane, lane}, last_bank(it));
  add_rect(paint.list, {min.x - out, min.y - out}, {max.x + out, max.y + out}, paint.frame.u32(colour),
           paint.rounding(), std::max(1.0F, paint.frame.px(2)));
}

void draw_fills(const Painter& paint) {
  const AccessAnalysis& access = paint.frame.shown();
  for (int lane = 0; lane < lane_count; ++lane) {
    if (lane_of(access, lane).active && lane_of(access, lane).shares_word == 0) draw_plain_cell(paint, lane);
  }
  for (const WordLink& link : paint.links) draw_shared_shape(paint, link);
}

}  // namespace

CellMeaning cell_meaning(const AccessAnalysis& access, HeatmapColour colour, const Theme& theme, int lane) {
  const LaneResult& it = lane_of(access, lane);
  switch (colour) {
    case HeatmapColour::phase:
      return {it.phase + 1, theme.turn(it.phase)};
    case HeatmapColour::ways: {
      const int ways = ways_of_lane(*access.shown, access.law, lane);
      return {ways, theme.turn(ways - 1)};
    }
    case HeatmapColour::pass:
    case HeatmapColour::conflicts:
      break;
  }
  const int turn = it.pass < 0 ? 0 : turn_of_pass(access.shown->served, it.pass);
  return {it.pass + 1, theme.turn(turn)};
}

void draw_cells(const Frame& frame, const HeatmapLayout& layout, HeatmapColour colour) {
  const AccessAnalysis& access = frame.shown();
  if (!access.shown) return;
  const Lit now = frame.lit();
  const Painter paint{frame, layout, *ImGui::GetWindowDrawList(), colour, now.lanes, word_links(*access.shown)};
  draw_fills(paint);
  push_font(frame.theme.fonts.mono_bold);  // its texture, for all numbers
  for (int lane = 0; lane < lane_count && layout.numbered; ++lane) {
    if (lane_of(access, lane).active) draw_pass_number(paint, lane, frame.theme.fonts.mono_bold);
  }
  ImGui::PopFont();
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(paint.related, lane)) continue;
    draw_outline(paint, lane, has_lane(now.shares, lane) ? frame.colours().link : frame.colours().outline);
  }
}

void log_cells(const Frame& frame, const HeatmapLayout& layout, HeatmapColour colour) {
  const AccessAnalysis& access = frame.shown();
  const LaneMask related = frame.lit().lanes;
  for (int lane = 0; lane < lane_count; ++lane) {
    for (int bank = 0; bank < bank_count; ++bank) {
      std::string text;
      if (access.shown) {
        const LaneResult& it = lane_of(access, lane);
        if (it.active && bank >= it.bank && bank <= last_bank(it))
          text = fmt::format("{}", cell_meaning(access, colour, frame.theme, lane).number);
        if (!it.active) text = "inactive";
        if (!text.empty() && has_lane(related, lane)) text += " lit";
        if (!text.empty() && it.shares_word != 0) text += " shared";
      } else if (has_lane(refused_lanes(access), lane)) {
        text = "refused";
      }
      const ImVec2 min = layout.min(lane, bank);
      frame.log.area(fmt::format("heatmap.cell.{}.{}", lane, bank), min, {min.x + layout.cell.x, min.y + layout.cell.y},
                     text);
    }
  }
}

}  // namespace bankmap
