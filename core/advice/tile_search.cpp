#include "core/advice/tile_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "core/advice/bit_matrix.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_padded_swizzle_shapes = 100'000;  // warps looked at; about 10 ms

class TileSearch {
 public:
  TileSearch(const TileProblem& problem, const AdviceOptions& options, SearchWork& work)
      : problem_(problem),
        work_(work),
        kept_per_family_(static_cast<std::size_t>(options.fixes_per_family)),
        most_excess_(problem.excess_before) {
    if (problem.space.random_bytes > 0) anywhere_ = vectors_anywhere(problem.space.tile, problem.space.random_bytes);
  }

  TileAnswer run() {
    const std::int64_t least_pitch = problem_.space.least_pitch;
    search_pitches(FixFamily::padding, padded_pitches(problem_.space));
    search_pitches(FixFamily::row_stride, other_pitches(problem_.space));
    work_.tell(0.2);
    construct();
    for (const FixFamily family : {FixFamily::column_xor, FixFamily::triton, FixFamily::cute, FixFamily::tma}) {
      search_list(family, candidates(problem_.space, family, least_pitch));
      std::string& note = searched().note;
      if (note.empty() && family == FixFamily::tma && problem_.before().base_bytes % 256 != 0)
        note = "the tile does not start at a multiple of 256 bytes";
    }
    work_.tell(0.8);
    search_padded_swizzles();
    work_.tell(0.9);
    search_parts();
    std::stable_sort(answer_.fixes.begin(), answer_.fixes.end(), is_better);
    work_.tell(1);
    return std::move(answer_);
  }

