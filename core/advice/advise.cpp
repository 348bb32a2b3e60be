#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/advice/scenario_search.hpp"
#include "core/index.hpp"
#include "core/refusals.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

Result<void> check(const AdviceOptions& options, const Scenario& scenario) {
  if (options.weights.size() > scenario.accesses.size()) {
    return fail(placed("weights",
                       fmt::format("{} weights for {} accesses", options.weights.size(), scenario.accesses.size()),
                       "one weight for each access, in order"));
  }
  constexpr std::int64_t most = 1'000'000;
  for (const std::int64_t weight : options.weights) {
    if (weight < 0 || weight > most)
      return fail(placed("weights", fmt::format("a weight of {}", weight), fmt::format("0 to {}", most)));
  }
  constexpr std::int64_t most_shared = std::int64_t{1} << 30;  // no block has it
  if (options.kernel.other_shared_bytes < 0 || options.kernel.other_shared_bytes > most_shared) {
    return fail(placed("kernel.shared", fmt::format("{} bytes", options.kernel.other_shared_bytes),
                       fmt::format("0 to {}", most_shared)));
  }
  constexpr int most_fixes = 8;
  if (options.fixes_per_family >= 1 && options.fixes_per_family <= most_fixes) return {};
  return fail(placed("fixes per family", fmt::format("{} fixes", options.fixes_per_family),
                     fmt::format("1 to {}", most_fixes)));
}

Result<Before> look_before(const Scenario& scenario, const MachineProfile& machine, const AdviceOptions& options) {
  if (const Result<void> ok = check(options, scenario); !ok) return fail(ok.error());
  Before before{.scenario = scenario,
                .machine = machine,
                .options = options,
                .analysis = {},
                .limits = machine.occupancy,
                .block = {}};
  if (!options.kernel.compute_capability.empty()) {
    const Result<OccupancyLimits> limits = occupancy_limits_of(options.kernel.compute_capability);
    if (!limits) return fail(at("kernel", limits.error()));
    before.limits = *limits;
  }
  before.block = {.threads = options.kernel.threads.value_or(scenario.block.threads()),
                  .registers_per_thread = options.kernel.registers_per_thread,
                  .shared_bytes = options.kernel.other_shared_bytes};
  before.analysis = analyze(scenario, machine);
  if (refused(before.analysis)) return before;
  before.block.shared_bytes += shared_bytes(scenario);
  if (const Result<Occupancy> now = occupancy(before.limits, before.block); !now)
    return fail(at("kernel", now.error()));
  return before;
}

// What no layout can change: of accesses that depend on data, all their excess; nothing of what could not be searched.
std::int64_t total_floor(const Before& before, const SearchedTiles& searched) {
  std::int64_t floor = weighted_excess(before.analysis, before.options) - searched.excess_left_out;
  for (const SearchedTile& each : searched.tiles) floor += each.problem.floor_excess - each.problem.excess_before;
  return floor;
}

bool linear_best(const std::vector<SearchedTile>& searched, const Fix& fix, std::int64_t floor) {
  std::int64_t least = floor;
  for (const SearchedTile& each : searched) {
    if (!each.answer.linear_excess) return false;
    least += std::max(*each.answer.linear_excess, each.problem.floor_excess) - each.problem.floor_excess;
  }
  return fix.excess_after <= least;
}

void rank(Advice& advice, const std::vector<SearchedTile>& searched) {
  std::stable_sort(advice.fixes.begin(), advice.fixes.end(), [](const Fix& a, const Fix& b) {
    return std::tie(a.excess_after, a.extra_bytes, a.operations) <
           std::tie(b.excess_after, b.extra_bytes, b.operations);
  });
  for (Fix& fix : advice.fixes) {
    fix.proof = fix.excess_after == 0                                  ? FixProof::ideal
                : fix.excess_after <= advice.floor_excess              ? FixProof::floor
                : fix.excess_after > advice.fixes.front().excess_after ? FixProof::not_best
                : linear_best(searched, fix, advice.floor_excess)      ? FixProof::linear_best
                                                                       : FixProof::searched_best;
  }
}

std::int64_t candidates_searched(const Advice& advice) {
  std::int64_t sum = 0;
  for (const FamilySearch& search : advice.searches) sum += search.candidates;
  return sum;
}

std::string price(std::int64_t bytes) {
  if (bytes == 0) return "takes no byte more";
  return bytes > 0 ? fmt::format("takes {} bytes more", grouped(bytes))
                   : fmt::format("takes {} bytes less", grouped(-bytes));
}

// No layout of these tiles can do better, as against: none was found.
bool none_can_exist(const Advice& advice, const SearchedTiles& searched) {
  if (searched.tiles.empty()) return searched.excess_left_out == 0;
  return advice.excess_before <= advice.floor_excess;
}

std::string none_sentence(const Advice& advice, const SearchedTiles& searched) {
  const bool proven_none = none_can_exist(advice, searched);
  if (searched.tiles.empty() && !advice.notes.empty()) {
    return fmt::format("None {}: {}.", proven_none ? "exists" : "found", advice.notes.front());
  }
  if (proven_none) {
    const std::string reason = !advice.floor_reason.empty() ? advice.floor_reason
                               : !advice.notes.empty()      ? advice.notes.front()
                                                            : "no layout has less";
    return fmt::format("None exists: {}.", reason);
  }
  Fix as_it_is;
  as_it_is.excess_after = advice.excess_before;
  const bool proven = linear_best(searched.tiles, as_it_is, advice.floor_excess);
  return fmt::format(
      "None found: {} layouts were searched and none has fewer than the {} excess wavefronts of this one{}.",
      grouped(candidates_searched(advice)), grouped(advice.excess_before),
      proven ? "; no XOR of higher address bits into bank bits that keeps the vectors in use whole can, by the rank of "
               "the lanes' places"
             : "");
}

