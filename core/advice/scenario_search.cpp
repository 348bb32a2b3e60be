#include "core/advice/scenario_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/advice/floor.hpp"
#include "core/advice/other_accesses.hpp"
#include "core/advice/rewrite.hpp"
#include "core/index.hpp"

namespace bankmap {
namespace {

// Of many accesses, fewer each: every layout is tried on all of them.
std::size_t most_shapes_of(const Scenario& scenario, int tile) {
  constexpr std::size_t most_of_all = 4 * most_kept_shapes;
  const auto accesses = std::count_if(scenario.accesses.begin(), scenario.accesses.end(),
                                      [tile](const Access& access) { return access.tile == tile; });
  return std::min(most_kept_shapes, most_of_all / static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, accesses)));
}

// The tile's accesses as the search wants them; a sentence where the tile must stay as it is.
Result<std::unique_ptr<TileProblem>> tile_problem(const Before& before, int tile, const Rewritten& in_words,
                                                  SearchWork& work, std::vector<std::string>& notes) {
  const Scenario& scenario = in_words.scenario;
  const std::size_t most_shapes = most_shapes_of(scenario, tile);
  auto made = std::make_unique<TileProblem>(scenario, before.machine, tile);
  made->rewritten = in_words.accesses;
  TileProblem& problem = *made;
  int widest_bytes = 1, random_bytes = 0;
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    if (scenario.accesses[i].tile != tile) continue;
    Result<SearchAccess> access =
        search_access(scenario, static_cast<int>(i), scenario.tiles[index(tile)], before.machine, work, most_shapes);
    if (!access) return fail(at(scenario.accesses[i].name, access.error()));
    widest_bytes = std::max(widest_bytes, access->access_bytes);
    const std::int64_t weight = weight_of(before.options, i);
    if (access->depends_on_data) {
      random_bytes = std::max(random_bytes, access->access_bytes);
      notes.push_back(fmt::format("'{}' depends on data: no layout is better for all data, so the search leaves it out",
                                  scenario.accesses[i].name));
      continue;
    }
    access->weight = weight;
    if (access->sampled) {
      notes.push_back(
          fmt::format("'{}' has so many different steps that the search looks at some of them; the figures are of all",
                      scenario.accesses[i].name));
    }
    problem.ideal += weight * access->ideal;
    problem.units_ahead += access->depends_on_pitch ? access->instructions * SearchWork::units_to_evaluate : 0;
    problem.excess_before += weight * before.analysis.accesses[i].totals.excess();
    problem.accesses.push_back(*std::move(access));
  }
  problem.space = layout_space(scenario.tiles[index(tile)], widest_bytes, random_bytes);
  problem.bytes_before = before.analysis.tile_bytes[index(tile)];
  return made;
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
  const std::vector<Floor> least = floors(problem.before(), problem.accesses);
  for (std::size_t i = 0; i < problem.accesses.size(); ++i) {
    const SearchAccess& access = problem.accesses[i];
    problem.floor_excess += access.weight * (least[i].wavefronts - access.ideal);
    if (least[i].wavefronts == access.ideal || access.weight == 0) continue;
    advice.floor_reason += (advice.floor_reason.empty() ? "" : "; ") +
                           floor_sentence(before, access, least[i].wavefronts, least[i].granule_bytes);
  }
}

// The person's words where they name rows and columns, else those that do.
Result<Rewritten> in_rows_and_columns(const Scenario& scenario, int tile) {
  const bool bytes = std::any_of(scenario.accesses.begin(), scenario.accesses.end(), [tile](const Access& access) {
    return access.tile == tile && gives_bytes(access.pattern);
  });
  return bytes ? bytes_as_rows(scenario, tile) : Rewritten{.scenario = scenario, .accesses = {}};
}

std::int64_t instructions_of(const TileProblem& problem) {
  std::int64_t sum = 0;
  for (const SearchAccess& access : problem.accesses) sum += access.instructions;
  return sum;
}

// Row lengths to try: powers of two, and the distances between lanes that the accesses have anyway.
std::vector<int> lengths_to_try(const Before& before, const TileProblem& problem) {
  constexpr std::size_t most_distances = 8;
  const int least_bytes = std::max(bank_bytes, problem.space.widest_bytes);
  std::vector<int> lengths = row_lengths(before.scenario, problem.tile, least_bytes);
  const std::int64_t element_bits = problem.before().element.bits;
  const std::int64_t old_bits = before.scenario.tiles[index(problem.tile)].element.bits;
  const std::int64_t all_bits = problem.space.row_bits * problem.before().rows;
  std::set<int> distances;
  for (const SearchAccess& access : problem.accesses) {
    for (const WarpShape& shape : access.shifted) {
      for (std::size_t lane = 1; lane < lane_count && distances.size() < most_distances; ++lane) {
        const std::int64_t distance = (shape.at.row[lane] - shape.at.row[lane - 1]) * problem.before().columns +
                                      shape.at.column[lane] - shape.at.column[lane - 1];
        const std::int64_t bits = distance * element_bits;
        const bool fits = bits >= least_bytes * 8 && bits * 2 <= all_bits && bits % old_bits == 0;
        if (fits && bits / old_bits <= max_tile_columns) distances.insert(static_cast<int>(bits / old_bits));
      }
    }
  }
  for (const int distance : distances) {
    if (std::find(lengths.begin(), lengths.end(), distance) == lengths.end()) lengths.push_back(distance);
  }
  return lengths;
}

