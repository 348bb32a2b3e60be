#include "app/views/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/heatmap_parts.hpp"
#include "app/views/lit.hpp"
#include "app/views/problems.hpp"
#include "core/explain.hpp"

namespace bankmap {
namespace {

// Room for the labels; less than the text size asks for where cells are small, because labels are no larger than cells.
HeatmapMargins margins_for(const Frame& frame, ImVec2 room) {
  const bool phases = frame.shown().shown && frame.shown().shown->served.phases.size() > 1;
  const float cell = std::max(7.0F, std::min(room.x, room.y) / 36);  // 7: labels of every 4th are still read
  const auto margin = [&](float drawing_pixels) {
    return std::floor(std::min(frame.px(drawing_pixels), cell * drawing_pixels / 14));
  };
  return {.left = margin(phases ? 80 : 40), .right = margin(44), .top = margin(22), .bottom = margin(22)};
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
  if (pointed.any()) hover_sentence(frame, explain_pointed(frame.shown(), pointed));
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

const char* heatmap_colour_name(HeatmapColour colour) {
  switch (colour) {
    case HeatmapColour::pass:
      return "pass";
    case HeatmapColour::phase:
      return "phase";
    case HeatmapColour::ways:
      return "way count";
    case HeatmapColour::conflicts:
      return "conflicts";
  }
  return "";
}

void draw_heatmap_switch(const Frame& frame, HeatmapView& own, float width) {
  const auto name = [](int i) {
    return std::string(heatmap_colour_name(all_heatmap_colours[static_cast<std::size_t>(i)]));
  };
  const int chosen = combo(frame, "heatmap.colour", fmt::format("colour: {}", heatmap_colour_name(own.colour)),
                           static_cast<int>(all_heatmap_colours.size()), static_cast<int>(own.colour), name, width);
  if (ImGui::IsItemHovered())
    hover_sentence(
        frame,
        "What number and colour of a cell mean: the pass that serves it, its phase, how many different words "
        "its bank is asked for in that phase (ways); or, lanes against lanes, who conflicts with whom.");
  if (chosen >= 0) own.colour = all_heatmap_colours[static_cast<std::size_t>(chosen)];
}

void draw_heatmap(const Frame& frame, const HeatmapView& own) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool low = room.y < frame.px(300);  // large text: the cells need the line of the caption
  const float caption = low ? 0 : frame.px(22);
  const ImVec2 rest{room.x, room.y - caption};
  HeatmapLayout layout = fit_heatmap({origin.x, origin.y + caption}, rest, margins_for(frame, rest));
  layout.small = std::max(layout.small, frame.px(9));
  if (!low) draw_legend(frame, own.colour, {origin.x + frame.px(8), origin.y}, room.x - frame.px(16));
  draw_ground(frame, layout);
  if (own.colour == HeatmapColour::conflicts && frame.shown().shown) return draw_conflicts(frame, layout);
  draw_cells(frame, layout, own.colour);
  draw_axes(frame, layout);
  draw_refusal(frame, layout);
  if (frame.log.on()) log_cells(frame, layout, own.colour);
  take_input(frame, layout);
}

}  // namespace bankmap
