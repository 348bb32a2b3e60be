#include "app/theme.hpp"

#include <algorithm>
#include <cmath>

namespace bankmap {
namespace {

ImVec4 to_vec(Colour colour, float opacity) {
  return {static_cast<float>(colour.red) / 255.0F, static_cast<float>(colour.green) / 255.0F,
          static_cast<float>(colour.blue) / 255.0F, opacity};
}

// Everything on the 8-pixel rhythm of the drawing (halves of it inside controls).
void set_distances(ImGuiStyle& style, const Theme& theme) {
  style.WindowPadding = {theme.px(12), theme.px(8)};
  style.FramePadding = {theme.px(8), theme.px(4)};
  style.CellPadding = {theme.px(4), theme.px(4)};
  style.ItemSpacing = {theme.px(8), theme.px(4)};
  style.ItemInnerSpacing = {theme.px(8), theme.px(4)};
  style.IndentSpacing = theme.px(16);
  style.ScrollbarSize = theme.px(12);
  style.GrabMinSize = theme.px(12);
  style.WindowRounding = 0;
  style.ChildRounding = 0;
  style.FrameRounding = theme.px(3);
  style.PopupRounding = theme.px(4);
  style.ScrollbarRounding = theme.px(6);
  style.GrabRounding = theme.px(6);
  style.TabRounding = theme.px(3);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = theme.px(1);
  style.PopupBorderSize = theme.px(1);
  style.FrameBorderSize = 0;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.MouseCursorScale = theme.unit;
}

void set_colours(ImGuiStyle& style, const Palette& p) {
  const auto set = [&](int index, Colour colour, float opacity = 1) { style.Colors[index] = to_vec(colour, opacity); };
  set(ImGuiCol_Text, p.text);
  set(ImGuiCol_TextDisabled, p.text_faint);
  set(ImGuiCol_TextSelectedBg, p.accent, 0.5F);
  set(ImGuiCol_WindowBg, p.panel);
  set(ImGuiCol_ChildBg, p.panel, 0);
  set(ImGuiCol_PopupBg, p.panel);
  set(ImGuiCol_MenuBarBg, p.panel);
  set(ImGuiCol_Border, p.line);
  set(ImGuiCol_BorderShadow, p.line, 0);
  set(ImGuiCol_Separator, p.line);
  set(ImGuiCol_SeparatorHovered, p.control_hot);
  set(ImGuiCol_SeparatorActive, p.control_down);
  for (const int frame : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Tab, ImGuiCol_Header}) set(frame, p.control);
  for (const int hot : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_TabHovered, ImGuiCol_HeaderHovered})
    set(hot, p.control_hot);
  for (const int down : {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive})
    set(down, p.control_down);
  set(ImGuiCol_TitleBg, p.panel);
  set(ImGuiCol_TitleBgActive, p.control);
  set(ImGuiCol_TitleBgCollapsed, p.panel);
  set(ImGuiCol_ScrollbarBg, p.panel, 0);
  set(ImGuiCol_ScrollbarGrab, p.control_hot);
  set(ImGuiCol_ScrollbarGrabHovered, p.control_down);
  set(ImGuiCol_ScrollbarGrabActive, p.text_faint);
  set(ImGuiCol_CheckMark, p.knob);
  set(ImGuiCol_SliderGrab, p.knob);
  set(ImGuiCol_SliderGrabActive, p.text_bright);
  set(ImGuiCol_ResizeGrip, p.control, 0);
  set(ImGuiCol_ResizeGripHovered, p.control_hot);
  set(ImGuiCol_ResizeGripActive, p.control_down);
  set(ImGuiCol_TableHeaderBg, p.panel);
  set(ImGuiCol_TableBorderStrong, p.line);
  set(ImGuiCol_TableBorderLight, p.line);
  set(ImGuiCol_TableRowBg, p.panel, 0);
  set(ImGuiCol_TableRowBgAlt, p.control, 0.3F);
  set(ImGuiCol_ModalWindowDimBg, p.ground, 0.6F);
  set(ImGuiCol_DragDropTarget, p.costly);
#if IMGUI_VERSION_NUM >= 19100
  set(ImGuiCol_TabSelected, p.accent);
  set(ImGuiCol_NavCursor, p.outline);
#else
  set(ImGuiCol_TabActive, p.accent);
  set(ImGuiCol_NavHighlight, p.outline);
#endif
}

}  // namespace

Look clamped(Look look) {
  look.text_size =
      std::isfinite(look.text_size) ? std::clamp(look.text_size, min_text_size, max_text_size) : default_text_size;
  return look;
}

float Theme::px(float drawing_pixels) const { return std::round(drawing_pixels * unit); }
ImVec4 Theme::vec(Colour colour, float opacity) const { return to_vec(colour, opacity); }
ImU32 Theme::u32(Colour colour, float opacity) const { return ImGui::ColorConvertFloat4ToU32(to_vec(colour, opacity)); }

Theme build_theme(const Look& asked, float screen_scale) {
  Theme theme;
  theme.look = clamped(asked);
  theme.screen_scale = std::isfinite(screen_scale) ? std::clamp(screen_scale, 0.5F, 8.0F) : 1.0F;
  theme.unit = theme.look.text_size / default_text_size * theme.screen_scale;
  theme.colours = &palette(theme.look.theme);
  theme.fonts = load_fonts(*ImGui::GetIO().Fonts, find_font_files(), theme.look.text_size * theme.screen_scale);
  ImGuiStyle style;
  set_distances(style, theme);
  set_colours(style, *theme.colours);
  set_base_font_size(style, font_pixels(theme.fonts.words));
  ImGui::GetStyle() = style;
  return theme;
}

}  // namespace bankmap