// The tile cut into rows: from the coordinates that are known, where the elements are the same; else evaluated again.
std::unique_ptr<TileProblem> cut_problem(const Before& before, const TileProblem& problem, int columns,
                                         SearchWork& work) {
  const Result<Rewritten> cut = cut_into_rows(before.scenario, problem.tile, columns);
  if (!cut) return nullptr;
  const Tile& tile = cut->scenario.tiles[index(problem.tile)];
  const bool known = tile.element == problem.before().element &&
                     std::none_of(problem.accesses.begin(), problem.accesses.end(),
                                  [](const SearchAccess& access) { return access.sampled || access.depends_on_pitch; });
  std::vector<std::string> ignored;  // said about the uncut tile already
  std::unique_ptr<TileProblem> rows;
  if (known) {
    rows = std::make_unique<TileProblem>(problem);
    rows->scenario = cut->scenario;
    rows->rewritten = cut->accesses;
    rows->space = layout_space(tile, problem.space.widest_bytes, problem.space.random_bytes);
    for (SearchAccess& access : rows->accesses) access = in_other_rows(access, problem.before(), tile);
  } else if (auto evaluated = tile_problem(before, problem.tile, *cut, work, ignored)) {
    rows = *std::move(evaluated);
  }
  if (rows) rows->floor_excess = problem.floor_excess;
  return rows;
}

// True where there is no more work to be done on a family.
bool left_early(FamilySearch& search, SearchWork& work) {
  if (work.go_on()) return false;
  search.whole = false;
  search.note = work.cancelled() ? "cancelled" : "cut short: too much to look at";
  return true;
}

// A flat array has no rows to pad: it is cut into rows of every length in turn, and those are padded.
void search_rows_of_flat(const Before& before, const TileProblem& problem, SearchWork& work, TileAnswer& answer) {
  constexpr std::int64_t most_instructions = 4096;
  if (problem.excess_before <= problem.floor_excess) return;
  FamilySearch all{.tile = problem.tile, .family = FixFamily::new_rows};
  if (instructions_of(problem) > most_instructions) {
    all.whole = false;
    all.note = "left out: too many steps";
    answer.searches.push_back(all);
    return;
  }
  std::vector<TileFix> found;
  const std::vector<int> lengths = lengths_to_try(before, problem);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const WorkShare share(work, std::ssize(lengths) - static_cast<std::int64_t>(i));
    if (left_early(all, work)) break;
    const std::unique_ptr<TileProblem> rows = cut_problem(before, problem, lengths[i], work);
    if (!rows) continue;
    TileAnswer one;
    search_paddings(*rows, FixFamily::new_rows, before.options, work, one);
    found.insert(found.end(), one.fixes.begin(), one.fixes.end());
    const FamilySearch& search = one.searches.back();
    all.candidates += search.candidates;
    all.whole = all.whole && search.whole;
    if (search.best_excess)
      all.best_excess = std::min(all.best_excess.value_or(*search.best_excess), *search.best_excess);
  }
  std::stable_sort(found.begin(), found.end(), is_better);
  found.resize(std::min(found.size(), static_cast<std::size_t>(before.options.fixes_per_family)));
  answer.searches.push_back(all);
  answer.fixes.insert(answer.fixes.end(), found.begin(), found.end());
  std::stable_sort(answer.fixes.begin(), answer.fixes.end(), is_better);
}

// The tile's problem with one access as it would be in another width; null where it cannot be searched.
std::unique_ptr<TileProblem> widened(const Before& before, const TileProblem& problem, const ChangedAccess& change,
                                     SearchWork& work) {
  Rewritten words{.scenario = problem.scenario, .accesses = problem.rewritten};
  words.scenario.accesses[index(change.first)] = change.second;
  words.accesses.push_back(change);
  std::vector<std::string> ignored;  // said about the scenario already
  Result<std::unique_ptr<TileProblem>> wide = tile_problem(before, problem.tile, words, work, ignored);
  if (!wide) return nullptr;
  // What it costs on the tile as it is, were it not changed at all, does not count: only what a layout makes of it.
  (*wide)->excess_before = problem.excess_before;
  return *std::move(wide);
}

