#include "core/parameter_sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/in_words.hpp"
#include "core/lane_addresses.hpp"
#include "core/profiler_sum.hpp"
#include "core/refusals.hpp"
#include "core/text_layout.hpp"
#include "core/whole_number.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_instructions = 40'000;  // of all points together, so that a sweep follows a drag
constexpr const char* no_such_warp = "the block has no such warp";

bool chooses_one(NumberKind kind) { return kind == NumberKind::loop_at || kind == NumberKind::warp; }
bool changes_loops(NumberKind kind) { return kind == NumberKind::loop_end || kind == NumberKind::loop_step; }

// Each loop takes the value that is shown, and no other.
void pin_loops(Access& access) {
  for (LoopVariable& loop : access.loops) {
    loop.begin = loop.at;
    loop.end = loop.at + 1;
    loop.step = 1;
  }
}

std::int64_t instructions_of(const Scenario& scenario) {
  const BlockShape& block = scenario.block;
  std::int64_t count = (std::int64_t{block.threads()} + lane_count - 1) / lane_count;
  for (const LoopVariable& loop : scenario.accesses[0].loops) {
    if (loop.step < 1 || loop.end <= loop.begin) return 1;  // refused
    const std::uint64_t span = static_cast<std::uint64_t>(loop.end) - static_cast<std::uint64_t>(loop.begin);
    count *= static_cast<std::int64_t>(
        std::min<std::uint64_t>((span - 1) / static_cast<std::uint64_t>(loop.step) + 1, max_instructions_per_access));
    count = std::min<std::int64_t>(count, max_instructions_per_access);
  }
  return count;
}

// A number that makes loops longer is tried at fewer values, so that all together are not too many instructions.
void thin_out(SweepQuestion& question, std::int64_t now) {
  constexpr std::int64_t least_points = 8;
  std::vector<std::int64_t>& values = question.values;
  std::int64_t most = 1;
  for (const std::int64_t value : {values.front(), values.back()})
    most = std::max(most, instructions_of(with_number(question.scenario, 0, question.key, value)));
  const auto count = static_cast<std::int64_t>(values.size());
  const std::int64_t points = std::clamp<std::int64_t>(2 * most_instructions / most, least_points, count);
  const std::int64_t every = (count + points - 1) / points;
  std::vector<std::int64_t> kept;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t value = values[static_cast<std::size_t>(i)];
    if (i % every == 0 || value == now) kept.push_back(value);
  }
  values = std::move(kept);
}

// Of a stride that is typed as a number; empty where it is none, or beyond every tile.
std::optional<std::int64_t> typed_stride_bits(std::string_view stride, std::int64_t element_bits) {
  const std::optional<std::int64_t> elements = whole_number<std::int64_t>(stride);
  std::int64_t bits = 0;
  if (!elements || *elements < 0 || __builtin_mul_overflow(*elements, element_bits, &bits)) return std::nullopt;
  return bits;
}

// The distance that the number sets, in bits: from row to row, or from lane to lane.
std::optional<std::int64_t> stride_bits(const Scenario& scenario, const NumberKey& key) {
  const bool pitch = key.kind == NumberKind::pitch;
  const LanePattern& pattern = scenario.accesses[0].pattern;
  const auto* column = std::get_if<ColumnPattern>(&pattern);
  const auto* strided = std::get_if<StridedPattern>(&pattern);
  const auto* row = std::get_if<RowPattern>(&pattern);
  const bool step = key.kind == NumberKind::pattern && key.index == 0 && (column != nullptr || row != nullptr);
  const bool stride = key == NumberKey{NumberKind::literal, 0, 0} && strided != nullptr;
  if (!pitch && !step && !stride) return std::nullopt;
  const Result<TileLayout> layout = lay_out(scenario.tiles[0]);
  if (!layout) return std::nullopt;
  if (pitch) return layout->pitch_bits;
  const std::int64_t element_bits = scenario.tiles[0].element.bits;
  if (column != nullptr) return layout->pitch_bits * column->step;
  if (row != nullptr) return element_bits * row->step;
  return typed_stride_bits(strided->stride, element_bits);
}

std::optional<std::int64_t> in_words(std::optional<std::int64_t> bits) {
  return bits && *bits % word_bits == 0 ? std::optional(*bits / word_bits) : std::nullopt;
}

// A refused tile says why among the problems of the whole, which come first.
std::string refusal(const Analysis& analysis) {
  const std::vector<Problem> errors = errors_of(analysis);
  return errors.empty() ? "no answer" : errors.front().what;
}

