// gpu/counter_names.cpp -- the values that belong to the names of core/instruction.hpp. Pure: no CUDA.
#include <algorithm>

#include "gpu/counters.hpp"

namespace bankmap::gpu {
namespace {

constexpr std::string_view minus = " - ";

std::optional<double> one_value(const MetricValues& values, std::string_view name) {
  const auto found = std::find(metric_names.begin(), metric_names.end(), name);
  const auto index = static_cast<std::size_t>(found - metric_names.begin());
  if (index >= values.size()) return std::nullopt;
  return values[index];
}

}  // namespace

std::optional<double> metric_value(const MetricValues& values, std::string_view names) {
  const std::size_t split = names.find(minus);
  const std::optional<double> first = one_value(values, names.substr(0, split));
  if (split == std::string_view::npos || !first) return first;
  const std::optional<double> second = one_value(values, names.substr(split + minus.size()));
  if (!second) return std::nullopt;
  return *first - *second;
}

}  // namespace bankmap::gpu
