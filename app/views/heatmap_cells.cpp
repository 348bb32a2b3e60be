#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/views/heatmap_parts.hpp"
#include "core/turn.hpp"

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
  LaneMask related = 0;

  float opacity(int lane) const { return related == 0 || has_lane(related, lane) ? 1.0F : dimmed; }
  FillColour colour(const LaneResult& lane) const {
    const int turn = lane.pass < 0 ? 0 : turn_of_pass(frame.shown().shown->served, lane.pass);
    return turn_colour(frame.theme.look.theme, turn);
  }
  float line() const { return layout.line(frame.px(1)); }
  float rounding() const { return std::min(frame.px(3), layout.cell.y * 0.2F); }
  ImVec2 cell_min(int lane, int bank) const { return layout.min(lane, bank); }
  ImVec2 cell_max(int lane, int last_bank) const {
    const ImVec2 next = layout.min(lane + 1, last_bank + 1);
    return {next.x - line(), next.y - line()};
  }
};

int last_bank(const LaneResult& lane) { return std::min(lane.bank + lane.banks, bank_count) - 1; }

void draw_plain_cell(const Painter& paint, int lane) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  paint.list.AddRectFilled(paint.cell_min(lane, it.bank), paint.cell_max(lane, last_bank(it)),
                           paint.frame.u32(paint.colour(it).fill, paint.opacity(lane)), paint.rounding());
}

// Lanes that share a word: neighbours melt into one piece, pieces are joined by a bar, and a frame of its own colour
// goes round.
void draw_shared_shape(const Painter& paint, LaneMask lanes) {
  const int first = std::countr_zero(lanes);
  const LaneResult& it = lane_of(paint.frame.shown(), first);
  const float opacity = paint.opacity(first);
  const ImU32 fill = paint.frame.u32(paint.colour(it).fill, opacity);
  const ImU32 link = paint.frame.u32(paint.frame.colours().link, opacity);
  const int end = lane_count - std::countl_zero(lanes);
  const ImVec2 top = paint.cell_min(first, it.bank);
  const ImVec2 bottom = paint.cell_max(end - 1, last_bank(it));
  const float middle = std::floor((top.x + bottom.x) / 2);
  const float half = std::max(1.0F, std::floor(paint.layout.cell.x * 0.12F));
  const float round = std::min(paint.layout.cell.x, paint.layout.cell.y) * 0.45F;
  paint.list.AddRectFilled({middle - half, top.y + round}, {middle + half, bottom.y - round}, link);
  for (int lane = first; lane < end; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    int last = lane;
    while (last + 1 < end && has_lane(lanes, last + 1)) ++last;
    const ImVec2 min = paint.cell_min(lane, it.bank);
    const ImVec2 max = paint.cell_max(last, last_bank(it));
    paint.list.AddRectFilled(min, max, fill, round);
    add_rect(paint.list, min, max, link, round, std::max(1.0F, paint.frame.px(1.5F)));
    lane = last;
  }
}

// Text is drawn at the size of its font where the cell is high enough, else smaller.
void draw_pass_number(const Painter& paint, int lane, ImFont* font) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  const std::string text = fmt::format("{}", it.pass + 1);
  const float own = font_pixels(font);
  const float fit =
      std::min({own, paint.layout.cell.y * 0.78F, paint.layout.cell.x * 1.5F / static_cast<float>(text.size())});
  const ImVec2 full = font->CalcTextSizeA(fit, FLT_MAX, 0, text.c_str());
  const ImU32 colour = paint.frame.u32(paint.colour(it).text, paint.opacity(lane));
  for (int bank = it.bank; bank <= last_bank(it); ++bank) {
    const ImVec2 min = paint.cell_min(lane, bank);
    const ImVec2 max = paint.cell_max(lane, bank);
    const ImVec2 at{std::floor((min.x + max.x - full.x) / 2 + 0.5F), std::floor((min.y + max.y - full.y) / 2)};
    paint.list.AddText(font, fit, at, colour, text.c_str());
  }
}

void draw_outline(const Painter& paint, int lane, Colour colour) {
  const LaneResult& it = lane_of(paint.frame.shown(), lane);
  const float out = std::max(1.0F, paint.frame.px(1));
  const ImVec2 min = paint.cell_min(lane, it.bank);
  const ImVec2 max = paint.cell_max(lane, last_bank(it));
  add_rect(paint.list, {min.x - out, min.y - out}, {max.x + out, max.y + out}, paint.frame.u32(colour),
           paint.rounding(), std::max(1.0F, paint.frame.px(2)));
}

LaneMask sharing_group(const AccessAnalysis& access, int lane) {
  return lane_of(access, lane).shares_word | lane_bit(lane);
}

void draw_fills(const Painter& paint) {
  const AccessAnalysis& access = paint.frame.shown();
  LaneMask drawn = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!lane_of(access, lane).active || has_lane(drawn, lane)) continue;
    const LaneMask group = sharing_group(access, lane);
    if (std::popcount(group) == 1) {
      draw_plain_cell(paint, lane);
    } else {
      draw_shared_shape(paint, group);
    }
    drawn |= group;
  }
}

}  // namespace

LaneMask related_lanes(const AccessAnalysis& access, const Pointed& pointed) {
  if (!access.shown || !pointed.any()) return 0;
  const auto touches = [&](int lane) {
    const LaneResult& it = lane_of(access, lane);
    return it.active && pointed.bank >= it.bank && pointed.bank < it.bank + it.banks;
  };
  if (pointed.lane >= 0 && lane_of(access, pointed.lane).active && (pointed.bank < 0 || touches(pointed.lane))) {
    return sharing_group(access, pointed.lane) | lane_of(access, pointed.lane).conflicts;
  }
  LaneMask lanes = 0;
  for (int lane = 0; lane < lane_count && pointed.bank >= 0; ++lane) {
    if (touches(lane)) lanes |= lane_bit(lane);
  }
  return lanes;
}

void draw_cells(const Frame& frame, const HeatmapLayout& layout) {
  const AccessAnalysis& access = frame.shown();
  if (!access.shown) return;
  const Pointed& pointed = frame.selection.shown();
  const Painter paint{frame, layout, *ImGui::GetWindowDrawList(), related_lanes(access, pointed)};
  draw_fills(paint);
  push_font(frame.theme.fonts.mono_bold);  // its texture, for all numbers
  for (int lane = 0; lane < lane_count; ++lane) {
    if (lane_of(access, lane).active) draw_pass_number(paint, lane, frame.theme.fonts.mono_bold);
  }
  ImGui::PopFont();
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(paint.related, lane)) continue;
    const bool shares = pointed.lane >= 0 && has_lane(lane_of(access, pointed.lane).shares_word, lane);
    draw_outline(paint, lane, shares ? frame.colours().link : frame.colours().outline);
  }
}

void log_cells(const Frame& frame, const HeatmapLayout& layout) {
  const AccessAnalysis& access = frame.shown();
  const LaneMask related = related_lanes(access, frame.selection.shown());
  for (int lane = 0; lane < lane_count; ++lane) {
    for (int bank = 0; bank < bank_count; ++bank) {
      std::string text;
      if (access.shown) {
        const LaneResult& it = lane_of(access, lane);
        if (it.active && bank >= it.bank && bank <= last_bank(it)) text = fmt::format("{}", it.pass + 1);
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
