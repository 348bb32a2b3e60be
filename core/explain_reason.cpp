// The sentence beside the big numbers: the cause of a cost, and what would help.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "core/explain.hpp"
#include "core/index.hpp"

namespace bankmap {
namespace {

struct Steps {  // from each active lane to the next one of the same phase, where they are all equal
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> rows, columns;                    // of the coordinates, before any swizzle
  bool down_rows() const { return rows == 1 && columns == 0; }  // each one row below the other, in one column
};

Steps steps_between_lanes(const WarpAnalysis& warp) {
  Steps steps;
  bool first = true;
  int last_lane = -1;
  const auto keep = [&first](std::optional<std::int64_t>& common, std::int64_t now) {
    if (first) common = now;
    if (common != now) common.reset();
  };
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = warp.lanes[index(lane)];
    if (!it.active) continue;
    if (last_lane >= 0 && warp.lanes[index(last_lane)].phase == it.phase) {
      const LaneResult& before = warp.lanes[index(last_lane)];
      keep(steps.bytes, std::int64_t{it.byte_address} - std::int64_t{before.byte_address});
      if (it.has_coordinates) keep(steps.rows, it.row - before.row);
      if (it.has_coordinates) keep(steps.columns, it.column - before.column);
      first = false;
    }
    last_lane = lane;
  }
  return steps;
}

struct Crowd {
  LaneMask lanes = 0;
  int words = 0;  // distinct words that they ask for
};

int count_words(const WarpAnalysis& warp, LaneMask lanes) {
  std::array<std::uint32_t, lane_count> words{};
  auto end = words.begin();
  for (int lane = 0; lane < lane_count; ++lane) {
    if (has_lane(lanes, lane)) *end++ = warp.lanes[index(lane)].word;
  }
  std::sort(words.begin(), end);
  return static_cast<int>(std::unique(words.begin(), end) - words.begin());
}

// Those who meet in the bank that holds things up: the one with the most different words (atomics: the most lanes).
Crowd busiest_crowd(const WarpAnalysis& warp, CountLaw law) {
  Crowd busiest;
  int most = 0;
  LaneMask seen = 0;  // lanes of crowds that have been counted: a crowd is the same from each of its lanes
  for (int lane = 0; lane < lane_count; ++lane) {
    const LaneResult& it = warp.lanes[index(lane)];
    if (it.conflicts == 0 || has_lane(seen, lane)) continue;
    Crowd crowd{it.conflicts | it.shares_word | lane_bit(lane), 0};
    seen |= crowd.lanes;
    crowd.words = count_words(warp, crowd.lanes);
    const int turns = law == CountLaw::words ? crowd.words : std::popcount(crowd.lanes);
    if (turns > most) {
      most = turns;
      busiest = crowd;
    }
  }
  return busiest;
}

bool has_partner(LaneMask active) {  // some lanes i and i^1, or i and i^2, are both active
  return (active & (active >> 1) & 0x55555555u) != 0 || (active & (active >> 2) & 0x33333333u) != 0;
}

std::string why_merged(const WarpAnalysis& warp) {
  const int wavefronts = warp.served.cost.wavefronts;
  const std::string result =
      fmt::format("so phases merge and {} wavefront{}", wavefronts, wavefronts == 1 ? " does" : "s do");
  if (!has_partner(warp.addresses.active)) {
    return fmt::format("The pair rule holds: no two neighbouring lanes (i and i^1, or i and i^2) are both active, {}.",
                       result);
  }
  return fmt::format(
      "The pair rule holds: neighbouring active lanes (i and i^1, or i and i^2) read the same address, {}.", result);
}

std::string why_free(const PreparedAccess& prepared, const WarpAnalysis& warp, CountLaw law) {
  const WarpCost& cost = warp.served.cost;
  LaneMask sharing = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (warp.lanes[index(lane)].shares_word != 0) sharing |= lane_bit(lane);
  }
  const int active = std::popcount(warp.addresses.active);
  if (cost.merged) return why_merged(warp);
  if (active > 1 && sharing == warp.addresses.active && cost.ways == 1 && cost.wavefronts == 1 &&
      steps_between_lanes(warp).bytes == 0) {
    return "All active lanes use one word: it is fetched once and broadcast.";
  }
  if (law == CountLaw::compare_and_swap || law == CountLaw::compare_and_swap_loop) {
    return fmt::format("No two lanes want one bank, so nobody waits: {} wavefronts are the least that {} takes.",
                       cost.wavefronts, info(prepared.access.instruction).name);
  }
  if (cost.phases > 1) {
    return fmt::format(
        "Free: {} bytes a lane are served in {} phases, and in none of them is a bank asked for two different words. "
        "{} wavefronts are the floor, not a conflict.",
        info(prepared.access.instruction).access_bytes, cost.phases, cost.wavefronts);
  }
  if (sharing != 0) return "Free: lanes that meet in a bank use the same word, which is fetched once for all of them.";
  return "Free: every active lane has a bank of its own.";
}

