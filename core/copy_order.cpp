#include "core/copy_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/cycles.hpp"
#include "core/index.hpp"
#include "core/warp_phases.hpp"

namespace bankmap {
namespace {

bool is_cached_copy(Instruction instruction) {
  return instruction == Instruction::cp_async_ca_4 || instruction == Instruction::cp_async_ca_8 ||
         instruction == Instruction::cp_async_ca_16;
}

Problem about_source(std::string what, std::string hint, int lane) {
  return {.what = std::move(what),
          .hint = std::move(hint),
          .place = "sources",
          .range = {},
          .lanes = lane < 0 ? 0 : lane_bit(lane)};
}

Result<void> check_sources(const InstructionRule& rule, LaneMask active, const LaneSources& sources) {
  const InstructionInfo& instruction = info(rule.instruction);
  if (!is_cached_copy(rule.instruction)) {
    return fail(about_source(fmt::format("{} has no source order", instruction.name),
                             "cp.async.ca.4, cp.async.ca.8 or cp.async.ca.16", -1));
  }
  if (active == 0) return {};
  const auto bytes = static_cast<std::uint64_t>(instruction.access_bytes);
  const std::uint64_t block = sources[index(lowest_lane(active))] / known_source_bytes;
  for (LaneMask rest = active; rest != 0; rest = without_lowest(rest)) {
    const int lane = lowest_lane(rest);
    const std::uint64_t source = sources[index(lane)];
    if (source % bytes != 0) {
      return fail(about_source(fmt::format("misaligned: lane {} reads byte {}, not a multiple of the {} bytes of {}",
                                           lane, source, bytes, instruction.name),
                               fmt::format("the hardware faults here: for example {}", source / bytes * bytes), lane));
    }
    if (source / known_source_bytes != block) {
      return fail(about_source(fmt::format("lane {} reads byte {}, in another block of {} bytes than lane {}", lane,
                                           source, known_source_bytes, lowest_lane(active)),
                               fmt::format("what such a copy costs is not known; here {} to {}",
                                           block * known_source_bytes, (block + 1) * known_source_bytes - bytes),
                               lane));
    }
  }
  return {};
}

// Bit b: bank b of the 32.
std::uint32_t banks_of(std::uint64_t byte, int access_bytes) {
  const auto words = static_cast<unsigned>(access_bytes / bank_bytes);
  const std::uint32_t run = words == bank_count ? ~0u : (1u << words) - 1;
  return std::rotl(run, static_cast<int>(byte / bank_bytes % bank_count));
}

// Serves the lanes of a phase, from the given pass on, and gives the pass after the last: a lane waits while an earlier lane that still waits, or is served now, wants one
// of its banks.
int serve_phase(LaneMask phase, const LaneAddresses& lanes, const LaneSources& sources, int access_bytes, int pass,
                std::array<int, lane_count>& pass_of_lane) {
  for (LaneMask waiting = phase; waiting != 0; ++pass) {
    std::uint32_t read = 0, written = 0;
    for (LaneMask rest = waiting; rest != 0; rest = without_lowest(rest)) {
      const int lane = lowest_lane(rest);
      const std::uint32_t reads = banks_of(sources[index(lane)], access_bytes);
      const std::uint32_t writes = banks_of(lanes.byte_address[index(lane)], access_bytes);
      if ((reads & read) == 0 && (writes & written) == 0) {
        waiting &= ~lane_bit(lane);
        pass_of_lane[index(lane)] = pass;
      }
      read |= reads;
      written |= writes;
    }
  }
  return pass;
}

int most_lanes_at_a_bank(LaneMask phase, const LaneAddresses& lanes, ChunkSize size) {
  std::array<int, bank_count> lanes_at{};
  for (LaneMask rest = phase; rest != 0; rest = without_lowest(rest)) {
    ++lanes_at[index(size.group(lanes.byte_address[index(lowest_lane(rest))]))];
  }
  return *std::max_element(lanes_at.begin(), lanes_at.end());
}

}  // namespace

Result<CopyPasses> serve_copy(const InstructionRule& rule, const LaneAddresses& lanes, const LaneSources& sources) {
  if (const Result<void> ok = check_sources(rule, lanes.active, sources); !ok) return fail(ok.error());
  const int access_bytes = info(rule.instruction).access_bytes;
  CopyPasses served;
  served.phase_of_lane.fill(-1);
  served.pass_of_lane.fill(-1);
  WarpCost& cost = served.cost;
  for (const LaneMask phase : rule.phases) {
    const LaneMask active = phase & lanes.active;
    if (active == 0) continue;
    for (LaneMask rest = active; rest != 0; rest = without_lowest(rest))
      served.phase_of_lane[index(lowest_lane(rest))] = cost.phases;
    ++cost.phases;
    cost.wavefronts = serve_phase(active, lanes, sources, access_bytes, cost.wavefronts, served.pass_of_lane);
    cost.ways = std::max(cost.ways, most_lanes_at_a_bank(active, lanes, chunk_size(rule.instruction)));
  }
  cost.ideal = cost.phases;
  cost.bank_conflicts = cost.wavefronts - cost.phases;
  if (cost.wavefronts == 1) cost.crowded_rows = crowded_rows(rule, lanes, lanes.active);
  return served;
}

Result<WarpCost> count_copy(const InstructionRule& rule, const LaneAddresses& lanes, const LaneSources& sources) {
  const Result<CopyPasses> served = serve_copy(rule, lanes, sources);
  if (!served) return fail(served.error());
  return served->cost;
}

}  // namespace bankmap
