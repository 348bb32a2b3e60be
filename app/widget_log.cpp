#include "app/widget_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/files.hpp"

namespace bankmap {
namespace {

bool middle_is_inside(const LoggedWidget& widget, ImVec2 clip_min, ImVec2 clip_max) {
  const ImVec2 middle = widget.middle();
  return middle.x >= clip_min.x && middle.x < clip_max.x && middle.y >= clip_min.y && middle.y < clip_max.y;
}

}  // namespace

void WidgetLog::begin_frame() { widgets_.clear(); }

void WidgetLog::item(std::string_view name, std::string_view text) {
  if (on_) area(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), text);
}

void WidgetLog::area(std::string_view name, ImVec2 min, ImVec2 max, std::string_view text) {
  if (!on_) return;
  LoggedWidget widget{
      .name = prefix_ + std::string(name), .min = min, .max = max, .visible = false, .text = std::string(text)};
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  widget.visible = middle_is_inside(widget, list.GetClipRectMin(), list.GetClipRectMax());
  widgets_.push_back(std::move(widget));
}

const LoggedWidget* WidgetLog::find(std::string_view name) const {
  const auto found =
      std::find_if(widgets_.rbegin(), widgets_.rend(), [&](const LoggedWidget& each) { return each.name == name; });
  return found != widgets_.rend() ? &*found : nullptr;
}

std::string to_json(const WidgetLog& log) {
  nlohmann::ordered_json widgets = nlohmann::ordered_json::array();
  for (const LoggedWidget& each : log.widgets())
    widgets.push_back({{"name", each.name},
                       {"x", each.min.x},
                       {"y", each.min.y},
                       {"width", each.max.x - each.min.x},
                       {"height", each.max.y - each.min.y},
                       {"visible", each.visible},
                       {"text", each.text}});
  const nlohmann::ordered_json whole{{"widgets", std::move(widgets)}};
  return whole.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<void> write_widget_log(const WidgetLog& log, const std::string& path) {
  return replace_file(path, to_json(log), Lasting::no);
}

}  // namespace bankmap
