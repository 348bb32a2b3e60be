#include "core/cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

// Of all LoopLaw::warps together.
double turn_cycles(const LoopLaw& law, const LoopCost& loop) {
  const int before_last = loop.turns - (loop.turns_at_last ? 1 : 0);
  const double first = before_last > 0 ? law.first_turn_cycles + (before_last - 1) * law.further_turn_cycles : 0;
  return first + (loop.turns_at_last ? law.last_turn_cycles : 0);
}

CyclePrediction loop_cycles(const LoopLaw& law, const WarpCost& cost) {
  const LoopCost& loop = cost.loop;
  const double all = law.base_cycles + law.cycles_per_round * loop.rounds + law.cycles_per_wavefront * cost.wavefronts +
                     law.cycles_per_split_load * loop.split_loads + turn_cycles(law, loop) +
                     law.cycles_per_crowded_wavefront * loop.crowded_wavefronts;
  const double cycles = all / law.warps;
  return {cycles, std::max(law.tolerance_cycles, law.tolerance_share * cycles), law.provenance};
}

std::string loop_text(const LoopLaw& law, const WarpCost& cost) {
  const LoopCost& loop = cost.loop;
  std::string text = fmt::format("{:.1f} + {:.1f} × {} rounds + {:.0f} × {} wavefronts", law.base_cycles,
                                 law.cycles_per_round, loop.rounds, law.cycles_per_wavefront, cost.wavefronts);
  if (loop.split_loads > 0 && law.cycles_per_split_load > 0) {
    text += fmt::format(" + {:.0f} × {} split loads", law.cycles_per_split_load, loop.split_loads);
  }
  if (loop.turns > 0) {
    text += fmt::format(" + {:.0f} for {} round{} that more lanes leave than stay in", turn_cycles(law, loop),
                        loop.turns, loop.turns == 1 ? "" : "s");
  }
  if (loop.crowded_wavefronts > 0 && law.cycles_per_crowded_wavefront > 0) {
    text += fmt::format(" + {:.1f} × {} wavefronts above {} a round", law.cycles_per_crowded_wavefront,
                        loop.crowded_wavefronts, law.free_wavefronts);
  }
  return law.warps == 1 ? text : fmt::format("({}) ÷ {} warps", text, law.warps);
}

// The cycles listed for so few wavefronts, or for rows that crowd.
std::optional<double> listed_cycles(const SaturatedLaw& law, const WarpCost& cost) {
  if (cost.wavefronts == 1 && law.row_table) {
    const std::vector<double>& cycles = law.row_table->cycles;
    return cycles[std::min(static_cast<std::size_t>(cost.crowded_rows), cycles.size() - 1)];
  }
  const auto few = static_cast<std::size_t>(cost.wavefronts) - 1;
  if (few < law.few_cycles.size()) return law.few_cycles[few];
  return std::nullopt;
}

}  // namespace

std::optional<CyclePrediction> saturated_cycles(const InstructionRule& rule, const WarpCost& cost) {
  if (cost.wavefronts == 0) return std::nullopt;
  if (rule.loop_saturated) return loop_cycles(*rule.loop_saturated, cost);
  if (!rule.saturated) return std::nullopt;
  const SaturatedLaw& law = *rule.saturated;
  if (const auto listed = listed_cycles(law, cost))
    return CyclePrediction{*listed, law.tolerance_cycles, law.provenance};
  const double path = cost.merged ? law.merged_beats : law.beats;
  const double banks = law.cycles_per_wavefront * cost.wavefronts;
  return CyclePrediction{std::max(banks, path) + law.overhead_cycles, law.tolerance_cycles, law.provenance};
}

std::optional<CyclePrediction> latency_cycles(const InstructionRule& rule, const WarpCost& cost) {
  if (cost.wavefronts == 0) return std::nullopt;
  if (rule.loop_latency) return loop_cycles(*rule.loop_latency, cost);
  if (!rule.latency) return std::nullopt;
  const LatencyLaw& law = *rule.latency;
  if (cost.wavefronts > law.up_to_wavefronts) return std::nullopt;
  const double base = cost.merged ? law.merged_base_cycles : law.base_cycles;
  return CyclePrediction{base + law.cycles_per_wavefront * cost.wavefronts, law.tolerance_cycles, law.provenance};
}

std::string saturated_law_text(const InstructionRule& rule, const WarpCost& cost) {
  if (rule.loop_saturated) return loop_text(*rule.loop_saturated, cost);
  if (!rule.saturated) return {};
  const SaturatedLaw& law = *rule.saturated;
  if (cost.wavefronts == 1 && cost.crowded_rows > 0) {
    return fmt::format("as listed for {} rows that lie a multiple of {} rows from another", cost.crowded_rows,
                       law.row_table->rows);
  }
  if (cost.wavefronts > 0 && listed_cycles(law, cost)) return "as listed for so few wavefronts";
  return fmt::format("max({} wavefronts, {:.0f} beats) + {:.2f}", cost.wavefronts,
                     cost.merged ? law.merged_beats : law.beats, law.overhead_cycles);
}

std::string latency_law_text(const InstructionRule& rule, const WarpCost& cost) {
  if (rule.loop_latency) return loop_text(*rule.loop_latency, cost);
  if (!rule.latency) return {};
  const LatencyLaw& law = *rule.latency;
  return fmt::format("{:.2f} + {:.0f} × {} wavefronts", cost.merged ? law.merged_base_cycles : law.base_cycles,
                     law.cycles_per_wavefront, cost.wavefronts);
}

int crowded_rows(const InstructionRule& rule, const LaneAddresses& lanes, LaneMask active) {
  if (!rule.saturated || !rule.saturated->row_table) return 0;
  const RowTable& table = *rule.saturated->row_table;
  assert(table.rows >= 1 && table.rows <= most_table_rows && table.copies >= 1 && table.copies <= most_table_copies);
  std::array<std::uint32_t, lane_count * most_table_copies> touched{};
  std::size_t count = 0;
  std::uint64_t places = 0;
  for (LaneMask rest = active; rest != 0; rest = without_lowest(rest)) {
    const std::uint32_t row = lanes.byte_address[static_cast<std::size_t>(lowest_lane(rest))] / row_bytes;
    for (std::uint32_t copy = 0; copy < static_cast<std::uint32_t>(table.copies); ++copy) {
      touched[count++] = row + copy;
      places |= std::uint64_t{1} << (row + copy) % static_cast<std::uint32_t>(table.rows);
    }
  }
  const auto end = touched.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(touched.begin(), end);
  return static_cast<int>(std::unique(touched.begin(), end) - touched.begin()) - std::popcount(places);
}

}  // namespace bankmap
