// gpu/counters.hpp -- the hardware's own counts for one kernel, by CUPTI's range profiler.
//
//     Counters::open()            once a device: 100 to 300 ms
//     counters.count(launch)      runs `launch` under the profiler, which replays the kernel for as many passes as the
//     metrics
//                                 need (three on sm_90): a few milliseconds
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/instruction.hpp"
#include "core/measurement.hpp"

namespace bankmap::gpu {

// Nsight Compute's names, without ".sum". The last two are not on every chip (on 9.0 and later they are).
inline constexpr std::array<std::string_view, 6> metric_names{
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read", "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom",  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared",          "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc"};
inline constexpr std::size_t metrics_on_every_chip = 4;

using MetricValues = std::vector<double>;  // in their order, of the first metric_names: all, or metrics_on_every_chip

// The value of "a" or "a - b" (profiler_counters in core/instruction.hpp). Absent where a metric was not counted.
std::optional<double> metric_value(const MetricValues& values, std::string_view names);

class Counters {
 public:
  // For the device that is current in the calling thread.
  static tl::expected<Counters, CountersMissing> open(int device_index);
  // Counts these metrics instead, by Nsight Compute's names with their ".sum"; the strings must stay. For experiments.
  static tl::expected<Counters, CountersMissing> open(int device_index, std::span<const char* const> metrics);
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
