#include "gpu/cuda_call.hpp"

#include <fmt/format.h>

#include <string>

namespace bankmap::gpu {
namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string hint_for(cudaError_t status) {
  switch (status) {
    case cudaErrorInsufficientDriver:
      return fmt::format("install an NVIDIA driver for CUDA {}.{} or later", CUDART_VERSION / 1000,
                         CUDART_VERSION % 1000 / 10);
    case cudaErrorNoDevice:
      return "nvidia-smi shows which GPUs the driver sees; CUDA_VISIBLE_DEVICES may hide them";
    case cudaErrorNoKernelImageForDevice:
      return "build again with this GPU's compute capability in BANKMAP_CUDA_ARCHITECTURES";
    case cudaErrorDevicesUnavailable:
      return "another program holds the GPU exclusively, or this one had an error on it: then start it again";
    default:
      return {};
  }
}

}  // namespace

Problem cuda_problem(cudaError_t status, std::string_view doing, const SourceLine& at) {
  return {.what = fmt::format("{}: {} ({}:{})", doing, cudaGetErrorString(status), file_name(at.file), at.line),
          .hint = hint_for(status)};
}

}  // namespace bankmap::gpu
