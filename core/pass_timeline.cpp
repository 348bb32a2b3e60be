#include "core/pass_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

void fill_banks(const WarpAnalysis& warp, TimelineRow& row) {
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = warp.lanes[static_cast<std::size_t>(lane)];
    for (int bank = it.bank; has_lane(row.lanes, lane) && bank < std::min(it.bank + it.banks, bank_count); ++bank)
      row.lanes_in_bank[static_cast<std::size_t>(bank)] |= lane_bit(lane);
  }
}

std::string lanes_of(LaneMask lanes) {
  return fmt::format("{} {}", std::popcount(lanes) == 1 ? "lane" : "lanes", lane_list(lanes));
}

}  // namespace

int TimelineRow::banks() const {
  return static_cast<int>(std::ranges::count_if(lanes_in_bank, [](LaneMask lanes_here) { return lanes_here != 0; }));
}

PassTimeline pass_timeline(const AccessAnalysis& access) {
  PassTimeline timeline;
  if (!access.shown) return timeline;
  const WarpPasses& served = access.shown->served;
  timeline.in_rounds = !served.rounds.empty();
  const int wavefronts_each = access.law == CountLaw::compare_and_swap ? 2 : 1;
  int last_phase = -1;
  for (std::size_t i = 0; i < served.passes.size(); ++i) {
    const Pass& pass = served.passes[i];
    TimelineRow row{.pass = static_cast<int>(i),
                    .phase = pass.phase,
                    .turn = turn_of_pass(served, static_cast<int>(i)),
                    .first_wavefront = timeline.wavefronts,
                    .wavefronts = wavefronts_each,
                    .lanes = pass.lanes};
    if (timeline.in_rounds && i < served.rounds.size()) {
      const CasRound& round = served.rounds[i];
      row.load_wavefronts = round.load_wavefronts;
      row.swap_wavefronts = round.cas_wavefronts;
      row.wavefronts = round.load_wavefronts + round.cas_wavefronts;
      row.trying = round.remaining & ~round.winners;
    }
    fill_banks(*access.shown, row);
    timeline.wavefronts += row.wavefronts;
    if (row.phase != last_phase) ++timeline.phases;
    last_phase = row.phase;
    timeline.rows.push_back(row);
  }
  return timeline;
}

std::string explain_row(const PassTimeline& timeline, const TimelineRow& row) {
  const int first = row.first_wavefront + 1;
  const int last = row.first_wavefront + row.wavefronts;
  const std::string which =
      row.wavefronts == 1 ? fmt::format("Wavefront {}", first) : fmt::format("Wavefronts {}–{}", first, last);
  if (!timeline.in_rounds) {
    return fmt::format("{} of {}{}: serves {} in {} {}.", which, timeline.wavefronts,
                       timeline.phases > 1 ? fmt::format(", phase {}", row.phase + 1) : "", lanes_of(row.lanes),
                       row.banks(), row.banks() == 1 ? "bank" : "banks");
  }
  std::string text = fmt::format("{} of {}, round {}: load {} + swap {}. Done: {}.", which, timeline.wavefronts,
                                 row.pass + 1, row.load_wavefronts, row.swap_wavefronts, lanes_of(row.lanes));
  if (row.trying != 0) text += fmt::format(" To try again: {}.", lanes_of(row.trying));
  return text;
}

}  // namespace bankmap
