#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/views/pass_timeline_parts.hpp"
#include "core/explain.hpp"

namespace bankmap {
namespace {

constexpr double dimmed = 0.35;

struct Row {
  const TimelinePicture& picture;
  const TimelineRow& of;
  float top;
  float bottom;

  const Frame& frame() const { return picture.frame; }
  FillColour paint() const { return frame().theme.turn(of.turn); }
  ImU32 mixed(Colour colour, bool dim) const {
    return frame().u32(mix(frame().colours().cell, colour, dim ? dimmed : 1.0));
  }
  // Whether one of these lanes stands back behind what is pointed at.
  bool stands_back(LaneMask lanes) const {
    return picture.dim(of) || (picture.lit.lanes != 0 && (picture.lit.lanes & lanes) == 0);
  }
};

std::string lane_text(LaneMask lanes) {
  return fmt::format("{}{}", std::countr_zero(lanes), std::popcount(lanes) > 1 ? "+" : "");
}

void draw_banks(const Row& row, const CellText& text, bool written) {
  const Grid& grid = row.picture.grid;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 empty = row.frame().u32(row.frame().colours().cell);
  for (int bank = 0; bank < bank_count; ++bank) {
    const LaneMask lanes = row.of.lanes_in_bank[static_cast<std::size_t>(bank)];
    const ImVec2 min{grid.place(0, bank).x, row.top};
    const ImVec2 max{grid.end_of(0, bank).x, row.bottom};
    if (lanes == 0) {
      const bool lit = (row.picture.lit.banks >> bank & 1U) != 0;
      list.AddRectFilled(min, max, lit ? row.frame().u32(row.frame().colours().cell_lit) : empty);
      continue;
    }
    const bool back = row.stands_back(lanes);
    list.AddRectFilled(min, max, row.mixed(row.paint().fill, back), row.frame().px(2));
    if (written) text.centred(min, max, lane_text(lanes), row.mixed(row.paint().text, back));
  }
}

// Served lanes filled; of a round those that try again hatched.
void draw_lanes(const Row& row) {
  const TimelinePicture& picture = row.picture;
  if (picture.lanes_left <= 0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = picture.lane_width > 3 ? 1 : 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const float left = picture.lanes_left + picture.lane_width * static_cast<float>(lane);
    const ImVec2 min{left, row.top};
    const ImVec2 max{left + picture.lane_width - line, row.bottom};
    const bool served = has_lane(row.of.lanes, lane);
    const Colour ground = has_lane(row.of.trying, lane) ? row.frame().colours().hatch : row.frame().colours().cell;
    list.AddRectFilled(min, max,
                       served ? row.mixed(row.paint().fill, row.stands_back(lane_bit(lane))) : row.frame().u32(ground));
  }
}

void draw_frame_of(const Row& row) {
  if (row.picture.lit.pass != row.of.pass) return;
  const float out = row.picture.grid.line;
  add_rect(*ImGui::GetWindowDrawList(), {row.picture.grid.min.x - out, row.top - out},
           {row.picture.grid.max.x + out, row.bottom + out}, row.frame().u32(row.frame().colours().outline),
           row.frame().px(2), std::max(1.0F, row.frame().px(1.5F)));
}

float banks_end(const TimelinePicture& picture) { return picture.grid.place(0, bank_count).x; }

struct Label {
  const Frame& frame;
  ImFont* font;
  void ending(float right, float middle, const std::string& text, Colour colour) const {
    const ImVec2 size = font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, text.c_str());
    at({right - size.x, std::floor(middle - size.y / 2)}, text, colour);
  }
  void at(ImVec2 place, const std::string& text, Colour colour) const {
    ImGui::GetWindowDrawList()->AddText(font, font_pixels(font), place, frame.u32(colour), text.c_str());
  }
};

void draw_phase(const TimelinePicture& picture, const Label& label, std::int64_t first, std::int64_t last) {
  const Frame& frame = picture.frame;
  const float x = picture.left + picture.phase - frame.px(8);
  const float top = std::max(picture.grid.min.y, picture.grid.place(first, 0).y + frame.px(2));
  const float bottom = std::min(picture.grid.max.y, picture.grid.end_of(last, 0).y - frame.px(2));
  if (bottom <= top) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x, top}, {x + frame.px(2), bottom}, frame.u32(frame.colours().text_faint));
  const std::string text = fmt::format("{}", picture.row(first).phase + 1);
  label.ending(x - frame.px(4), (top + bottom) / 2, text, frame.colours().text_dim);
  if (frame.log.on())
    frame.log.area(fmt::format("passes.phase.{}", picture.row(first).phase), {x, top}, {x + frame.px(2), bottom}, text);
}

