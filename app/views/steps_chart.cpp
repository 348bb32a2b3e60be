#include "app/views/steps_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/controls.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {
namespace {

// The costs of the warp that is shown, step after step.
std::span<const WarpCost> shown_costs(const AccessAnalysis& access) {
  const auto steps = static_cast<std::size_t>(access.steps);
  const auto first = static_cast<std::size_t>(access.shown->warp) * steps;
  if (first + steps > access.costs.size()) return {};
  return std::span(access.costs).subspan(first, steps);
}

// A column of the chart stands for one step, or for the costliest of several where there are more steps than columns.
struct Columns {
  std::span<const WarpCost> costs;
  std::size_t count = 1;
  std::size_t first_step(std::size_t column) const { return column * costs.size() / count; }
  std::size_t costliest(std::size_t column) const {
    const std::size_t end = std::max(first_step(column) + 1, first_step(column + 1));
    const auto of = costs.subspan(first_step(column), end - first_step(column));
    const auto most = std::ranges::max_element(of, {}, &WarpCost::wavefronts);
    return first_step(column) + static_cast<std::size_t>(most - of.begin());
  }
};

void show_step(const Frame& frame, std::size_t step, Edits& edits) {
  const std::vector<std::int64_t> values = loop_values(frame.shown_access(), static_cast<std::int64_t>(step));
  for (std::size_t loop = 0; loop < values.size(); ++loop) {
    edits.push(SetLoopValue{frame.access, static_cast<int>(loop), values[loop]});
  }
}

}  // namespace

void draw_steps_chart(const Frame& frame, Edits& edits) {
  const AccessAnalysis& access = frame.shown();
  if (!access.shown || access.steps < 2) return;
  const std::span<const WarpCost> costs = shown_costs(access);
  if (costs.empty()) return;
  const ImVec2 size{ImGui::GetContentRegionAvail().x, frame.px(40)};
  ImGui::InvisibleButton("steps", size);
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 max = ImGui::GetItemRectMax();
  const Columns columns{costs, std::min(costs.size(), static_cast<std::size_t>(std::max(8.0F, size.x / 4)))};
  const int most = std::max(1, std::ranges::max(costs, {}, &WarpCost::wavefronts).wavefronts);
  const auto at = static_cast<std::size_t>(step_of(frame.shown_access()));
  const float width = size.x / static_cast<float>(columns.count);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t column = 0; column < columns.count; ++column) {
    const WarpCost& cost = costs[columns.costliest(column)];
    if (cost.wavefronts == 0) continue;
    const float height =
        std::max(frame.px(2), std::floor(size.y * static_cast<float>(cost.wavefronts) / static_cast<float>(most)));
    const float left = std::floor(min.x + width * static_cast<float>(column));
    const float right = std::max(left + 1, std::floor(min.x + width * static_cast<float>(column + 1)) - 1);
    const bool here = at >= columns.first_step(column) &&
                      at < std::max(columns.first_step(column) + 1, columns.first_step(column + 1));
    const Colour colour = cost.excess() > 0 ? frame.colours().costly : frame.colours().good;
    list.AddRectFilled({left, max.y - height}, {right, max.y}, frame.u32(colour, here ? 1.0F : 0.45F));
  }
  if (frame.log.on()) frame.log.item("steps", fmt::format("{}", costs.size()));
  if (!ImGui::IsItemHovered()) return;
  const float share = (ImGui::GetIO().MousePos.x - min.x) / size.x;
  const auto column = static_cast<std::size_t>(std::clamp(share, 0.0F, 0.9999F) * static_cast<float>(columns.count));
  const std::size_t step = columns.costliest(column);
  hover_sentence(frame, fmt::format("step {} of {}: {} wavefronts, ideal {}", step + 1, costs.size(),
                                    costs[step].wavefronts, costs[step].ideal));
  if (ImGui::IsItemClicked()) show_step(frame, step, edits);
}

}  // namespace bankmap
