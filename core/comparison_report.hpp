// core/comparison_report.hpp -- predictions beside measurements, for a terminal and as JSON.
//
//   {"format": "bankmap-comparison", "version": 1, "profile": "sm_90",
//    "device": {"name": "NVIDIA H200", "compute_capability": "9.0", "driver": "580.159.04"},
//    "agreeing": 71, "compared": 71, "accesses": [{"scenario": "transpose-float-plain", "access": "load a column", "instruction":
//    "ld.b32",
//      "date": "2026-11-30T01:45:00Z", "active_mask": "ffffffff", "addresses_hash": "0123456789abcdef",
//      "predicted": FIGURES, "measured": FIGURES, "agrees": true, "verdict": "as predicted",
//      "counters_missing": {"reason": "...", "command": "..."}, "notes": []} ...]}
//   "agrees" is null where nothing could be compared; an access that could not be run has "not_run": "reason" and no
//   figures measured; "compared" says of how many accesses something was.
//   FIGURES: {"wavefronts": 32, "bank_conflicts": 31, "saturated_cycles": 32.08, "latency_cycles": 91.0}, a figure that
//            there is not is null; "measured" has "one_warp_cycles" too. All are per warp instruction.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/comparison.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct MeasuredAccess {
  std::string scenario;
  std::string access;
  std::optional<Prediction> prediction;  // absent: the profile does not model the instruction
  Measurement measurement;               // of one that was not run: its instruction and addresses, nothing else
  std::optional<Problem> not_run{};      // why the GPU cannot run this access
};

struct CompareCounts {
  std::size_t accesses = 0;
  std::size_t compared = 0;  // at least one figure
  std::size_t agreeing = 0;  // of those
  bool operator==(const CompareCounts&) const = default;
};
CompareCounts compare_counts(std::span<const MeasuredAccess> measured);

// "70 of 71 accesses as predicted", "70 of 70 accesses as predicted; 70 of 71 compared",
// "nothing to compare: 0 of 71 accesses compared".
std::string counts_text(const CompareCounts& counts);

// "NVIDIA H200, compute capability 9.0, driver 580.159.04, SM clock 1980 MHz"
std::string device_line(const DeviceStamp& device);

// A small table of one access, and the verdict. Texts from files are made printable.
std::string comparison_text(const MeasuredAccess& measured);

// One line of each, below one line of headings; then how many agree and, where it is not all, how many were compared.
std::string comparison_table(std::span<const MeasuredAccess> measured);

// incomplete: why more were wanted than are there, which stands beside "version"; empty where all are.
std::string comparison_json(std::span<const MeasuredAccess> measured, std::string_view profile,
                            std::string_view incomplete = {});

}  // namespace bankmap
