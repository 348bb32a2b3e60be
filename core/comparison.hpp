// core/comparison.hpp -- a prediction beside a measurement: the differences, and a verdict in words.
//
//                          predicted   measured   difference
//     wavefronts                  32         32            =
//     saturated cycles         32.08      32.08        +0.00    within max(0.2 cycle, 3 %)
//     latency cycles           91.00      91.21        +0.21    within 1 cycle
//     "as predicted"
//
// Counters are whole numbers and must be equal. What the machine has no law for, or was not measured, has no figure, and
// nothing is said about it. Where that leaves nothing at all, there is nothing to compare: that is neither agreement nor
// difference, and the verdict says what was missing.
#pragma once

#include <optional>
#include <string>

#include "core/cycles.hpp"
#include "core/machine.hpp"
#include "core/measurement.hpp"

namespace bankmap {

inline constexpr double saturated_tolerance_cycles = 0.2;
inline constexpr double saturated_tolerance_share = 0.03;  // of the prediction; the larger of the two counts
inline constexpr double latency_tolerance_cycles = 1;

struct Prediction {
  int wavefronts = 0;
  int bank_conflicts = 0;
  std::optional<CyclePrediction> saturated;
  std::optional<CyclePrediction> latency;
  bool operator==(const Prediction&) const = default;
};

// Absent where the machine has no rule for the instruction.
std::optional<Prediction> predict(const MachineProfile& machine, Instruction instruction, const LaneAddresses& lanes);

struct ComparedFigure {
  double predicted = 0;
  double measured = 0;
  double tolerance = 0;
  double difference() const { return measured - predicted; }
  // Of cycles as they are printed, with two decimals: 32.00 beside 32.08 is -0.08, also where 32.004 and 32.075 lie behind them.
  double difference_shown() const;
  bool agrees() const;
  bool operator==(const ComparedFigure&) const = default;
};

enum class Outcome { nothing_compared, agrees, differs };

struct Comparison {
  std::optional<ComparedFigure> wavefronts;
  std::optional<ComparedFigure> bank_conflicts;
  std::optional<ComparedFigure> saturated;  // [cycles per instruction]
  std::optional<ComparedFigure> latency;    // [cycles]
  bool modelled = false;                    // the profile has a rule for the instruction
  bool has_law = false;                     // ... and one for its cycles
  bool timed = false;                       // cycles were measured
  bool counters_agree() const;              // no counter differs, also where none was compared
  bool cycles_agree() const;
  Outcome outcome() const;
  bool agrees() const { return outcome() == Outcome::agrees; }  // something was compared, and nothing differs
  bool operator==(const Comparison&) const = default;
};

// prediction: absent where the profile does not model the instruction.
Comparison compare(const std::optional<Prediction>& prediction, const Measurement& measurement);

// One sentence, no full stop: "as predicted", "slower than predicted by 0.62 cycles an instruction: ...", and why that
// may be; or "nothing to compare: ...", with what is missing.
std::string verdict(const Comparison& comparison);

// What differs in the counters: "wavefronts 4 predicted, 2 measured; bank conflicts 2 predicted, 0 measured".
// Empty where nothing does.
std::string counter_differences(const Comparison& comparison);

}  // namespace bankmap
