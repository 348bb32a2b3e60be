#include "app/views/lit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/explain.hpp"
#include "core/turn.hpp"

namespace bankmap {
namespace {

const LaneResult& lane_of(const AccessAnalysis& access, int lane) {
  return access.shown->lanes[static_cast<std::size_t>(lane)];
}

std::uint32_t banks_of(const LaneResult& lane) {
  const std::uint32_t banks = lane.banks >= bank_count ? ~std::uint32_t{0} : (std::uint32_t{1} << lane.banks) - 1;
  return banks << lane.bank;
}

bool touches_bank(const LaneResult& lane, int bank) {
  return lane.active && bank >= lane.bank && bank < lane.bank + lane.banks;
}

template <class Condition>
LaneMask lanes_where(const AccessAnalysis& access, Condition&& condition) {
  LaneMask lanes = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (lane_of(access, lane).active && condition(lane)) lanes |= lane_bit(lane);
  }
  return lanes;
}

Lit lit_by_lane(const AccessAnalysis& access, int lane) {
  const LaneResult& it = lane_of(access, lane);
  return {.lanes = it.shares_word | lane_bit(lane) | it.conflicts,
          .shares = it.shares_word,
          .conflicts = it.conflicts,
          .banks = banks_of(it),
          .pass = it.pass,
          .bytes = bytes_of_lane(access, lane)};
}

// A filled cell of the heatmap speaks of its lane, an empty one of its bank.
bool speaks_of_lane(const AccessAnalysis& access, const Pointed& pointed) {
  return access.shown && pointed.lane >= 0 && lane_of(access, pointed.lane).active &&
         (pointed.bank < 0 || touches_bank(lane_of(access, pointed.lane), pointed.bank));
}

// What the colour of a lane says: its turn inside its phase. Empty where there is no pass.
std::string turn_sentence(const AccessAnalysis& access, int lane) {
  if (!access.shown) return "";
  const LaneResult& it = lane_of(access, lane);
  if (!it.active || it.pass < 0) return "";
  const WarpPasses& served = access.shown->served;
  const int turn = turn_of_pass(served, it.pass);
  const std::string phase = served.phases.size() > 1 ? fmt::format("phase {}", it.phase + 1) : "its phase";
  if (turn == 0) return fmt::format(" First in {}: does not wait.", phase);
  return fmt::format(" Waits {} {} in {}.", turn, turn == 1 ? "turn" : "turns", phase);
}

}  // namespace

ByteRange bytes_of_lane(const AccessAnalysis& access, int lane) {
  const LaneResult& it = lane_of(access, lane);
  if (!it.active) return {};
  return {it.byte_address, std::int64_t{it.byte_address} + info(access.instruction).access_bytes};
}

Lit lit(const AccessAnalysis& access, const Pointed& pointed) {
  if (speaks_of_lane(access, pointed)) return lit_by_lane(access, pointed.lane);
  Lit result;
  if (pointed.bank >= 0) {
    result.banks = std::uint32_t{1} << pointed.bank;
  } else if (pointed.bytes.any()) {
    result.bytes = pointed.bytes;
    const std::int64_t first = pointed.bytes.begin / bank_bytes;
    const std::int64_t end = std::min((pointed.bytes.end - 1) / bank_bytes + 1, first + bank_count);
    for (std::int64_t word = first; word < end; ++word) result.banks |= std::uint32_t{1} << (word % bank_count);
  }
  result.pass = pointed.pass;
  if (!access.shown) return result;
  if (pointed.bank >= 0) {
    result.lanes = lanes_where(access, [&](int lane) { return touches_bank(lane_of(access, lane), pointed.bank); });
  } else if (pointed.pass >= 0) {
    result.lanes = lanes_where(access, [&](int lane) { return lane_of(access, lane).pass == pointed.pass; });
    for (int lane = 0; lane < lane_count; ++lane)
      if (has_lane(result.lanes, lane)) result.banks |= banks_of(lane_of(access, lane));
  } else if (pointed.bytes.any()) {
    result.lanes = lanes_where(access, [&](int lane) { return bytes_of_lane(access, lane).overlaps(pointed.bytes); });
  }
  return result;
}

LaneMask differing_lanes(const AccessAnalysis& a, const AccessAnalysis& b) {
  if (!a.shown || !b.shown) return 0;
  LaneMask lanes = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& in_a = a.shown->lanes[static_cast<std::size_t>(lane)];
    const LaneResult& in_b = b.shown->lanes[static_cast<std::size_t>(lane)];
    const bool same =
        in_a.active == in_b.active && (!in_a.active || (in_a.bank == in_b.bank && in_a.pass == in_b.pass));
    if (!same) lanes |= lane_bit(lane);
  }
  return lanes;
}

std::string explain_pointed(const AccessAnalysis& access, const Pointed& pointed) {
  if (pointed.lane >= 0 && (pointed.bank < 0 || speaks_of_lane(access, pointed)))
    return explain_lane(access, pointed.lane) + turn_sentence(access, pointed.lane);
  if (pointed.bank >= 0) return explain_bank(access, pointed.bank);
  if (pointed.pass >= 0) return explain_pass(access, pointed.pass);
  if (pointed.bytes.any()) return explain_bytes(access, pointed.bytes.begin, pointed.bytes.end);
  return "";
}

}  // namespace bankmap