std::string odd_stride_hint(const PreparedAccess& prepared) {
  const int bytes = info(prepared.access.instruction).access_bytes;
  if (bytes <= bank_bytes) return " An odd row stride in words would use all 32.";
  return fmt::format(" A row stride that is an odd multiple of {} bytes would use all 32.", bytes);
}

struct Part {
  std::int64_t words = 0;  // negative: it takes away
  const char* of = "";
};

// What the distance between lanes is made of: {33, row stride}, {1, swizzle}. Empty where it is no sum of whole words.
std::vector<Part> parts_of(const TileLayout& layout, const Steps& steps) {
  if (!steps.rows || !steps.columns) return {};
  const std::int64_t row_bits = *steps.rows * layout.pitch_bits;
  const std::int64_t column_bits = *steps.columns * layout.tile.element.bits;
  if (row_bits % word_bits != 0 || column_bits % word_bits != 0) return {};
  const std::int64_t rows = row_bits / word_bits;
  const std::int64_t columns = column_bits / word_bits;
  const std::int64_t forward = *steps.bytes < 0 ? -1 : 1;
  std::vector<Part> parts{{forward * rows, std::llabs(*steps.rows) == 1 ? "the row stride" : "the rows"},
                          {forward * columns, "the column"},
                          {forward * (*steps.bytes / bank_bytes - rows - columns), "the swizzle"}};
  std::erase_if(parts, [](const Part& part) { return part.words == 0; });
  std::stable_partition(parts.begin(), parts.end(), [](const Part& part) { return part.words > 0; });
  return parts;
}

// "33 of the row stride and 1 of the swizzle", "33 of the row stride less 1 of the swizzle"
std::string parts_in_words(const std::vector<Part>& parts) {
  std::string text;
  for (const Part& part : parts) {
    const std::string_view join = text.empty() ? "" : part.words < 0 ? " less " : " and ";
    text += fmt::format("{}{} of {}", join, std::llabs(part.words), part.of);
  }
  return text;
}

// Whether the step that is shown would cost nothing extra on another tile.
bool free_on(const Tile& tile, const PreparedAccess& prepared, const WarpAnalysis& warp,
             const MachineProfile& machine) {
  const Result<PreparedAccess> other = prepare(prepared.access, tile, prepared.block);
  if (!other) return false;
  const Result<WarpAddresses> there = addresses(*other, warp.loop_values, warp.warp);
  const InstructionRule* rule = machine.rule(prepared.access.instruction);
  return there && rule != nullptr && count_wavefronts(*rule, nullptr, there->lanes).excess() == 0;
}

// Padding and swizzle each undo conflicts, and together may bring them back: said only of what has been tried.
std::string swizzle_hint(const PreparedAccess& prepared, const WarpAnalysis& warp, const MachineProfile& machine) {
  Tile bare = prepared.layout.tile;
  bare.pitch = {};
  Tile straight = prepared.layout.tile;
  straight.swizzle = NoSwizzle{};
  const bool padded = prepared.layout.tile.pitch != bare.pitch;
  const bool without_padding = padded && free_on(bare, prepared, warp, machine);
  const bool without_swizzle = free_on(straight, prepared, warp, machine);
  if (without_padding && without_swizzle)
    return " The padding alone, or the swizzle alone, would be free at this step.";
  if (without_padding) return " Without the padding this step would be free.";
  return without_swizzle ? " Without the swizzle this step would be free." : "";
}

