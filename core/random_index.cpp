#include "core/random_index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/address_sweep.hpp"
#include "core/random_draws.hpp"
#include "core/reachable_chunks.hpp"

namespace bankmap {
namespace {

constexpr int draw_count = 128;
constexpr std::int64_t most_evaluations = 2048;  // of the whole warp, for the enumeration: keeps the window fluent

// One step of one access, for data that somebody chooses.
class Question {
 public:
  Question(const PreparedAccess& access, std::span<const std::int64_t> at, int of_warp, const InstructionRule& of,
           const InstructionRule* load)
      : prepared(access), loops(at), warp(of_warp), rule(of), load_rule(load), sweep_(access) {}

  const PreparedAccess& prepared;
  std::span<const std::int64_t> loops;
  int warp;
  const InstructionRule& rule;
  const InstructionRule* load_rule;

  Result<const LaneAddresses*> lanes(const Evaluator::Rand& rand) {
    Result<const WarpAddresses*> found = sweep_.at(loops, warp, rand);
    if (found) return &(*found)->lanes;
    Problem problem = std::move(found.error());
    problem.what = "for some data: " + problem.what;
    problem.severity = Severity::warning;
    return fail(std::move(problem));
  }
  WarpCost cost(const LaneAddresses& at) const { return count_wavefronts(rule, load_rule, at); }
  WarpCost cost(const ChunkChoice& choice, LaneMask active) const {
    return cost(addresses_of(choice, active, chunk_size(rule.instruction)));
  }

 private:
  AddressSweep sweep_;
};

// What draws come to.
class Draws {
 public:
  void add(int wavefronts) {
    best_ = count_ == 0 ? wavefronts : std::min(best_, wavefronts);
    worst_ = std::max(worst_, wavefronts);
    sum_ += wavefronts;
    sum_of_squares_ += static_cast<double>(wavefronts) * wavefronts;
    ++count_;
  }
  RandomRange range() const {
    RandomRange range;
    range.best_wavefronts = best_;
    range.worst_wavefronts = worst_;
    range.draws = count_;
    range.expected_wavefronts = sum_ / count_;
    const double variance = (sum_of_squares_ - sum_ * range.expected_wavefronts) / (count_ - 1);
    range.standard_error = std::sqrt(std::max(0.0, variance) / count_);
    return range;
  }

 private:
  int best_ = 0, worst_ = 0, count_ = 0;
  double sum_ = 0, sum_of_squares_ = 0;
};

Evaluator::Rand drawn_by(const RandomDraws& draws) {
  return
      [draws](int site, LaneMask, const LaneValues& bounds, LaneValues& values) { draws.fill(site, bounds, values); };
}

Result<RandomRange> draw(Question& question) {
  Draws draws;
  for (int sample = 0; sample < draw_count; ++sample) {
    const RandomDraws of_sample(static_cast<std::uint64_t>(sample), question.loops, question.warp);
    const auto lanes = question.lanes(drawn_by(of_sample));
    if (!lanes) return fail(lanes.error());
    draws.add(question.cost(**lanes).wavefronts);
  }
  return draws.range();
}

int rand_calls(const std::optional<BoundExpression>& expression) {
  return expression ? expression->tree.rand_calls : 0;
}

bool depends_on_lane(const std::optional<BoundExpression>& expression) {
  using Kind = NameSource::Kind;
  return expression &&
         std::any_of(expression->sources.begin(), expression->sources.end(), [](const NameSource& source) {
           return source.kind != Kind::warp && source.kind != Kind::loop && source.kind != Kind::constant;
         });
}

// Tries all data: one number stands for what all rand calls of a lane return, with a digit for each call site. Lanes do
// not depend on each other, so each lane meets each number once; and where the index is the same function in all lanes,
// it is enough that any lane meets it.
class Enumeration {
 public:
  explicit Enumeration(Question& question)
      : question_(question),
        size_(chunk_size(question.rule.instruction)),
        same_in_all_lanes_(!depends_on_lane(question.prepared.row) && !depends_on_lane(question.prepared.column) &&
                           !depends_on_lane(question.prepared.bytes)),
        reachable_(size_, same_in_all_lanes_) {
    const PreparedAccess& access = question.prepared;
    bounds_.assign(
        static_cast<std::size_t>(rand_calls(access.row) + rand_calls(access.column) + rand_calls(access.bytes)), 1);
  }

  // Fills what follows, or says for which data there is no answer.
  Result<void> run();
  const ReachableChunks& reachable() const { return reachable_; }
  LaneMask active() const { return active_; }
  bool complete() const { return complete_; }  // all data has been tried
  // Each number leads to a chunk with the same chance, and all have been tried: where to is known without evaluation.
  bool uniform() const { return complete_ && uniform_; }
  // pre: uniform().
  RandomRange draw() const;

 private:
  using Numbers = std::array<std::int64_t, lane_count>;  // [lane]

