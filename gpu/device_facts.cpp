#include "gpu/device_facts.hpp"

#include <cuda_runtime_api.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>

#include "gpu/cuda_call.hpp"

namespace bankmap::gpu {
namespace {

// CUDA's own number for a version: 13000 is 13.0.
std::string cuda_version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

int supported_cuda() {
  int number = 0;
  check(cudaDriverGetVersion(&number), "ask for the driver's version");
  return number;
}

// The kernel module's own version where it can be read, else the CUDA version that the driver supports.
std::string driver_version() {
  std::string version;
  std::ifstream("/sys/module/nvidia/version") >> version;
  if (!version.empty()) return version;
  return "for CUDA " + cuda_version(supported_cuda());
}

int attribute(cudaDeviceAttr which, int device_index) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device_index), "ask the device about itself");
  return value;
}

}  // namespace

int device_count() {
  if (supported_cuda() == 0) {
    throw GpuError{{.what = "no NVIDIA driver is loaded", .hint = "nvidia-smi must work first"}};
  }
  int count = 0;
  check(cudaGetDeviceCount(&count), "look for a GPU");
  return count;
}

DeviceFacts device_facts(int device_index) {
  const int count = device_count();
  if (device_index < 0 || device_index >= count) {
    throw GpuError{
        {.what = fmt::format("there is no GPU {}", device_index), .hint = fmt::format("0 to {}", count - 1)}};
  }
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device_index), "ask the device about itself");
  DeviceFacts facts;
  facts.capability = properties.major * 10 + properties.minor;
  facts.device = {.index = device_index,
                  .name = properties.name,
                  .compute_capability = fmt::format("{}.{}", properties.major, properties.minor),
                  .multiprocessors = properties.multiProcessorCount,
                  .shared_bytes_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device_index)};
  return facts;
}

DeviceStamp stamp(const GpuDevice& device) {
  int runtime = 0;
  check(cudaRuntimeGetVersion(&runtime), "ask for the runtime's version");
  return {.name = device.name,
          .compute_capability = device.compute_capability,
          .driver = driver_version(),
          .cuda_runtime = cuda_version(runtime)};
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace bankmap::gpu
