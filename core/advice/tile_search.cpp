#include "core/advice/tile_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
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
        most_excess_(problem.excess_before) {}

  TileAnswer run() {
    const std::int64_t least_pitch = problem_.space.least_pitch;
    search_pitches(FixFamily::padding, padded_pitches(problem_.space));
    search_pitches(FixFamily::row_stride, other_pitches(problem_.space));
    work_.tell(0.2);
    construct(least_pitch);
    for (const FixFamily family : {FixFamily::column_xor, FixFamily::triton, FixFamily::cute, FixFamily::tma}) {
      search_list(family, candidates(problem_.space, family, least_pitch));
      std::string& note = answer_.searches.back().note;
      if (!note.empty()) continue;  // it was cut short
      if (const int whole = problem_.space.vector_elements; whole > 1 && family != FixFamily::tma)
        note = fmt::format("{} elements stay together everywhere: the widest access takes them", whole);
      if (family == FixFamily::tma && problem_.before().base_bytes % 256 != 0)
        note = "the tile does not start at a multiple of 256 bytes";
    }
    work_.tell(0.8);
    search_padded_swizzles();
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
  // The largest excess that is still of use: better than the worst of a full list, and no worse than before.
  std::int64_t useful_excess() const {
    if (best_.size() < kept_per_family_) return most_excess_;
    return best_.back().excess - 1;
  }
  bool done() const { return best_.size() == kept_per_family_ && best_.back().excess <= problem_.floor_excess; }

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
    if (!moved) return std::nullopt;
    return wavefronts_of(*moved, layout, sameness, limit, work_);
  }

  void consider(const Candidate& candidate) {
    const std::optional<std::int64_t> excess = excess_of(candidate, useful_excess());
    if (!excess) return;
    FamilySearch& search = answer_.searches.back();
    search.best_excess = std::min(search.best_excess.value_or(*excess), *excess);
    TileFix fix{.family = candidate.family,
                .tile = candidate.tile,
                .excess = *excess,
                .extra_bytes = candidate.pitch_bits / 8 * candidate.tile.rows - problem_.bytes_before,
                .operations = candidate.operations,
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
    answer_.searches.push_back({.tile = problem_.tile, .family = family});
  }
  void end() {
    answer_.fixes.insert(answer_.fixes.end(), best_.begin(), best_.end());
    share_.reset();
  }

  // Without having seen the whole family.
  bool leave() {
    answer_.searches.back().whole = false;
    answer_.searches.back().note = work_.cancelled() ? "cancelled" : "cut short: too much to look at";
    return true;
  }
  // True where the family is to be left: nothing better can come, or it is cut short.
  bool consider_all(const std::vector<Candidate>& list) {
    for (const Candidate& candidate : list) {
      if (done()) return true;
      if (!work_.go_on(problem_.units_ahead)) return leave();
      ++answer_.searches.back().candidates;
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

  void construct(std::int64_t pitch_bits) {
    begin(FixFamily::bit_matrix);
    BitMatrixAnswer matrix = construct_bit_matrix(problem_.space, pitch_bits, problem_.accesses, work_);
    FamilySearch& search = answer_.searches.back();
    search.note = matrix.why_not;
    search.whole = matrix.proven;
    answer_.no_algebra = matrix.why_not;
    if (matrix.proven) answer_.linear_excess = matrix.least_wavefronts - problem_.ideal;
    if (matrix.swizzle) {
      ++search.candidates;
      consider(with_pitch(problem_.space, pitch_bits, FixFamily::bit_matrix, *matrix.swizzle));
    }
    end();
  }

  std::int64_t best_so_far() const {
    std::int64_t best = problem_.excess_before;
    for (const TileFix& fix : answer_.fixes) best = std::min(best, fix.excess);
    return best;
  }

  // Where neither is enough alone: a swizzle on longer rows, as far as the next power of two and the pads allow.
  void search_padded_swizzles() {
    if (best_so_far() <= problem_.floor_excess || problem_.before().rows == 1) return;
    most_excess_ = best_so_far() - 1;
    begin(FixFamily::swizzle_padded);
    std::vector<std::int64_t> pitches = padded_pitches(problem_.space);
    std::erase_if(pitches, [&](std::int64_t pitch) {
      return pitch <= problem_.space.least_pitch || pitch % problem_.space.aligned_unit != 0;
    });
    const auto power = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(problem_.space.least_pitch)));
    if (power > problem_.space.least_pitch && power % problem_.space.tile.element.bits == 0) pitches.push_back(power);
    std::sort(pitches.begin(), pitches.end());
    shapes_seen_ = 0;
    for (const std::int64_t pitch : pitches) {
      for (const FixFamily family : {FixFamily::column_xor, FixFamily::cute}) {
        std::vector<Candidate> list = candidates(problem_.space, family, pitch);
        for (Candidate& candidate : list) candidate.family = FixFamily::swizzle_padded;
        if (consider_all(list)) return end();
        if (shapes_seen_ > most_padded_swizzle_shapes) {
          answer_.searches.back().whole = false;
          answer_.searches.back().note = "cut short: too many to try all";
          return end();
        }
      }
    }
    end();
  }

  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  const TileProblem& problem_;
  SearchWork& work_;
  std::optional<WorkShare> share_;  // of the family that is being searched
  int families_left_ = 8;           // those of run()
  std::size_t kept_per_family_;
  std::int64_t most_excess_;  // more is of no use
  TileAnswer answer_;
  std::vector<TileFix> best_;  // of the family that is being searched, best first
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
