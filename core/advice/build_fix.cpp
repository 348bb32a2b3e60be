#include "core/advice/build_fix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/index.hpp"

namespace bankmap {
namespace {

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::int64_t end_of(const Tile& tile) {
  const Result<TileLayout> layout = lay_out(tile);
  return tile.base_bytes + (layout ? layout->size_bytes : 0);
}

// Tiles that start so many bytes later take the same banks, keep their alignment, and their tensor-map pattern.
std::int64_t grain_of_starts(const Scenario& scenario, const std::vector<TileChange>& changes) {
  std::int64_t grain = row_bytes;
  const auto consider = [&grain](const Tile& tile) {
    grain = std::max<std::int64_t>(grain, tile.element.align_bytes);
    if (const auto* tma = std::get_if<TmaSwizzle>(&tile.swizzle))
      grain = std::max<std::int64_t>(grain, tma_repeat_bytes(tma->mode));
  };
  std::for_each(scenario.tiles.begin(), scenario.tiles.end(), consider);
  for (const TileChange& change : changes) consider(change.fix.tile);
  return grain;
}

// Summed over all steps and warps; absent where one of them has no law.
std::optional<double> cycles_of(const AccessAnalysis& access, const MachineProfile& machine) {
  const InstructionRule* rule = machine.rule(access.instruction);
  if (rule == nullptr) return std::nullopt;
  double sum = 0;
  for (const WarpCost& cost : access.costs) {
    if (cost.wavefronts == 0) continue;
    const std::optional<CyclePrediction> cycles = saturated_cycles(*rule, cost);
    if (!cycles) return std::nullopt;
    sum += cycles->cycles_per_instruction;
  }
  return sum;
}

AccessEffect effect_of(const Before& before, const Analysis& after, std::size_t i) {
  const AccessAnalysis& was = before.analysis.accesses[i];
  const AccessAnalysis& is = after.accesses[i];
  return {.name = was.name,
          .weight = weight_of(before.options, i),
          .wavefronts_before = was.totals.wavefronts,
          .wavefronts_after = is.totals.wavefronts,
          .ideal_before = was.totals.ideal,
          .ideal = is.totals.ideal,
          .cycles_before = cycles_of(was, before.machine),
          .cycles_after = cycles_of(is, before.machine)};
}

std::optional<OccupancyEffect> occupancy_effect(const Before& before, const Scenario& after) {
  BlockResources block = before.block;
  const Result<Occupancy> was = occupancy(before.limits, block);
  block.shared_bytes = shared_bytes(after) + before.options.kernel.other_shared_bytes;
  const Result<Occupancy> is = occupancy(before.limits, block);
  if (!was || !is) return std::nullopt;
  OccupancyEffect effect{.before = *was, .after = *is, .sentence = {}, .dearer = {}};
  const std::string blocks = counted(is->blocks_per_sm, "block");
  if (is->blocks_per_sm == 0 && was->blocks_per_sm == 0) {
    effect.sentence = "such a block does not fit on a multiprocessor, before or after";
  } else if (is->blocks_per_sm == was->blocks_per_sm) {
    effect.sentence = fmt::format("{} on a multiprocessor, as before", blocks);
  } else if (is->blocks_per_sm < was->blocks_per_sm) {
    effect.sentence = fmt::format("{} on a multiprocessor instead of {}: the extra bytes cost a tier of occupancy",
                                  blocks, was->blocks_per_sm);
  } else {
    effect.sentence = fmt::format("{} on a multiprocessor instead of {}: the bytes saved gain a tier of occupancy",
                                  blocks, was->blocks_per_sm);
  }
  return effect;
}

std::vector<CodeChange> code_changes(const Before& before, const Analysis& after) {
  std::vector<CodeChange> changes;
  const auto add = [&changes](std::string where, const std::string& was, const std::string& is) {
    if (was != is) changes.push_back({std::move(where), was, is});
  };
  for (std::size_t i = 0; i < after.declarations.size(); ++i) {
    add("declaration of " + before.scenario.tiles[i].name, before.analysis.declarations[i], after.declarations[i]);
  }
  for (std::size_t i = 0; i < after.accesses.size(); ++i) {
    add(before.analysis.accesses[i].name, before.analysis.accesses[i].cuda, after.accesses[i].cuda);
  }
  return changes;
}

std::vector<std::string> notes_of(const std::vector<TileChange>& changes) {
  std::vector<std::string> notes;
  for (const TileChange& change : changes) {
    const Tile& tile = change.fix.tile;
    if (change.fix.family == FixFamily::lane_order || change.fix.family == FixFamily::vector_width) {
      notes.push_back("other lanes hold the elements afterwards: what the kernel does with them must agree");
    }
    if (change.fix.moves_parts) {
      notes.push_back(
          fmt::format("{} moves less than a vector at once: every vector that is taken here stays whole, one in "
                      "other rows or columns might be torn apart",
                      describe(tile.swizzle)));
    }
    if (const auto* tma = std::get_if<TmaSwizzle>(&tile.swizzle)) {
      notes.push_back(fmt::format(
          "the pattern is on the absolute address: {} must start at a multiple of {} bytes; a tensor map with "
          "CU_TENSOR_MAP_SWIZZLE_{} fills it this way for nothing",
          tile.name, tma_repeat_bytes(tma->mode), tma_mode_name(tma->mode)));
    }
  }
  return notes;
}

std::string joined_titles(const std::vector<TileChange>& changes) {
  const auto title_of_one = [](const TileChange& change) {
    const std::string title = title_of(change.fix.tile);
    if (change.fix.family == FixFamily::new_rows) return fmt::format("rows of {}, {}", change.fix.tile.columns, title);
    if (change.fix.family == FixFamily::lane_order) return std::string("lanes in another order");
    if (change.fix.family != FixFamily::vector_width) return title;
    return fmt::format("{}, {}", info(change.fix.accesses.back().second.instruction).name, title);
  };
  if (changes.size() == 1) return title_of_one(changes.front());
  std::string title;
  for (const TileChange& change : changes) {
    title += fmt::format("{}{}: {}", title.empty() ? "" : "; ", change.fix.tile.name, title_of_one(change));
  }
  return title;
}

}  // namespace

std::int64_t weight_of(const AdviceOptions& options, std::size_t access) {
  return access < options.weights.size() ? options.weights[access] : 1;
}

std::int64_t weighted_excess(const Analysis& analysis, const AdviceOptions& options) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < analysis.accesses.size(); ++i)
    sum += weight_of(options, i) * analysis.accesses[i].totals.excess();
  return sum;
}

