// gpu/cuda_call.hpp -- every CUDA call is checked; what the device did wrong travels as an exception inside gpu/ and
// ends as a Problem.
#pragma once

#include <cuda_runtime_api.h>

#include <string_view>

#include "core/problem.hpp"

namespace bankmap::gpu {

struct GpuError {
  enum class Kind {
    failed,     // the context is reset before the device is used again
    lost,       // the device did not answer: nothing of it may be touched again
    cancelled,  // between two launches: nothing is wrong
  };
  Problem problem;
  Kind kind = Kind::failed;
};

// "launch the kernel: an illegal memory access was encountered (device_runs.cpp:71)", with what would help where that
// is known.
struct SourceLine {  // std::source_location, which clang 14 lacks
  const char* file;
  int line;
};
Problem cuda_problem(cudaError_t status, std::string_view doing, const SourceLine& at);

inline void check(cudaError_t status, std::string_view doing, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  if (status != cudaSuccess) throw GpuError{cuda_problem(status, doing, {file, line})};
}

}  // namespace bankmap::gpu
