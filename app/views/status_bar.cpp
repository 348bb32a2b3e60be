#include "app/views/status_bar.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/views/controls.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

std::string tile_text(const Frame& frame) {
  const int index = frame.tile_of(frame.shown_access());
  const Tile& tile = frame.tile(index);
  const std::int64_t bytes = frame.analysis.tile_bytes[static_cast<std::size_t>(index)];
  if (bytes == 0) return fmt::format("{}: refused", tile.name);
  return fmt::format("{} × {} {} = {} B", tile.rows, tile.columns, tile.element.name, grouped(bytes));
}

std::string access_text(const Frame& frame) {
  const AccessAnalysis& access = frame.shown();
  if (!access.shown) return fmt::format("{}: refused", access.name);
  return fmt::format("{}: {} {}   ·   warp {} of {}", access.name, access.steps, access.steps == 1 ? "step" : "steps",
                     access.shown->warp, access.warps);
}

std::string machine_text(const Frame& frame) {
  const InstructionRule* rule = frame.machine.rule(frame.shown().instruction);
  if (rule == nullptr) return fmt::format("{}: not modelled", frame.machine.key);
  const Provenance& from = rule->provenance;
  return fmt::format("model {}, {}{}{}", frame.machine.key, to_string(from.status), from.device.empty() ? "" : " on ",
                     from.device);
}

}  // namespace

namespace {

constexpr const char* help_text = "F1 keys   ·   Ctrl+P commands";

// Cut where it is longer than the room; whole on hover.
void draw_notice(const Frame& frame, const Notice& notice, float room) {
  ImFont* font = frame.theme.fonts.words_small;
  push_font(font);
  const std::string text = shortened(notice.text, room);
  ImGui::PopFont();
  shown_text(frame, "status.notice", text, font, notice.bad ? frame.colours().refused : frame.colours().text_bright,
             [&notice] { return notice.text; });
}

// What is pinned or pointed at, so that it can be read whatever the panels show.
void draw_pointed(const Frame& frame, float room) {
  ImFont* font = frame.theme.fonts.words_small;
  const std::string whole = explain_pointed(frame.shown(), frame.selection.shown());
  push_font(font);
  const std::string text = shortened(whole, room);
  ImGui::PopFont();
  shown_text(frame, "status.pointed", text, font, frame.colours().text, [&whole] { return whole; });
}

void draw_machine(const Frame& frame) {
  shown_text(frame, "status.machine", machine_text(frame), frame.theme.fonts.words_small, frame.colours().text_dim,
             [&frame] {
               const InstructionRule* rule = frame.machine.rule(frame.shown().instruction);
               return rule == nullptr ? std::string() : "Phases and counting law: " + rule->provenance.source;
             });
}

}  // namespace

void draw_status_bar(const Frame& frame, const std::optional<Notice>& notice) {
  const Palette& colours = frame.colours();
  ImFont* font = frame.theme.fonts.words_small;
  const auto width_of = [font](const std::string& text) {
    return font->CalcTextSizeA(font_pixels(font), FLT_MAX, 0, text.c_str()).x;
  };
  const float right = content_right();
  ImGui::SetCursorPosY(std::floor((ImGui::GetWindowHeight() - font_pixels(font)) / 2));
  const float y = ImGui::GetCursorPosY();
  if (notice) return draw_notice(frame, *notice, ImGui::GetContentRegionAvail().x);
  if (frame.selection.shown().any()) return draw_pointed(frame, ImGui::GetContentRegionAvail().x);
  const std::string text = fmt::format("{}   ·   {}", tile_text(frame), access_text(frame));
  shown_text(frame, "status.tile", text, font, colours.text_dim);
  float after = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + frame.px(16);
  if (after + width_of(machine_text(frame)) <= right) {  // in a narrow window the top bar has the machine
    ImGui::SetCursorPos({after, y});
    draw_machine(frame);
    after = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + frame.px(16);
  }
  if (right - width_of(help_text) < after) return;
  ImGui::SetCursorPos({right - width_of(help_text), y});
  shown_text(frame, "status.help", help_text, font, colours.text_faint);
}

}  // namespace bankmap
