// gpu/whole_kernels.hpp -- what bank conflicts cost in whole kernels, from a transpose to a histogram.
//
//     for each kernel and size, for each variant (the conflicted one first):
//       check    run it once on poisoned output and compare every element with what the CPU says
//       warm up  three launches
//       time     21 samples between two events; small kernels several launches a sample; the median and the spread of
//       the quartiles report   milliseconds, bytes that must move / time, time of the conflicted variant / time
//
// The transpose is that of an article that reports 1.10 ms conflicted and 0.92 ms padded or swizzled on an RTX 3090.
#pragma once

#include <string>
#include <vector>

#include "core/measurement.hpp"
#include "core/problem.hpp"
#include "gpu/measure.hpp"

namespace bankmap {

struct WholeKernelResult {
  std::string kernel;       // "transpose float"
  std::string variant;      // "plain", "padded", "swizzled", ...
  int size = 0;             // [elements] of one side, or of all for one-dimensional kernels
  double milliseconds = 0;  // median
  double spread_milliseconds = 0;
  int samples = 0;
  double gigabytes_per_second = 0;  // of device memory that the kernel cannot do without
  double speedup = 1;               // over the kernel's conflicted variant at this size
  bool correct = false;             // every element equals the CPU's
  bool operator==(const WholeKernelResult&) const = default;
};

struct WholeKernelReport {
  DeviceStamp device;
  std::string date;
  std::vector<WholeKernelResult> results;
};

inline constexpr double article_transpose_speedup = 1.10 / 0.92;  // RTX 3090, as reported

// Takes seconds. Needs about 600 MB of device memory.
Result<WholeKernelReport> run_whole_kernels(int device_index, const RunControl& control = {});

}  // namespace bankmap
