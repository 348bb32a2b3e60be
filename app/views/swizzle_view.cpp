#include "app/views/swizzle_view.hpp"

#include <fmt/format.h>

#include <array>

#include "app/views/controls.hpp"
#include "app/views/problems.hpp"

namespace bankmap {
namespace {

constexpr std::array kinds{"none", "col ^ row", "CuTe Swizzle<B,M,S>", "TMA", "Triton", "bit matrix", "own expression"};
constexpr std::array tma_modes{TmaMode::b32, TmaMode::b64, TmaMode::b128, TmaMode::b128_atom32, TmaMode::b128_atom64};
constexpr std::size_t first_matrix_size = 10;

Swizzle first_of_kind(int kind) {
  switch (kind) {
    case 1:
      return XorSwizzle{};
    case 2:
      return CuteSwizzle{};
    case 3:
      return TmaSwizzle{};
    case 4:
      return TritonSwizzle{.vec = 1, .per_phase = 1, .max_phase = 32};
    case 5: {
      MatrixSwizzle unity;
      for (std::size_t bit = 0; bit < first_matrix_size; ++bit) unity.rows.push_back(std::uint32_t{1} << bit);
      return unity;
    }
    case 6:
      return ExpressionSwizzle{"col ^ row % columns"};
    default:
      return NoSwizzle{};
  }
}

bool draw_kind(const Frame&, NoSwizzle&) { return false; }

bool draw_kind(const Frame& frame, XorSwizzle& swizzle) {
  bool changed = number_row(frame, "tile.swizzle.chunk", "chunk", swizzle.chunk_elements, {1, 32, 1, true});
  changed |= number_row(frame, "tile.swizzle.shift", "row >>", swizzle.shift, {0, 8});
  changed |= number_row(frame, "tile.swizzle.mask", "mask &", swizzle.mask, {0, 63});
  return changed;
}

bool draw_kind(const Frame& frame, CuteSwizzle& swizzle) {
  bool changed = number_row(frame, "tile.swizzle.bits", "B  bits", swizzle.bits, {0, 5});
  changed |= number_row(frame, "tile.swizzle.base", "M  base", swizzle.base, {0, 7});
  changed |= number_row(frame, "tile.swizzle.shift", "S  shift", swizzle.shift, {-7, 7});
  return changed;
}

bool draw_kind(const Frame& frame, TmaSwizzle& swizzle) {
  int current = 0;
  for (std::size_t i = 0; i < tma_modes.size(); ++i)
    current = tma_modes[i] == swizzle.mode ? static_cast<int>(i) : current;
  const auto label = [](int i) { return std::string(tma_mode_name(tma_modes[static_cast<std::size_t>(i)])); };
  const int chosen = combo_row(frame, "tile.swizzle.mode", "mode", static_cast<int>(tma_modes.size()), current, label);
  if (chosen >= 0) swizzle.mode = tma_modes[static_cast<std::size_t>(chosen)];
  return chosen >= 0;
}

bool draw_kind(const Frame& frame, TritonSwizzle& swizzle) {
  bool changed = number_row(frame, "tile.swizzle.vec", "vec", swizzle.vec, {1, 32, 1, true});
  changed |= number_row(frame, "tile.swizzle.per_phase", "perPhase", swizzle.per_phase, {1, 16, 1, true});
  changed |= number_row(frame, "tile.swizzle.max_phase", "maxPhase", swizzle.max_phase, {1, 32, 1, true});
  return changed;
}

// One square for each bit; a click turns it. The row is the bit that is made, the columns are the bits of the offset it
// is made of.
bool draw_bits(const Frame& frame, MatrixSwizzle& swizzle) {
  const auto size = static_cast<int>(swizzle.rows.size());
  const float side =
      std::min(frame.px(18), std::floor(ImGui::GetContentRegionAvail().x / static_cast<float>(std::max(1, size))));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::InvisibleButton("bits", {side * static_cast<float>(size), side * static_cast<float>(size)});
  const bool clicked = ImGui::IsItemClicked();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  bool changed = false;
  for (int row = 0; row < size; ++row) {
    std::uint32_t& bits = swizzle.rows[static_cast<std::size_t>(row)];
    for (int bit = 0; bit < size; ++bit) {
      const ImVec2 min{start.x + side * static_cast<float>(size - 1 - bit), start.y + side * static_cast<float>(row)};
      const ImVec2 max{min.x + side - 1, min.y + side - 1};
      const bool under = mouse.x >= min.x && mouse.x < max.x && mouse.y >= min.y && mouse.y < max.y;
      if (clicked && under) bits ^= std::uint32_t{1} << bit, changed = true;
      const bool on = ((bits >> bit) & 1U) != 0;
      list.AddRectFilled(min, max, frame.u32(on ? frame.colours().accent : frame.colours().control), frame.px(2));
      if (frame.log.on()) frame.log.area(fmt::format("tile.swizzle.bit.{}.{}", row, bit), min, max, on ? "1" : "0");
    }
  }
  return changed;
}

bool draw_kind(const Frame& frame, MatrixSwizzle& swizzle) {
  auto size = static_cast<std::int64_t>(swizzle.rows.size());
  bool changed = false;
  if (number_row(frame, "tile.swizzle.size", "bits", size, {1, 16})) {
    const auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(size, 1, 24));
    while (swizzle.rows.size() < wanted) swizzle.rows.push_back(std::uint32_t{1} << swizzle.rows.size());
    swizzle.rows.resize(wanted);
    changed = true;
  }
  return draw_bits(frame, swizzle) || changed;
}

bool draw_kind(const Frame& frame, ExpressionSwizzle& swizzle) {
  row_label(frame, "column");
  return expression_box(frame, "tile.swizzle.column", swizzle.column,
                        problem_at(frame.analysis.problems, "swizzle.column"));
}

}  // namespace

bool draw_swizzle(const Frame& frame, Swizzle& swizzle) {
  const auto label = [](int i) { return std::string(kinds[static_cast<std::size_t>(i)]); };
  const int chosen = combo_row(frame, "tile.swizzle", "swizzle", static_cast<int>(kinds.size()),
                               static_cast<int>(swizzle.index()), label);
  if (chosen >= 0) swizzle = first_of_kind(chosen);
  const bool changed = std::visit([&frame](auto& kind) { return draw_kind(frame, kind); }, swizzle);
  return changed || chosen >= 0;
}

}  // namespace bankmap
