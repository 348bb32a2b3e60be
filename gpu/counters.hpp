// gpu/counters.hpp -- the hardware's own counts for one kernel, by CUPTI's range profiler.
//
//     Counters::open()            once a device: 100 to 300 ms
//     counters.count(launch)      runs `launch` under the profiler, which replays the kernel for as many passes as the metrics
//                                 need (three for these four on sm_90): a few milliseconds
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <tl/expected.hpp>

#include "core/measurement.hpp"

namespace bankmap::gpu {

inline constexpr std::size_t metric_count = 4;

// Nsight Compute's names, without ".sum".
inline constexpr std::array<std::string_view, metric_count> metric_names{
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read", "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"};

using MetricValues = std::array<double, metric_count>;

// The sum of the named metrics: "a" or "a + b". Absent if one of them is not among metric_names.
std::optional<double> metric_sum(const MetricValues& values, std::string_view names);

class Counters {
 public:
  // For the device that is current in the calling thread.
  static tl::expected<Counters, CountersMissing> open(int device_index);
  Counters(Counters&&) noexcept;
  Counters& operator=(Counters&&) noexcept;
  ~Counters();

  // launch: starts exactly one kernel and waits for it.
  tl::expected<MetricValues, CountersMissing> count(const std::function<void()>& launch);

  // Leaves the profiler as it is: for a device that does not answer.
  void abandon();

 private:
  struct State;
  explicit Counters(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bankmap::gpu
