#include "gpu/probe.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "gpu/probe_patterns.hpp"

namespace bankmap {
namespace {

using gpu::ProbePattern;

constexpr double slower_cycles =
    0.5;  // half of what one more wavefront costs when warps are many; a latency grows by 2

// Whether a next instruction can wait for this one: only then is there a latency to be timed.
bool has_result(Instruction instruction) {
  const InstructionInfo& about = info(instruction);
  return about.kind == InstructionKind::load || about.kind == InstructionKind::generic_load ||
         about.kind == InstructionKind::matrix_load || about.name.starts_with("atom.");
}

// Times patterns of one instruction; the first problem ends all.
class Timer {
 public:
  Timer(Instruction instruction, const TimePattern& time, bool latency)
      : instruction_(instruction), time_(time), latency_(latency) {}

  double cycles(const LaneAddresses& lanes) {
    if (problem_) return 0;
    const Result<std::optional<double>> measured = time_(instruction_, lanes, latency_);
    if (!measured) {
      failed_ = true;
      problem_ = measured.error();
    } else if (!*measured) {
      problem_ =
          Problem{.what = "too few samples agree to say how long this takes", .hint = "let nothing else use the GPU"};
    }
    return problem_ ? 0 : **measured;
  }
  const std::optional<Problem>& problem() const { return problem_; }
  bool failed() const { return failed_; }  // there was no measurement at all: the device failed, or it was cancelled

