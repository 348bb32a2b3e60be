#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/advice/scenario_search.hpp"
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
  if (options.kernel.other_shared_bytes < 0) {
    return fail(placed("kernel.shared", fmt::format("{} bytes", options.kernel.other_shared_bytes), "0 or more"));
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

// What no fix can change: of accesses that are not searched, all their excess.
std::int64_t total_floor(const Before& before, const std::vector<SearchedTile>& searched) {
  std::int64_t floor = weighted_excess(before.analysis, before.options);
  for (const SearchedTile& each : searched) floor += each.problem.floor_excess - each.problem.excess_before;
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

// The reason to swizzle: as good as a padding that would cost a block.
void compare_occupancy(Advice& advice) {
  const auto costs_a_block = [](const Fix& fix) {
    return fix.occupancy && fix.occupancy->after.blocks_per_sm < fix.occupancy->before.blocks_per_sm;
  };
  const auto dear = std::find_if(advice.fixes.begin(), advice.fixes.end(), costs_a_block);
  const auto as_good = std::find_if(advice.fixes.begin(), advice.fixes.end(), [&](const Fix& fix) {
    return dear != advice.fixes.end() && !costs_a_block(fix) && fix.excess_after <= dear->excess_after;
  });
  if (dear == advice.fixes.end() || as_good == advice.fixes.end()) return;
  advice.notes.push_back(
      fmt::format("{} leaves {} blocks on a multiprocessor instead of {}; {} keeps {}: that is the reason to take it",
                  dear->title, dear->occupancy->after.blocks_per_sm, dear->occupancy->before.blocks_per_sm,
                  as_good->title, as_good->occupancy->after.blocks_per_sm));
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
  compare_occupancy(advice);
  conclude(advice, searched);
  return advice;
}

}  // namespace bankmap
