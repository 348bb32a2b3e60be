// gpu/counter_names.cpp -- which of the metrics belong to an instruction. Pure: no CUDA.
#include <algorithm>

#include "gpu/counters.hpp"

namespace bankmap::gpu {
namespace {

constexpr std::string_view minus = " - ";

bool is_loop(Instruction instruction) {
  return instruction >= Instruction::atom_add_f32 && instruction <= Instruction::red_add_u64;
}

std::optional<double> one_value(const MetricValues& values, std::string_view name) {
  const auto found = std::find(metric_names.begin(), metric_names.end(), name);
  const auto index = static_cast<std::size_t>(found - metric_names.begin());
  if (index >= values.size()) return std::nullopt;
  return values[index];
}

}  // namespace

CounterNames counters_for(Instruction instruction) {
  CounterNames names = profiler_counters(instruction);
  if (is_loop(instruction)) names.wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read";
  if (instruction == Instruction::cp_async_cg_16) return {};
  if (info(instruction).kind == InstructionKind::async_copy) {
    names.wavefronts =
        "l1tex__data_pipe_lsu_wavefronts_mem_shared - l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc";
  }
  return names;
}

std::optional<double> metric_value(const MetricValues& values, std::string_view names) {
  const std::size_t split = names.find(minus);
  const std::optional<double> first = one_value(values, names.substr(0, split));
  if (split == std::string_view::npos || !first) return first;
  const std::optional<double> second = one_value(values, names.substr(split + minus.size()));
  if (!second) return std::nullopt;
  return *first - *second;
}

}  // namespace bankmap::gpu
