// gpu/cupti_library.hpp -- NVIDIA's profiler library, opened when it is first needed: the program runs where it is
// missing.
#pragma once

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <string_view>
#include <tl/expected.hpp>

#include "core/measurement.hpp"

namespace bankmap::gpu {

// The functions that are used; `name` of X(name) is the symbol in the library.
#define BANKMAP_CUPTI_FUNCTIONS(X)                \
  X(cuptiProfilerInitialize)                      \
  X(cuptiDeviceGetChipName)                       \
  X(cuptiProfilerGetCounterAvailability)          \
  X(cuptiProfilerHostInitialize)                  \
  X(cuptiProfilerHostDeinitialize)                \
  X(cuptiProfilerHostConfigAddMetrics)            \
  X(cuptiProfilerHostGetConfigImageSize)          \
  X(cuptiProfilerHostGetConfigImage)              \
  X(cuptiProfilerHostGetNumOfPasses)              \
  X(cuptiProfilerHostEvaluateToGpuValues)         \
  X(cuptiRangeProfilerEnable)                     \
  X(cuptiRangeProfilerDisable)                    \
  X(cuptiRangeProfilerGetCounterDataSize)         \
  X(cuptiRangeProfilerCounterDataImageInitialize) \
  X(cuptiRangeProfilerSetConfig)                  \
  X(cuptiRangeProfilerStart)                      \
  X(cuptiRangeProfilerStop)                       \
  X(cuptiRangeProfilerDecodeData)                 \
  X(cuptiRangeProfilerGetCounterDataInfo)         \
  X(cuptiGetResultString)

struct CuptiLibrary {
#define BANKMAP_CUPTI_MEMBER(name) decltype(&::name) name = nullptr;
  BANKMAP_CUPTI_FUNCTIONS(BANKMAP_CUPTI_MEMBER)
#undef BANKMAP_CUPTI_MEMBER
};

// Searched: where the loader looks, CUDA_HOME and CUDA_PATH, /usr/local/cuda, and where it was when this program was
// built. It stays open until the program ends: its hooks in the driver cannot be taken out.
tl::expected<CuptiLibrary, CountersMissing> open_cupti();

// The reason and the remedy for a call that failed: "doing" such as "start the profiler".
CountersMissing cupti_refusal(CUptiResult status, std::string_view status_text, std::string_view doing);

}  // namespace bankmap::gpu
