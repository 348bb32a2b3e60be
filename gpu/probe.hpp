// gpu/probe.hpp -- finds the rules of a GPU by timing, without being told any: phases, the pair rule, the merge of
// equal words.
//
// Phases. A clean warp fills every group of banks once in each phase; one group g is left free. Two lanes i and j then
// move to g:
//
//     ld.b128, g = 7    lanes 0-6 -> groups 0-6    lane 0 -> 7                      clean: the time t
//                       8-14 -> 0-6 ...            lane 0 -> 7, lane 3 -> 7         same phase: slower than t by a
//                       wavefront
//                                                  lane 0 -> 7, lane 9 -> 7         different phases: t
//
//     for every pair (i, j):  same phase  <=>  time(both at g, different words) > time(i at g)
//     the pairs must form classes (i ~ j and j ~ k => i ~ k): those are the phases; if they do not, the report says so
// Pair rule. The same, with lanes 2k and 2k+1 always at one address: if the classes are larger now, pairs merge phases.
// Equal words. The same with both lanes at one word of g: if that is as fast as t, equal words are served together.
// Cycles per wavefront. n lanes of one phase, each with a word of its own in one bank, against n / 2 of them.
//
// The clean warp supposes that the lanes of a phase follow one another; where that is not so, the times are not clean,
// and the report says that too.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"
#include "core/measurement.hpp"
#include "core/problem.hpp"
#include "gpu/measure.hpp"

namespace bankmap {

struct InstructionProbe {
  Instruction instruction{};
  std::vector<LaneMask> phases;         // in the order of their lowest lane
  std::vector<LaneMask> merged_phases;  // empty: there is no pair rule
  bool equal_words_merge = false;
  double cycles_per_wavefront = 0;  // saturated
  std::optional<double> latency_cycles_per_wavefront;
  std::vector<std::string> notes;  // what did not fit
  bool operator==(const InstructionProbe&) const = default;
};

struct ProbeReport {
  DeviceStamp device;
  std::string date;
  std::vector<InstructionProbe> instructions;
};

// Cycles per instruction of one pattern. latency: of a dependent chain, else saturated. Empty where there is no such
// figure.
using TimePattern =
    std::function<Result<std::optional<double>>(Instruction instruction, const LaneAddresses& lanes, bool latency)>;

// Whether the method fits: not compare-and-swap loops and not cp.async, whose time is not made of wavefronts alone.
bool can_probe(Instruction instruction);

// pre: can_probe(instruction)
Result<InstructionProbe> probe_instruction(Instruction instruction, const TimePattern& time);

// Instructions that the GPU does not have are left out. A fraction of a second each.
Result<ProbeReport> probe(GpuSession& session, std::span<const Instruction> instructions,
                          const RunControl& control = {});

}  // namespace bankmap