// Every access of the tile in other widths, one at a time; the layouts are searched again for each.
void search_widths(const Before& before, const TileProblem& problem, SearchWork& work, TileAnswer& answer) {
  constexpr std::int64_t most_instructions = 16'384;  // they are evaluated again for each width of each access
  FamilySearch all{.tile = problem.tile, .family = FixFamily::vector_width};
  if (instructions_of(problem) > most_instructions) {
    all.whole = false;
    all.note = "left out: too many steps";
    answer.searches.push_back(all);
    return;
  }
  std::vector<ChangedAccess> changes;
  for (const SearchAccess& access : problem.accesses) {
    for (Access& other : other_widths(problem.scenario.accesses[index(access.access)], problem.before()))
      changes.emplace_back(access.access, std::move(other));
  }
  std::vector<TileFix> found;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const WorkShare share(work, std::ssize(changes) - static_cast<std::int64_t>(i));
    if (left_early(all, work)) break;
    const std::unique_ptr<TileProblem> wide = widened(before, problem, changes[i], work);
    if (!wide) continue;
    const TileAnswer one = search_tile(*wide, before.options, work);
    for (const FamilySearch& search : one.searches) {
      all.candidates += search.candidates;
      all.whole = all.whole && search.whole;
    }
    if (one.fixes.empty()) continue;
    found.push_back(one.fixes.front());
    found.back().family = FixFamily::vector_width;
    all.best_excess = std::min(all.best_excess.value_or(found.back().excess), found.back().excess);
  }
  std::stable_sort(found.begin(), found.end(), is_better);
  found.resize(std::min(found.size(), static_cast<std::size_t>(before.options.fixes_per_family)));
  answer.searches.push_back(all);
  answer.fixes.insert(answer.fixes.end(), found.begin(), found.end());
  std::stable_sort(answer.fixes.begin(), answer.fixes.end(), is_better);
}

std::int64_t weighted_excess_of(const Before& before, int tile) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < before.scenario.accesses.size(); ++i) {
    if (before.scenario.accesses[i].tile == tile)
      sum += weight_of(before.options, i) * before.analysis.accesses[i].totals.excess();
  }
  return sum;
}

// Layouts, then rows of a flat array, other orders and other widths, where they are asked for: each with its share of the work.
TileAnswer search_families(const Before& before, const TileProblem& problem, SearchWork& work) {
  const bool flat = is_flat(before.scenario, problem.tile);
  const bool orders = before.options.allow_lane_orders, widths = before.options.allow_vector_widths;
  int parts = 1 + (flat ? 1 : 0) + (orders ? 1 : 0) + (widths ? 1 : 0);
  TileAnswer answer;
  const auto part = [&](bool wanted, const auto& search) {
    if (!wanted) return;
    const WorkShare share(work, parts--);
    search();
  };
  part(true, [&] { answer = search_tile(problem, before.options, work); });
  part(flat, [&] { search_rows_of_flat(before, problem, work, answer); });
  part(orders, [&] { search_lane_orders(before, problem, work, answer); });
  part(widths, [&] { search_widths(before, problem, work, answer); });
  return answer;
}

// What is found for one tile; a note where it has to stay as it is.
std::optional<SearchedTile> search_one(const Before& before, int tile, SearchWork& work, Advice& advice,
                                       std::int64_t& excess_left_out) {
  const auto stays = [&](const Problem& problem) {
    excess_left_out += weighted_excess_of(before, tile);
    if (!work.cancelled())
      advice.notes.push_back(
          fmt::format("{} stays as it is: {}", before.scenario.tiles[index(tile)].name, to_string(problem)));
    return std::nullopt;
  };
  const Result<Rewritten> words = in_rows_and_columns(before.scenario, tile);
  if (!words) return stays(words.error());
  Result<std::unique_ptr<TileProblem>> made = tile_problem(before, tile, *words, work, advice.notes);
  if (!made) return stays(made.error());
  const std::unique_ptr<TileProblem> problem = *std::move(made);
  if (problem->accesses.empty()) return std::nullopt;
  add_floor(before, *problem, advice);
  TileAnswer answer = search_families(before, *problem, work);
  if (!answer.no_algebra.empty()) {
    advice.notes.push_back(
        fmt::format("no bit matrix is constructed: {}; the other families are searched", answer.no_algebra));
  }
  advice.searches.insert(advice.searches.end(), answer.searches.begin(), answer.searches.end());
  return SearchedTile{std::move(*problem), std::move(answer)};
}

}  // namespace

SearchedTiles search_tiles(const Before& before, SearchWork& work, Advice& advice) {
  SearchedTiles searched;
  const auto tiles = static_cast<int>(before.scenario.tiles.size());
  for (int tile = 0; tile < tiles; ++tile) {
    if (work.cancelled()) {
      searched.excess_left_out += weighted_excess_of(before, tile);
      continue;
    }
    const WorkShare share(work, tiles - tile);
    work.begin_part(tile, tiles);
    std::optional<SearchedTile> one = search_one(before, tile, work, advice, searched.excess_left_out);
    if (one) searched.tiles.push_back(*std::move(one));
  }
  return searched;
}

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

}  // namespace bankmap
