#include "app/views/filter_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "app/views/controls.hpp"

namespace bankmap {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// A row over the whole width: the text, its key at the right. True where it is clicked.
bool draw_line(const Frame& frame, std::string_view list_name, int index, const FilterLine& line, bool chosen) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::PushID(index);
  const bool pressed = ImGui::InvisibleButton("line", size);
  ImGui::PopID();
  if (frame.log.on()) frame.log.item(fmt::format("{}.{}", list_name, line.name), line.text);
  const ImVec2 max{min.x + size.x, min.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered())
    list.AddRectFilled(min, max, frame.u32(frame.colours().control_hot), frame.px(4));
  const float y = min.y + std::floor((size.y - ImGui::GetFontSize()) / 2);
  const float width = ImGui::CalcTextSize(line.key.c_str()).x;
  const std::string text = shortened(line.text, size.x - width - frame.px(32));
  list.AddText({min.x + frame.px(8), y}, frame.u32(line.enabled ? frame.colours().text : frame.colours().text_faint),
               text.c_str());
  list.AddText({max.x - width - frame.px(8), y}, frame.u32(frame.colours().text_dim), line.key.c_str());
  if (ImGui::IsItemHovered()) hover_sentence(frame, line.about);
  return pressed && line.enabled;
}

void move_choice(FilterList& own, int count) {
  if (key_pressed(Key::down, true)) ++own.chosen;
  if (key_pressed(Key::up, true)) --own.chosen;
  own.chosen = std::clamp(own.chosen, 0, std::max(0, count - 1));
}

}  // namespace

std::vector<std::size_t> matching(std::span<const FilterLine> lines, std::string_view typed) {
  std::vector<std::string> words;
  std::istringstream stream(lower(typed));
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string text = lower(lines[i].text);
    const auto in_text = [&](const std::string& word) { return text.find(word) != std::string::npos; };
    if (std::ranges::all_of(words, in_text)) found.push_back(i);
  }
  const std::string whole = lower(typed);
  std::stable_partition(found.begin(), found.end(), [&](std::size_t i) {
    return lower(std::string_view(lines[i].text).substr(lines[i].heading)).starts_with(whole);
  });
  return found;
}

std::optional<std::size_t> draw_filter_list(const Frame& frame, const FilterTexts& texts, FilterList& own, bool first,
                                            std::span<const FilterLine> lines) {
  if (first) own = {};
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (eager_text_box("##typed", texts.hint, own.typed, own.box, first)) own.chosen = 0;
  const std::string& typed = text_in(own.typed, own.box);
  if (frame.log.on()) frame.log.item(fmt::format("{}.typed", texts.name), typed);
  const std::vector<std::size_t> found = matching(lines, typed);
  move_choice(own, static_cast<int>(found.size()));
  const bool enter = key_pressed(Key::enter) || key_pressed(Key::keypad_enter);
  const bool moved = key_pressed(Key::down, true) || key_pressed(Key::up, true);
  std::optional<std::size_t> taken;
  gap(frame, 4);
  begin_child("found", {0, 0}, false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FilterLine& line = lines[found[i]];
    const bool chosen = static_cast<int>(i) == own.chosen;
    const bool pressed = draw_line(frame, texts.name, static_cast<int>(found[i]), line, chosen);
    if (chosen && moved) ImGui::SetScrollHereY(0.5F);
    if (pressed || (chosen && enter && line.enabled)) taken = found[i];
  }
  if (found.empty())
    wrapped(frame, fmt::format("{}.none", texts.name), texts.none, frame.theme.fonts.words, frame.colours().text_dim);
  ImGui::EndChild();
  return taken;
}

}  // namespace bankmap
