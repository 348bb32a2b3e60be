// core/comparison_report.hpp -- predictions beside measurements, for a terminal and as JSON.
//
//   {"format": "bankmap-comparison", "version": 1, "profile": "sm_90",
//    "device": {"name": "NVIDIA H200", "compute_capability": "9.0", "driver": "580.159.04"},
//    "agreeing": 71, "accesses": [{"scenario": "transpose-float-plain", "access": "load a column", "instruction":
//    "ld.b32",
//      "date": "2026-11-30T01:45:00Z", "active_mask": "ffffffff", "addresses_hash": "0123456789abcdef",
//      "predicted": FIGURES, "measured": FIGURES, "agrees": true, "verdict": "as predicted",
//      "counters_missing": {"reason": "...", "command": "..."}, "notes": []} ...]}
//   FIGURES: {"wavefronts": 32, "bank_conflicts": 31, "saturated_cycles": 32.08, "latency_cycles": 91.0}, a figure that
//            there is not is null; "measured" has "one_warp_cycles" too. All are per warp instruction.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/comparison.hpp"

namespace bankmap {

struct MeasuredAccess {
  std::string scenario;
  std::string access;
  Prediction prediction;
  Measurement measurement;
};

// "NVIDIA H200, compute capability 9.0, driver 580.159.04, SM clock 1980 MHz"
std::string device_line(const DeviceStamp& device);

// A small table of one access, and the verdict. Texts from files are made printable.
std::string comparison_text(const MeasuredAccess& measured);

// One line of each, below one line of headings; then how many agree.
std::string comparison_table(std::span<const MeasuredAccess> measured);

std::string comparison_json(std::span<const MeasuredAccess> measured, std::string_view profile);

}  // namespace bankmap
