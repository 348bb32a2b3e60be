#include "core/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/lanes.hpp"

namespace bankmap {
namespace {

// The same on every compute capability from 7.0 on. source: cuda_occupancy.h
constexpr int most_threads_per_block = 1024;
constexpr int most_registers_per_thread = 255;
constexpr int register_unit = 256;  // [registers] a warp gets a multiple of this
constexpr int quarters = 4;         // of the register file, each with its own warps
constexpr int unlimited = std::numeric_limits<int>::max();

constexpr int kib = 1024;

OccupancyLimits limits(int shared_kib, int block_kib, int warps, int blocks, int granularity, int reserved) {
  return {.shared_bytes_per_sm = shared_kib * kib,
          .shared_bytes_per_block = block_kib * kib,
          .shared_granularity_bytes = granularity,
          .reserved_bytes_per_block = reserved,
          .warps_per_sm = warps,
          .blocks_per_sm = blocks,
          .registers_per_sm = 64 * kib,
          .provenance = {
              .status = FactStatus::documented,
              .source = "CUDA C++ Programming Guide, Compute Capabilities, and cuda_occupancy.h of the CUDA Toolkit",
              .device = {}}};
}

const std::vector<ComputeCapabilityLimits>& table() {
  static const std::vector<ComputeCapabilityLimits> known{
      {"7.0", limits(96, 96, 64, 32, 256, 0)},       {"7.5", limits(64, 64, 32, 16, 256, 0)},
      {"8.0", limits(164, 163, 64, 32, 128, 1024)},  {"8.6", limits(100, 99, 48, 16, 128, 1024)},
      {"8.7", limits(164, 163, 48, 16, 128, 1024)},  {"8.9", limits(100, 99, 48, 24, 128, 1024)},
      {"9.0", limits(228, 227, 64, 32, 128, 1024)},  {"10.0", limits(228, 227, 64, 32, 128, 1024)},
      {"10.3", limits(228, 227, 64, 32, 128, 1024)}, {"11.0", limits(228, 227, 48, 24, 128, 1024)},
      {"12.0", limits(100, 99, 48, 24, 128, 1024)},  {"12.1", limits(100, 99, 48, 24, 128, 1024)}};
  return known;
}

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

// Blocks by registers: whole warps in each quarter. The launch itself asks for a multiple of four warps.
int by_registers(const OccupancyLimits& limits, int registers_per_thread, int warps) {
  if (registers_per_thread == 0) return unlimited;
  const auto per_warp = static_cast<int>(rounded_up(std::int64_t{registers_per_thread} * lane_count, register_unit));
  if (std::int64_t{per_warp} * rounded_up(warps, quarters) > limits.registers_per_sm) return 0;
  const int warps_in_quarter = limits.registers_per_sm / quarters / per_warp;
  return warps_in_quarter * quarters / warps;
}

int by_shared_memory(const OccupancyLimits& limits, std::int64_t shared_bytes) {
  if (shared_bytes > limits.shared_bytes_per_block) return 0;
  const std::int64_t taken =
      rounded_up(shared_bytes + limits.reserved_bytes_per_block, std::max(1, limits.shared_granularity_bytes));
  return taken == 0 ? unlimited : static_cast<int>(limits.shared_bytes_per_sm / taken);
}

}  // namespace

std::span<const ComputeCapabilityLimits> known_occupancy_limits() { return table(); }

Result<OccupancyLimits> occupancy_limits_of(std::string_view compute_capability) {
  std::string names;
  for (const ComputeCapabilityLimits& each : table()) {
    if (each.compute_capability == compute_capability) return each.limits;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", each.compute_capability);
  }
  return fail(Problem{.what = fmt::format("'{}' is not known", shown(compute_capability)),
                      .hint = "one of " + names,
                      .place = "compute capability",
                      .range = {}});
}

std::string_view to_string(OccupancyLimiter limiter) {
  constexpr std::array<std::string_view, 4> names{"warps", "blocks", "registers", "shared memory"};
  return names[static_cast<std::size_t>(limiter)];
}

Result<Occupancy> occupancy(const OccupancyLimits& limits, const BlockResources& block) {
  if (const auto ok = check_range("threads", block.threads, 1, most_threads_per_block); !ok) return fail(ok.error());
  if (const auto ok = check_range("registers", block.registers_per_thread, 0, most_registers_per_thread); !ok)
    return fail(ok.error());
  constexpr std::int64_t most_bytes = std::int64_t{1} << 40;
  if (const auto ok = check_range("shared", block.shared_bytes, 0, most_bytes); !ok) return fail(ok.error());
  const int warps = (block.threads + lane_count - 1) / lane_count;
  const std::array<int, 4> quotients{limits.warps_per_sm / warps, limits.blocks_per_sm,
                                     by_registers(limits, block.registers_per_thread, warps),
                                     by_shared_memory(limits, block.shared_bytes)};
  const auto smallest = std::min_element(quotients.begin(), quotients.end());
  Occupancy result;
  result.blocks_per_sm = *smallest;
  result.warps_per_sm = *smallest * warps;
  result.share = limits.warps_per_sm == 0 ? 0 : static_cast<double>(result.warps_per_sm) / limits.warps_per_sm;
  result.limiter = static_cast<OccupancyLimiter>(smallest - quotients.begin());
  return result;
}

}  // namespace bankmap
