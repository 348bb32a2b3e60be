// core/measurement_json.hpp -- measurements as a versioned JSON file; units stand beside the numbers.
//
//     {"format": "bankmap-measurements", "version": 1, "measurements": [{
//        "device": {"name": "NVIDIA H200", "compute_capability": "9.0", "driver": "580.159.04", "cuda_runtime": "13.0",
//                   "sm_clock_mhz": 1980.0},
//        "date": "2026-11-30T01:45:00Z", "instruction": "ld.b32", "active_mask": "ffffffff",
//        "byte_addresses": [0, 128, ...], "addresses_hash": "0123456789abcdef",
//        "cycles_per_instruction": {"latency": {"median": 91.0, "spread": 0.0, "samples": 9, "dropped": 0}, ...},
//        "counts_per_instruction": {"wavefronts": {"counter": "l1tex__...", "value": 32.0}, "bank_conflicts": {...}},
//        "notes": []}]}
//
// Of a file that was cut short, by Ctrl-C or by a device that failed, "incomplete" says so beside "version".
//
// law: read_measurements(write_measurements(m)) == m. Refused with the place: unknown keys, a hash that is not that of
// the addresses, numbers out of range, more than 20,000 measurements, files over 32 MiB.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/measurement.hpp"
#include "core/problem.hpp"

namespace bankmap {

Result<std::vector<Measurement>> read_measurements(std::string_view json_text);
// incomplete: why more were wanted than are there; empty where all are.
std::string write_measurements(std::span<const Measurement> measurements, std::string_view incomplete = {});

}  // namespace bankmap
