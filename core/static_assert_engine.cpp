// The counting half of the exported header: the rules of core/passes.hpp once more, as C++17 constant expressions.
#include "core/export_static_assert.hpp"

namespace bankmap {

std::string_view static_assert_engine() {
  return R"(struct Warp {  // what one warp instruction asks for
  std::int64_t byte[32] = {};
  std::uint32_t active = 0;
};

struct Phases {
  std::uint32_t lanes[8] = {};  // [phase] lanes that are served together
  int count = 0;
};

struct Rule {
  int access_bytes = 4;
  int law = 0;              // 0: different words of a bank take turns; 1: lanes do; 2: compare-and-swap; 3: a loop of load and swap
  Phases phases;
  bool can_merge = false;   // the pair rule: neighbouring lanes that agree are served in fewer phases
  Phases merged;
  bool load_can_merge = false;  // of the load in a loop
  Phases load_phases, load_merged;
};

BANKMAP_FUNCTION constexpr int parity(std::int64_t value) {
  int bits = 0;
  for (; value != 0; value &= value - 1) bits ^= 1;
  return bits;
}

// value * 2^by, which << gives of a negative value only since C++20.
BANKMAP_FUNCTION constexpr std::int64_t shift_left(std::int64_t value, std::int64_t by) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << by);
}

constexpr bool has(std::uint32_t lanes, int lane) { return ((lanes >> lane) & 1u) != 0; }

constexpr bool pairs_agree(const Warp& warp, std::uint32_t active, int distance) {
  for (int lane = 0; lane < 32; ++lane) {
    const int other = lane ^ distance;
    if (has(active, lane) && has(active, other) && warp.byte[lane] != warp.byte[other]) return false;
  }
  return true;
}

constexpr bool merges(const Warp& warp, std::uint32_t active, bool can_merge) {
  return can_merge && (pairs_agree(warp, active, 1) || pairs_agree(warp, active, 2));
}

// The most turns that a bank takes for these lanes.
constexpr int turns(const Warp& warp, std::uint32_t served, int access_bytes, bool lanes_take_turns) {
  const int chunk_bytes = access_bytes < 4 ? 4 : access_bytes;
  const int groups = 128 / chunk_bytes;
  int in_group[32] = {};
  int most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!has(served, lane)) continue;
    const std::int64_t chunk = warp.byte[lane] / chunk_bytes;
    bool known = false;
    for (int before = 0; before < lane && !lanes_take_turns; ++before)
      known = known || (has(served, before) && warp.byte[before] / chunk_bytes == chunk);
    if (known) continue;
    const int count = ++in_group[chunk % groups];
    most = count > most ? count : most;
  }
  return most;
}

constexpr int in_phases(const Warp& warp, std::uint32_t active, const Phases& phases, int access_bytes, bool lanes_take_turns) {
  int sum = 0;
  for (int phase = 0; phase < phases.count; ++phase)
    sum += turns(warp, phases.lanes[phase] & active, access_bytes, lanes_take_turns);
  return sum;
}

// The lowest lane of each bank: its swap succeeds.
constexpr std::uint32_t winners(const Warp& warp, std::uint32_t served, int access_bytes) {
  const int chunk_bytes = access_bytes < 4 ? 4 : access_bytes;
  std::uint32_t won = 0, taken = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!has(served, lane)) continue;
    const std::uint32_t group = std::uint32_t{1} << (warp.byte[lane] / chunk_bytes % (128 / chunk_bytes));
    if ((taken & group) == 0) won |= std::uint32_t{1} << lane;
    taken |= group;
  }
  return won;
}

constexpr int swap_loop(const Warp& warp, const Rule& rule) {
  int sum = 0;
  std::uint32_t remaining = warp.active;
  while (remaining != 0) {
    const Phases& load = merges(warp, remaining, rule.load_can_merge) ? rule.load_merged : rule.load_phases;
    sum += in_phases(warp, remaining, load, rule.access_bytes, false);
    std::uint32_t won = 0;
    for (int phase = 0; phase < rule.phases.count; ++phase) {
      const std::uint32_t served = rule.phases.lanes[phase] & remaining;
      sum += served == 0 ? 0 : 2;
      won |= winners(warp, served, rule.access_bytes);
    }
    if (won == 0) break;
    remaining &= ~won;
  }
  return sum;
}

constexpr int misaligned = 1000000;  // the hardware would fault: more than any limit

constexpr int wavefronts_of(const Warp& warp, const Rule& rule) {
  for (int lane = 0; lane < 32; ++lane) {
    if (has(warp.active, lane) && (warp.byte[lane] < 0 || warp.byte[lane] % rule.access_bytes != 0)) return misaligned;
  }
  if (rule.law == 3) return swap_loop(warp, rule);
  const Phases& phases = merges(warp, warp.active, rule.can_merge) ? rule.merged : rule.phases;
  return in_phases(warp, warp.active, phases, rule.access_bytes, rule.law != 0) * (rule.law == 2 ? 2 : 1);
}

// Of the warp instructions first, first + stride, ... before last: those of warp 0 come first, step by step.
template <class Access>
constexpr int wavefronts(int first, int last, int stride = 1) {
  int sum = 0;
  for (int i = first; i < last; i += stride)
    sum += wavefronts_of(Access::warp_at(i % Access::steps, i / Access::steps), Access::rule);
  return sum;
}
)";
}

}  // namespace bankmap
