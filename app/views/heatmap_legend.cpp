#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/controls.hpp"
#include "app/views/heatmap_parts.hpp"
#include "core/refusals.hpp"

namespace bankmap {
namespace {

// Draws from left to right and knows how far it has come; with no list it only measures.
struct Pen {
  const Frame& frame;
  ImDrawList* list;
  float x;
  float y;       // top of a line of text
  float height;  // of the text

  void text(std::string_view words, Colour colour) {
    if (list != nullptr) list->AddText({x, y}, frame.u32(colour), words.data(), words.data() + words.size());
    x += ImGui::CalcTextSize(words.data(), words.data() + words.size()).x;
  }
  void skip(float drawing_pixels) { x += frame.px(drawing_pixels); }
  ImVec2 box(float width) {
    const ImVec2 min{x, y + frame.px(1)};
    x += width;
    return min;
  }
};

struct Ramp {
  const char* low;   // what the first colour means
  const char* high;  // and the last
};
Ramp ramp_of(HeatmapColour colour) {
  switch (colour) {
    case HeatmapColour::phase:
      return {"phase 1", "phase 32"};
    case HeatmapColour::ways:
      return {"1 word in the bank", "32 words"};
    case HeatmapColour::pass:
    case HeatmapColour::conflicts:
      break;
  }
  return {"first in its phase", "waits 31 turns"};
}

void turns(Pen& pen, const Ramp& ramp) {
  pen.text(ramp.low, pen.frame.colours().text_faint);
  pen.skip(6);
  for (const int turn : {0, 1, 2, 3, 4, 5, 6, 7, 15, 31}) {
    const float width = pen.frame.px(9);
    const ImVec2 min = pen.box(width);
    if (pen.list != nullptr) {
      pen.list->AddRectFilled(min, {min.x + width - 1, min.y + pen.height - pen.frame.px(2)},
                              pen.frame.u32(pen.frame.theme.turn(turn).fill));
    }
  }
  pen.skip(6);
  pen.text(ramp.high, pen.frame.colours().text_faint);
}

void shared_word(Pen& pen) {
  const float width = pen.frame.px(18);
  const ImVec2 min = pen.box(width);
  if (pen.list != nullptr) {
    const ImVec2 max{min.x + width, min.y + pen.height - pen.frame.px(2)};
    pen.list->AddRectFilled(min, max, pen.frame.u32(pen.frame.theme.turn(0).fill), pen.height / 2);
    add_rect(*pen.list, min, max, pen.frame.u32(pen.frame.colours().link), pen.height / 2,
             std::max(1.0F, pen.frame.px(1.5F)));
  }
  pen.skip(6);
  pen.text("shared word", pen.frame.colours().text_faint);
}

void inactive(Pen& pen) {
  const float width = pen.frame.px(18);
  const ImVec2 min = pen.box(width);
  const float height = pen.height - pen.frame.px(2);
  for (float lean = 0; lean + height <= width + height && pen.list != nullptr;
       lean += std::max(4.0F, pen.frame.px(5))) {
    pen.list->AddLine({min.x + lean, min.y + height}, {min.x + lean + height * 0.6F, min.y},
                      pen.frame.u32(pen.frame.colours().text_faint), 1);
  }
  pen.skip(10);
  pen.text("inactive", pen.frame.colours().text_faint);
}

constexpr std::string_view phase_sentence =
    "Number and colour of a cell are the phase in which its lane is served: phases follow each other in any case, so "
    "several of them are no conflict.";
constexpr std::string_view ways_sentence =
    "Number and colour of a cell say how many different words its bank is asked for in that phase (atomics: how many "
    "lanes): ways. One is free; each more is a wavefront more.";
constexpr std::string_view conflict_sentence =
    "Lanes against lanes. A number: the two want one bank in the same phase, and it is how many passes lie between "
    "them. Linked colour with =: they share the word and are served together.";
constexpr std::string_view pass_sentence =
    "The number in a cell is the pass in which it is served, counted over the whole instruction. The colour says how "
    "long it waits inside its own phase: blue is the first pass of a phase, whatever its number, for phases follow "
    "each "
    "other in any case. Lanes that share a word are one shape, served together.";

std::string_view sentence_of(HeatmapColour colour) {
  switch (colour) {
    case HeatmapColour::pass:
      return pass_sentence;
    case HeatmapColour::phase:
      return phase_sentence;
    case HeatmapColour::ways:
      return ways_sentence;
    case HeatmapColour::conflicts:
      return conflict_sentence;
  }
  return "";
}

// Only what is in the picture.
void entries(Pen& pen, HeatmapColour colour) {
  const AccessAnalysis& access = pen.frame.shown();
  if (colour == HeatmapColour::conflicts) {
    pen.text("number: passes between two lanes that conflict    =: same word", pen.frame.colours().text_faint);
    return;
  }
  turns(pen, ramp_of(colour));
  if (std::ranges::any_of(access.shown->lanes, [](const LaneResult& lane) { return lane.shares_word != 0; })) {
    pen.skip(16);
    shared_word(pen);
  }
  if (std::ranges::any_of(access.shown->lanes, [](const LaneResult& lane) { return !lane.active; })) {
    pen.skip(16);
    inactive(pen);
  }
}

// "load a column · ld.b32 · k = 5 · warp 0"
std::string caption(const Frame& frame) {
  const AccessAnalysis& access = frame.shown();
  std::string text = fmt::format("{} · {}", access.name, info(access.instruction).name);
  for (const LoopVariable& loop : frame.shown_access().loops) text += fmt::format(" · {} = {}", loop.name, loop.at);
  if (access.warps > 1) text += fmt::format(" · warp {}", frame.shown_access().warp);
  return text;
}

// Cut where it is longer than the room; whole on hover.
void draw_cut(Pen& pen, std::string_view name, const std::string& whole, float room, Colour colour) {
  const std::string text = shortened(whole, room);
  const ImVec2 start{pen.x, pen.y};
  pen.text(text, colour);
  const ImVec2 end{pen.x, pen.y + pen.height};
  if (pen.frame.log.on()) pen.frame.log.area(name, start, end, text);
  if (text != whole) hover_over(pen.frame, start, end, whole);
}

// The picture is that of a step that has an answer, while another step of the loop has none.
void draw_elsewhere_refused(Pen& pen, float right) {
  const Problem* error = first_error(pen.frame.shown());
  if (error == nullptr) return;
  pen.skip(16);
  draw_cut(pen, "heatmap.elsewhere", "another step is refused: " + error->what, right - pen.x,
           pen.frame.colours().refused);
}

}  // namespace

void draw_legend(const Frame& frame, HeatmapColour colour, ImVec2 at, float width) {
  push_font(frame.theme.fonts.words_small);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = font_pixels(frame.theme.fonts.words_small);
  Pen left{frame, &list, at.x, at.y, height};
  draw_cut(left, "heatmap.caption", caption(frame), width, frame.colours().text_dim);
  if (frame.shown().shown) {
    draw_elsewhere_refused(left, at.x + width);
    Pen measure{frame, nullptr, 0, at.y, height};
    entries(measure, colour);
    Pen right{frame, &list, at.x + width - measure.x, at.y, height};
    if (right.x > left.x + frame.px(16)) {
      const ImVec2 start{right.x, at.y};
      entries(right, colour);
      if (frame.log.on()) frame.log.area("heatmap.legend", start, {right.x, at.y + height}, sentence_of(colour));
      hover_over(frame, start, {right.x, at.y + height}, sentence_of(colour));
    }
  }
  ImGui::PopFont();
}

}  // namespace bankmap
