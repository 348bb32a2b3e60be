#include "app/views/controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "app/views/glossary.hpp"
#include "app/views/named_id.hpp"

namespace bankmap {
namespace {

// Ends of texts for ImGui, which takes pointers.
const char* end_of(std::string_view text) { return text.data() + text.size(); }

void hold_gesture(const Frame& frame) {
  if (ImGui::IsItemActive()) frame.gesture = ImGui::GetID("gesture");
}

float share_of(std::int64_t value, const SliderRange& range) {
  const double span = static_cast<double>(range.max - range.min);
  double share = span <= 0 ? 0 : (static_cast<double>(value) - static_cast<double>(range.min)) / span;
  if (range.powers_of_two && range.max > range.min) {
    const double most = std::log2(static_cast<double>(range.max) / static_cast<double>(range.min));
    share = value < range.min ? 0 : std::log2(static_cast<double>(value) / static_cast<double>(range.min)) / most;
  }
  return static_cast<float>(std::clamp(share, 0.0, 1.0));
}

std::int64_t value_at(double share, const SliderRange& range) {
  share = std::clamp(share, 0.0, 1.0);
  if (range.powers_of_two) {
    const double most = std::log2(static_cast<double>(range.max) / static_cast<double>(range.min));
    return range.min << std::llround(share * most);
  }
  const double steps = static_cast<double>((range.max - range.min) / std::max<std::int64_t>(1, range.step));
  return range.min + std::llround(share * steps) * range.step;
}

std::int64_t moved_by_key(std::int64_t value, const SliderRange& range, int direction) {
  if (range.powers_of_two) return std::clamp(direction > 0 ? value * 2 : value / 2, range.min, range.max);
  return std::clamp(value + direction * range.step, range.min, range.max);
}

void draw_slider(const Frame& frame, ImVec2 min, ImVec2 max, float share, bool bright) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float radius = frame.px(7);
  const float middle = std::floor((min.y + max.y) / 2);
  const float thick = frame.px(2);
  const float knob = min.x + radius + share * (max.x - min.x - 2 * radius);
  list.AddRectFilled({min.x, middle - thick}, {max.x, middle + thick}, frame.u32(frame.colours().control_hot), thick);
  list.AddRectFilled({min.x, middle - thick}, {knob, middle + thick}, frame.u32(frame.colours().accent), thick);
  list.AddCircleFilled({knob, middle}, radius, frame.u32(bright ? frame.colours().text_bright : frame.colours().knob),
                       24);
  if (bright) list.AddCircle({knob, middle}, radius + frame.px(2), frame.u32(frame.colours().accent), 24, frame.px(2));
}

// What stands in a box that is not being typed into: the number at the right, as columns of numbers do.
void draw_boxed_number(const Frame& frame, std::string_view text) {
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  const ImVec2 size = ImGui::CalcTextSize(text.data(), end_of(text));
  const ImVec2 at{std::max(min.x + frame.px(4), max.x - size.x - frame.px(8)),
                  std::floor((min.y + max.y - size.y) / 2)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(min, max, true);
  list.AddText(at, frame.u32(frame.colours().text), text.data(), end_of(text));
  list.PopClipRect();
}

bool parse_number(const char* text, std::int64_t& value) {
  const std::string_view all(text);
  const bool hex = all.starts_with("0x") || all.starts_with("0X");
  const char* begin = text + (hex ? 2 : 0);
  std::int64_t parsed = 0;
  const auto [end, error] = std::from_chars(begin, end_of(all), parsed, hex ? 16 : 10);
  if (error != std::errc{} || end != end_of(all)) return false;
  value = parsed;
  return true;
}

// The last item is this label.
void explain_term(const Frame& frame, std::string_view label) {
  const std::string_view sentence = term_sentence(label);
  if (frame.log.on()) frame.log.item(fmt::format("term.{}", label), sentence);
  if (!sentence.empty() && ImGui::IsItemHovered()) hover_sentence(frame, sentence);
}

}  // namespace

std::string shortened(std::string_view text, float width) {
  if (ImGui::CalcTextSize(text.data(), end_of(text)).x <= width) return std::string(text);
  const float room = width - ImGui::CalcTextSize("…").x;
  while (!text.empty() && ImGui::CalcTextSize(text.data(), end_of(text)).x > room) {
    bool inside = true;  // of a code point
    while (inside && !text.empty()) {
      inside = (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U;
      text.remove_suffix(1);
    }
  }
  return std::string(text) + "…";
}

float content_right() { return ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x; }

void gap(const Frame& frame, float drawing_pixels) { ImGui::Dummy({0, frame.px(drawing_pixels)}); }

void section(const Frame& frame, const char* title, std::string_view aside) {
  gap(frame, 8);
  push_font(frame.theme.fonts.words_small);
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text_dim));
  ImGui::TextUnformatted(title);
  explain_term(frame, title);
  bool cut_and_hovered = false;
  if (!aside.empty()) {
    ImGui::SameLine();
    const std::string fitting = shortened(aside, ImGui::GetContentRegionAvail().x);
    const float width = ImGui::CalcTextSize(fitting.c_str()).x;
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), content_right() - width));
    ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text_faint));
    ImGui::TextUnformatted(fitting.c_str());
    ImGui::PopStyleColor();
    if (frame.log.on()) frame.log.item(fmt::format("section.{}", title), fitting);
    cut_and_hovered = fitting != aside && ImGui::IsItemHovered();
  }
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (cut_and_hovered) hover_sentence(frame, aside);
}

