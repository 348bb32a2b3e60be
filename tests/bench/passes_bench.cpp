// One warp access: the fast count, the long form, and a plain model (a map of sets for each bank) in the same run.
// Goals: count_wavefronts under 30 ns for 32-bit accesses, under 80 ns for 128-bit ones and ldmatrix.x4. "far" is a random warp
// beyond the reach of core/wide_count.hpp: what processors without 512-bit vectors do.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/machine_json.hpp"
#include "core/passes.hpp"

namespace bankmap {
namespace {

const MachineProfile& machine() {
  static const MachineProfile profile = [] {
    std::ostringstream text;
    text << std::ifstream(std::string(BANKMAP_ASSETS) + "/machines/sm_90.json").rdbuf();
    return read_machine(text.str()).value();
  }();
  return profile;
}

enum Pattern : int {
  row,
  column,
  padded_column,
  block_16x16,
  broadcast_of_4,
  random_index,
  random_far,
  last_pattern = random_far
};
constexpr std::array<const char*, 7> pattern_names{"row", "column", "padded", "block", "broadcast", "random", "far"};

LaneAddresses one_warp(int pattern, std::uint32_t size, std::mt19937& random) {
  LaneAddresses lanes;
  const auto base = size * static_cast<std::uint32_t>(random() % 64);
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    std::uint32_t& address = lanes.byte_address[lane];
    switch (pattern) {
      case row:
        address = base + lane * size;
        break;
      case column:
        address = base + lane * 32 * size;
        break;
      case padded_column:
        address = base + lane * 33 * size;
        break;
      case block_16x16:
        address = base + (lane / 16 * 32 + lane % 16) * size;
        break;
      case broadcast_of_4:
        address = base + lane / 4 * 33 * size;
        break;
      default:
        address = size * static_cast<std::uint32_t>(random() % 1024) + (pattern == random_far ? 1u << 20 : 0);
    }
  }
  return lanes;
}

// 64 warps of one pattern, so that no branch is learnt by heart.
std::vector<LaneAddresses> warps(int pattern, Instruction instruction) {
  std::mt19937 random(1);
  std::vector<LaneAddresses> all;
  for (int i = 0; i < 64; ++i)
    all.push_back(one_warp(pattern, static_cast<std::uint32_t>(info(instruction).access_bytes), random));
  return all;
}

// What one writes first: for each phase and bank the set of its words.
int naive_wavefronts(const InstructionRule& rule, const LaneAddresses& lanes) {
  const auto words = static_cast<std::uint32_t>((info(rule.instruction).access_bytes + 3) / 4);
  int sum = 0;
  for (const LaneMask phase : rule.phases) {
    std::map<std::uint32_t, std::set<std::uint32_t>> words_of_bank;
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(phase & lanes.active, static_cast<int>(lane))) continue;
      for (std::uint32_t i = 0; i < words; ++i) {
        const std::uint32_t word = lanes.byte_address[lane] / 4 + i;
        words_of_bank[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, in_bank] : words_of_bank) most = std::max(most, in_bank.size());
    sum += static_cast<int>(most);
  }
  return sum;
}

template <class Count>
void run(benchmark::State& state, Count count) {
  const auto instruction = static_cast<Instruction>(state.range(0));
  const InstructionRule& rule = machine().rules.at(instruction);
  const std::vector<LaneAddresses> all = warps(static_cast<int>(state.range(1)), instruction);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(count(rule, all[next]));
    next = (next + 1) % all.size();
  }
  state.SetLabel(std::string(info(instruction).name) + " " + pattern_names[static_cast<std::size_t>(state.range(1))]);
}

void count_wavefronts_fast(benchmark::State& state) {
  run(state, [&](const InstructionRule& rule, const LaneAddresses& lanes) {
    const InstructionRule* load = rule.loop_load ? machine().rule(*rule.loop_load) : nullptr;
    return count_wavefronts(rule, load, lanes).wavefronts;
  });
}
void serve_warp_long_form(benchmark::State& state) {
  run(state, [](const InstructionRule& rule, const LaneAddresses& lanes) {
    return serve_warp(rule, nullptr, lanes).cost.ways;
  });
}
void map_of_sets(benchmark::State& state) {
  run(state, [](const InstructionRule& rule, const LaneAddresses& lanes) { return naive_wavefronts(rule, lanes); });
}

constexpr auto number(Instruction instruction) { return static_cast<std::int64_t>(instruction); }

void all_patterns(benchmark::internal::Benchmark* bench) {
  using enum Instruction;
  for (const Instruction each : {ld_b32, ld_b16, ld_b64, ld_b128, ldmatrix_x4, atom_add_u32}) {
    for (int pattern = 0; pattern <= last_pattern; ++pattern) bench->Args({number(each), pattern});
  }
}
void two_patterns(benchmark::internal::Benchmark* bench) {
  for (const Instruction each : {Instruction::ld_b32, Instruction::ld_b128}) {
    for (const int pattern : {int{column}, int{random_index}}) bench->Args({number(each), pattern});
  }
}

BENCHMARK(count_wavefronts_fast)->Apply(all_patterns);
BENCHMARK(count_wavefronts_fast)
    ->Args({number(Instruction::atom_add_f32), column})
    ->Args({number(Instruction::atom_add_u64), row});
BENCHMARK(serve_warp_long_form)->Apply(two_patterns);
BENCHMARK(map_of_sets)->Apply(two_patterns);

}  // namespace
}  // namespace bankmap
