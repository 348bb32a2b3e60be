// core/word_links.hpp -- how the lanes that share a word are drawn as one shape, and two words of one bank as two.
//
//     lane 0  [| 0  ]      word 0: lanes 0, 2 and 4, joined by a line on track 0, at the left of the column
//     lane 1  [  1 |]      word 1: lanes 1, 3 and 5, joined on track 1, at its right
//     lane 2  [| 0  ]      a cell leaves room for the line of another word that passes it:
//     lane 3  [  1 |]      no line is crossed, no number covered
//
// Lanes next to each other melt into one piece and need no line. Where three words or more interleave in one bank, there
// is no room for their lines, and none is drawn: the pieces of a word are joined by their frame and their colour alone.
#pragma once

#include <bit>
#include <vector>

#include "core/analysis.hpp"

namespace bankmap {

inline constexpr int link_tracks = 2;
inline constexpr int no_track = -1;

struct WordLink {
  LaneMask lanes = 0;  // all that are served together: at least two
  int bank = 0;
  int banks = 1;
  int track = no_track;  // where the line runs that joins its pieces

  int first() const { return std::countr_zero(lanes); }
  int last() const { return lane_count - 1 - std::countl_zero(lanes); }
  bool operator==(const WordLink&) const = default;
};

// In the order of their first lanes.
std::vector<WordLink> word_links(const WarpAnalysis& warp);

struct LaneRun {  // lanes next to each other
  int first = 0;
  int last = 0;
  bool operator==(const LaneRun&) const = default;
};
std::vector<LaneRun> runs(LaneMask lanes);

// Whether the line of a word that lane `of` does not share runs past one of these lanes on this track, in its bank.
bool link_passes(const std::vector<WordLink>& links, const WarpAnalysis& warp, int of, LaneRun lanes, int track);

}  // namespace bankmap