std::int64_t shared_bytes(const Scenario& scenario) {
  std::int64_t end = 0;
  for (const Tile& tile : scenario.tiles) end = std::max(end, end_of(tile));
  return end;
}

Scenario with_changes(const Scenario& scenario, const std::vector<TileChange>& changes) {
  Scenario changed = scenario;
  const std::int64_t grain = grain_of_starts(scenario, changes);
  for (const TileChange& change : changes) {
    Tile& tile = changed.tiles[index(change.tile)];
    const std::int64_t old_end = end_of(tile);
    const std::int64_t base_bytes = tile.base_bytes;  // an earlier change may have moved it
    tile = change.fix.tile;
    tile.base_bytes = base_bytes;
    for (const auto& [access, rewritten] : change.fix.accesses) changed.accesses[index(access)] = rewritten;
    const std::int64_t growth = end_of(tile) - old_end;
    if (growth <= 0) continue;
    const std::int64_t shift = (growth + grain - 1) / grain * grain;
    const bool in_the_way = std::any_of(changed.tiles.begin(), changed.tiles.end(), [&](const Tile& other) {
      return other.base_bytes >= old_end && other.base_bytes < old_end + growth;
    });
    if (!in_the_way) continue;
    for (Tile& other : changed.tiles) other.base_bytes += other.base_bytes >= old_end && &other != &tile ? shift : 0;
  }
  return changed;
}

std::optional<Fix> build_fix(const Before& before, const std::vector<TileChange>& changes, Scenario scenario) {
  const Analysis after = analyze(scenario, before.machine);
  if (refused(after)) return std::nullopt;
  Fix fix;
  fix.family = changes.front().fix.family;
  fix.title = joined_titles(changes);
  for (const TileChange& change : changes) {
    fix.tiles.push_back(change.tile);
    fix.operations = std::max(fix.operations, change.fix.operations);
    fix.extra_bytes += after.tile_bytes[index(change.tile)] - before.analysis.tile_bytes[index(change.tile)];
  }
  for (std::size_t i = 0; i < after.accesses.size(); ++i) fix.accesses.push_back(effect_of(before, after, i));
  fix.excess_before = weighted_excess(before.analysis, before.options);
  fix.excess_after = weighted_excess(after, before.options);
  const bool better =
      fix.excess_after < fix.excess_before || (fix.excess_after == fix.excess_before && fix.extra_bytes < 0);
  if (!better) return std::nullopt;
  fix.occupancy = occupancy_effect(before, scenario);
  fix.code = code_changes(before, after);
  fix.notes = notes_of(changes);
  fix.scenario = std::move(scenario);
  for (const TileChange& change : changes) {
    const std::string why = why_it_works(before, fix, change);
    fix.why += fix.why.empty() || why.empty() ? why : " " + why;
  }
  return fix;
}

std::string title_of(const Tile& tile) {
  std::string pitch;
  if (tile.pitch.kind == Pitch::Kind::stride) {
    pitch =
        fmt::format("row stride {} {}", tile.pitch.value, tile.pitch.unit == Pitch::Unit::bytes ? "bytes" : "elements");
  } else if (tile.pitch.value > 0) {
    pitch = "padding " + counted(tile.pitch.value, tile.pitch.unit == Pitch::Unit::bytes ? "byte" : "element");
  }
  if (std::holds_alternative<NoSwizzle>(tile.swizzle)) return pitch.empty() ? "no padding" : pitch;
  return describe(tile.swizzle) + (pitch.empty() ? "" : ", " + pitch);
}

}  // namespace bankmap