SweepPoint point_at(const SweepQuestion& question, const MachineProfile& machine, std::int64_t value) {
  SweepPoint point{.value = value};
  const Scenario scenario = with_number(question.scenario, 0, question.key, value);
  const Analysis analysis = analyze(scenario, machine);
  if (refused(analysis)) {  // by one step of many, too: there is no sum
    point.refused = refusal(analysis);
    return point;
  }
  const AccessAnalysis& access = analysis.accesses[0];
  point.instructions = std::ranges::count_if(access.costs, is_request);
  point.wavefronts = access.totals.wavefronts;
  point.ideal = access.totals.ideal;
  point.stride_words = in_words(stride_bits(scenario, question.key));
  return point;
}

void set_cost(SweepPoint& point, const WarpCost& cost) {
  point.instructions = is_request(cost) ? 1 : 0;
  point.wavefronts = cost.wavefronts;
  point.ideal = cost.ideal;
}

// One step of a loop that is refused as a whole: it may be none of those that are to blame.
SweepPoint point_of_step(const SweepQuestion& question, const MachineProfile& machine, std::int64_t value) {
  SweepPoint point{.value = value};
  Scenario scenario = with_number(question.scenario, 0, question.key, value);
  pin_loops(scenario.accesses[0]);
  const Analysis analysis = analyze(scenario, machine);
  const AccessAnalysis& access = analysis.accesses[0];
  if (!access.shown) {
    point.refused = refusal(analysis);
  } else if (scenario.accesses[0].warp >= access.warps) {
    point.refused = no_such_warp;
  } else {
    set_cost(point, access.shown->served.cost);
  }
  return point;
}

// One analysis has the costs of all steps and warps.
std::vector<SweepPoint> points_of_steps(const SweepQuestion& question, const MachineProfile& machine) {
  std::vector<SweepPoint> points;
  const Analysis analysis = analyze(question.scenario, machine);
  const AccessAnalysis& access = analysis.accesses[0];
  for (const std::int64_t value : question.values) {
    if (refused(analysis)) {
      points.push_back(point_of_step(question, machine, value));
      continue;
    }
    SweepPoint& point = points.emplace_back(SweepPoint{.value = value});
    const Access at = with_number(question.scenario, 0, question.key, value).accesses[0];
    const std::int64_t which = at.warp * access.steps + step_of(at);
    if (which >= static_cast<std::int64_t>(access.costs.size())) {
      point.refused = no_such_warp;
    } else {
      set_cost(point, access.costs[static_cast<std::size_t>(which)]);
    }
  }
  return points;
}

std::string value_in_words(const Sweep& sweep, std::int64_t value) {
  std::string unit = sweep.question.unit;  // "elements", "bytes"
  if (value == 1 && unit.ends_with('s')) unit.pop_back();
  return fmt::format("{} {}{}{}", sweep.question.name, value, unit.empty() ? "" : " ", unit);
}

bool counts(const SweepPoint& point) { return point.refused.empty() && point.instructions > 0; }

// "4 wavefronts per warp instruction, on average (128 over 32)"
std::string wavefronts_in_words(const Sweep& sweep, const SweepPoint& point) {
  if (point.instructions == 0) return "no lane is active, so nothing is issued";
  const double each = point.wavefronts_each();
  std::string text = fmt::format("{} wavefront{}", each_in_words(each), each == 1 ? "" : "s");
  if (sweep.question.scope == SweepScope::one) return text;
  text += fmt::format(" per warp instruction, on average ({} over {})", grouped(point.wavefronts),
                      grouped(point.instructions));
  return sweep.question.scope == SweepScope::shown_step ? text + ", at the step that is shown" : text;
}

// "at 1, 3, 5, 7 and 28 more"; empty where every value is as good.
std::string where_fewest(const Sweep& sweep, double fewest) {
  constexpr std::size_t most_listed = 4;
  std::vector<std::string> listed;
  std::size_t as_good = 0;
  for (const SweepPoint& point : sweep.points) {
    if (!counts(point) || point.wavefronts_each() != fewest) continue;
    if (++as_good <= most_listed) listed.push_back(std::to_string(point.value));
  }
  if (as_good == sweep.points.size()) return {};
  return fmt::format("at {}{}", fmt::join(listed, ", "),
                     as_good > most_listed ? fmt::format(" and {} more", as_good - most_listed) : std::string());
}

}  // namespace

double SweepPoint::wavefronts_each() const {
  return instructions == 0 ? 0 : static_cast<double>(wavefronts) / static_cast<double>(instructions);
}
double SweepPoint::ideal_each() const {
  return instructions == 0 ? 0 : static_cast<double>(ideal) / static_cast<double>(instructions);
}
double SweepPoint::excess_each() const { return wavefronts_each() - ideal_each(); }

