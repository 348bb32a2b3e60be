#include "app/views/pattern_view.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/views/code_text.hpp"
#include "app/views/controls.hpp"
#include "app/views/problems.hpp"

namespace bankmap {
namespace {

// The kinds in the order of LanePattern, each with the words of the combo box.
constexpr std::array kinds{"row",
                           "column",
                           "block of threads",
                           "strided",
                           "diagonal",
                           "broadcast",
                           "mma fragment",
                           "ldmatrix row pointers",
                           "own row and column",
                           "own byte offset",
                           "32 addresses"};
static_assert(kinds.size() == std::variant_size_v<LanePattern>);

LanePattern first_of_kind(int kind, const Access& before) {
  const IndexText text = index_text(before.pattern);
  switch (kind) {
    case 0:
      return RowPattern{};
    case 1:
      return ColumnPattern{};
    case 2:
      return BlockPattern{};
    case 3:
      return StridedPattern{};
    case 4:
      return DiagonalPattern{};
    case 5:
      return BroadcastPattern{};
    case 6:
      return MmaPattern{};
    case 7:
      return MatrixRowsPattern{};
    case 8:
      return text.row.empty() ? IndexPattern{} : IndexPattern{text.row, text.column};
    case 9:
      return ByteOffsetPattern{};
    default: {
      AddressListPattern list;
      for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
        list.bytes.push_back(lane * static_cast<std::uint32_t>(info(before.instruction).access_bytes));
      }
      return list;
    }
  }
}

// The loops that a pattern just chosen needs; one that is there already stays as it is.
std::vector<LoopVariable> loops_for(const Frame& frame, const Access& access) {
  const Tile& tile = frame.tile(frame.tile_of(access));
  std::vector<LoopVariable> loops = usual_loops(access.pattern, tile.rows, tile.columns);
  for (LoopVariable& loop : loops) {
    const auto same = std::ranges::find(access.loops, loop.name, &LoopVariable::name);
    if (same != access.loops.end()) loop = *same;
  }
  return loops;
}

bool expression_row(const Frame& frame, std::string_view field, const char* label, std::string& text) {
  row_label(frame, label);
  return expression_box(frame, fmt::format("access.{}", field), text, problem_at(frame.shown().problems, field));
}

bool draw_kind(const Frame& frame, RowPattern& pattern) {
  bool changed = expression_row(frame, "row", "row", pattern.row);
  changed |= expression_row(frame, "first", "first column", pattern.first);
  changed |= number_row(frame, "access.step", "lane step", pattern.step, {1, 32});
  return changed;
}

bool draw_kind(const Frame& frame, ColumnPattern& pattern) {
  bool changed = expression_row(frame, "column", "column", pattern.column);
  changed |= number_row(frame, "access.step", "row step", pattern.step, {1, 32});
  return changed;
}

bool draw_kind(const Frame& frame, BlockPattern& pattern) {
  bool changed = number_row(frame, "access.block.rows", "block rows", pattern.rows, {1, 32});
  changed |= number_row(frame, "access.block.columns", "columns", pattern.columns, {1, 64});
  const auto order = [](int i) { return std::string(i == 0 ? "lanes along the row" : "lanes down the column"); };
  if (const int chosen = combo_row(frame, "access.block.order", "lane order", 2, pattern.row_major ? 0 : 1, order);
      chosen >= 0) {
    pattern.row_major = chosen == 0;
    changed = true;
  }
  changed |= number_row(frame, "access.block.step", "per thread", pattern.column_step, {1, 8, 1, true});
  changed |= expression_row(frame, "row_offset", "+ row", pattern.row_offset);
  changed |= expression_row(frame, "column_offset", "+ column", pattern.column_offset);
  return changed;
}

bool draw_kind(const Frame& frame, StridedPattern& pattern) {
  bool changed = expression_row(frame, "stride", "stride", pattern.stride);
  changed |= expression_row(frame, "offset", "offset", pattern.offset);
  return changed;
}

bool draw_kind(const Frame& frame, DiagonalPattern& pattern) {
  return expression_row(frame, "offset", "offset", pattern.offset);
}

bool draw_kind(const Frame& frame, BroadcastPattern& pattern) {
  bool changed = expression_row(frame, "row", "row", pattern.row);
  changed |= expression_row(frame, "column", "column", pattern.column);
  return changed;
}

bool draw_kind(const Frame& frame, MmaPattern& pattern) {
  bool changed = false;
  const auto shape = [](int i) { return std::string(i == 0 ? "m16n8k16" : "m16n8k8"); };
  if (const int chosen = combo_row(frame, "access.mma.shape", "mma", 2, static_cast<int>(pattern.shape), shape);
      chosen >= 0) {
    pattern.shape = static_cast<MmaShape>(chosen);
    changed = true;
  }
  const auto operand = [](int i) { return std::string(i == 0 ? "A" : i == 1 ? "B" : "C"); };
  if (const int chosen =
          combo_row(frame, "access.mma.operand", "operand", 3, static_cast<int>(pattern.operand), operand);
      chosen >= 0) {
    pattern.operand = static_cast<MmaOperand>(chosen);
    changed = true;
  }
  changed |= check_row(frame, "access.mma.transposed", "transposed", pattern.transposed);
  if (pattern.shape == MmaShape::m16n8k8) changed |= check_row(frame, "access.mma.tf32", "tf32", pattern.tf32);
  changed |= expression_row(frame, "reg", "register", pattern.reg);
  return changed;
}

bool draw_kind(const Frame& frame, MatrixRowsPattern& pattern) {
  bool changed = number_row(frame, "access.matrices", "matrices", pattern.matrices, {1, 4, 1, true});
  const auto order = [](int i) { return std::string(i == 0 ? "down, then right" : "right, then down"); };
  if (const int chosen = combo_row(frame, "access.matrices.order", "order", 2, pattern.down_first ? 0 : 1, order);
      chosen >= 0) {
    pattern.down_first = chosen == 0;
    changed = true;
  }
  changed |= expression_row(frame, "row", "row", pattern.row);
  changed |= expression_row(frame, "column", "column", pattern.column);
  return changed;
}

bool draw_kind(const Frame& frame, IndexPattern& pattern) {
  bool changed = expression_row(frame, "row", "row", pattern.row);
  changed |= expression_row(frame, "column", "column", pattern.column);
  return changed;
}

bool draw_kind(const Frame& frame, ByteOffsetPattern& pattern) {
  return expression_row(frame, "bytes", "byte", pattern.bytes);
}

bool draw_kind(const Frame& frame, AddressListPattern& pattern) {
  bool changed = false;
  const float width = (ImGui::GetContentRegionAvail().x - 3 * frame.px(4)) / 4;
  for (std::size_t lane = 0; lane < pattern.bytes.size(); ++lane) {
    if (lane % 4 != 0) ImGui::SameLine(0, frame.px(4));
    std::int64_t value = pattern.bytes[lane];
    if (number_box(frame, fmt::format("access.address.{}", lane), value, width)) {
      pattern.bytes[lane] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, 0xffffffff));
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool draw_pattern(const Frame& frame, Access& access) {
  const auto label = [](int i) { return std::string(kinds[static_cast<std::size_t>(i)]); };
  const int count = static_cast<int>(kinds.size());
  const int chosen =
      combo_row(frame, "access.pattern", "lane pattern", count, static_cast<int>(access.pattern.index()), label);
  if (chosen >= 0) {
    const bool own_text = chosen >= 8;  // keeps what the pattern before it said
    access.pattern = first_of_kind(chosen, access);
    if (!own_text) access.loops = loops_for(frame, access);
  }
  const bool changed = std::visit([&frame](auto& pattern) { return draw_kind(frame, pattern); }, access.pattern);
  const IndexText text = index_text(access.pattern);
  const bool says_more = !text.row.empty() && !std::holds_alternative<IndexPattern>(access.pattern);
  if (says_more) {
    code_box(frame, "access.index",
             fmt::format("{}[{}][{}]", frame.tile(frame.tile_of(access)).name, text.row, text.column));
  }
  return changed || chosen >= 0;
}

}  // namespace bankmap
