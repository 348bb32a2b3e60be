#include "core/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/access_names.hpp"
#include "core/address_sweep.hpp"
#include "core/cuda_text.hpp"
#include "core/explain.hpp"
#include "core/in_words.hpp"
#include "core/index.hpp"
#include "core/uniform_steps.hpp"
#include "core/whole_warps.hpp"

namespace bankmap {
namespace {

struct Rules {
  const InstructionRule* rule = nullptr;
  const InstructionRule* load_rule = nullptr;  // of a compare-and-swap loop
};

Result<Rules> rules_for(Instruction instruction, const MachineProfile& machine) {
  Rules rules{.rule = machine.rule(instruction), .load_rule = nullptr};
  if (rules.rule != nullptr) {
    if (rules.rule->loop_load) rules.load_rule = machine.rule(*rules.rule->loop_load);
    return rules;
  }
  const auto reason = machine.not_modelled.find(instruction);
  return fail(Problem{.what = fmt::format("{} is not modelled on {}{}", info(instruction).name, machine.key,
                                          reason == machine.not_modelled.end() ? "" : ": " + reason->second),
                      .hint = "choose another instruction, or another machine",
                      .place = "instruction",
                      .range = {}});
}

void add_to(AccessTotals& totals, const WarpCost& cost, std::int64_t bytes_asked) {
  totals.instructions += 1;
  totals.wavefronts += cost.wavefronts;
  totals.ideal += cost.ideal;
  totals.bank_conflicts += cost.bank_conflicts;
  totals.bytes_asked += bytes_asked;
  totals.bytes_moved += std::int64_t{cost.wavefronts} * row_bytes;
  totals.worst_wavefronts = std::max(totals.worst_wavefronts, cost.wavefronts);
}

// Where a lane lies beyond the tile: a warning, for the hardware would go on.
Problem outside_warning(const PreparedAccess& prepared, const WarpAddresses& warp, std::span<const std::int64_t> loops,
                        int warp_index) {
  const Tile& tile = prepared.layout.tile;
  const int lane = std::countr_zero(warp.outside_tile);
  const std::string where = warp.coordinates ? fmt::format("{}[{}][{}]", tile.name, warp.coordinates->row[index(lane)],
                                                           warp.coordinates->column[index(lane)])
                                             : fmt::format("byte {}", warp.lanes.byte_address[index(lane)]);
  const bool starts_inside =
      warp.coordinates && warp.coordinates->row[index(lane)] >= 0 && warp.coordinates->row[index(lane)] < tile.rows &&
      warp.coordinates->column[index(lane)] >= 0 && warp.coordinates->column[index(lane)] < tile.columns;
  const std::string how = starts_inside ? fmt::format("reaches {} bytes from {} on, past the end of its row in",
                                                      info(prepared.access.instruction).access_bytes, where)
                                        : fmt::format("is at {}, outside of", where);
  return Problem{.what = fmt::format("lane {} {} the {} x {} tile{}", lane, how, tile.rows, tile.columns,
                                     at_step(prepared, loops, warp_index)),
                 .hint = "enlarge the tile, shorten the loop or mask the lane",
                 .place = "pattern",
                 .range = {},
                 .lanes = warp.outside_tile,
                 .severity = Severity::warning};
}

// Lanes left out of an instruction that only whole warps can issue: a warning, for what it would cost can be said all the same.
Problem whole_warp_warning(const PreparedAccess& prepared, LaneMask left_out, std::span<const std::int64_t> loops,
                           int warp) {
  const LaneMask missing = ~lanes_of_warp(prepared.block, warp);
  const bool by_block = (left_out & ~missing) == 0;
  return Problem{.what = fmt::format("{} is issued by whole warps (.sync.aligned), and {} leaves out {}{}",
                                     info(prepared.access.instruction).name, by_block ? "the block" : "the mask",
                                     lanes_in_words(left_out), at_step(prepared, loops, warp)),
                 .hint = by_block ? "a block of a multiple of 32 threads"
                                  : "let all 32 lanes issue it: choose by whole warps, as in warp < 2",
                 .place = by_block ? "pattern" : "mask",
                 .range = {},
                 .lanes = left_out,
                 .severity = Severity::warning};
}

// The cost of every step and warp, and their sum; stops at the first that the hardware would refuse.
void cost_all_steps(const PreparedAccess& prepared, const Rules& rules, AccessAnalysis& result) {
  const int access_bytes = info(prepared.access.instruction).access_bytes;
  bool warned = false, warned_of_warp = false;
  AddressSweep sweep(prepared);
  WholeWarpCheck whole_warps(prepared);
  UniformSteps uniform(prepared);
  std::int64_t bytes_asked = 0;  // of the step before
  std::vector<std::int64_t> loops;
  result.costs.reserve(static_cast<std::size_t>(prepared.steps * prepared.warps));
  for (int warp = 0; warp < prepared.warps; ++warp) {
    loops = loop_values(prepared.access, 0);
    for (std::int64_t step = 0; step < prepared.steps; ++step, advance(prepared.access, loops)) {
      if (step > 0 && uniform.same_cost(loops)) {
        result.costs.push_back(result.costs.back());
        add_to(result.totals, result.costs.back(), bytes_asked);
        continue;
      }
      const Result<const WarpAddresses*> found = sweep.at(loops, warp);
      if (!found) {
        Problem problem = found.error();
        problem.what += at_step(prepared, loops, warp);
        result.problems.push_back(std::move(problem));
        result.costs.clear();
        result.totals = {};
        return;
      }
      const WarpAddresses& addresses = **found;
      if (addresses.outside_tile != 0 && !std::exchange(warned, true)) {
        result.problems.push_back(outside_warning(prepared, addresses, loops, warp));
      }
      const LaneMask left_out = warned_of_warp ? 0 : whole_warps.left_out(loops, warp);
      if (left_out != 0) {
        warned_of_warp = true;
        result.problems.push_back(whole_warp_warning(prepared, left_out, loops, warp));
      }
      result.costs.push_back(count_wavefronts(*rules.rule, rules.load_rule, addresses.lanes));
      bytes_asked = std::int64_t{std::popcount(addresses.lanes.active)} * access_bytes;
      add_to(result.totals, result.costs.back(), bytes_asked);
      uniform.start(loops, addresses);
    }
  }
}

LaneResult lane_result(const WarpAddresses& warp, const WarpPasses& served, int access_bytes, int lane) {
  LaneResult result;
  result.active = has_lane(warp.lanes.active, lane);
  if (!result.active) return result;
  if (warp.coordinates) {
    result.has_coordinates = true;
    result.row = warp.coordinates->row[index(lane)];
    result.column = warp.coordinates->column[index(lane)];
  }
  result.byte_address = warp.lanes.byte_address[index(lane)];
  result.word = word_of(result.byte_address);
  result.bank = bank_of(result.byte_address);
  result.banks = std::max(1, access_bytes / bank_bytes);
  result.phase = served.phase_of_lane[index(lane)];
  result.pass = served.pass_of_lane[index(lane)];
  result.shares_word = served.shares_word[index(lane)];
  result.conflicts = served.conflicts[index(lane)];
  return result;
}

std::optional<WarpAnalysis> look_closely(const PreparedAccess& prepared, const Rules& rules) {
  WarpAnalysis shown;
  shown.loop_values = loop_values(prepared.access, step_of(prepared.access));
  shown.warp = std::clamp(prepared.access.warp, 0, prepared.warps - 1);
  const Result<WarpAddresses> warp = addresses(prepared, shown.loop_values, shown.warp);
  if (!warp) return std::nullopt;  // cost_all_steps has met the same refusal and reports it
  shown.addresses = warp->lanes;
  shown.served = serve_warp(*rules.rule, rules.load_rule, warp->lanes);
  for (int lane = 0; lane < lane_count; ++lane) {
    shown.lanes[index(lane)] = lane_result(*warp, shown.served, info(prepared.access.instruction).access_bytes, lane);
  }
  shown.saturated = saturated_cycles(*rules.rule, shown.served.cost);
  shown.latency = latency_cycles(*rules.rule, shown.served.cost);
  return shown;
}

using Layouts = std::vector<Result<TileLayout>>;  // [tile]

AccessAnalysis analyze_access(const Scenario& scenario, const Layouts& layouts, const Access& access,
                              const MachineProfile& machine) {
  AccessAnalysis result;
  result.name = access.name;
  result.instruction = access.instruction;
  const auto refuse = [&result](Problem problem) {
    result.problems.push_back(std::move(problem));
    return result;
  };
  if (access.tile < 0 || access.tile >= static_cast<int>(scenario.tiles.size())) {
    return refuse({.what = fmt::format("there is no tile {}", access.tile),
                   .hint = "choose one of the scenario's tiles",
                   .place = "tile",
                   .range = {}});
  }
  const Result<TileLayout>& layout = layouts[index(access.tile)];
  if (!layout) {  // look_at_tiles says what is wrong with it
    return refuse({.what = fmt::format("tile {} is refused", scenario.tiles[index(access.tile)].name),
                   .hint = fmt::format("see tiles[{}]", access.tile),
                   .place = "tile",
                   .range = {}});
  }
  const Result<PreparedAccess> prepared = prepare(access, *layout, scenario.block);
  if (!prepared) return refuse(prepared.error());
  result.tile_name = prepared->layout.tile.name;
  result.steps = prepared->steps;
  result.warps = prepared->warps;
  result.cuda = access_line(*prepared);
  const Result<Rules> rules = rules_for(access.instruction, machine);
  if (!rules) return refuse(rules.error());
  result.law = rules->rule->law;
  cost_all_steps(*prepared, *rules, result);
  result.shown = look_closely(*prepared, *rules);
  if (!result.shown) return result;
  result.reason = reason(*prepared, *result.shown, machine);
  if (prepared->uses_rand()) {
    const auto range =
        random_range(*prepared, result.shown->loop_values, result.shown->warp, *rules->rule, rules->load_rule);
    if (range) {
      result.random = *range;
    } else {
      result.problems.push_back(range.error());
    }
  }
  return result;
}

int widest_access_bytes(const Scenario& scenario, int tile) {
  int widest = 1;
  for (const Access& access : scenario.accesses) {
    if (access.tile == tile) widest = std::max(widest, info(access.instruction).access_bytes);
  }
  return widest;
}

void look_at_tiles(const Scenario& scenario, const Layouts& layouts, Analysis& result) {
  struct Extent {
    std::int64_t begin, end;
  };
  std::vector<Extent> extents;
  for (std::size_t i = 0; i < scenario.tiles.size(); ++i) {
    const Result<TileLayout>& layout = layouts[i];
    if (!layout) {
      result.problems.push_back(at(fmt::format("tiles[{}]", i), layout.error()));
      result.declarations.emplace_back();
      result.tile_bytes.push_back(0);
      extents.push_back({0, 0});
      continue;
    }
    result.declarations.push_back(declaration(*layout, widest_access_bytes(scenario, static_cast<int>(i))));
    result.tile_bytes.push_back(layout->size_bytes);
    extents.push_back({scenario.tiles[i].base_bytes, scenario.tiles[i].base_bytes + layout->size_bytes});
    for (std::size_t other = 0; other < i; ++other) {
      if (extents[i].begin >= extents[other].end || extents[other].begin >= extents[i].end) continue;
      result.problems.push_back(
          {.what = fmt::format("tiles {} and {} overlap from byte {} on", scenario.tiles[other].name,
                               scenario.tiles[i].name, std::max(extents[i].begin, extents[other].begin)),
           .hint = fmt::format("start {} at byte {}", scenario.tiles[i].name, extents[other].end),
           .place = fmt::format("tiles[{}].base", i),
           .range = {},
           .lanes = 0,
           .severity = Severity::warning});
    }
  }
}

void sum_up(Analysis& result) {
  for (const AccessAnalysis& access : result.accesses) {
    AccessTotals& total = result.totals;
    total.instructions += access.totals.instructions;
    total.wavefronts += access.totals.wavefronts;
    total.ideal += access.totals.ideal;
    total.bank_conflicts += access.totals.bank_conflicts;
    total.bytes_asked += access.totals.bytes_asked;
    total.bytes_moved += access.totals.bytes_moved;
    total.worst_wavefronts = std::max(total.worst_wavefronts, access.totals.worst_wavefronts);
  }
}

bool has_error(const std::vector<Problem>& problems) {
  return std::any_of(problems.begin(), problems.end(), [](const Problem& p) { return p.severity == Severity::error; });
}

}  // namespace

Analysis analyze(const Scenario& scenario, const MachineProfile& machine) {
  Analysis result;
  Layouts layouts;
  for (const Tile& tile : scenario.tiles) layouts.push_back(lay_out(tile));
  look_at_tiles(scenario, layouts, result);
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    AccessAnalysis access = analyze_access(scenario, layouts, scenario.accesses[i], machine);
    for (Problem& problem : access.problems) problem = at(fmt::format("accesses[{}]", i), std::move(problem));
    result.accesses.push_back(std::move(access));
  }
  sum_up(result);
  return result;
}

int costliest_access(const Analysis& analysis) {
  const auto& accesses = analysis.accesses;
  const auto costliest = std::max_element(
      accesses.begin(), accesses.end(),
      [](const AccessAnalysis& a, const AccessAnalysis& b) { return a.totals.excess() < b.totals.excess(); });
  return costliest == accesses.end() ? 0 : static_cast<int>(costliest - accesses.begin());
}

bool refused(const Analysis& analysis) {
  return has_error(analysis.problems) ||
         std::any_of(analysis.accesses.begin(), analysis.accesses.end(),
                     [](const AccessAnalysis& access) { return has_error(access.problems); });
}

}  // namespace bankmap
