#include "app/views/code_text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace bankmap {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The longest start of text that is one word, one number, or a run of other signs.
std::string_view first_token(std::string_view text) {
  const bool word = in_word(text.front());
  std::size_t size = 1;
  while (size < text.size() && in_word(text[size]) == word) ++size;
  return text.substr(0, size);
}

bool is_loop_variable(const Frame& frame, std::string_view word) {
  return std::ranges::any_of(frame.scenario.accesses, [word](const Access& access) {
    return std::ranges::any_of(access.loops, [word](const LoopVariable& loop) { return loop.name == word; });
  });
}

Colour colour_of(const Frame& frame, std::string_view token) {
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0) return frame.colours().code_number;
  if (token == "lane" || token == "threadIdx" || token == "warp" || is_loop_variable(frame, token))
    return frame.colours().code_name;
  return frame.colours().text;
}

// Where to end a line of at most `most` characters: after a space or an opening sign, else wherever it must be.
std::size_t line_end(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  for (std::size_t end = most; end > most / 2; --end) {
    if (text[end - 1] == ' ' || text[end - 1] == ',' || text[end - 1] == ']') return end;
  }
  return most;
}

std::vector<std::string_view> lines_of(std::string_view code, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!code.empty()) {
    std::string_view line = code.substr(0, code.find('\n'));
    code.remove_prefix(std::min(code.size(), line.size() + 1));
    do {
      const std::size_t end = line_end(line, most);
      lines.push_back(line.substr(0, end));
      line.remove_prefix(end);
    } while (!line.empty());
  }
  return lines;
}

}  // namespace

void draw_code(const Frame& frame, ImDrawList& list, ImVec2 at, std::string_view line) {
  while (!line.empty()) {
    const std::string_view token = first_token(line);
    const char* end = token.data() + token.size();
    list.AddText(at, frame.u32(colour_of(frame, token)), token.data(), end);
    at.x += ImGui::CalcTextSize(token.data(), end).x;
    line.remove_prefix(token.size());
  }
}

void code_box(const Frame& frame, std::string_view name, std::string_view code, ImFont* font) {
  push_font(font != nullptr ? font : frame.theme.fonts.mono_small);
  const float pad = frame.px(8);
  const float width = ImGui::GetContentRegionAvail().x;
  const float advance = ImGui::CalcTextSize("0").x;
  const float height = ImGui::GetTextLineHeight() + frame.px(4);
  const auto most = static_cast<std::size_t>(std::max(8.0F, (width - 2 * pad) / advance));
  const std::vector<std::string_view> lines = lines_of(code, most);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{width, height * static_cast<float>(lines.size()) + 2 * pad};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{min.x + size.x, min.y + size.y};
  list.AddRectFilled(min, max, frame.u32(frame.colours().input), frame.px(3));
  add_rect(list, min, max, frame.u32(frame.colours().line), frame.px(3), 1);
  ImVec2 at{min.x + pad, min.y + pad + frame.px(2)};
  for (const std::string_view line : lines) {
    draw_code(frame, list, at, line);
    at.y += height;
  }
  ImGui::PopFont();
  ImGui::Dummy(size);
  if (frame.log.on()) frame.log.item(name, code);
}

}  // namespace bankmap
