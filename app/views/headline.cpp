#include "app/views/headline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/controls.hpp"
#include "app/views/problems.hpp"
#include "core/explain.hpp"

namespace bankmap {
namespace {

constexpr float lines_beside = 4;
constexpr float lines_below = 2;  // a narrow window needs its height for the picture
constexpr float number_gap = 20;
constexpr float column_width = 300;  // that of a side panel: longer lines would not be read more easily

struct BigNumber {
  const char* name;
  std::string text;
  const char* label;
  int digits;  // room that is kept, so that nothing moves while one drags
  Colour colour;
  Figure figure;
};

void draw_big_number(const Frame& frame, const BigNumber& number, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* big = frame.theme.fonts.mono_big;
  ImFont* small = frame.theme.fonts.words_small;
  push_font(big);
  const ImVec2 size = ImGui::CalcTextSize(number.text.c_str());
  list.AddText(at, frame.u32(number.colour), number.text.c_str());
  ImGui::PopFont();
  push_font(small);
  const ImVec2 label_at{at.x, at.y + size.y + frame.px(2)};
  const ImVec2 label = ImGui::CalcTextSize(number.label);
  list.AddText(label_at, frame.u32(frame.colours().text_dim), number.label);
  ImGui::PopFont();
  const ImVec2 max{at.x + std::max(size.x, label.x), label_at.y + label.y};
  if (frame.log.on()) frame.log.area(number.name, at, max, number.text);
  if (frame.shown().shown && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, max)) {
    hover_sentence(frame, explain_figure(frame.shown(), frame.machine, number.figure));
  }
}

std::vector<BigNumber> big_numbers(const Frame& frame) {
  const Palette& colours = frame.colours();
  const AccessAnalysis& access = frame.shown();
  if (!access.shown) {
    return {{"headline.wavefronts", "–", "wavefronts", 2, colours.text_faint, Figure::wavefronts},
            {"headline.ideal", "–", "ideal", 2, colours.text_faint, Figure::ideal},
            {"headline.excess", "–", "excess", 2, colours.text_faint, Figure::excess},
            {"headline.cycles", "–", "cycles, saturated", 5, colours.text_faint, Figure::saturated_cycles}};
  }
  const WarpCost& cost = access.shown->served.cost;
  const bool costly = cost.excess() > 0;
  const auto& saturated = access.shown->saturated;
  return {{"headline.wavefronts", fmt::format("{}", cost.wavefronts), "wavefronts", 2,
           costly ? colours.costly : colours.good, Figure::wavefronts},
          {"headline.ideal", fmt::format("{}", cost.ideal), "ideal", 2, colours.text, Figure::ideal},
          {"headline.excess", fmt::format("{}", cost.excess()), "excess", 2, costly ? colours.costly : colours.text,
           Figure::excess},
          {"headline.cycles", saturated ? fmt::format("{:.2f}", saturated->cycles_per_instruction) : "–",
           "cycles, saturated", 5, colours.text, Figure::saturated_cycles}};
}

float line_height(ImFont* font) { return std::ceil(font_pixels(font) * 1.25F); }

float number_block_height(const Frame& frame) {
  return line_height(frame.theme.fonts.mono_big) + line_height(frame.theme.fonts.words_small);
}

float number_width(const Frame& frame, const BigNumber& number) {
  const auto width = [](ImFont* font, const char* text) {
    return font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, text).x;
  };
  return std::max(width(frame.theme.fonts.mono_big, "0") * static_cast<float>(number.digits),
                  width(frame.theme.fonts.words_small, number.label));
}

bool sentence_fits_beside(const Frame& frame, float width) {
  float numbers = frame.px(40);
  for (const BigNumber& number : big_numbers(frame)) numbers += number_width(frame, number) + frame.px(number_gap);
  return width - numbers >= frame.px(260);
}

// Of the column shape: where the second column of numbers begins, and where it ends.
std::pair<float, float> number_columns(const Frame& frame) {
  const std::vector<BigNumber> numbers = big_numbers(frame);
  const float second =
      std::max(number_width(frame, numbers[0]), number_width(frame, numbers[2])) + frame.px(number_gap);
  return {second, second + std::max(number_width(frame, numbers[1]), number_width(frame, numbers[3]))};
}

