// gpu/whole_cases.hpp -- the cases of gpu/whole_kernels.hpp, as the host runs them. Seen by nvcc too; needs no core.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bankmap::gpu {

// Device memory that the cases share, one after the other.
struct Workspace {
  void* input = nullptr;
  void* output = nullptr;
  std::size_t bytes = 0;  // of each
};

struct WholeCase {
  std::string kernel;
  std::string variant;
  int size = 0;
  double bytes = 0;                           // read and written once
  std::size_t output_bytes = 0;               // poisoned before the check
  std::function<void(cudaStream_t)> prepare;  // fills the input; may be empty where the case before had the same
  std::function<void(cudaStream_t)> launch;
  std::function<bool(const std::vector<std::uint32_t>&)> correct;  // output, as words
};

inline constexpr int largest_side = 8192;

std::vector<WholeCase> transpose_cases(const Workspace& space);
std::vector<WholeCase> unpack_cases(const Workspace& space);
std::vector<WholeCase> matrix_load_cases(const Workspace& space);
std::vector<WholeCase> reduction_cases(const Workspace& space);
std::vector<WholeCase> histogram_cases(const Workspace& space);

}  // namespace bankmap::gpu