bool costs_a_block(const Fix& fix) {
  return fix.occupancy && fix.occupancy->after.blocks_per_sm < fix.occupancy->before.blocks_per_sm;
}

// The reason to swizzle, said on every fix that has it: as good as another (a padding, mostly) that costs a block.
void compare_occupancy(Advice& advice) {
  for (Fix& fix : advice.fixes) {
    if (!fix.occupancy || costs_a_block(fix)) continue;
    const auto dear = std::find_if(advice.fixes.begin(), advice.fixes.end(), [&](const Fix& other) {
      return costs_a_block(other) && fix.excess_after <= other.excess_after;
    });
    if (dear == advice.fixes.end()) continue;
    OccupancyEffect& effect = *fix.occupancy;
    effect.dearer = fmt::format("{} leaves {}", dear->title, dear->occupancy->after.blocks_per_sm);
    effect.sentence += fmt::format("; {}: that is the reason to take this one", effect.dearer);
  }
}

// Each fix is analyzed whole, which takes a while where there are many steps: the best ones first.
void build_fixes(const Before& before, const SearchedTiles& searched, SearchWork& work, Advice& advice) {
  const std::int64_t units = before.analysis.totals.instructions * SearchWork::units_to_analyze;
  for (const std::vector<TileChange>& changes : combinations(searched.tiles)) {
    if (!work.go_on()) return;
    work.add(units);
    std::optional<Fix> fix = build_fix(before, changes, with_changes(before.scenario, changes));
    if (!fix) continue;
    const auto same = [&](const Fix& other) { return other.scenario == fix->scenario; };
    if (std::none_of(advice.fixes.begin(), advice.fixes.end(), same)) advice.fixes.push_back(*std::move(fix));
  }
}

std::string free_sentence(const Before& before) {
  const bool weighed_away = std::any_of(before.analysis.accesses.begin(), before.analysis.accesses.end(),
                                        [](const AccessAnalysis& access) { return access.totals.excess() > 0; });
  return weighed_away ? "Nothing to gain: every access that has excess wavefronts has a weight of 0."
                      : "Already free: no access takes more wavefronts than the ideal.";
}

void conclude(Advice& advice, const Before& before, const SearchedTiles& searched, bool cancelled) {
  const bool gains = !advice.fixes.empty() && advice.fixes.front().excess_after < advice.excess_before;
  if (gains) {
    const Fix& best = advice.fixes.front();
    advice.outcome = AdviceOutcome::fixes_found;
    advice.sentence = fmt::format(
        "{} removes {} excess wavefronts and {}.", best.title,
        best.excess_after == 0
            ? fmt::format("all {}", grouped(advice.excess_before))
            : fmt::format("{} of {}", grouped(advice.excess_before - best.excess_after), grouped(advice.excess_before)),
        price(best.extra_bytes));
  } else if (advice.excess_before == 0) {
    advice.outcome = AdviceOutcome::already_free;
    advice.sentence = free_sentence(before);
    if (!advice.fixes.empty()) {
      advice.sentence += fmt::format(" {} costs nothing either and {}.", advice.fixes.front().title,
                                     price(advice.fixes.front().extra_bytes));
    }
  } else {
    advice.outcome = none_can_exist(advice, searched) ? AdviceOutcome::none_exists : AdviceOutcome::none_found;
    advice.sentence = none_sentence(advice, searched);
  }
  if (cancelled) {
    advice.outcome = AdviceOutcome::cancelled;
    advice.sentence = "Cancelled. " + advice.sentence;
  }
}

}  // namespace

std::string_view to_string(FixFamily family) {
  constexpr std::array<std::string_view, fix_family_count> names{
      "padding",    "row stride",           "col ^ row",           "Swizzle<B,M,S>", "TMA mode",    "Triton",
      "bit matrix", "rows in a flat array", "swizzle and padding", "lane order",     "vector width"};
  return names[static_cast<std::size_t>(family)];
}

std::string_view to_string(AdviceOutcome outcome) {
  constexpr std::array<std::string_view, 6> names{"already free", "fixes found", "none exists",
                                                  "none found",   "refused",     "cancelled"};
  return names[static_cast<std::size_t>(outcome)];
}

Result<Advice> advise(const Scenario& scenario, const MachineProfile& machine, const AdviceOptions& options,
                      const AdviceControl& control) {
  const Result<Before> before = look_before(scenario, machine, options);
  if (!before) return fail(before.error());
  Advice advice;
  if (refused(before->analysis)) {
    advice.outcome = AdviceOutcome::refused;
    advice.sentence = to_string(errors_of(before->analysis).front());
    return advice;
  }
  advice.excess_before = weighted_excess(before->analysis, options);
  SearchWork search(control);
  const SearchedTiles searched = search_tiles(*before, search, advice);
  advice.floor_excess = total_floor(*before, searched);
  SearchWork building(control);
  build_fixes(*before, searched, building, advice);
  advice.cut_short = search.cut_short() || building.cut_short();
  if (advice.cut_short) {
    advice.notes.emplace_back(
        "the search was cut short, for there is too much to look at: what is found is true, but not all was tried");
  }
  rank(advice, searched.tiles);
  compare_occupancy(advice);
  conclude(advice, *before, searched, search.cancelled() || building.cancelled());
  return advice;
}

}  // namespace bankmap
