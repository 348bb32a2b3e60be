#include "app/views/text_box.hpp"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/utf8.hpp"

namespace bankmap {
namespace {

constexpr std::uint32_t replacement = 0xfffd;
constexpr std::uint32_t last_of_16_bits = 0xffff;

// Bytes that are no UTF-8 count as a sign each.
std::vector<std::string_view> signs_of(std::string_view text) {
  std::vector<std::string_view> signs;
  while (!text.empty()) {
    const std::size_t length = decode_utf8(text).length;
    signs.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return signs;
}

bool beyond_16_bits(std::string_view sign) { return decode_utf8(sign).value > last_of_16_bits; }

bool same(std::string_view before, std::string_view after) {
  return before == after || (beyond_16_bits(before) && decode_utf8(after).value == replacement);
}

}  // namespace

std::string with_signs_kept(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old = signs_of(before);
  const std::vector<std::string_view> now = signs_of(after);
  const std::size_t shorter = std::min(old.size(), now.size());
  std::size_t front = 0;
  while (front < shorter && same(old[front], now[front])) ++front;
  std::size_t back = 0;
  while (back < shorter - front && same(old[old.size() - 1 - back], now[now.size() - 1 - back])) ++back;
  std::string text;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool at_back = i >= now.size() - back;
    text += i < front ? old[i] : at_back ? old[old.size() - (now.size() - i)] : now[i];
  }
  return text;
}

bool text_box(const char* id, std::string& text) {
  const bool rare = std::ranges::any_of(signs_of(text), beyond_16_bits);
  const std::string before = rare ? text : "";
  const bool changed = ImGui::InputText(id, &text);
  if (!rare || !changed) return changed;
  text.resize(std::strlen(text.c_str()));  // U+FFFD is shorter, and the box counts with the bytes of what it was given
  text = with_signs_kept(before, text);
  return text != before;
}

}  // namespace bankmap
