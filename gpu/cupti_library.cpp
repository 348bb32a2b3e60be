#include "gpu/cupti_library.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace bankmap::gpu {
namespace {

// "" stands for the loader's own search.
std::vector<std::string> directories() {
  std::vector<std::string> found{""};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* root = std::getenv(variable);
    if (root == nullptr || *root == '\0') continue;
    for (const char* below : {"/lib64/", "/extras/CUPTI/lib64/", "/lib/"}) found.push_back(std::string(root) + below);
  }
  for (const char* fixed : {"/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/", "/usr/local/cuda/lib/",
                            BANKMAP_CUPTI_DIR "/"}) {
    found.emplace_back(fixed);
  }
  return found;
}

void* open_in(const std::string& directory) {
  // CUPTI asks the loader for these by name and does not look beside itself.
  for (const char* library : {"libnvperf_host.so", "libnvperf_target.so"}) {
    dlopen((directory + library).c_str(), RTLD_NOW | RTLD_GLOBAL);
  }
  const std::string versioned = fmt::format("{}libcupti.so.{}", directory, CUDART_VERSION / 1000);
  return dlopen(versioned.c_str(), RTLD_NOW | RTLD_LOCAL);
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

tl::expected<CuptiLibrary, CountersMissing> open_cupti() {
  void* library = nullptr;
  for (const std::string& directory : directories()) {
    library = open_in(directory);
    if (library != nullptr) break;
  }
  if (library == nullptr) {
    return tl::unexpected(
        CountersMissing{fmt::format("libcupti.so.{} was not found, so no counters are read", CUDART_VERSION / 1000),
                        "export LD_LIBRARY_PATH=/usr/local/cuda/extras/CUPTI/lib64:$LD_LIBRARY_PATH"});
  }
  CuptiLibrary cupti;
#define BANKMAP_CUPTI_FIND(name)         \
  if (!find(library, #name, cupti.name)) \
    return tl::unexpected(CountersMissing{"libcupti has no " #name ": it is too old", {}});
  BANKMAP_CUPTI_FUNCTIONS(BANKMAP_CUPTI_FIND)
#undef BANKMAP_CUPTI_FIND
  return cupti;
}

CountersMissing cupti_refusal(CUptiResult status, std::string_view status_text, std::string_view doing) {
  switch (status) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return {
          "the driver lets only administrators read the GPU's counters",
          "echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee /etc/modprobe.d/nvidia-profiling.conf"
          "  # and restart the machine; or run this once with sudo"};
    case CUPTI_ERROR_HARDWARE_BUSY:
      return {"another profiler is using the GPU's counters", "nvidia-smi  # shows the programs on the GPU"};
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return {"a profiler or checker already watches this program, and the GPU's counters are for one only",
              "run it without that"};
    default:
      return {fmt::format("could not {}: {} ({})", doing, status_text, static_cast<int>(status)), {}};
  }
}

}  // namespace bankmap::gpu