std::optional<SweepQuestion> sweep_question(const Scenario& scenario, int access, const NumberKey& key) {
  const std::vector<ScenarioNumber> numbers = scenario_numbers(scenario, access);
  const auto number = std::ranges::find(numbers, key, &ScenarioNumber::key);
  if (number == numbers.end()) return std::nullopt;
  SweepQuestion question{.scenario = {},
                         .key = key,
                         .name = number->name,
                         .unit = number->unit,
                         .values = number->values,
                         .scope = SweepScope::all_steps};
  Scenario& one = question.scenario;
  one.machine = scenario.machine;
  one.block = scenario.block;
  one.accesses = {scenario.accesses[static_cast<std::size_t>(access)]};
  Access& asked = one.accesses[0];
  one.tiles = {
      scenario.tiles[static_cast<std::size_t>(std::clamp(asked.tile, 0, static_cast<int>(scenario.tiles.size()) - 1))]};
  asked.tile = 0;
  asked.name.clear();
  const auto points = static_cast<std::int64_t>(question.values.size());
  if (chooses_one(key.kind)) question.scope = SweepScope::one;
  const bool too_long = instructions_of(one) * points > most_instructions;
  if (too_long && !chooses_one(key.kind) && !changes_loops(key.kind)) {
    pin_loops(asked);
    question.scope = SweepScope::shown_step;
  } else if (!chooses_one(key.kind)) {
    for (LoopVariable& loop : asked.loops) loop.at = loop.begin;
    asked.warp = 0;
  }
  if (changes_loops(key.kind)) thin_out(question, number->value);
  question.scenario = with_number(std::move(question.scenario), 0, key, question.values[0]);
  return question;
}

Sweep sweep(const SweepQuestion& question, const MachineProfile& machine) {
  Sweep result{.question = question, .points = {}};
  if (question.scenario.machine != machine.key) {
    for (const std::int64_t value : question.values)
      result.points.push_back({.value = value, .refused = "there is no profile of the machine"});
    return result;
  }
  if (question.scope == SweepScope::one) {
    result.points = points_of_steps(question, machine);
    return result;
  }
  for (const std::int64_t value : question.values) result.points.push_back(point_at(question, machine, value));
  return result;
}

std::string each_in_words(double wavefronts) {
  const double whole = std::round(wavefronts);
  if (std::abs(wavefronts - whole) < 1e-9) return fmt::format("{:.0f}", whole);
  return fmt::format("{:.2f}", wavefronts);
}

std::string axis_in_words(const Sweep& sweep) {
  return sweep.question.scope == SweepScope::one ? "wavefronts of one warp instruction"
                                                 : "wavefronts per warp instruction, on average";
}

std::string explain_point(const Sweep& sweep, const SweepPoint& point) {
  const std::string at = value_in_words(sweep, point.value);
  if (!point.refused.empty()) return fmt::format("{}: refused, {}.", at, point.refused);
  std::string text = fmt::format("{}: {}", at, wavefronts_in_words(sweep, point));
  if (counts(point))
    text += fmt::format(", ideal {}, of these {} excess", each_in_words(point.ideal_each()),
                        each_in_words(point.excess_each()));
  text += '.';
  if (point.stride_words) {
    text += fmt::format(" {} {} apart: gcd({}, 32) = {}.",
                        sweep.question.key.kind == NumberKind::pitch ? "Rows are" : "Lanes are",
                        count_in_words(*point.stride_words, "word"), *point.stride_words,
                        std::gcd(*point.stride_words, std::int64_t{bank_count}));
  }
  return text;
}

std::string explain_sweep(const Sweep& sweep, std::int64_t value, std::optional<int> shown) {
  const SweepPoint* best = nullptr;
  const SweepPoint* now = nullptr;
  bool answered = false;
  for (const SweepPoint& point : sweep.points) {
    if (point.value == value) now = &point;
    answered |= point.refused.empty();
    if (counts(point) && (best == nullptr || point.wavefronts_each() < best->wavefronts_each())) best = &point;
  }
  if (!answered) {
    const std::string why = now == nullptr ? "" : fmt::format(" {}: {}.", value_in_words(sweep, value), now->refused);
    return fmt::format("No value of {} has an answer.{}", sweep.question.name, why);
  }
  if (best == nullptr) return fmt::format("No lane is active at any value of {}.", sweep.question.name);
  std::string text;
  if (now != nullptr && !now->refused.empty()) {
    text = fmt::format("Refused at {}: {}. ", value_in_words(sweep, value), now->refused);
  } else if (now != nullptr) {
    text = fmt::format("At {}: {}", value_in_words(sweep, value), wavefronts_in_words(sweep, *now));
    text += counts(*now) ? fmt::format(", of these {} excess. ", each_in_words(now->excess_each())) : ". ";
    if (shown && sweep.question.scope == SweepScope::all_steps)
      text += fmt::format("The step that is shown: {}. ", *shown);
  }
  const std::string where = where_fewest(sweep, best->wavefronts_each());
  if (where.empty()) return text + "It is the same at every value.";
  return text + fmt::format("The fewest are {}, {}.", each_in_words(best->wavefronts_each()), where);
}

}  // namespace bankmap