  void run_paddings(FixFamily family, TileAnswer& answer) {
    std::vector<Candidate> list;
    for (const auto& pitches : {padded_pitches(problem_.space), other_pitches(problem_.space)}) {
      for (const std::int64_t pitch : pitches) list.push_back(with_pitch(problem_.space, pitch, family, NoSwizzle{}));
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const Candidate& a, const Candidate& b) { return a.pitch_bits < b.pitch_bits; });
    std::swap(answer_, answer);
    families_left_ = 1;
    search_list(family, list);
    std::swap(answer_, answer);
  }

 private:
  // The largest excess that is still of use: no worse than before, and better than the worst of a full list, or as good and cheaper.
  std::int64_t useful_excess(const Candidate& candidate) const {
    if (best_.size() < kept_per_family_) return most_excess_;
    return best_.back().excess - (is_cheaper_than_kept(candidate) ? 0 : 1);
  }
  // pre: the list is full
  bool is_cheaper_than_kept(const Candidate& candidate) const {
    const TileFix& last = best_.back();
    return std::pair(extra_bytes_of(candidate), candidate.operations) < std::pair(last.extra_bytes, last.operations);
  }
  std::int64_t extra_bytes_of(const Candidate& candidate) const {
    return candidate.pitch_bits / 8 * candidate.tile.rows - problem_.bytes_before;
  }
  // True where nothing that is as dear as this, or dearer, is of use any more.
  bool is_settled(const Candidate& candidate) const {
    return best_.size() == kept_per_family_ && best_.back().excess <= problem_.floor_excess &&
           !is_cheaper_than_kept(candidate);
  }

  // Weighted excess of all accesses; empty where that is beyond `useful`, or something would be misaligned.
  std::optional<std::int64_t> excess_of(const Candidate& candidate, std::int64_t useful) {
    const TileLayout layout = unchecked_layout(candidate.tile, candidate.pitch_bits);
    const bool plain = std::holds_alternative<NoSwizzle>(candidate.tile.swizzle);
    const bool aligned = candidate.pitch_bits % problem_.space.aligned_unit == 0;  // else it depends on the row
    const Sameness sameness = plain && aligned                                             ? Sameness::shifted
                              : aligned && is_linear(candidate.tile, candidate.pitch_bits) ? Sameness::flipped
                                                                                           : Sameness::exact;
    std::int64_t left = problem_.ideal + useful;
    for (const SearchAccess& access : problem_.accesses) {
      const auto wavefronts =
          wavefronts_under(access, candidate, layout, sameness, access.weight == 0 ? unlimited : left / access.weight);
      if (!wavefronts) return std::nullopt;
      left -= access.weight * *wavefronts;
    }
    return useful - left;
  }
  std::optional<std::int64_t> wavefronts_under(const SearchAccess& access, const Candidate& candidate,
                                               const TileLayout& layout, Sameness sameness, std::int64_t limit) {
    shapes_seen_ += static_cast<std::int64_t>(access.shapes(sameness).size());
    if (!access.depends_on_pitch) return wavefronts_of(access, layout, sameness, limit, work_);
    const Result<SearchAccess> moved =
        search_access(problem_.scenario, access.access, candidate.tile, problem_.machine, work_);
    if (!moved || !is_whole(moved->vectors, layout)) return std::nullopt;
    return wavefronts_of(*moved, layout, sameness, limit, work_);
  }

  // A swizzle tears nothing apart that an access takes; of those whose index names the pitch, the places are not known yet.
  bool keeps_vectors(const Candidate& candidate) {
    const TileLayout layout = unchecked_layout(candidate.tile, candidate.pitch_bits);
    return is_whole(anywhere_, layout) &&
           std::all_of(problem_.accesses.begin(), problem_.accesses.end(), [&](const SearchAccess& access) {
             return access.depends_on_pitch || is_whole(access.vectors, layout);
           });
  }
  // What padding alone may do, misalign rows, is seen when they are counted.
  bool is_whole(const UsedVectors& vectors, const TileLayout& layout) {
    return std::holds_alternative<NoSwizzle>(layout.tile.swizzle) || stay_whole(vectors, layout, work_);
  }

  void consider(const Candidate& candidate) {
    const std::optional<std::int64_t> excess = excess_of(candidate, useful_excess(candidate));
    if (!excess) return;
    FamilySearch& search = searched();
    search.best_excess = std::min(search.best_excess.value_or(*excess), *excess);
    TileFix fix{.family = candidate.family,
                .tile = candidate.tile,
                .excess = *excess,
                .extra_bytes = extra_bytes_of(candidate),
                .operations = candidate.operations,
                .moves_parts = moves_parts_,
                .accesses = problem_.rewritten};
    const bool gains = *excess < problem_.excess_before || fix.extra_bytes < 0;
    if (!gains) return;
    constexpr std::int64_t elements_a_unit = 16;  // of which it is checked that no two have one place
    work_.add(std::int64_t{fix.tile.rows} * fix.tile.columns / elements_a_unit);
    if (!lay_out(fix.tile)) return;
    best_.insert(std::upper_bound(best_.begin(), best_.end(), fix, is_better), fix);
    if (best_.size() > kept_per_family_) best_.pop_back();
  }

  void begin(FixFamily family) {
    best_.clear();
    share_.emplace(work_, families_left_--);
    family_ = answer_.searches.size();
    answer_.searches.push_back({.tile = problem_.tile, .family = family});
  }
  // Fixes stay in the order of their families: of two that are as good, the family that is searched first comes first.
  void end() {
    const auto later = std::find_if(answer_.fixes.begin(), answer_.fixes.end(),
                                    [&](const TileFix& fix) { return number_of(fix.family) > family_; });
    answer_.fixes.insert(later, best_.begin(), best_.end());
    share_.reset();
  }
  std::size_t number_of(FixFamily family) const {
    const auto known = std::find_if(answer_.searches.begin(), answer_.searches.end(),
                                    [family](const FamilySearch& search) { return search.family == family; });
    return static_cast<std::size_t>(known - answer_.searches.begin());
  }
  // Goes on with a family that has been left; false where it was not begun.
  bool resume(FixFamily family) {
    share_.emplace(work_, families_left_--);
    family_ = number_of(family);
    if (family_ == answer_.searches.size()) return false;
    const auto is_it = [family](const TileFix& fix) { return fix.family == family; };
    best_.clear();
    std::copy_if(answer_.fixes.begin(), answer_.fixes.end(), std::back_inserter(best_), is_it);
    std::erase_if(answer_.fixes, is_it);
    return true;
  }
  FamilySearch& searched() { return answer_.searches[family_]; }

  // Without having seen the whole family.
  bool leave() {
    searched().whole = false;
    searched().note = work_.cancelled() ? "cancelled" : "cut short: too much to look at";
    return true;
  }
  // True where the family is cut short.
  bool consider_all(const std::vector<Candidate>& list) {
    for (const Candidate& candidate : list) {
      if (is_settled(candidate)) continue;
      if (!work_.go_on(problem_.units_ahead)) return leave();
      if (!keeps_vectors(candidate)) continue;
      ++searched().candidates;
      consider(candidate);
    }
    return false;
  }
  void search_list(FixFamily family, const std::vector<Candidate>& list) {
    begin(family);
    consider_all(list);
    end();
  }
  void search_pitches(FixFamily family, const std::vector<std::int64_t>& pitches) {
    std::vector<Candidate> list;
    for (const std::int64_t pitch : pitches) list.push_back(with_pitch(problem_.space, pitch, family, NoSwizzle{}));
    search_list(family, list);
  }

  void construct() {
    begin(FixFamily::bit_matrix);
    matrix_ = construct_bit_matrix(problem_.space, problem_.space.least_pitch, problem_.accesses, work_);
    answer_.no_algebra = searched().note = matrix_.why_not;
    take_matrix();
    end();
  }
  // Whole vectors are not the best that there is where those in use leave room for smaller chunks.
  void construct_from_parts() {
    if (!matrix_.room_for_parts || !resume(FixFamily::bit_matrix)) return share_.reset();
    if (best_.empty() || best_.front().excess > problem_.floor_excess) {
      matrix_ = construct_from_parts_of_vectors(problem_.space, problem_.space.least_pitch, problem_.accesses, matrix_,
                                                work_);
      take_matrix();
    }
    end();
  }
  void take_matrix() {
    // Of accesses whose index names the pitch, only the places under the tile's own pitch are known.
    const bool places_known =
        problem_.units_ahead == 0 || problem_.bytes_before * 8 == problem_.space.least_pitch * problem_.before().rows;
    searched().whole = matrix_.proven && places_known;
    answer_.linear_excess.reset();
    if (searched().whole) answer_.linear_excess = matrix_.least_wavefronts - problem_.ideal;
    if (!matrix_.swizzle) return;
    const Candidate candidate =
        with_pitch(problem_.space, problem_.space.least_pitch, FixFamily::bit_matrix, *matrix_.swizzle);
    if (!keeps_vectors(candidate)) return;
    ++searched().candidates;
    consider(candidate);
  }

  std::int64_t best_so_far() const {
    std::int64_t best = problem_.excess_before;
    for (const TileFix& fix : answer_.fixes) best = std::min(best, fix.excess);
    return best;
  }

  // Where neither is enough alone: a swizzle on longer rows, as far as the next power of two and the pads allow.
  void search_padded_swizzles() {
    if (best_so_far() <= problem_.floor_excess || problem_.before().rows == 1) return;
    begin(FixFamily::swizzle_padded);
    search_longer_rows(Chunks::whole);
    end();
  }
  std::vector<std::int64_t> longer_pitches() const {
    std::vector<std::int64_t> pitches = padded_pitches(problem_.space);
    std::erase_if(pitches, [&](std::int64_t pitch) {
      return pitch <= problem_.space.least_pitch || pitch % problem_.space.aligned_unit != 0;
    });
    const auto power = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(problem_.space.least_pitch)));
    if (power > problem_.space.least_pitch && power % problem_.space.tile.element.bits == 0) pitches.push_back(power);
    std::sort(pitches.begin(), pitches.end());
    return pitches;
  }
  void search_longer_rows(Chunks chunks) {
    most_excess_ = best_so_far() - 1;
    shapes_seen_ = 0;
    for (const std::int64_t pitch : longer_pitches()) {
      if (is_settled(with_pitch(problem_.space, pitch, FixFamily::swizzle_padded, NoSwizzle{}))) return;
      for (const FixFamily family : {FixFamily::column_xor, FixFamily::cute}) {
        std::vector<Candidate> list = candidates(problem_.space, family, pitch, chunks);
        for (Candidate& candidate : list) candidate.family = FixFamily::swizzle_padded;
        if (consider_all(list)) return;
        if (shapes_seen_ > most_padded_swizzle_shapes) {
          searched().whole = false;
          searched().note = "cut short: too many to try all";
          return;
        }
      }
    }
  }

  // Swizzles that move parts of the widest access: legal where the vectors in use stay whole all the same.
  void search_parts() {
    const std::int64_t least_bytes = problem_.space.least_pitch / 8 * problem_.before().rows;
    const bool could_gain = problem_.excess_before > problem_.floor_excess || least_bytes < problem_.bytes_before;
    if (problem_.space.vector_elements == 1 || !could_gain) return;
    moves_parts_ = true;
    families_left_ = 5;
    most_excess_ = problem_.excess_before;
    construct_from_parts();
    for (const FixFamily family : {FixFamily::column_xor, FixFamily::triton, FixFamily::cute}) {
      if (!resume(family)) continue;
      consider_all(candidates(problem_.space, family, problem_.space.least_pitch, Chunks::parts));
      end();
    }
    if (best_so_far() <= problem_.floor_excess || !resume(FixFamily::swizzle_padded)) return share_.reset();
    search_longer_rows(Chunks::parts);
    end();
  }

  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  const TileProblem& problem_;
  SearchWork& work_;
  std::optional<WorkShare> share_;  // of the family that is being searched
  int families_left_ = 8;           // those of run()
  std::size_t kept_per_family_;
  std::int64_t most_excess_;  // more is of no use
  bool moves_parts_ = false;  // the candidates move parts of what the widest access takes
  UsedVectors anywhere_;      // of accesses that depend on data
  BitMatrixAnswer matrix_;    // the last one that was constructed
  TileAnswer answer_;
  std::size_t family_ = 0;     // in answer_.searches: the one that is being searched
  std::vector<TileFix> best_;  // of it, best first
  std::int64_t shapes_seen_ = 0;
};

}  // namespace

bool is_better(const TileFix& a, const TileFix& b) {
  return std::tie(a.excess, a.extra_bytes, a.operations) < std::tie(b.excess, b.extra_bytes, b.operations);
}

void search_paddings(const TileProblem& problem, FixFamily family, const AdviceOptions& options, SearchWork& work,
                     TileAnswer& answer) {
  TileSearch(problem, options, work).run_paddings(family, answer);
}

TileAnswer search_tile(const TileProblem& problem, const AdviceOptions& options, SearchWork& work) {
  return TileSearch(problem, options, work).run();
}

}  // namespace bankmap
