#include "core/uniform_steps.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/expression_operators.hpp"
#include "core/index.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

// What the values of a node can be, whatever the lane and the step. `most` bounds their size.
struct Reach {
  std::optional<std::int64_t> slope;  // grows by this when the loop variable grows by 1; empty: not by a fixed amount
  double most = 0;
};

// Beyond this a sum or product might overflow in some step, which only the evaluation finds.
constexpr double safe = 0x1p61;

class Reaches {
 public:
  Reaches(const BoundExpression& expression, int loop) : expression_(expression), loop_(loop) {
    for (const ExpressionNode& node : expression.tree.nodes) {
      nodes_.push_back(of(node));
      largest_ = std::max(largest_, nodes_.back().most);
    }
  }
  std::optional<std::int64_t> slope() const { return largest_ < safe ? nodes_.back().slope : std::nullopt; }

 private:
  const Reach& operand(const ExpressionNode& node, int i) const { return nodes_[index(node.operands[index(i)])]; }
  const ExpressionNode& operand_node(const ExpressionNode& node, int i) const {
    return expression_.tree.nodes[index(node.operands[index(i)])];
  }

  Reach of(const ExpressionNode& node) const {
    switch (node.op) {
      case Operator::number:
        return {0, std::abs(static_cast<double>(node.number))};
      case Operator::name: {
        const NameSource& source = expression_.sources[index(node.name)];
        constexpr double any_loop = 0x1p40, any_other = 0x1p32;  // the limits of loops, and of tiles and blocks
        if (source.kind != NameSource::Kind::loop) return {0, any_other};
        return {source.loop == loop_ ? 1 : 0, any_loop};
      }
      case Operator::add:
        return sum(operand(node, 0), operand(node, 1), 1);
      case Operator::subtract:
        return sum(operand(node, 0), operand(node, 1), -1);
      case Operator::multiply:
        return product(node);
      default:
        return any_other_operator(node);
    }
  }
  static Reach sum(const Reach& a, const Reach& b, std::int64_t sign) {
    Reach reach{std::nullopt, a.most + b.most};
    if (a.slope && b.slope && reach.most < safe) reach.slope = *a.slope + sign * *b.slope;
    return reach;
  }
  // A slope times a number; anything else only where neither side has one.
  Reach product(const ExpressionNode& node) const {
    const Reach& a = operand(node, 0);
    const Reach& b = operand(node, 1);
    Reach reach{std::nullopt, a.most * b.most};
    if (!a.slope || !b.slope || reach.most >= safe) return reach;
    if (operand_node(node, 0).op == Operator::number) reach.slope = *b.slope * operand_node(node, 0).number;
    if (operand_node(node, 1).op == Operator::number) reach.slope = *a.slope * operand_node(node, 1).number;
    if (*a.slope == 0 && *b.slope == 0) reach.slope = 0;
    return reach;
  }
  // Fixed where every operand is. A left shift may be as large as anything; rand is never fixed.
  Reach any_other_operator(const ExpressionNode& node) const {
    Reach reach{0, 1};
    for (int i = 0; i < fact(node.op).operands; ++i) {
      if (operand(node, i).slope != 0) reach.slope.reset();
      reach.most = std::max(reach.most, 2 * operand(node, i).most);
    }
    if (node.op == Operator::shift_left) reach.most = reach.slope ? reach.most : safe;
    if (node.op == Operator::rand) reach.slope.reset();
    return reach;
  }

  const BoundExpression& expression_;
  int loop_;
  std::vector<Reach> nodes_;
  double largest_ = 0;
};

bool is_fixed(const BoundExpression& expression, std::size_t loops) {
  for (std::size_t loop = 0; loop < loops; ++loop) {
    if (Reaches(expression, static_cast<int>(loop)).slope() != 0) return false;
  }
  return expression.tree.rand_calls == 0;
}

// Whole bytes and no swizzle: an element's address is base + row * pitch + column * size.
bool is_plain(const PreparedAccess& prepared) {
  const Tile& tile = prepared.layout.tile;
  const bool fixed_mask = prepared.constant_mask || is_fixed(prepared.mask, prepared.access.loops.size());
  return prepared.row && fixed_mask && tile.element.bits % 8 == 0 && std::holds_alternative<NoSwizzle>(tile.swizzle);
}

}  // namespace

UniformSteps::UniformSteps(const PreparedAccess& prepared) : prepared_(&prepared) {
  if (!is_plain(prepared)) return;
  std::vector<Slope> slopes;
  for (std::size_t loop = 0; loop < prepared.access.loops.size(); ++loop) {
    const std::optional<std::int64_t> row = Reaches(*prepared.row, static_cast<int>(loop)).slope();
    const std::optional<std::int64_t> column = Reaches(*prepared.column, static_cast<int>(loop)).slope();
    if (!row || !column) return;
    slopes.push_back({*row, *column});
  }
  slopes_ = std::move(slopes);
}

void UniformSteps::start(std::span<const std::int64_t> loops, const WarpAddresses& found) {
  rows_.reset();
  columns_.reset();
  if (slopes_.empty() || found.outside_tile != 0 || found.lanes.active == 0) return;
  loops_.assign(loops.begin(), loops.end());
  const auto extent = [&](const LaneValues& values) {
    const std::int64_t first = values[index(lowest_lane(found.lanes.active))];
    Extent all{first, first};
    for (LaneMask rest = found.lanes.active; rest != 0; rest = without_lowest(rest)) {
      const std::int64_t value = values[index(lowest_lane(rest))];
      all = {std::min(all.least, value), std::max(all.most, value)};
    }
    return all;
  };
  rows_ = extent(found.coordinates->row);
  columns_ = extent(found.coordinates->column);
}

bool UniformSteps::same_cost(std::span<const std::int64_t> loops) const {
  if (!rows_) return false;
  Slope moved;
  for (std::size_t loop = 0; loop < slopes_.size(); ++loop) {
    moved.row += slopes_[loop].row * (loops[loop] - loops_[loop]);
    moved.column += slopes_[loop].column * (loops[loop] - loops_[loop]);
  }
  const TileLayout& layout = prepared_->layout;
  const int access_bytes = info(prepared_->access.instruction).access_bytes;
  const std::int64_t element_bytes = layout.tile.element.bits / 8;
  const std::int64_t reach = (prepared_->access.element_byte + access_bytes - 1) / element_bytes;
  const bool inside = rows_->least + moved.row >= 0 && rows_->most + moved.row < layout.tile.rows &&
                      columns_->least + moved.column >= 0 &&
                      columns_->most + moved.column + reach < layout.tile.columns;
  if (!inside) return false;  // and what follows could overflow
  const std::int64_t bytes = moved.row * (layout.pitch_bits / 8) + moved.column * element_bytes;
  // What a copy costs depends on its rows too.
  const bool by_row = info(prepared_->access.instruction).kind == InstructionKind::async_copy;
  return bytes % (by_row ? row_bytes : chunk_size(prepared_->access.instruction).bytes) == 0;
}

}  // namespace bankmap