void draw_phases(const TimelinePicture& picture, const Label& label) {
  const auto count = static_cast<std::int64_t>(picture.timeline.rows.size());
  for (std::int64_t first = 0, last = 0; picture.phase > 0 && first < count; first = last + 1) {
    last = first;
    while (last + 1 < count && picture.row(last + 1).phase == picture.row(first).phase) ++last;
    draw_phase(picture, label, first, last);
  }
}

void draw_heads(const TimelinePicture& picture, const Label& label) {
  const Frame& frame = picture.frame;
  const Colour faint = frame.colours().text_faint;
  const float y = picture.grid.min.y - font_pixels(label.font) - frame.px(3);
  label.ending(picture.left + picture.phase + picture.numbers - frame.px(4), y + font_pixels(label.font) / 2,
               picture.timeline.in_rounds ? "round" : "pass", faint);
  draw_edge(
      frame, picture.grid, GridEdge::top, bank_count, [](std::int64_t bank) { return fmt::format("{}", bank); },
      [&](std::int64_t bank) { return (picture.lit.banks >> bank & 1U) != 0; });
  if (picture.lanes_left > 0) label.at({picture.lanes_left, y}, "lanes 0–31", faint);
}

}  // namespace

bool TimelinePicture::dim(const TimelineRow& of) const {
  return lit.pass >= 0 && lit.lanes == 0 && lit.pass != of.pass;
}

void draw_timeline_rows(const TimelinePicture& picture) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  ImFont* font = frame.theme.fonts.mono_small;
  const float size = cell_text_size(frame, font, grid.cell, 2);
  ImGui::PushClipRect({grid.min.x, grid.min.y}, {picture.right(), grid.max.y}, true);
  push_font(font);
  const CellText text(font, std::max(1.0F, size));
  for (std::int64_t i = grid.window.first_row; i < grid.window.end_row; ++i) {
    const Row row{picture, picture.row(i), grid.place(i, 0).y, grid.end_of(i, 0).y};
    draw_banks(row, text, size > 0);
    draw_lanes(row);
    draw_frame_of(row);
  }
  ImGui::PopFont();
  ImGui::PopClipRect();
}

void draw_timeline_labels(const TimelinePicture& picture) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  const Label label{frame, frame.theme.fonts.mono_small};
  push_font(label.font);
  ImGui::PushClipRect({picture.left, grid.min.y}, {banks_end(picture), grid.max.y}, true);
  for (std::int64_t i = grid.window.first_row; i < grid.window.end_row; ++i) {
    const TimelineRow& row = picture.row(i);
    const float middle = (grid.place(i, 0).y + grid.end_of(i, 0).y) / 2;
    const Colour colour = picture.lit.pass == row.pass ? frame.colours().text_bright : frame.colours().text_dim;
    label.ending(picture.left + picture.phase + picture.numbers - frame.px(4), middle, fmt::format("{}", row.pass + 1),
                 colour);
    if (picture.timeline.in_rounds)
      label.ending(grid.min.x - frame.px(8), middle,
                   fmt::format("load {} + swap {}", row.load_wavefronts, row.swap_wavefronts), colour);
  }
  draw_phases(picture, label);
  ImGui::PopClipRect();
  draw_heads(picture, label);
  ImGui::PopFont();
}

void log_timeline(const TimelinePicture& picture) {
  const Grid& grid = picture.grid;
  for (std::int64_t i = grid.window.first_row; i < grid.window.end_row; ++i) {
    const TimelineRow& row = picture.row(i);
    const ImVec2 min{picture.left, grid.place(i, 0).y};
    std::string text = "lanes " + lane_list(row.lanes);
    if (picture.timeline.in_rounds)
      text += fmt::format(", load {} + swap {}", row.load_wavefronts, row.swap_wavefronts);
    if (picture.lit.pass == row.pass) text += " lit";
    picture.frame.log.area(fmt::format("passes.row.{}", row.pass), min, {grid.min.x, grid.end_of(i, 0).y}, text);
    for (int bank = 0; bank < bank_count; ++bank) {
      const LaneMask lanes = row.lanes_in_bank[static_cast<std::size_t>(bank)];
      picture.frame.log.area(fmt::format("passes.cell.{}.{}", row.pass, bank), grid.place(i, bank),
                             grid.end_of(i, bank), lanes == 0 ? "" : lane_text(lanes));
    }
  }
  for (int bank = 0; bank < bank_count; ++bank) {
    const float x = grid.place(0, bank).x;
    picture.frame.log.area(fmt::format("passes.bank.{}", bank),
                           {x, grid.min.y - font_pixels(picture.frame.theme.fonts.mono_small)},
                           {x + grid.cell.x, grid.min.y}, fmt::format("{}", bank));
  }
}

}  // namespace bankmap
