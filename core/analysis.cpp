#include "core/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/cuda_text.hpp"
#include "core/explain.hpp"
#include "core/index.hpp"
#include "core/step_costs.hpp"

namespace bankmap {
namespace {

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

// An access that nothing forbids to analyse.
struct Question {
  PreparedAccess prepared;
  Rules rules;
};

Result<Question> question_of(const Scenario& scenario, const Layouts& layouts, const Access& access,
                             const MachineProfile& machine, AccessAnalysis& result) {
  result.name = access.name;
  result.instruction = access.instruction;
  if (access.tile < 0 || access.tile >= static_cast<int>(scenario.tiles.size())) {
    return fail(Problem{.what = fmt::format("there is no tile {}", access.tile),
                        .hint = "choose one of the scenario's tiles",
                        .place = "tile",
                        .range = {}});
  }
  const Result<TileLayout>& layout = layouts[index(access.tile)];
  if (!layout) {  // look_at_tiles says what is wrong with it
    return fail(Problem{.what = fmt::format("tile {} is refused", scenario.tiles[index(access.tile)].name),
                        .hint = fmt::format("see tiles[{}]", access.tile),
                        .place = "tile",
                        .range = {}});
  }
  Result<PreparedAccess> prepared = prepare(access, *layout, scenario.block);
  if (!prepared) return fail(prepared.error());
  result.tile_name = prepared->layout.tile.name;
  result.steps = prepared->steps;
  result.warps = prepared->warps;
  result.cuda = access_line(*prepared);
  const Result<Rules> rules = rules_for(access.instruction, machine);
  if (!rules) return fail(rules.error());
  result.law = rules->rule->law;
  return Question{*std::move(prepared), *rules};
}

using Questions = std::vector<std::optional<Question>>;  // [access]; empty: refused

// The costs of all accesses; those that touch the same addresses are counted together.
void count_wavefronts_of(const Questions& questions, Analysis& result) {
  std::vector<bool> counted(questions.size(), false);
  for (std::size_t first = 0; first < questions.size(); ++first) {
    if (!questions[first] || counted[first]) continue;
    std::vector<CountedAccess> alike;
    for (std::size_t i = first; i < questions.size(); ++i) {
      if (!questions[i] || counted[i]) continue;
      if (!same_addresses(questions[first]->prepared.access, questions[i]->prepared.access)) continue;
      alike.push_back({&questions[i]->prepared, questions[i]->rules, &result.accesses[i]});
      counted[i] = true;
    }
    count_all_steps(alike);
  }
}

void answer(const Question& question, const MachineProfile& machine, AccessAnalysis& result) {
  const auto& [prepared, rules] = question;
  result.shown = look_closely(prepared, rules);
  if (!result.shown) return;
  result.reason = reason(prepared, *result.shown, machine);
  if (!prepared.uses_rand()) return;
  const auto range =
      random_range(prepared, result.shown->loop_values, result.shown->warp, *rules.rule, rules.load_rule);
  if (range) {
    result.random = *range;
  } else {
    result.problems.push_back(range.error());
  }
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
  result.accesses.resize(scenario.accesses.size());
  Questions questions;
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    AccessAnalysis& access = result.accesses[i];
    Result<Question> question = question_of(scenario, layouts, scenario.accesses[i], machine, access);
    if (!question) access.problems.push_back(question.error());
    questions.push_back(question ? std::optional(*std::move(question)) : std::nullopt);
  }
  count_wavefronts_of(questions, result);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    AccessAnalysis& access = result.accesses[i];
    if (questions[i]) answer(*questions[i], machine, access);
    for (Problem& problem : access.problems) problem = at(fmt::format("accesses[{}]", i), std::move(problem));
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
