// core/index_sweep.hpp -- an index expression of an access, evaluated warp after warp and step after step (internal to core).
//
//     threadIdx.x / 16 * 8 + i     a new warp: threadIdx.x is set anew; a new step: only i, and only the + is evaluated again
#pragma once

#include <span>
#include <vector>

#include "core/evaluator.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {

class IndexSweep {
 public:
  // expression and block must stay where they are for as long as the sweep is used.
  IndexSweep(const BoundExpression& expression, const BlockShape& block);
  IndexSweep(IndexSweep&&) = default;
  IndexSweep& operator=(IndexSweep&&) = default;

  // [lane] kept until the next call; only `lanes` are meaningful. Refuses as evaluate does; the place is left to the caller.
  Result<const LaneValues*> at(std::span<const std::int64_t> loops, int warp, LaneMask lanes,
                               const Evaluator::Rand& rand);
  bool changed() const { return changed_; }  // the last call may have given other values than the one before it
  const Bounds& bounds() const {
    return evaluator_.bounds();
  }  // of all 32 lanes of the last call, if it was not refused

 private:
  void set(int name, std::span<const std::int64_t> loops, int warp);

  const BoundExpression* expression_;
  const BlockShape* block_;
  Evaluator evaluator_;
  std::vector<LaneValues> values_;   // [name] of those that differ from lane to lane
  std::vector<std::int64_t> loops_;  // those values_ holds
  int warp_ = -1;
  LaneMask lanes_ = 0;
  bool changed_ = true;
  const LaneValues* found_ = nullptr;  // by the last call; null if it was refused
};

}  // namespace bankmap
