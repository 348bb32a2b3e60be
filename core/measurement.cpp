#include "core/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bankmap {
namespace {

constexpr double deviations_kept = 5;
constexpr double least_window_cycles = 0.25;  // so that samples that are all but equal are not torn apart
constexpr std::size_t fewest_samples = 3;

class Fnv1a {
 public:
  void add(std::uint32_t value) {
    for (int byte = 0; byte < 4; ++byte) {
      hash_ = (hash_ ^ (value >> (8 * byte) & 0xffu)) * 0x100000001b3u;
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

double median_deviation(std::span<const double> samples, double middle) {
  std::vector<double> distances;
  for (const double sample : samples) distances.push_back(std::abs(sample - middle));
  return median(std::move(distances));
}

// By nearest rank. pre: sorted, not empty
double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

std::string addresses_hash(const LaneAddresses& lanes) {
  Fnv1a hash;
  hash.add(lanes.active);
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes.active, lane)) hash.add(lanes.byte_address[static_cast<std::size_t>(lane)]);
  }
  return fmt::format("{:016x}", hash.value());
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<CycleFigure> summarize(std::span<const double> samples) {
  const auto finite = [](double sample) { return std::isfinite(sample); };
  if (samples.size() < fewest_samples || !std::all_of(samples.begin(), samples.end(), finite)) return std::nullopt;
  const double middle = median({samples.begin(), samples.end()});
  const double window = std::max(least_window_cycles, deviations_kept * median_deviation(samples, middle));
  std::vector<double> kept;
  for (const double sample : samples) {
    if (std::abs(sample - middle) <= window) kept.push_back(sample);
  }
  if (kept.size() < fewest_samples) return std::nullopt;
  std::sort(kept.begin(), kept.end());
  const int dropped = static_cast<int>(samples.size() - kept.size());
  return CycleFigure{.median_cycles = median(kept),
                     .spread_cycles = (quantile(kept, 0.75) - quantile(kept, 0.25)) / 2,
                     .samples = static_cast<int>(kept.size()),
                     .dropped = dropped,
                     .dropped_why = dropped == 0 ? "" : fmt::format("more than {:.2f} cycles from the median", window)};
}

}  // namespace bankmap
