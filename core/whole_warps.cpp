#include "core/whole_warps.hpp"

#include "core/access_names.hpp"
#include "core/random_draws.hpp"

namespace bankmap {
namespace {

int rand_calls(const std::optional<BoundExpression>& expression) {
  return expression ? expression->tree.rand_calls : 0;
}

LaneMask lanes_not_zero(const LaneValues& values, LaneMask lanes) {
  LaneMask found = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes, lane) && values[static_cast<std::size_t>(lane)] != 0) found |= lane_bit(lane);
  }
  return found;
}

}  // namespace

bool issued_by_whole_warps(Instruction instruction) {
  const InstructionKind kind = info(instruction).kind;
  return kind == InstructionKind::matrix_load || kind == InstructionKind::matrix_store;
}

WholeWarpCheck::WholeWarpCheck(const PreparedAccess& prepared)
    : prepared_(&prepared), whole_warps_(issued_by_whole_warps(prepared.access.instruction)) {
  if (whole_warps_ && !prepared.constant_mask) mask_.emplace(prepared.mask, prepared.block);
}

LaneMask WholeWarpCheck::issuing(std::span<const std::int64_t> loops, int warp) {
  const LaneMask present = lanes_of_warp(prepared_->block, warp);
  if (!mask_) return prepared_->constant_mask.value_or(all_lanes) & present;
  const int index_calls = rand_calls(prepared_->row) + rand_calls(prepared_->column) + rand_calls(prepared_->bytes);
  const RandomDraws draws(0, loops, warp);
  const Evaluator::Rand draw =
      lane_by_lane([&](int site, int lane, std::int64_t n) { return draws(index_calls + site, lane, n); });
  const Result<const LaneValues*> values = mask_->at(loops, warp, present, draw);
  if (values) return lanes_not_zero(**values, present);
  LaneMask issuing = 0;  // some lane has no value: asked one by one
  for (int lane = 0; lane < lane_count; ++lane) {
    const Result<const LaneValues*> own = mask_->at(loops, warp, lane_bit(lane) & present, draw);
    if (own) issuing |= lanes_not_zero(**own, lane_bit(lane) & present);
  }
  return issuing;
}

LaneMask WholeWarpCheck::left_out(std::span<const std::int64_t> loops, int warp) {
  if (!whole_warps_) return 0;
  const LaneMask lanes = issuing(loops, warp);
  return lanes == 0 ? 0 : ~lanes;
}

}  // namespace bankmap
