// core/pass_timeline.hpp -- the warp instruction in time: one row a pass through the banks, in order of service.
//
//     pass  wavefront  phase   bank 0   1   2   3  ...        what it serves
//       1       1        1     lane 0   1   2   3             8 lanes, 32 words
//       2       2        2     lane 8   9  10  11
//     a compare-and-swap takes two wavefronts a pass; a loop of them (atom.add.f32) loads, then swaps, round by round:
//       1     1-3        1     load 1 + swap 2; lane 0 succeeds, lanes 1-3 try again
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/analysis.hpp"

namespace bankmap {

struct TimelineRow {
  int pass = 0;             // 0-based, as in WarpPasses::passes
  int phase = 0;            // 0-based
  int turn = 0;             // passes of its phase before it; of a round: rounds before it
  int first_wavefront = 0;  // 0-based, over the whole instruction
  int wavefronts = 1;
  int load_wavefronts = 0;                           // of a round
  int swap_wavefronts = 0;                           // of a round
  LaneMask lanes = 0;                                // served, and done
  LaneMask trying = 0;                               // of a round: those that took part and must try again
  std::array<LaneMask, bank_count> lanes_in_bank{};  // of `lanes`
  int banks() const;                                 // that serve a lane
  bool operator==(const TimelineRow&) const = default;
};

struct PassTimeline {
  std::vector<TimelineRow> rows;
  int wavefronts = 0;  // of all rows: WarpCost::wavefronts
  int phases = 0;      // that have a row
  bool in_rounds = false;
};
// No rows where the access has no answer, or no lane is active.
PassTimeline pass_timeline(const AccessAnalysis& access);

// "wavefronts 4–6: load 1 + swap 2. Lane 0 is done; lanes 1–3 try again." and its kin, for one row.
std::string explain_row(const PassTimeline& timeline, const TimelineRow& row);

}  // namespace bankmap
