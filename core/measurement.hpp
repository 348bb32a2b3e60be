// core/measurement.hpp -- what a GPU did with one warp instruction: a value with units and with the device that it came
// from.
//
//     NVIDIA H200, driver 580.159.04, 2026-11-30:   ld.b32, 32 lanes 128 bytes apart
//       latency 91.0 cycles, saturated 32.0 cycles per instruction, 32 wavefronts, 31 bank conflicts
//
// Plain data: nothing here knows CUDA. What could not be measured is absent, with the reason beside it; it is never 0.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/instruction.hpp"
#include "core/lanes.hpp"

namespace bankmap {

struct DeviceStamp {
  std::string name;                // "NVIDIA H200"
  std::string compute_capability;  // "9.0"
  std::string driver;              // "580.159.04"
  std::string cuda_runtime;        // "13.0"
  double sm_clock_mhz = 0;         // [MHz] seen while measuring; 0 where it was not
  bool operator==(const DeviceStamp&) const = default;
};

// Cycles per warp instruction, from several samples.
struct CycleFigure {
  double median_cycles = 0;
  double spread_cycles = 0;  // half the distance between the quartiles of the samples kept
  int samples = 0;           // kept
  int dropped = 0;           // left out of the median
  std::string dropped_why;   // empty if none was
  bool operator==(const CycleFigure&) const = default;
};

// Counts per warp instruction, as the profiler names them.
struct CounterFigure {
  std::string wavefronts_name;
  double wavefronts = 0;
  std::string bank_conflicts_name;
  double bank_conflicts = 0;
  bool operator==(const CounterFigure&) const = default;
};

struct CountersMissing {
  std::string reason;   // "the driver lets only root read counters"
  std::string command;  // what would allow it; may be empty
  bool operator==(const CountersMissing&) const = default;
};

struct Measurement {
  DeviceStamp device;
  std::string date;  // UTC, "2026-11-30T01:45:00Z"
  Instruction instruction{};
  LaneAddresses addresses;               // as the model analysed them
  std::optional<CycleFigure> latency;    // of a dependent chain, one integer add in each link
  std::optional<CycleFigure> one_warp;   // one warp, eight instructions at a time, each eight awaited
  std::optional<CycleFigure> saturated;  // 16 warps of one block
  std::optional<CounterFigure> counters;
  std::optional<CountersMissing> counters_missing;  // set where counters were wanted and are not there
  std::vector<std::string> notes;                   // what a reader must know, such as renumbered rows
  bool operator==(const Measurement&) const = default;
};

// 16 hex digits over the mask and the active lanes' addresses (FNV-1a): the key to find a recorded pattern again.
std::string addresses_hash(const LaneAddresses& lanes);

// Of the samples, those are kept that lie within 5 median deviations (at least 0.25 cycle) of the median. Absent where
// fewer than three are kept, and for samples that are not finite.
std::optional<CycleFigure> summarize(std::span<const double> samples);

// Middle of the sorted values; the mean of the two in the middle. pre: values is not empty
double median(std::vector<double> values);

}  // namespace bankmap
