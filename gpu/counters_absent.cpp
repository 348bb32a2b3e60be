// gpu/counters_absent.cpp -- gpu/counters.hpp for a program that was built where CUPTI's headers are missing.
#include "gpu/counters.hpp"

namespace bankmap::gpu {

struct Counters::State {};

Counters::Counters(std::unique_ptr<State> state) : state_(std::move(state)) {}
Counters::Counters(Counters&&) noexcept = default;
Counters& Counters::operator=(Counters&&) noexcept = default;
Counters::~Counters() = default;
void Counters::abandon() {}

tl::expected<Counters, CountersMissing> Counters::open(int) {
  return tl::unexpected(
      CountersMissing{"built without CUPTI, so no counters are read",
                      "build again where the CUDA toolkit has cupti_range_profiler.h (12.6 or later)"});
}

tl::expected<MetricValues, CountersMissing> Counters::count(const std::function<void()>&) {
  return tl::unexpected(CountersMissing{"built without CUPTI", {}});
}

}  // namespace bankmap::gpu
