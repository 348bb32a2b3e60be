// The controls' texts of more than one line.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

// Dear ImGui's own wrapping breaks after a comma or a point too, and so in the middle of a number.
std::string broken_at_spaces(std::string_view text, float width) {
  ImFont& font = *ImGui::GetFont();
  const auto extent = [&](std::string_view part) {
    if (part.empty()) return 0.0F;  // it may have no address, which Dear ImGui would follow
    return font.CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, part.data(), part.data() + part.size()).x;
  };
  constexpr float rounding = 0.05F;
  std::string broken;
  std::string_view spaces;
  float line = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    const float wider = line + extent(spaces) + extent(word);
    const bool breaks = line > 0 && !word.empty() && wider > width + rounding;
    broken += breaks ? "\n" : spaces;
    broken += word;
    line = breaks ? extent(word) : wider;
    spaces = text.substr(0, std::min(text.find_first_not_of(' '), text.size()));
    text.remove_prefix(spaces.size());
    if (!text.starts_with('\n')) continue;
    broken += '\n';
    text.remove_prefix(1);
    spaces = {};
    line = 0;
  }
  return broken;
}

void wrapped(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour) {
  push_font(font);
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(colour));
  ImGui::PushTextWrapPos(0);  // for a word that is wider than the panel
  ImGui::TextUnformatted(broken_at_spaces(text, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (frame.log.on() && !name.empty()) frame.log.item(name, text);
}

void wrapped_section(const Frame& frame, const char* title, std::string_view aside) {
  push_font(frame.theme.fonts.words_small);
  const float width = ImGui::CalcTextSize(title).x + ImGui::GetStyle().ItemSpacing.x +
                      ImGui::CalcTextSize(aside.data(), aside.data() + aside.size()).x;
  ImGui::PopFont();
  if (width <= ImGui::GetContentRegionAvail().x) return section(frame, title, aside);
  section(frame, title);
  wrapped(frame, fmt::format("section.{}", title), aside, frame.theme.fonts.words_small, frame.colours().text_faint);
}

void wrapped_formula(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour) {
  std::string glued;  // with no-break spaces where a line must not end
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view before = text.substr(0, i);
    const bool after_operator =
        std::ranges::any_of(std::array<std::string_view, 8>{"×", "÷", "−", "+", "=", "^", "/", "mod"},
                            [&](std::string_view sign) { return before.ends_with(sign); });
    const bool counts = i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_letter(text[i + 1]);
    glued += text[i] == ' ' && (after_operator || (counts && !text.substr(i + 1).starts_with("mod")))
                 ? std::string_view("\u00a0")
                 : text.substr(i, 1);
  }
  wrapped(frame, {}, glued, font, colour);
  if (frame.log.on()) frame.log.item(name, text);
}

}  // namespace bankmap