bool pointer_over_item() {
  return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void keyboard_frame(const Frame& frame) {
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  add_rect(*ImGui::GetWindowDrawList(), min, max, frame.u32(frame.colours().outline), frame.px(4),
           std::max(1.0F, frame.px(1.5F)));
}

float row_label(const Frame& frame, const char* label) {
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text_dim));
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  explain_term(frame, label);
  ImGui::SameLine(start + frame.px(96));
  return ImGui::GetContentRegionAvail().x;
}

bool slider(const Frame& frame, std::string_view name, std::int64_t& value, SliderRange range, float width) {
  const NamedId id(name);
  const std::int64_t before = value;
  ImGui::InvisibleButton("slider", {std::max(width, frame.px(24)), ImGui::GetFrameHeight()});
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  const bool held = ImGui::IsItemActive();
  const bool hot = held || pointer_over_item();
  hold_gesture(frame);
  if (held && !ImGui::GetIO().KeyCtrl) {  // Ctrl+click is for typing
    const float radius = frame.px(7);
    const double reach = std::max(1.0F, max.x - min.x - 2 * radius);
    value = value_at((ImGui::GetIO().MousePos.x - min.x - radius) / reach, range);
  } else if (hot && !key_down(Key::alt)) {
    if (key_pressed(Key::left, true)) value = moved_by_key(value, range, -1);
    if (key_pressed(Key::right, true)) value = moved_by_key(value, range, 1);
  }
  draw_slider(frame, min, max, share_of(value, range), hot);
  keyboard_frame(frame);
  if (frame.log.on()) frame.log.item(name, fmt::format("{}", value));
  return value != before;
}

bool number_box(const Frame& frame, std::string_view name, std::int64_t& value, float width, const char* unit) {
  const NamedId id(name);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID typing = ImGui::GetID("typing");
  const bool was_typing = storage.GetBool(typing);
  const std::int64_t before = value;
  std::array<char, 32> text{};
  fmt::format_to_n(text.begin(), text.size() - 1, "{}", value);
  push_font(frame.theme.fonts.mono);
  ImGui::SetNextItemWidth(width);
  if (!was_typing) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0, 0, 0, 0));
  if (ImGui::InputText("##typed", text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll)) {
    parse_number(text.data(), value);
  }
  if (!was_typing) ImGui::PopStyleColor();
  const bool now_typing = ImGui::IsItemActive();
  storage.SetBool(typing, now_typing);
  hold_gesture(frame);
  if (!was_typing || !now_typing) draw_boxed_number(frame, fmt::format("{}{}{}", value, *unit ? " " : "", unit));
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item(name, fmt::format("{}", value));
  return value != before;
}

bool number_row(const Frame& frame, std::string_view name, const char* label, std::int64_t& value, SliderRange range,
                const char* unit) {
  const float room = row_label(frame, label);
  const float box = frame.px(*unit ? 68 : 56);
  const float left = room - box - frame.px(8);
  if (left < frame.px(24))
    return number_box(frame, fmt::format("{}.typed", name), value, room, unit);  // no room for both
  bool changed = slider(frame, name, value, range, left);
  const bool by_keyboard = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible && key_pressed(Key::space);
  const bool type_instead = by_keyboard || (ImGui::GetIO().KeyCtrl && ImGui::IsItemClicked());
  ImGui::SameLine(0, frame.px(8));
  if (type_instead) ImGui::SetKeyboardFocusHere();
  changed |= number_box(frame, fmt::format("{}.typed", name), value, box, unit);
  return changed;
}

