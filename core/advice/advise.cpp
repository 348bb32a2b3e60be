#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/advice/build_fix.hpp"
#include "core/advice/tile_search.hpp"
#include "core/text_layout.hpp"

namespace bankmap {
namespace {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

Problem placed(std::string place, std::string what, std::string hint) {
  return Problem{.what = std::move(what), .hint = std::move(hint), .place = std::move(place), .range = {}};
}

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

std::string first_error(const Analysis& analysis) {
  for (const Problem& problem : analysis.problems)
    if (problem.severity == Severity::error) return to_string(problem);
  for (const AccessAnalysis& access : analysis.accesses) {
    for (const Problem& problem : access.problems)
      if (problem.severity == Severity::error) return to_string(problem);
  }
  return {};
}

// The tile's accesses as the search wants them; a sentence where the tile must stay as it is.
Result<TileProblem> tile_problem(const Before& before, int tile, Advice& advice) {
  const Scenario& scenario = before.scenario;
  TileProblem problem{.scenario = scenario, .machine = before.machine, .tile = tile, .space = {}, .accesses = {}};
  int widest_bytes = 1;
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    if (scenario.accesses[i].tile != tile) continue;
    Result<SearchAccess> access =
        search_access(scenario, static_cast<int>(i), scenario.tiles[index(tile)], before.machine);
    if (!access) return fail(at(scenario.accesses[i].name, access.error()));
    widest_bytes = std::max(widest_bytes, access->access_bytes);
    const std::int64_t weight = weight_of(before.options, i);
    if (access->depends_on_data) {
      advice.notes.push_back(
          fmt::format("'{}' depends on data: no layout is better for all data, so the search leaves it out",
                      scenario.accesses[i].name));
      continue;
    }
    access->weight = weight;
    if (access->sampled) {
      advice.notes.push_back(
          fmt::format("'{}' has so many different steps that the search looks at every n-th; the figures are of all",
                      scenario.accesses[i].name));
    }
    problem.ideal += weight * access->ideal;
    problem.excess_before += weight * before.analysis.accesses[i].totals.excess();
    problem.accesses.push_back(*std::move(access));
  }
  problem.space = layout_space(scenario.tiles[index(tile)], widest_bytes);
  problem.bytes_before = before.analysis.tile_bytes[index(tile)];
  return problem;
}

// Where equal addresses, or vectors that stay whole, cost more than one wavefront a phase.
std::string floor_sentence(const Before& before, const SearchAccess& access, std::int64_t floor, std::int64_t granule) {
  const AccessAnalysis& analysis = before.analysis.accesses[index(access.access)];
  const std::string least =
      fmt::format("'{}' takes at least {} wavefronts in any layout (ideal {})", analysis.name, floor, access.ideal);
  if (access.rule->law != CountLaw::words) {
    return least + ": lanes that update one address take turns, wherever it lies";
  }
  const std::int64_t places = std::max<std::int64_t>(1, row_bytes / granule);
  return fmt::format("{}: what must stay together takes {} bytes, so it can start in {} of the 32 banks only", least,
                     granule, places);
}

void add_floor(const Before& before, TileProblem& problem, Advice& advice) {
  const Element& element = problem.before().element;
  const std::int64_t granule = std::max(problem.space.widest_bytes, element.align_bytes);
  for (const SearchAccess& access : problem.accesses) {
    const std::int64_t floor = floor_wavefronts(access, problem.before(), granule);
    problem.floor_excess += access.weight * (floor - access.ideal);
    if (floor == access.ideal || access.weight == 0) continue;
    advice.floor_reason += (advice.floor_reason.empty() ? "" : "; ") + floor_sentence(before, access, floor, granule);
  }
}

struct SearchedTile {
  TileProblem problem;
  TileAnswer answer;
};

std::vector<SearchedTile> search_tiles(const Before& before, const AdviceControl& control, Advice& advice) {
  std::vector<SearchedTile> searched;
  const auto tiles = static_cast<int>(before.scenario.tiles.size());
  for (int tile = 0; tile < tiles; ++tile) {
    Result<TileProblem> problem = tile_problem(before, tile, advice);
    if (!problem) {
      advice.notes.push_back(
          fmt::format("{} stays as it is: {}", before.scenario.tiles[index(tile)].name, to_string(problem.error())));
      continue;
    }
    if (problem->accesses.empty()) continue;
    add_floor(before, *problem, advice);
    AdviceControl part = control;
    if (control.progress) {
      part.progress = [&control, tile, tiles](double share) { control.progress((tile + share) / tiles); };
    }
    TileAnswer answer = search_tile(*problem, before.options, part);
    if (!answer.no_algebra.empty()) {
      advice.notes.push_back(
          fmt::format("no bit matrix is constructed: {}; the other families are searched", answer.no_algebra));
    }
    advice.searches.insert(advice.searches.end(), answer.searches.begin(), answer.searches.end());
    searched.push_back({*std::move(problem), std::move(answer)});
    if (searched.back().answer.cancelled) break;
  }
  return searched;
}

// What no fix can change: of accesses that are not searched, all their excess.
std::int64_t total_floor(const Before& before, const std::vector<SearchedTile>& searched) {
  std::int64_t floor = weighted_excess(before.analysis, before.options);
  for (const SearchedTile& each : searched) floor += each.problem.floor_excess - each.problem.excess_before;
  return floor;
}

// With several tiles: each family for all tiles that have a fix of it, the others with the best they have; and the best of each.
std::vector<std::vector<TileChange>> combinations(const std::vector<SearchedTile>& searched) {
  std::vector<const SearchedTile*> with_fixes;
  for (const SearchedTile& each : searched) {
    if (!each.answer.fixes.empty()) with_fixes.push_back(&each);
  }
  std::vector<std::vector<TileChange>> list;
  if (with_fixes.size() == 1) {
    for (const TileFix& fix : with_fixes.front()->answer.fixes)
      list.push_back({{with_fixes.front()->problem.tile, fix}});
    return list;
  }
  if (with_fixes.empty()) return list;
  std::vector<TileChange> best;
  for (const SearchedTile* each : with_fixes) best.push_back({each->problem.tile, each->answer.fixes.front()});
  list.push_back(best);
  for (int family = 0; family < fix_family_count; ++family) {
    std::vector<TileChange> changes = best;
    bool any = false;
    for (std::size_t i = 0; i < with_fixes.size(); ++i) {
      const std::vector<TileFix>& fixes = with_fixes[i]->answer.fixes;
      const auto found = std::find_if(fixes.begin(), fixes.end(),
                                      [family](const TileFix& fix) { return static_cast<int>(fix.family) == family; });
      if (found == fixes.end()) continue;
      changes[i].fix = *found;
      any = true;
    }
    if (any) list.push_back(std::move(changes));
  }
  return list;
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
  return bytes > 0 ? fmt::format("takes {} bytes more", bytes) : fmt::format("takes {} bytes less", -bytes);
}

std::string none_sentence(const Advice& advice, const std::vector<SearchedTile>& searched) {
  if (searched.empty() && !advice.notes.empty()) return "None exists: " + advice.notes.front() + ".";
  if (advice.excess_before <= advice.floor_excess) {
    const std::string reason = !advice.floor_reason.empty() ? advice.floor_reason
                               : !advice.notes.empty()      ? advice.notes.front()
                                                            : "no layout has less";
    return fmt::format("None exists: {}.", reason);
  }
  Fix as_it_is;
  as_it_is.excess_after = advice.excess_before;
  const bool proven = linear_best(searched, as_it_is, advice.floor_excess);
  return fmt::format(
      "None found: {} layouts were searched and none has fewer than the {} excess wavefronts of this one{}.",
      candidates_searched(advice), advice.excess_before,
      proven ? "; no XOR of address bits into bank bits can, by the rank of the lanes' places" : "");
}

void conclude(Advice& advice, const std::vector<SearchedTile>& searched) {
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
    advice.sentence = "Already free: no access takes more wavefronts than the ideal.";
    if (!advice.fixes.empty()) {
      advice.sentence += fmt::format(" {} costs nothing either and {}.", advice.fixes.front().title,
                                     price(advice.fixes.front().extra_bytes));
    }
  } else {
    advice.outcome = AdviceOutcome::none_exists;
    advice.sentence = none_sentence(advice, searched);
  }
  const bool cut =
      std::any_of(searched.begin(), searched.end(), [](const SearchedTile& each) { return each.answer.cancelled; });
  if (cut) {
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
  constexpr std::array<std::string_view, 5> names{"already free", "fixes found", "none exists", "refused", "cancelled"};
  return names[static_cast<std::size_t>(outcome)];
}

Result<Advice> advise(const Scenario& scenario, const MachineProfile& machine, const AdviceOptions& options,
                      const AdviceControl& control) {
  const Result<Before> before = look_before(scenario, machine, options);
  if (!before) return fail(before.error());
  Advice advice;
  if (refused(before->analysis)) {
    advice.outcome = AdviceOutcome::refused;
    advice.sentence = first_error(before->analysis);
    return advice;
  }
  advice.excess_before = weighted_excess(before->analysis, options);
  const std::vector<SearchedTile> searched = search_tiles(*before, control, advice);
  advice.floor_excess = total_floor(*before, searched);
  for (const std::vector<TileChange>& changes : combinations(searched)) {
    std::optional<Fix> fix = build_fix(*before, changes, with_changes(scenario, changes));
    if (!fix) continue;
    const auto same = [&](const Fix& other) { return other.scenario == fix->scenario; };
    if (std::none_of(advice.fixes.begin(), advice.fixes.end(), same)) advice.fixes.push_back(*std::move(fix));
  }
  rank(advice, searched);
  conclude(advice, searched);
  return advice;
}

}  // namespace bankmap
