#include "app/views/pass_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/pass_timeline_parts.hpp"
#include "core/explain.hpp"

namespace bankmap {
namespace {

constexpr double seconds_per_pass = 0.6;

// The pass that is pinned, as an index of a row; -1 for none.
int pinned_row(const Frame& frame, const PassTimeline& timeline) {
  const int pass = frame.selection.pinned.pass;
  return pass < static_cast<int>(timeline.rows.size()) ? pass : -1;
}

void pin(const Frame& frame, const PassTimeline& timeline, int row) {
  const auto count = static_cast<int>(timeline.rows.size());
  frame.next_selection.pinned = {};
  frame.next_selection.pinned.pass = (row % count + count) % count;
}

void play(const Frame& frame, PassTimelineView& own, const PassTimeline& timeline) {
  if (!own.playing) return;
  own.waited += ImGui::GetIO().DeltaTime;
  if (own.waited < seconds_per_pass) return;
  own.waited = 0;
  pin(frame, timeline, pinned_row(frame, timeline) + 1);
}

void draw_controls(const Frame& frame, PassTimelineView& own, const PassTimeline& timeline) {
  const int at = pinned_row(frame, timeline);
  const auto step_to = [&](int row) {
    own.playing = false;
    pin(frame, timeline, row);
  };
  const float space = frame.px(4);
  if (button(frame, "passes.back", "◀")) step_to(at < 0 ? -1 : at - 1);
  if (ImGui::IsItemHovered()) hover_sentence(frame, "The pass before, in all views.");
  ImGui::SameLine(0, space);
  if (button(frame, "passes.next", "▶")) step_to(at + 1);
  if (ImGui::IsItemHovered()) hover_sentence(frame, "The next pass, in all views.");
  ImGui::SameLine(0, space);
  if (button(frame, "passes.play", own.playing ? "pause" : "play",
             own.playing ? ButtonLook::chosen : ButtonLook::ordinary)) {
    own.playing = !own.playing;
    own.waited = 0;
    if (own.playing) pin(frame, timeline, at < 0 ? 0 : at);
  }
  if (ImGui::IsItemHovered()) hover_sentence(frame, "Pass after pass by itself, in all views.");
  ImGui::SameLine(0, frame.px(12));
}

// About the pass that is pointed at or pinned; else about all.
std::string sentence(const Frame& frame, const PassTimeline& timeline) {
  const int pass = frame.lit().pass;
  if (pass >= 0 && pass < static_cast<int>(timeline.rows.size()))
    return explain_row(timeline, timeline.rows[static_cast<std::size_t>(pass)]);
  const auto count = timeline.rows.size();
  return fmt::format("{} wavefront{} in {} {}, one after the other.", timeline.wavefronts,
                     timeline.wavefronts == 1 ? "" : "s", count,
                     timeline.in_rounds ? (count == 1 ? "round" : "rounds") : (count == 1 ? "pass" : "passes"));
}

void draw_sentence(const Frame& frame, const PassTimeline& timeline) {
  const std::string whole = sentence(frame, timeline);
  push_font(frame.theme.fonts.words);
  const std::string text = shortened(whole, ImGui::GetContentRegionAvail().x);
  ImGui::PopFont();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  if (frame.log.on()) frame.log.item("passes.sentence", whole);
  if (text != whole && ImGui::IsItemHovered()) hover_sentence(frame, whole);
}

void reveal(const Frame& frame, PassTimelineView& own, const PassTimeline& timeline, float row_height, float seen) {
  const int row = pinned_row(frame, timeline);
  if (row == own.revealed) return;
  own.revealed = row;
  if (row < 0) return;
  const float top = static_cast<float>(row) * row_height;
  own.scroll.at.y = std::clamp(own.scroll.at.y, top + row_height - seen, top);
}

// A filled cell speaks of its lane, the rest of a row of its pass, the heads of their banks.
void take_input(const TimelinePicture& picture) {
  const Frame& frame = picture.frame;
  const Grid& grid = picture.grid;
  const float above = ImGui::GetTextLineHeight();
  ImGui::SetCursorScreenPos({picture.left, grid.min.y - above});
  const bool clicked = ImGui::InvisibleButton(
      "passes", {std::max(1.0F, picture.right() - picture.left), std::max(1.0F, grid.max.y - grid.min.y + above)});
  if (frame.log.on()) frame.log.item("passes");
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  Pointed pointed;
  if (mouse.y < grid.min.y) {
    if (mouse.x < grid.min.x || mouse.x >= grid.max.x) return;
    pointed.bank = std::clamp(static_cast<int>((mouse.x - grid.origin.x) / grid.cell.x), 0, bank_count - 1);
  } else {
    const auto index = static_cast<std::int64_t>((mouse.y - grid.origin.y) / grid.cell.y);
    if (index < 0 || index >= static_cast<std::int64_t>(picture.timeline.rows.size())) return;
    const std::optional<Coordinate> at = grid.at(mouse);
    const LaneMask here = at ? picture.row(index).lanes_in_bank[static_cast<std::size_t>(at->column)] : 0;
    if (here != 0) {
      pointed.lane = std::countr_zero(here);
    } else {
      pointed.pass = picture.row(index).pass;
    }
  }
  frame.next_selection.hovered = pointed;
  if (clicked) frame.next_selection.toggle_pin(pointed);
  hover_sentence(frame, pointed.pass >= 0 ? explain_row(picture.timeline, picture.row(pointed.pass))
                                          : explain_pointed(frame.shown(), pointed));
}

float number_width(const Frame& frame, const PassTimeline& timeline) {
  return std::max(edge_width(frame, timeline.in_rounds ? "round" : "pass"),
                  edge_width(frame, fmt::format("{}", timeline.rows.size())));
}

void draw_rows(const Frame& frame, PassTimelineView& own, const PassTimeline& timeline) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float numbers = number_width(frame, timeline);
  const float of_round = timeline.in_rounds ? edge_width(frame, "load 32 + swap 32") : 0;
  const float phase = timeline.phases > 1 ? edge_width(frame, "32") + frame.px(8) : 0;
  const float lane_width = std::max(2.0F, frame.px(4));
  const float bar = frame.px(10);
  const bool lanes_too = room.x > frame.px(620) + of_round;
  const float strip = lanes_too ? lane_width * lane_count + frame.px(20) : 0;
  const float labels = phase + numbers + of_round + frame.px(4);
  const ImVec2 min{start.x + labels, start.y + frame.px(4) + font_pixels(frame.theme.fonts.mono_small)};
  const ImVec2 seen{std::max(1.0F, room.x - labels - strip), std::max(1.0F, start.y + room.y - min.y)};
  const auto count = static_cast<std::int64_t>(timeline.rows.size());
  GridExtent extent{.rows = count, .columns = bank_count};
  extent.fitted = fitted_cell(1, bank_count, {seen.x - bar, FLT_MAX}, 1, 2, frame.px(64));
  extent.least = extent.most = extent.fitted;  // no zoom: the width is that of the banks
  const float height = std::clamp(std::floor(seen.y / static_cast<float>(count)), frame.px(16), frame.px(40));
  extent.height = height / extent.fitted;
  reveal(frame, own, timeline, height, seen.y);
  const Grid grid = place_grid(frame, "passes", own.scroll, extent, min, seen);
  const float banks_end = min.x + extent.fitted * bank_count;
  const float strip_at = lanes_too ? banks_end + bar + frame.px(10) : 0;
  const TimelinePicture picture{frame, grid, timeline, start.x, phase, numbers, strip_at, lane_width, frame.lit()};
  draw_timeline_rows(picture);
  draw_timeline_labels(picture);
  if (frame.log.on()) log_timeline(picture);
  take_input(picture);
}

}  // namespace

void draw_pass_timeline(const Frame& frame, PassTimelineView& own, Edits&) {
  const PassTimeline& timeline = own.timeline.of(frame, [&] { return pass_timeline(frame.shown()); });
  if (timeline.rows.empty()) {
    own.playing = false;
    return wrapped(
        frame, "passes.empty",
        frame.shown().shown ? "No lane takes part: nothing to serve." : "No passes: the access has no answer.",
        frame.theme.fonts.words, frame.colours().text_dim);
  }
  draw_controls(frame, own, timeline);
  draw_sentence(frame, timeline);
  play(frame, own, timeline);
  draw_rows(frame, own, timeline);
}

}  // namespace bankmap
