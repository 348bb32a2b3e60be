#include "app/views/status_bar.hpp"

#include <fmt/format.h>

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

void draw_status_bar(const Frame& frame) {
  const Palette& colours = frame.colours();
  ImFont* font = frame.theme.fonts.words_small;
  const float right = content_right();
  ImGui::SetCursorPosY(std::floor((ImGui::GetWindowHeight() - font_pixels(font)) / 2));
  const float y = ImGui::GetCursorPosY();
  const std::string text = fmt::format("{}   ·   {}", tile_text(frame), access_text(frame));
  shown_text(frame, "status.tile", text, font, colours.text_dim);
  const float after = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + frame.px(24);
  const std::string machine = machine_text(frame);
  push_font(font);
  const float width = ImGui::CalcTextSize(machine.c_str()).x;
  ImGui::PopFont();
  if (right - width < after) return;  // a narrow window; the machine is in the top bar too
  ImGui::SetCursorPos({right - width, y});
  shown_text(frame, "status.machine", machine, font, colours.text_dim, [&frame] {
    const InstructionRule* rule = frame.machine.rule(frame.shown().instruction);
    return rule == nullptr ? std::string() : "Phases and counting law: " + rule->provenance.source;
  });
}

}  // namespace bankmap
