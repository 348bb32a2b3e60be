#include "app/views/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/heatmap_parts.hpp"
#include "app/views/problems.hpp"
#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

// Room for the labels; less than the text size asks for where cells are small, because labels are no larger than cells.
HeatmapMargins margins_for(const Frame& frame, ImVec2 room) {
  const bool phases = frame.shown().shown && frame.shown().shown->served.phases.size() > 1;
  const float cell = std::max(4.0F, std::min(room.x, room.y) / 36);
  const auto margin = [&](float drawing_pixels) {
    return std::floor(std::min(frame.px(drawing_pixels), cell * drawing_pixels / 14));
  };
  return {.left = margin(phases ? 80 : 40), .right = margin(44), .top = margin(22), .bottom = margin(22)};
}

bool touches(const AccessAnalysis& access, const Pointed& pointed) {
  if (!access.shown || pointed.lane < 0 || pointed.bank < 0) return false;
  const LaneResult& it = access.shown->lanes[static_cast<std::size_t>(pointed.lane)];
  return it.active && pointed.bank >= it.bank && pointed.bank < it.bank + it.banks;
}

// What the colour of a lane says: its turn inside its phase. Empty where there is no pass.
std::string turn_sentence(const AccessAnalysis& access, int lane) {
  if (!access.shown) return "";
  const LaneResult& it = access.shown->lanes[static_cast<std::size_t>(lane)];
  if (!it.active || it.pass < 0) return "";
  const WarpPasses& served = access.shown->served;
  const int turn = turn_of_pass(served, it.pass);
  const std::string phase = served.phases.size() > 1 ? fmt::format("phase {}", it.phase + 1) : "its phase";
  if (turn == 0) return fmt::format(" First in {}: does not wait.", phase);
  return fmt::format(" Waits {} {} in {}.", turn, turn == 1 ? "turn" : "turns", phase);
}

// A filled cell speaks of its lane, an empty one of its bank, the margins of what they name.
std::string sentence(const AccessAnalysis& access, const Pointed& pointed) {
  if (pointed.lane >= 0 && (pointed.bank < 0 || touches(access, pointed)))
    return explain_lane(access, pointed.lane) + turn_sentence(access, pointed.lane);
  if (pointed.bank >= 0) return explain_bank(access, pointed.bank);
  return "";
}

void take_input(const Frame& frame, const HeatmapLayout& layout) {
  const ImVec2 end = layout.end();
  ImGui::SetCursorScreenPos({layout.grid.x - layout.left, layout.grid.y - layout.top});
  ImGui::InvisibleButton("heatmap", {end.x + layout.right - layout.grid.x + layout.left,
                                     end.y + layout.bottom - layout.grid.y + layout.top});
  if (frame.log.on()) frame.log.item("heatmap", frame.shown().shown ? "answer" : "no answer");
  if (!ImGui::IsItemHovered()) return;
  const Pointed pointed = layout.at(ImGui::GetIO().MousePos);
  frame.next_selection.hovered = pointed;
  if (ImGui::IsItemClicked() && pointed.any()) frame.next_selection.toggle_pin(pointed);
  if (pointed.any()) hover_sentence(frame, sentence(frame.shown(), pointed));
}

// Why there is no picture, in the middle of it.
void draw_refusal(const Frame& frame, const HeatmapLayout& layout) {
  const std::vector<Problem>& problems = frame.shown().problems;
  const auto error = std::ranges::find(problems, Severity::error, &Problem::severity);
  if (frame.shown().shown || error == problems.end()) return;
  const float width = std::min(frame.px(460), (layout.end().x - layout.grid.x) * 0.86F);
  const float pad = frame.px(16);
  const std::string title =
      error->lanes == 0 ? "No answer"
                        : fmt::format("Refused: {} {}", (error->lanes & (error->lanes - 1)) != 0 ? "lanes" : "lane",
                                      lane_list(error->lanes));
  const auto height_of = [&](ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(font_pixels(font), FLT_MAX, width - 2 * pad, text.c_str()).y;
  };
  const Fonts& fonts = frame.theme.fonts;
  const float gap_px = frame.px(6);
  const float height = 2 * pad + height_of(fonts.words_bold, title) + height_of(fonts.words, error->what) +
                       (error->hint.empty() ? 0 : height_of(fonts.words, error->hint) + gap_px) + gap_px;
  const ImVec2 min{std::floor((layout.grid.x + layout.end().x - width) / 2),
                   std::floor((layout.grid.y + layout.end().y - height) / 2)};
  const ImVec2 max{min.x + width, min.y + height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, frame.u32(frame.colours().panel), frame.px(6));
  add_rect(list, min, max, frame.u32(frame.colours().refused), frame.px(6), std::max(1.0F, frame.px(1.5F)));
  ImVec2 at{min.x + pad, min.y + pad};
  const auto write = [&](ImFont* font, const std::string& text, Colour colour) {
    push_font(font);
    list.AddText(font, font_pixels(font), at, frame.u32(colour), text.c_str(), nullptr, width - 2 * pad);
    ImGui::PopFont();
    at.y += height_of(font, text) + gap_px;
  };
  write(fonts.words_bold, title, frame.colours().refused);
  write(fonts.words, error->what, frame.colours().text);
  if (!error->hint.empty()) write(fonts.words, error->hint, frame.colours().text_dim);
  if (frame.log.on()) frame.log.area("heatmap.refused", min, max, title + ": " + error->what);
}

}  // namespace

void draw_heatmap(const Frame& frame) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool low = room.y < frame.px(300);  // large text: the cells need the line of the caption
  const float caption = low ? 0 : frame.px(22);
  const ImVec2 rest{room.x, room.y - caption};
  const HeatmapLayout layout = fit_heatmap({origin.x, origin.y + caption}, rest, margins_for(frame, rest));
  if (!low) draw_legend(frame, {origin.x + frame.px(8), origin.y}, room.x - frame.px(16));
  draw_ground(frame, layout);
  draw_cells(frame, layout);
  draw_axes(frame, layout);
  draw_refusal(frame, layout);
  if (frame.log.on()) log_cells(frame, layout);
  take_input(frame, layout);
}

}  // namespace bankmap