// Lanes one fixed distance apart: the gcd says how many banks they reach.
std::optional<std::string> why_stride(const PreparedAccess& prepared, const WarpAnalysis& warp,
                                      const MachineProfile& machine) {
  const Steps steps = steps_between_lanes(warp);
  if (!steps.bytes || *steps.bytes == 0 || *steps.bytes % bank_bytes != 0) return std::nullopt;
  const std::int64_t words = std::llabs(*steps.bytes) / bank_bytes;
  const std::int64_t common = std::gcd(words, std::int64_t{bank_count});
  const std::int64_t starts = bank_count / common;  // different first banks
  const int width = std::max(1, info(prepared.access.instruction).access_bytes / bank_bytes);
  const std::int64_t reached = std::min<std::int64_t>(starts, std::popcount(warp.addresses.active));
  const std::int64_t used = std::min<std::int64_t>(bank_count, reached * std::min<std::int64_t>(width, common));
  const bool swizzled = !std::holds_alternative<NoSwizzle>(prepared.layout.tile.swizzle);
  const std::vector<Part> parts = parts_of(prepared.layout, steps);
  const bool by_rows = steps.down_rows() && (!swizzled || parts.size() == 1);
  const std::string made_of = parts.size() > 1 ? fmt::format(": {};", parts_in_words(parts)) : " and";
  const std::string apart =
      fmt::format("{} are {} words apart{}", by_rows ? "Rows" : "Neighbouring lanes", words, made_of);
  const std::string hint = swizzled ? swizzle_hint(prepared, warp, machine) : by_rows ? odd_stride_hint(prepared) : "";
  const int ways = warp.served.cost.ways;
  const std::string who = warp.served.phases.size() > 1 ? "the lanes of a phase" : "they";
  const std::string where =
      used == 1 ? fmt::format("{} all meet in one bank, where {} different words wait", who, ways)
                : fmt::format("{} use only {} banks; up to {} different words wait in each", who, used, ways);
  return fmt::format("{} {} mod 32 = {}, so {}.{}", apart, words, words % bank_count, where, hint);
}

std::string why_words(const PreparedAccess& prepared, const WarpAnalysis& warp, const MachineProfile& machine) {
  if (const auto stride = why_stride(prepared, warp, machine)) return *stride;
  const Crowd crowd = busiest_crowd(warp, CountLaw::words);
  const int lane = std::countr_zero(crowd.lanes);
  return fmt::format(
      "{} lanes ({}) meet in bank {} with {} different words; a bank serves one word at a time, so they take turns.",
      std::popcount(crowd.lanes), lane_list(crowd.lanes), warp.lanes[index(lane)].bank, crowd.words);
}

}  // namespace

std::string reason(const PreparedAccess& prepared, const WarpAnalysis& warp, const MachineProfile& machine) {
  if (warp.addresses.active == 0) return "No lane is active, so nothing is asked of the banks.";
  const InstructionRule* rule = machine.rule(prepared.access.instruction);
  const CountLaw law = rule == nullptr ? CountLaw::words : rule->law;
  const WarpCost& cost = warp.served.cost;
  if (cost.excess() == 0) return why_free(prepared, warp, law);
  if (law == CountLaw::words) return why_words(prepared, warp, machine);
  const LaneMask waiting = busiest_crowd(warp, law).lanes;
  const std::string who = fmt::format("{} lanes ({}) want one bank", std::popcount(waiting), lane_list(waiting));
  switch (law) {
    case CountLaw::words:
      break;
    case CountLaw::lanes:
      return fmt::format("{}, and {} serves them one after the other, even when they use the same address.", who,
                         info(prepared.access.instruction).name);
    case CountLaw::compare_and_swap:
      return fmt::format("{}, and each compare-and-swap takes two wavefronts.", who);
    case CountLaw::compare_and_swap_loop:
      return fmt::format(
          "{}: a loop of load, add and compare-and-swap runs {} rounds, and in each only one lane a bank succeeds.",
          who, warp.served.rounds.size());
  }
  return {};
}

}  // namespace bankmap
