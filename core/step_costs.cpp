#include "core/step_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/access_names.hpp"
#include "core/address_sweep.hpp"
#include "core/in_words.hpp"
#include "core/index.hpp"
#include "core/uniform_steps.hpp"
#include "core/whole_warps.hpp"

namespace bankmap {
namespace {

void add_to(AccessTotals& totals, const WarpCost& cost, std::int64_t bytes_asked) {
  totals.instructions += 1;
  totals.wavefronts += cost.wavefronts;
  totals.ideal += cost.ideal;
  totals.bank_conflicts += cost.bank_conflicts;
  totals.bytes_asked += bytes_asked;
  totals.bytes_moved += std::int64_t{cost.wavefronts} * row_bytes;
  totals.worst_wavefronts = std::max(totals.worst_wavefronts, cost.wavefronts);
}

// Where a lane lies beyond the tile: a warning, for the hardware would go on.
Problem outside_warning(const PreparedAccess& prepared, const WarpAddresses& warp, std::span<const std::int64_t> loops,
                        int warp_index) {
  const Tile& tile = prepared.layout.tile;
  const int lane = std::countr_zero(warp.outside_tile);
  const std::string where = warp.coordinates ? fmt::format("{}[{}][{}]", tile.name, warp.coordinates->row[index(lane)],
                                                           warp.coordinates->column[index(lane)])
                                             : fmt::format("byte {}", warp.lanes.byte_address[index(lane)]);
  const bool starts_inside =
      warp.coordinates && warp.coordinates->row[index(lane)] >= 0 && warp.coordinates->row[index(lane)] < tile.rows &&
      warp.coordinates->column[index(lane)] >= 0 && warp.coordinates->column[index(lane)] < tile.columns;
  const std::string how = starts_inside ? fmt::format("reaches {} bytes from {} on, past the end of its row in",
                                                      info(prepared.access.instruction).access_bytes, where)
                                        : fmt::format("is at {}, outside of", where);
  return Problem{.what = fmt::format("lane {} {} the {} x {} tile{}", lane, how, tile.rows, tile.columns,
                                     at_step(prepared, loops, warp_index)),
                 .hint = "enlarge the tile, shorten the loop or mask the lane",
                 .place = "pattern",
                 .range = {},
                 .lanes = warp.outside_tile,
                 .severity = Severity::warning};
}

// Lanes left out of an instruction that only whole warps can issue: a warning, for what it would cost can be said all the same.
Problem whole_warp_warning(const PreparedAccess& prepared, LaneMask left_out, std::span<const std::int64_t> loops,
                           int warp) {
  const LaneMask missing = ~lanes_of_warp(prepared.block, warp);
  const bool by_block = (left_out & ~missing) == 0;
  return Problem{.what = fmt::format("{} is issued by whole warps (.sync.aligned), and {} leaves out {}{}",
                                     info(prepared.access.instruction).name, by_block ? "the block" : "the mask",
                                     lanes_in_words(left_out), at_step(prepared, loops, warp)),
                 .hint = by_block ? "a block of a multiple of 32 threads"
                                  : "let all 32 lanes issue it: choose by whole warps, as in warp < 2",
                 .place = by_block ? "pattern" : "mask",
                 .range = {},
                 .lanes = left_out,
                 .severity = Severity::warning};
}

// One access while its steps are counted.
class StepCounter {
 public:
  explicit StepCounter(const CountedAccess& counted)
      : counted_(counted), whole_warps_(*counted.prepared), access_bytes_(access_bytes(counted)) {
    result().costs.reserve(static_cast<std::size_t>(counted.prepared->steps * counted.prepared->warps));
  }

  void count(const WarpAddresses& addresses, std::span<const std::int64_t> loops, int warp) {
    warn(addresses, loops, warp);
    result().costs.push_back(count_wavefronts(*counted_.rules.rule, counted_.rules.load_rule, addresses.lanes));
    bytes_asked_ = std::int64_t{std::popcount(addresses.lanes.active)} * access_bytes_;
    add_to(result().totals, result().costs.back(), bytes_asked_);
  }
  // The step costs what the one before it did.
  void count_again() {
    result().costs.push_back(result().costs.back());
    add_to(result().totals, result().costs.back(), bytes_asked_);
  }

 private:
  static int access_bytes(const CountedAccess& counted) {
    return info(counted.prepared->access.instruction).access_bytes;
  }
  AccessAnalysis& result() const { return *counted_.result; }
  void warn(const WarpAddresses& addresses, std::span<const std::int64_t> loops, int warp) {
    if (addresses.outside_tile != 0 && !std::exchange(warned_of_tile_, true))
      result().problems.push_back(outside_warning(*counted_.prepared, addresses, loops, warp));
    const LaneMask left_out = warned_of_warp_ ? 0 : whole_warps_.left_out(loops, warp);
    if (left_out == 0) return;
    warned_of_warp_ = true;
    result().problems.push_back(whole_warp_warning(*counted_.prepared, left_out, loops, warp));
  }

  CountedAccess counted_;
  WholeWarpCheck whole_warps_;
  std::int64_t access_bytes_;
  std::int64_t bytes_asked_ = 0;  // by the step before
  bool warned_of_tile_ = false, warned_of_warp_ = false;
};

Result<void> count_together(std::span<const CountedAccess> alike) {
  const PreparedAccess& prepared = *alike.front().prepared;
  std::vector<StepCounter> counters(alike.begin(), alike.end());
  AddressSweep sweep(prepared);
  UniformSteps uniform(prepared);
  std::vector<std::int64_t> loops;
  for (int warp = 0; warp < prepared.warps; ++warp) {
    loops = loop_values(prepared.access, 0);
    for (std::int64_t step = 0; step < prepared.steps; ++step, advance(prepared.access, loops)) {
      if (step > 0 && uniform.same_cost(loops)) {
        for (StepCounter& counter : counters) counter.count_again();
        continue;
      }
      const Result<const WarpAddresses*> found = sweep.at(loops, warp);
      if (!found) {
        Problem problem = found.error();
        problem.what += at_step(prepared, loops, warp);
        return fail(std::move(problem));
      }
      for (StepCounter& counter : counters) counter.count(**found, loops, warp);
      uniform.start(loops, **found);
    }
  }
  return {};
}

}  // namespace

bool same_addresses(const Access& a, const Access& b) {
  const InstructionInfo& one = info(a.instruction);
  const InstructionInfo& other = info(b.instruction);
  const auto copies = [](const InstructionInfo& each) { return each.kind == InstructionKind::async_copy; };
  const auto same_loop = [](LoopVariable x, const LoopVariable& y) {
    x.at = y.at;
    return x == y;
  };
  return a.tile == b.tile && one.access_bytes == other.access_bytes && one.address_lanes == other.address_lanes &&
         copies(one) == copies(other) && a.element_byte == b.element_byte && a.mask == b.mask &&
         a.pattern == b.pattern &&
         std::equal(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end(), same_loop);
}

void count_all_steps(std::span<const CountedAccess> alike) {
  if (alike.empty()) return;
  const Result<void> counted = count_together(alike);
  if (counted) return;
  for (const CountedAccess& each : alike) {
    each.result->costs.clear();
    each.result->totals = {};
    if (alike.size() > 1) {  // a refusal names the instruction: each has its own
      each.result->problems.clear();
      count_all_steps({&each, 1});
    } else {
      each.result->problems.push_back(counted.error());
    }
  }
}

}  // namespace bankmap
