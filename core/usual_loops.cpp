// The loops half of core/pattern.hpp: how far each free name may run before a lane leaves the tile.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/access_names.hpp"
#include "core/identifier.hpp"
#include "core/index_sweep.hpp"
#include "core/pattern.hpp"
#include "core/scenario.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t max_steps = max_instructions_per_access / 32;  // a block has at most 32 warps

// A text of the pattern, and the stride that makes sense where the text is a loop variable alone.
struct LoopText {
  std::string_view text;
  std::int64_t stride = 1;
};

struct TextsOf {
  std::vector<LoopText> operator()(const RowPattern& p) const {
    return {{p.row}, {p.first, p.step == 0 ? 1 : std::abs(std::int64_t{p.step}) * lane_count}};
  }
  std::vector<LoopText> operator()(const ColumnPattern& p) const { return {{p.column}}; }
  std::vector<LoopText> operator()(const BlockPattern& p) const {
    return {{p.row_offset, p.rows}, {p.column_offset, std::int64_t{p.columns} * p.column_step}};
  }
  std::vector<LoopText> operator()(const StridedPattern& p) const { return {{p.stride}, {p.offset}}; }
  std::vector<LoopText> operator()(const DiagonalPattern& p) const { return {{p.offset}}; }
  std::vector<LoopText> operator()(const BroadcastPattern& p) const { return {{p.row}, {p.column}}; }
  std::vector<LoopText> operator()(const MmaPattern& p) const { return {{p.reg}}; }
  std::vector<LoopText> operator()(const MatrixRowsPattern& p) const {
    const bool two_down = p.matrices == 4 || (p.matrices == 2 && p.down_first);
    const bool two_across = p.matrices == 4 || (p.matrices == 2 && !p.down_first);
    return {{p.row, two_down ? 16 : 8}, {p.column, two_across ? 16 : 8}};
  }
  std::vector<LoopText> operator()(const IndexPattern& p) const { return {{p.row}, {p.column}}; }
  std::vector<LoopText> operator()(const ByteOffsetPattern& p) const { return {{p.bytes}}; }
  std::vector<LoopText> operator()(const AddressListPattern&) const { return {}; }
};

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9') || c == '.'; }

// The names a text uses that can be loop variables, in order. Digits begin a number: the x of 0x1f is no name.
std::vector<std::string> free_names(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (continues_name(text[i]) && end < text.size() && continues_name(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (starts_name(word.front()) && is_identifier(word) && !is_builtin_name(word)) names.emplace_back(word);
    i = end;
  }
  return names;
}

std::vector<LoopVariable> loops_of(const std::vector<LoopText>& texts) {
  std::vector<LoopVariable> loops;
  for (const LoopText& each : texts) {
    for (const std::string& name : free_names(each.text)) {
      const auto same = [&](const LoopVariable& loop) { return loop.name == name; };
      const bool known = std::any_of(loops.begin(), loops.end(), same);
      if (known || loops.size() == std::size_t{max_loops}) continue;
      const std::int64_t step = each.text == name ? each.stride : 1;
      loops.push_back({.name = name, .begin = 0, .end = step, .step = step, .at = 0});
    }
  }
  return loops;
}

// Answers whether the whole pattern is inside the tile for given values of the loop variables.
class Walk {
 public:
  // Empty where a text is wrong: it has no place in the tile then, and the person sees why elsewhere.
  static std::optional<Walk> over(const LanePattern& pattern, const std::vector<LoopVariable>& loops, int rows,
                                  int columns) {
    Walk walk;
    walk.layout_.tile.rows = rows;
    walk.layout_.tile.columns = columns;
    walk.layout_.pitch_elements = columns;
    if (const auto* block = std::get_if<BlockPattern>(&pattern)) walk.block_ = {.x = block->columns, .y = block->rows};
    Access access;
    access.loops = loops;
    const IndexText text = index_text(pattern);
    const std::vector<std::string> names = index_names(access);
    Result<BoundExpression> row = bind_names(text.row, names, access, walk.block_, walk.layout_);
    Result<BoundExpression> column = bind_names(text.column, names, access, walk.block_, walk.layout_);
    if (!row || !column) return std::nullopt;
    walk.row_ = std::move(*row);
    walk.column_ = std::move(*column);
    return walk;
  }

  bool inside(std::span<const std::int64_t> loop_values) const {
    const int warps = (block_.threads() + lane_count - 1) / lane_count;
    for (int warp = 0; warp < warps; ++warp) {
      if (!inside(row_, layout_.tile.rows, loop_values, warp)) return false;
      if (!inside(column_, layout_.tile.columns, loop_values, warp)) return false;
    }
    return true;
  }

 private:
  bool inside(const BoundExpression& index, int size, std::span<const std::int64_t> loop_values, int warp) const {
    const LaneMask lanes = lanes_of_warp(block_, warp);
    const Evaluator::Rand largest = lane_by_lane([](int, int, std::int64_t n) { return n - 1; });
    IndexSweep sweep(index, block_);
    const Result<const LaneValues*> values = sweep.at(loop_values, warp, lanes, largest);
    if (!values) return false;
    for (int lane = 0; lane < lane_count; ++lane) {
      const std::int64_t value = (**values)[static_cast<std::size_t>(lane)];
      if (has_lane(lanes, lane) && (value < 0 || value >= size)) return false;
    }
    return true;
  }

  TileLayout layout_;
  BlockShape block_;
  BoundExpression row_;
  BoundExpression column_;
};

// After so many steps an index that wraps has been everywhere.
std::int64_t one_round(const LanePattern& pattern, int rows, int columns) {
  if (const auto* mma = std::get_if<MmaPattern>(&pattern)) return fragment_registers(*mma);
  if (std::holds_alternative<DiagonalPattern>(pattern)) return columns;
  if (std::holds_alternative<StridedPattern>(pattern)) return std::int64_t{rows} * columns;
  return std::max(rows, columns);
}

}  // namespace

std::vector<LoopVariable> usual_loops(const LanePattern& pattern, int rows, int columns) {
  std::vector<LoopVariable> loops = loops_of(std::visit(TextsOf{}, pattern));
  const std::optional<Walk> walk = checked(pattern) ? Walk::over(pattern, loops, rows, columns) : std::nullopt;
  std::vector<std::int64_t> low(loops.size());
  if (!walk || !walk->inside(low)) return loops;
  std::vector<std::int64_t> high(loops.size());  // of the loops already settled the last value, of the others 0
  std::int64_t steps_left = max_steps;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const std::int64_t most = std::min(steps_left, one_round(pattern, rows, columns));
    std::int64_t steps = 1;
    for (; steps < most; ++steps) {
      low[i] = high[i] = steps * loops[i].step;
      if (!walk->inside(low) || !walk->inside(high)) break;
    }
    low[i] = 0;
    high[i] = (steps - 1) * loops[i].step;
    loops[i].end = steps * loops[i].step;
    steps_left /= steps;
  }
  return loops;
}

}  // namespace bankmap
