#include "gpu/probe_patterns.hpp"

#include <algorithm>
#include <bit>

namespace bankmap::gpu {
namespace {

// Rows of 128 bytes: the clean warp has the first ones, those that move have rows of their own.
constexpr std::uint32_t first_moved_row = 64;

std::uint32_t byte_at(std::uint32_t row, int group, int group_bytes) {
  return row * row_bytes + static_cast<std::uint32_t>(group * group_bytes);
}

int group_bytes(Instruction instruction) { return std::max(info(instruction).access_bytes, bank_bytes); }

// Matrix instructions are executed by all lanes, so none can be switched off.
bool needs_every_lane(Instruction instruction) {
  const InstructionKind kind = info(instruction).kind;
  return kind == InstructionKind::matrix_load || kind == InstructionKind::matrix_store;
}

}  // namespace

int ProbePattern::groups() const { return row_bytes / group_bytes(instruction); }

int ProbePattern::units() const {
  const int lanes = std::popcount(info(instruction).address_lanes);
  return in_pairs ? lanes / 2 : lanes;
}

LaneMask ProbePattern::lanes_of(int unit) const {
  return in_pairs ? lane_bit(2 * unit) | lane_bit(2 * unit + 1) : lane_bit(unit);
}

int ProbePattern::free_group(int first, int second) const {
  int group = 0;
  while (group == first % groups() || group == second % groups()) ++group;
  return group;
}

void ProbePattern::move(LaneAddresses& addresses, int unit, std::uint32_t byte_address) const {
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes_of(unit), lane)) addresses.byte_address[static_cast<std::size_t>(lane)] = byte_address;
  }
  addresses.active |= lanes_of(unit);
}

LaneAddresses ProbePattern::clean_without(int group) const {
  LaneAddresses addresses;
  addresses.active = needs_every_lane(instruction) ? all_lanes : 0;
  for (int unit = 0; unit < units(); ++unit) {
    const auto row = static_cast<std::uint32_t>(unit / groups());
    const int own = unit % groups();
    if (own != group) {
      move(addresses, unit, byte_at(row, own, group_bytes(instruction)));
    } else if (needs_every_lane(instruction)) {  // shares the row of its neighbour, which is in its phase
      move(addresses, unit, byte_at(row, own ^ 1, group_bytes(instruction)));
    }
  }
  return addresses;
}

LaneAddresses ProbePattern::one_at(int group, int first) const {
  LaneAddresses addresses = clean_without(group);
  move(addresses, first, byte_at(first_moved_row, group, group_bytes(instruction)));
  return addresses;
}

LaneAddresses ProbePattern::two_at(int group, int first, int second, bool same_word) const {
  LaneAddresses addresses = one_at(group, first);
  move(addresses, second, byte_at(first_moved_row + (same_word ? 0 : 1), group, group_bytes(instruction)));
  return addresses;
}

LaneAddresses ProbePattern::ladder(LaneMask lanes) const {
  LaneAddresses addresses;
  addresses.active = needs_every_lane(instruction) ? all_lanes : lanes;
  std::uint32_t row = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes, lane)) addresses.byte_address[static_cast<std::size_t>(lane)] = row++ * row_bytes;
  }
  return addresses;
}

}  // namespace bankmap::gpu