// The sentence, in the smaller font where it would not fit; whatever is longer still is on hover.
void draw_reason(const Frame& frame, std::string_view text, Colour colour, ImVec2 min, ImVec2 max, bool in_middle) {
  const auto height = [&](ImFont* font) {
    push_font(font);
    const float h = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, max.x - min.x).y;
    ImGui::PopFont();
    return h;
  };
  const Fonts& fonts = frame.theme.fonts;
  ImFont* font = height(fonts.words) <= max.y - min.y ? fonts.words : fonts.words_small;
  const float spare = in_middle ? std::max(0.0F, max.y - min.y - height(font)) : 0;
  const float whole_lines = std::max(1.0F, std::floor((max.y - min.y) / font_pixels(font))) * font_pixels(font);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(min, {max.x, min.y + whole_lines + 1}, true);
  list.AddText(font, font_pixels(font), {min.x, min.y + std::floor(spare / 2)}, frame.u32(colour), text.data(),
               text.data() + text.size(), max.x - min.x);
  list.PopClipRect();
  if (frame.log.on()) frame.log.area("headline.reason", min, max, text);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max) && height(font) > max.y - min.y)
    hover_sentence(frame, text);
}

std::string refusal(const AccessAnalysis& access) {
  for (const Problem& problem : access.problems) {
    if (problem.severity == Severity::error)
      return problem.hint.empty() ? problem.what : problem.what + ": " + problem.hint;
  }
  return "There is no answer.";
}

}  // namespace

HeadlineShape headline_shape(const Frame& frame, ImVec2 centre) {
  if (centre.x > 1.5F * centre.y) return HeadlineShape::column;
  return sentence_fits_beside(frame, centre.x) ? HeadlineShape::row : HeadlineShape::narrow;
}

ImVec2 headline_size(const Frame& frame, HeadlineShape shape, ImVec2 centre) {
  const float line = line_height(frame.theme.fonts.words);
  const float block = number_block_height(frame);
  const float padding = 2 * frame.px(8);
  switch (shape) {
    case HeadlineShape::row:
      return {centre.x, padding + std::max(block, lines_beside * line)};
    case HeadlineShape::narrow:
      return {centre.x, padding + block + frame.px(4) + lines_below * line};
    case HeadlineShape::column:
      break;
  }
  const float numbers = number_columns(frame).second + frame.px(40);
  const float spare = std::min(centre.x * 0.4F, centre.x - 1.15F * centre.y);
  return {std::max(numbers, std::min(spare, frame.px(column_width))), centre.y};
}

void draw_headline(const Frame& frame, HeadlineShape shape) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 end{start.x + room.x - frame.px(8), start.y + room.y};
  const float left = start.x + frame.px(8);
  const float block = number_block_height(frame);
  const std::vector<BigNumber> numbers = big_numbers(frame);
  ImVec2 sentence{left, start.y + block + frame.px(4)};
  if (shape == HeadlineShape::column) {
    const float second = left + number_columns(frame).first;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      draw_big_number(frame, numbers[i], {i % 2 == 0 ? left : second, start.y + (i < 2 ? 0 : block + frame.px(8))});
    }
    sentence.y = start.y + 2 * block + frame.px(24);
  } else {
    const bool beside = shape == HeadlineShape::row;
    ImVec2 at{left, beside ? start.y + std::floor((room.y - block) / 2) : start.y};
    for (const BigNumber& number : numbers) {
      draw_big_number(frame, number, at);
      at.x += number_width(frame, number) + frame.px(number_gap);
    }
    if (beside) sentence = {at.x, start.y};
  }
  const AccessAnalysis& access = frame.shown();
  const bool answered = access.shown.has_value();
  draw_reason(frame, answered ? access.reason : refusal(access),
              answered ? frame.colours().text : frame.colours().refused, sentence, end, shape == HeadlineShape::row);
}

}  // namespace bankmap
