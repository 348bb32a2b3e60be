#include "app/views/tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

struct Step {
  const char* title;
  const char* text;
  ScreenArea WindowAreas::*area;
};

constexpr std::array<Step, tour_steps> steps{
    Step{"What it costs",
         "Wavefronts are trips through the 32 banks. Ideal is the fewest possible, excess what a better layout wins. "
         "The "
         "sentence says why. Hover any number for its derivation.",
         &WindowAreas::headline},
    Step{"Where",
         "Lanes go down, banks across. The number in a cell is the pass that serves it: cool does not wait, warm waits "
         "long. Hover a cell to see who shares and who fights; a click pins it, in all views.",
         &WindowAreas::picture},
    Step{"Set it up",
         "Tile and access, by sliders or by CUDA expressions. Drag padding from 0 to 1 and watch 32 wavefronts become "
         "one. "
         "Everything follows in the same frame.",
         &WindowAreas::setup},
    Step{"Look from every side",
         "The tabs above the picture: the tile, memory as it lies, passes, a sweep over any number, address bits, the "
         "profiler's sum. Shift+click puts views side by side.",
         &WindowAreas::picture},
    Step{"Fix and prove",
         "The cheapest fixes with their price: hover to see, click to take, undo takes it back. Run on GPU puts "
         "measured "
         "beside predicted; without a GPU you see what was recorded on an H200.",
         &WindowAreas::results},
    Step{"Everything else",
         "Presets, undo, compare, share: all commands are in the menu at the left and under Ctrl+P, all keys under F1. "
         "Drop "
         "a file onto the window to open it.",
         &WindowAreas::top}};

void draw_outline(const Frame& frame, const ScreenArea& area) {
  if (area.max.x <= area.min.x) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  add_rect(list, {area.min.x + 1, area.min.y + 1}, {area.max.x - 1, area.max.y - 1}, frame.u32(frame.colours().accent),
           frame.px(6), std::max(2.0F, frame.px(3)));
}

// Below the middle, but never over what it speaks of where there is room elsewhere.
ImVec2 place_of(const Frame& frame, const ScreenArea& area, ImVec2 display) {
  const bool at_right = area.min.x > display.x / 2;
  const float x = at_right ? display.x * 0.32F : display.x * 0.5F;
  return {std::floor(x), std::floor(display.y - frame.px(44))};
}

void draw_buttons(const Frame& frame, TourView& own) {
  const bool last = own.step + 1 == tour_steps;
  if (button(frame, "tour.back", "Back", ButtonLook::ordinary, own.step > 0)) --own.step;
  ImGui::SameLine(0, frame.px(8));
  if (button(frame, "tour.next", last ? "Done" : "Next", ButtonLook::chosen)) own.step = last ? -1 : own.step + 1;
  if (last || own.step < 0) return;
  ImGui::SameLine();
  ImGui::SetCursorPosX(content_right() - button_width("Skip"));
  if (button(frame, "tour.skip", "Skip", ButtonLook::quiet)) own.step = -1;
}

}  // namespace

void draw_tour(const Frame& frame, TourView& own, const WindowAreas& areas) {
  if (!own.on()) return;
  const Step& step = steps[static_cast<std::size_t>(std::min(own.step, tour_steps - 1))];
  draw_outline(frame, areas.*step.area);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(place_of(frame, areas.*step.area, display), ImGuiCond_Always, {0.5F, 1});
  ImGui::SetNextWindowSize({std::min(frame.px(460), display.x - frame.px(16)), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(16), frame.px(12)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, frame.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, frame.px(1)));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.u32(frame.colours().control));
  ImGui::PushStyleColor(ImGuiCol_Border, frame.u32(frame.colours().accent));
  ImGui::Begin("tour", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  shown_text(frame, "tour.title", fmt::format("{} of {}   {}", own.step + 1, tour_steps, step.title),
             frame.theme.fonts.words_bold, frame.colours().text_bright);
  wrapped(frame, "tour.text", step.text, frame.theme.fonts.words, frame.colours().text);
  gap(frame, 4);
  draw_buttons(frame, own);
  ImGui::End();
}

}  // namespace bankmap