  Result<void> find_bounds();
  Result<void> try_numbers(const Numbers& numbers);
  std::size_t place(int lane, std::int64_t number) const {
    return static_cast<std::size_t>((same_in_all_lanes_ ? 0 : lane) * count_ + number);
  }
  void weigh_numbers();

  Question& question_;
  ChunkSize size_;
  bool same_in_all_lanes_;
  ReachableChunks reachable_;
  std::vector<std::int64_t> bounds_;   // [call site] the largest n
  std::vector<std::int64_t> weights_;  // [call site] what its digit counts: the product of the bounds before it
  LaneMask active_ = 0;
  bool complete_ = true;
  bool uniform_ = true;
  std::int64_t count_ = 0;  // of numbers
  std::vector<std::uint32_t>
      byte_of_;  // [lane, or 0 where they are alike][number] where its chunk begins, if all are tried
};

Result<void> Enumeration::find_bounds() {
  const RandSource note_bound = [&](int call_site, int, std::int64_t n) {
    std::int64_t& bound = bounds_[static_cast<std::size_t>(call_site)];
    bound = std::max(bound, n);
    return std::int64_t{0};
  };
  const auto lanes = question_.lanes(lane_by_lane(note_bound));
  if (!lanes) return fail(lanes.error());
  active_ = (*lanes)->active & info(question_.rule.instruction).address_lanes;
  return {};
}

// Neither weights nor count are more than 2^62: a call site beyond that sees no number but 0.
void Enumeration::weigh_numbers() {
  constexpr std::int64_t limit = std::int64_t{1} << 62;
  count_ = 1;
  for (const std::int64_t n : bounds_) {
    weights_.push_back(count_);
    count_ = count_ > limit / n ? limit : count_ * n;
  }
}

Result<void> Enumeration::try_numbers(const Numbers& numbers) {
  const auto lanes = question_.lanes([&](int call_site, LaneMask asked, const LaneValues& bounds, LaneValues& values) {
    const std::int64_t bound = bounds_[static_cast<std::size_t>(call_site)];
    const std::int64_t weight = weights_[static_cast<std::size_t>(call_site)];
    values.fill(0);
    for (LaneMask rest = asked; rest != 0; rest = without_lowest(rest)) {
      const auto lane = static_cast<std::size_t>(lowest_lane(rest));
      const std::int64_t n = bounds[lane];
      if (n > bound) complete_ = false;  // n depends on data itself, as in rand(rand(4) + 1)
      if (n != bound) uniform_ = false;  // some numbers lead to the same value
      values[lane] = numbers[lane] / weight % bound % n;
    }
  });
  if (!lanes) return fail(lanes.error());
  for (LaneMask rest = active_; rest != 0; rest = without_lowest(rest)) {
    const int lane = lowest_lane(rest);
    const std::uint32_t chunk = size_.chunk((*lanes)->byte_address[static_cast<std::size_t>(lane)]);
    reachable_.add(lane, chunk);
    if (!byte_of_.empty()) byte_of_[place(lane, numbers[static_cast<std::size_t>(lane)])] = chunk << size_.shift();
  }
  return {};
}

RandomRange Enumeration::draw() const {
  Draws draws;
  RandomStream random;
  LaneAddresses lanes;
  lanes.active = active_;
  Numbers drawn;  // of the active lanes, side by side
  const std::span<std::int64_t> numbers = std::span(drawn).first(static_cast<std::size_t>(std::popcount(active_)));
  for (int sample = 0; sample < draw_count; ++sample) {
    random.fill(count_, numbers);
    const std::int64_t* number = numbers.data();
    for (LaneMask rest = active_; rest != 0; rest = without_lowest(rest)) {
      const int lane = lowest_lane(rest);
      lanes.byte_address[static_cast<std::size_t>(lane)] = byte_of_[place(lane, *number++)];
    }
    draws.add(question_.cost(lanes).wavefronts);
  }
  return draws.range();
}

Result<void> Enumeration::run() {
  if (const auto found = find_bounds(); !found || active_ == 0) return found;
  weigh_numbers();
  const std::int64_t at_once = same_in_all_lanes_ ? std::popcount(active_) : 1;
  const std::int64_t needed = (count_ - 1) / at_once + 1;
  const std::int64_t evaluations = std::min(needed, most_evaluations);
  complete_ = evaluations == needed;
  if (complete_) byte_of_.resize(static_cast<std::size_t>((same_in_all_lanes_ ? 1 : lane_count) * count_));
  // Where there are too many numbers, one half of the evaluations takes the first ones, the other half is spread over
  // all.
  const std::int64_t in_order = complete_ ? evaluations : evaluations / 2;
  const std::int64_t apart = complete_ ? 0 : count_ / (evaluations - in_order);
  for (std::int64_t i = 0; i < evaluations; ++i) {
    const std::int64_t first = i < in_order ? i * at_once : (i - in_order) * apart;
    Numbers numbers{};
    std::int64_t next = first % count_;
    for (LaneMask rest = active_; rest != 0; rest = without_lowest(rest)) {
      numbers[static_cast<std::size_t>(lowest_lane(rest))] = next;
      if (same_in_all_lanes_ && ++next == count_) next = 0;
    }
    if (const auto tried = try_numbers(numbers); !tried) return tried;
  }
  return {};
}

// In which lanes wait for each other at worst. A load that the pair rule merges whatever its data (no pair has both
// lanes active) has larger phases; and the loads of a swap loop come to that in their last rounds.
const std::vector<LaneMask>& waiting_phases(const Question& question, LaneMask active) {
  const InstructionRule& rule = question.rule;
  const bool loop = rule.law == CountLaw::compare_and_swap_loop;
  const std::vector<LaneMask>& merged = loop ? question.load_rule->merged_phases : rule.merged_phases;
  const bool always = loop || active_pairs(active, 1) == 0 || active_pairs(active, 2) == 0;
  return always && !merged.empty() ? merged : rule.phases;
}

void construct_worst(const Question& question, const Enumeration& data, RandomRange& range) {
  const std::vector<LaneMask>& phases = waiting_phases(question, data.active());
  const DearChoice different = different_chunks_of_one_group(data.reachable(), phases, data.active());
  const DearChoice any = lanes_in_one_group(data.reachable(), phases, data.active());
  for (const DearChoice* choice : {&different, &any}) {
    range.worst_wavefronts = std::max(range.worst_wavefronts, question.cost(choice->chunks, data.active()).wavefronts);
  }
  int served = 0;
  for (const LaneMask phase : phases) served += std::popcount(phase & data.active());
  const CountLaw law = question.rule.law;
  if (law == CountLaw::compare_and_swap_loop) {  // one lane a round, and each load as dear as its lanes allow
    range.exact_worst = different.lanes == served;
    return;
  }
  const int lanes = law == CountLaw::words ? different.lanes : any.lanes;
  const int wavefronts_each = law == CountLaw::compare_and_swap ? 2 : 1;
  range.exact_worst = (data.complete() || lanes == served) && range.worst_wavefronts == lanes * wavefronts_each;
}

std::vector<ChunkChoice> cheap_choices(const Question& question, const Enumeration& data) {
  const InstructionRule& rule = question.rule;
  const LaneMask active = data.active();
  std::vector<ChunkChoice> choices{spread_over_groups(data.reachable(), rule.phases, active),
                                   spread_and_shared(data.reachable(), rule.phases, active)};
  if (const auto together = one_chunk(data.reachable(), active)) choices.push_back(*together);
  for (const int distance : {1, 2}) {
    if (rule.merged_phases.empty()) break;
    const auto pairs = spread_in_pairs(data.reachable(), rule.merged_phases, active, distance);
    if (pairs) choices.push_back(*pairs);
  }
  return choices;
}

void construct_best(const Question& question, const Enumeration& data, RandomRange& range) {
  int ideal = 0;
  for (const ChunkChoice& choice : cheap_choices(question, data)) {
    const WarpCost cost = question.cost(choice, data.active());
    range.best_wavefronts = std::min(range.best_wavefronts, cost.wavefronts);
    ideal = cost.ideal;
  }
  const InstructionRule& rule = question.rule;
  if (rule.law == CountLaw::words) {
    ideal = phases_with_a_lane(rule.merged_phases.empty() ? rule.phases : rule.merged_phases, data.active());
  }
  // Where equal words do not merge, spreading lanes evenly is all that can be done, and the spread is as even as
  // possible.
  const bool even = rule.law == CountLaw::lanes || rule.law == CountLaw::compare_and_swap;
  range.exact_best = range.best_wavefronts == ideal || (even && data.complete());
}

}  // namespace

Result<RandomRange> random_range(const PreparedAccess& prepared, std::span<const std::int64_t> loops, int warp,
                                 const InstructionRule& rule, const InstructionRule* load_rule) {
  Question question(prepared, loops, warp, rule, load_rule);
  const bool lanes_depend_on_data = prepared.mask.tree.rand_calls > 0;
  if (lanes_depend_on_data) return draw(question);
  Enumeration data(question);
  if (const auto tried = data.run(); !tried) return fail(tried.error());
  Result<RandomRange> range = data.uniform() ? data.draw() : draw(question);
  if (!range) return range;
  const auto shown = question.lanes(drawn_by(RandomDraws(0, loops, warp)));
  if (!shown) return fail(shown.error());
  const int wavefronts = question.cost(**shown).wavefronts;
  range->best_wavefronts = std::min(range->best_wavefronts, wavefronts);
  range->worst_wavefronts = std::max(range->worst_wavefronts, wavefronts);
  construct_worst(question, data, *range);
  construct_best(question, data, *range);
  return range;
}

}  // namespace bankmap