 private:
  Instruction instruction_;
  const TimePattern& time_;
  bool latency_;
  bool failed_ = false;
  std::optional<Problem> problem_;
};

// [unit] bit j: served in one phase with unit j.
std::vector<LaneMask> units_together(const ProbePattern& pattern, Timer& timer) {
  std::vector<LaneMask> together(static_cast<std::size_t>(pattern.units()));
  for (int first = 0; first < pattern.units(); ++first) {
    together[static_cast<std::size_t>(first)] |= lane_bit(first);
    for (int second = first + 1; second < pattern.units() && !timer.problem(); ++second) {
      const int group = pattern.free_group(first, second);
      const double alone = timer.cycles(pattern.one_at(group, first));
      const double both = timer.cycles(pattern.two_at(group, first, second, false));
      if (both - alone <= slower_cycles) continue;
      together[static_cast<std::size_t>(first)] |= lane_bit(second);
      together[static_cast<std::size_t>(second)] |= lane_bit(first);
    }
  }
  return together;
}

LaneMask lanes_of_units(const ProbePattern& pattern, LaneMask units) {
  LaneMask lanes = 0;
  for (int unit = 0; unit < pattern.units(); ++unit) {
    if (has_lane(units, unit)) lanes |= pattern.lanes_of(unit);
  }
  return lanes;
}

// The classes; empty where "together" is no equivalence.
std::vector<LaneMask> classes(const ProbePattern& pattern, const std::vector<LaneMask>& together) {
  std::vector<LaneMask> found;
  LaneMask seen = 0;
  for (int unit = 0; unit < pattern.units(); ++unit) {
    const LaneMask mine = together[static_cast<std::size_t>(unit)];
    if (has_lane(seen, unit)) continue;
    for (int other = 0; other < pattern.units(); ++other) {
      if (has_lane(mine, other) && together[static_cast<std::size_t>(other)] != mine) return {};
    }
    seen |= mine;
    found.push_back(lanes_of_units(pattern, mine));
  }
  return found;
}

// The lower half of the lanes of a phase.
LaneMask lower_half(LaneMask lanes) {
  LaneMask half = lanes;
  for (int keep = std::popcount(lanes) / 2; std::popcount(half) > keep;) half &= ~std::bit_floor(half);
  return half;
}

double per_wavefront(const ProbePattern& pattern, LaneMask phase, Timer& timer) {
  const LaneMask half = lower_half(phase);
  const int more = std::popcount(phase) - std::popcount(half);
  return (timer.cycles(pattern.ladder(phase)) - timer.cycles(pattern.ladder(half))) / more;
}

void find_phases(InstructionProbe& probe, Timer& timer) {
  const ProbePattern alone{.instruction = probe.instruction};
  const ProbePattern pairs{.instruction = probe.instruction, .in_pairs = true};
  probe.phases = classes(alone, units_together(alone, timer));
  if (probe.phases.empty())
    probe.notes.emplace_back("the lanes do not fall into phases: i goes with j and j with k, but not i with k");
  const std::vector<LaneMask> merged = classes(pairs, units_together(pairs, timer));
  if (merged.empty()) {
    probe.notes.emplace_back("with pairs of lanes at one address, the lanes do not fall into phases");
  } else if (!probe.phases.empty() && merged.size() < probe.phases.size()) {
    probe.merged_phases = merged;
  }
}

void find_merge_of_equal_words(InstructionProbe& probe, Timer& timer) {
  const ProbePattern pattern{.instruction = probe.instruction};
  const int first = std::countr_zero(probe.phases.front());
  const int second = std::countr_zero(probe.phases.front() & (probe.phases.front() - 1));
  if (second >= lane_count) return;
  const int group = pattern.free_group(first, second);
  const double alone = timer.cycles(pattern.one_at(group, first));
  probe.equal_words_merge = timer.cycles(pattern.two_at(group, first, second, true)) - alone <= slower_cycles;
}

// Without a figure the probe stands, and says so; where the device failed there is no probe.
Result<void> find_latency(InstructionProbe& probe, const ProbePattern& pattern, const TimePattern& time) {
  Timer latency(probe.instruction, time, true);
  const double slope = per_wavefront(pattern, probe.phases.front(), latency);
  if (latency.failed()) return fail(*latency.problem());
  if (!latency.problem()) probe.latency_cycles_per_wavefront = slope;
  if (latency.problem() && has_result(probe.instruction))
    probe.notes.push_back("the latency has no figure: " + to_string(*latency.problem()));
  return {};
}

}  // namespace

bool can_probe(Instruction instruction) {
  return instruction <
         Instruction::atom_cas_b32;  // everything after it in the enum is swaps, loops of swaps, or asynchronous
}

Result<InstructionProbe> probe_instruction(Instruction instruction, const TimePattern& time) {
  InstructionProbe probe;
  probe.instruction = instruction;
  Timer saturated(instruction, time, false);
  find_phases(probe, saturated);
  if (!probe.phases.empty() && std::popcount(probe.phases.front()) > 1) {
    const ProbePattern pattern{.instruction = instruction};
    find_merge_of_equal_words(probe, saturated);
    probe.cycles_per_wavefront = per_wavefront(pattern, probe.phases.front(), saturated);
    if (saturated.problem()) return fail(*saturated.problem());
    if (const Result<void> timed = find_latency(probe, pattern, time); !timed) return fail(timed.error());
  }
  if (saturated.problem()) return fail(*saturated.problem());
  return probe;
}

Result<ProbeReport> probe(GpuSession& session, std::span<const Instruction> instructions, const RunControl& control) {
  ProbeReport report;
  RunControl inner;  // the progress of single measurements is of no interest here
  inner.cancelled = control.cancelled;
  const TimePattern time = [&](Instruction instruction, const LaneAddresses& lanes,
                               bool latency) -> Result<std::optional<double>> {
    const MeasureRequest request{.instruction = instruction,
                                 .addresses = lanes,
                                 .latency = latency,
                                 .one_warp = false,
                                 .saturated = !latency,
                                 .counters = false};
    const Result<Measurement> measured = session.measure(request, inner);
    if (!measured) return fail(measured.error());
    report.device = measured->device;
    report.date = measured->date;
    const std::optional<CycleFigure>& figure = latency ? measured->latency : measured->saturated;
    return figure ? std::optional(figure->median_cycles) : std::nullopt;
  };
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Instruction instruction = instructions[i];
    if (control.progress)
      control.progress(static_cast<double>(i) / static_cast<double>(instructions.size()), info(instruction).name);
    if (!can_probe(instruction) || !session.has(instruction)) continue;
    Result<InstructionProbe> probed = probe_instruction(instruction, time);
    if (!probed) return fail(at(std::string(info(instruction).name), probed.error()));
    report.instructions.push_back(*std::move(probed));
  }
  return report;
}

}  // namespace bankmap
