#include "gpu/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gpu/kernels.hpp"

namespace bankmap::gpu {
namespace {

static_assert(copy_bytes % row_bytes == 0, "a copy must lie in the same banks");

bool is_matrix(const InstructionInfo& instruction) {
  return instruction.kind == InstructionKind::matrix_load || instruction.kind == InstructionKind::matrix_store;
}

Result<LaneMask> lanes_that_count(const InstructionInfo& instruction, const LaneAddresses& lanes) {
  const LaneMask counting = lanes.active & instruction.address_lanes;
  if (counting == 0) return fail("no lane is active, so there is nothing to measure", "activate at least one lane");
  if (is_matrix(instruction) && counting != instruction.address_lanes) {
    return fail(
        fmt::format("{} is executed by the whole warp, and some of its row addresses are off", instruction.name),
        fmt::format("mask {:08x}", instruction.address_lanes | lanes.active));
  }
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t address = lanes.byte_address[static_cast<std::size_t>(lane)];
    if (!has_lane(counting, lane) || address % static_cast<std::uint32_t>(instruction.access_bytes) == 0) continue;
    return fail(
        Problem{.what = fmt::format("lane {}: byte {} is no multiple of {}", lane, address, instruction.access_bytes),
                .hint = fmt::format("{} needs addresses that are", instruction.name),
                .place = {},
                .range = {},
                .lanes = lane_bit(lane)});
  }
  return counting;
}

// The different rows of 128 bytes, in order.
std::vector<std::uint32_t> rows_of(const LaneAddresses& lanes) {
  std::vector<std::uint32_t> rows;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes.active, lane)) rows.push_back(lanes.byte_address[static_cast<std::size_t>(lane)] / row_bytes);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

template <class NewRow>
void move_rows(LaneAddresses& lanes, NewRow&& new_row) {
  for (int lane = 0; lane < lane_count; ++lane) {
    std::uint32_t& address = lanes.byte_address[static_cast<std::size_t>(lane)];
    address = has_lane(lanes.active, lane) ? new_row(address / row_bytes) * row_bytes + address % row_bytes : 0;
  }
}

}  // namespace

Result<void> check_lanes(Instruction instruction, const LaneAddresses& lanes) {
  const Result<LaneMask> counting = lanes_that_count(info(instruction), lanes);
  return counting ? Result<void>{} : fail(counting.error());
}

Result<Placement> place(Instruction instruction, const LaneAddresses& lanes, std::uint32_t most_shared_bytes) {
  const InstructionInfo& about = info(instruction);
  const Result<LaneMask> counting = lanes_that_count(about, lanes);
  if (!counting) return fail(counting.error());

  Placement placed{.lanes = {lanes.byte_address, *counting}};
  const std::vector<std::uint32_t> rows = rows_of(placed.lanes);
  const std::uint32_t first_row = rows.front();
  const std::uint64_t bytes_needed = (std::uint64_t{rows.back() - first_row} + copies) * row_bytes;
  placed.renumbered = bytes_needed > most_shared_bytes;
  if (placed.renumbered) {
    move_rows(placed.lanes, [&rows](std::uint32_t row) {
      return static_cast<std::uint32_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
    });
    placed.shared_bytes = (static_cast<std::uint32_t>(rows.size()) - 1 + copies) * row_bytes;
  } else {
    move_rows(placed.lanes, [first_row](std::uint32_t row) { return row - first_row; });
    placed.shared_bytes = static_cast<std::uint32_t>(bytes_needed);
  }
  if (is_matrix(about))
    placed.lanes.active = all_lanes;  // the other lanes execute it too; their addresses do not count
  return placed;
}

}  // namespace bankmap::gpu
