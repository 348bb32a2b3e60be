#include "core/word_links.hpp"

#include <algorithm>

namespace bankmap {
namespace {

const LaneResult& lane_of(const WarpAnalysis& warp, int lane) { return warp.lanes[static_cast<std::size_t>(lane)]; }

bool meet_in_a_bank(const WordLink& a, int bank, int banks) { return a.bank < bank + banks && bank < a.bank + a.banks; }

bool runs_past(const WordLink& link, int track, int bank, int banks, LaneRun lanes) {
  return link.track == track && meet_in_a_bank(link, bank, banks) && link.first() <= lanes.last &&
         lanes.first <= link.last();
}

int free_track(const std::vector<WordLink>& before, const WordLink& link) {
  for (int track = 0; track < link_tracks; ++track) {
    const bool taken = std::ranges::any_of(before, [&](const WordLink& other) {
      return runs_past(other, track, link.bank, link.banks, {link.first(), link.last()});
    });
    if (!taken) return track;
  }
  return no_track;
}

bool in_pieces(const WordLink& link) { return runs(link.lanes).size() > 1; }

// Lines for two words of a bank and none for the third would say that the third is not linked: so all or none.
void all_or_none(std::vector<WordLink>& links) {
  for (const WordLink& without : std::vector<WordLink>(links)) {
    if (without.track != no_track || !in_pieces(without)) continue;
    for (WordLink& link : links) {
      if (meet_in_a_bank(link, without.bank, without.banks)) link.track = no_track;
    }
  }
}

}  // namespace

std::vector<LaneRun> runs(LaneMask lanes) {
  std::vector<LaneRun> found;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const int first = lane;
    while (lane + 1 < lane_count && has_lane(lanes, lane + 1)) ++lane;
    found.push_back({first, lane});
  }
  return found;
}

std::vector<WordLink> word_links(const WarpAnalysis& warp) {
  std::vector<WordLink> links;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = lane_of(warp, lane);
    if (!it.active || it.shares_word == 0 || std::countr_zero(it.shares_word) < lane) continue;
    WordLink link{it.shares_word | lane_bit(lane), it.bank, it.banks, no_track};
    if (in_pieces(link)) link.track = free_track(links, link);
    links.push_back(link);
  }
  all_or_none(links);
  return links;
}

bool link_passes(const std::vector<WordLink>& links, const WarpAnalysis& warp, int of, LaneRun lanes, int track) {
  const LaneResult& it = lane_of(warp, of);
  return std::ranges::any_of(links, [&](const WordLink& link) {
    return !has_lane(link.lanes, of) && runs_past(link, track, it.bank, it.banks, lanes);
  });
}

}  // namespace bankmap
