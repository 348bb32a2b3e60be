// gpu/counter_config.hpp -- CUPTI's host half: from metric names to the image that the profiler is configured with.
// Needs no GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/cupti_library.hpp"

namespace bankmap::gpu {

template <class T>
using OrMissing = tl::expected<T, CountersMissing>;

// A parameter block of CUPTI with its size filled in. size: its ..._STRUCT_SIZE
template <class Params>
Params cupti_params(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

class CounterConfig {
 public:
  // availability: as the device says; empty asks for everything that the chip can do. Chip "GH100" is an H100 or H200.
  static OrMissing<CounterConfig> make(const CuptiLibrary& cupti, const std::string& chip,
                                       std::span<const char* const> metrics,
                                       std::span<const std::uint8_t> availability);
  CounterConfig(CounterConfig&& other) noexcept;
  CounterConfig& operator=(CounterConfig&& other) noexcept;
  ~CounterConfig();

  OrMissing<std::size_t> passes();
  const std::vector<std::uint8_t>& image() const { return image_; }
  // [metric] of one range of the counter data. metrics: as in make
  OrMissing<std::vector<double>> evaluate(std::span<const std::uint8_t> counter_data,
                                          std::span<const char* const> metrics) const;

 private:
  CounterConfig(const CuptiLibrary& cupti, CUpti_Profiler_Host_Object* host) : cupti_(cupti), host_(host) {}
  CUptiResult add(std::span<const char* const> metrics);
  CUptiResult fetch_image();

  CuptiLibrary cupti_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  std::vector<std::uint8_t> image_;
};

// The refusal of a call, in the library's own words; absent where it succeeded.
std::optional<CountersMissing> refusal(const CuptiLibrary& cupti, CUptiResult status, std::string_view doing);

}  // namespace bankmap::gpu