bool number_row(const Frame& frame, std::string_view name, const char* label, int& value, SliderRange range,
                const char* unit) {
  std::int64_t wide = value;
  if (!number_row(frame, name, label, wide, range, unit)) return false;
  value = static_cast<int>(
      std::clamp<std::int64_t>(wide, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  return true;
}

bool check_row(const Frame& frame, std::string_view name, const char* label, bool& value) {
  row_label(frame, label);
  const NamedId id(name);
  const bool changed = ImGui::Checkbox("##check", &value);
  if (frame.log.on()) frame.log.item(name, value ? "yes" : "no");
  return changed;
}

bool button(const Frame& frame, std::string_view name, const char* label, ButtonLook look, bool enabled) {
  const NamedId id(name);
  const Palette& colours = frame.colours();
  const Colour ground = look == ButtonLook::chosen  ? colours.accent
                        : look == ButtonLook::quiet ? colours.panel
                                                    : colours.control;
  const Colour words = !enabled                     ? colours.text_faint
                       : look == ButtonLook::chosen ? colours.accent_text
                       : look == ButtonLook::quiet  ? colours.text_dim
                                                    : colours.text;
  ImGui::PushStyleColor(ImGuiCol_Button, frame.u32(ground));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, frame.u32(look == ButtonLook::chosen ? ground : colours.control_hot));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(words));
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button("##button", {button_width(label), ImGui::GetFrameHeight()});
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::GetWindowDrawList()->AddText({min.x + padding.x, min.y + padding.y}, ImGui::GetColorU32(ImGuiCol_Text), label);
  ImGui::EndDisabled();
  ImGui::PopStyleColor(3);
  if (frame.log.on()) frame.log.item(name, label);
  return pressed && enabled;
}

float button_width(std::string_view label) {
  return ImGui::CalcTextSize(label.data(), end_of(label)).x + 2 * ImGui::GetStyle().FramePadding.x;
}

bool name_button(const Frame& frame, std::string_view name, std::string_view label, ButtonLook look) {
  const std::string fitting = shortened(label, ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x);
  const bool pressed = button(frame, name, fitting.c_str(), look);
  if (fitting != label && ImGui::IsItemHovered()) hover_sentence(frame, label);
  return pressed;
}

void hover_over(const Frame& frame, ImVec2 min, ImVec2 max, std::string_view text) {
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max)) hover_sentence(frame, text);
}

void hover_sentence(const Frame& frame, std::string_view text) {
  if (text.empty()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.px(12), frame.px(8)});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(frame.px(380));
  ImGui::TextUnformatted(broken_at_spaces(text, frame.px(380) - ImGui::GetCursorPosX()).c_str());
  ImGui::PopTextWrapPos();
  if (frame.log.on()) frame.log.item("tooltip", text);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void shown_text(const Frame& frame, std::string_view name, std::string_view text, ImFont* font, Colour colour,
                const std::function<std::string()>& explain) {
  push_font(font);
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(colour));
  ImGui::TextUnformatted(text.data(), end_of(text));
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (frame.log.on() && !name.empty()) frame.log.item(name, text);
  if (explain && ImGui::IsItemHovered()) hover_sentence(frame, explain());
}

void value_row(const Frame& frame, std::string_view name, std::string_view label, std::string_view value, Colour colour,
               const std::function<std::string()>& explain) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(frame.colours().text_dim));
  ImGui::TextUnformatted(label.data(), end_of(label));
  ImGui::PopStyleColor();
  push_font(frame.theme.fonts.mono);
  const float value_width = ImGui::CalcTextSize(value.data(), end_of(value)).x;
  const float right = content_right();
  ImGui::SameLine(std::max(0.0F, right - value_width));
  ImGui::PushStyleColor(ImGuiCol_Text, frame.u32(colour));
  ImGui::TextUnformatted(value.data(), end_of(value));
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (frame.log.on()) frame.log.item(name, value);
  const ImVec2 corner{start.x + width, ImGui::GetItemRectMax().y};
  if (explain && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(start, corner))
    hover_sentence(frame, explain());
}

}  // namespace bankmap
