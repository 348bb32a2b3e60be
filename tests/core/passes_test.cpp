#include "core/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/warp_phases.hpp"
#include "tests/core/oracle.hpp"
#include "tests/core/random_warps.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

const MachineProfile& sm90() {
  static const MachineProfile machine = machine_named("sm_90");
  return machine;
}

struct Rules {
  const InstructionRule& rule;
  const InstructionRule* load_rule;
};
Rules rules_of(Instruction instruction) {
  const InstructionRule& rule = sm90().rules.at(instruction);
  return {rule, rule.loop_load ? sm90().rule(*rule.loop_load) : nullptr};
}
WarpCost count(Instruction instruction, const LaneAddresses& lanes) {
  const Rules rules = rules_of(instruction);
  return count_wavefronts(rules.rule, rules.load_rule, lanes);
}
WarpPasses serve(Instruction instruction, const LaneAddresses& lanes) {
  const Rules rules = rules_of(instruction);
  return serve_warp(rules.rule, rules.load_rule, lanes);
}

LaneAddresses apart(std::uint32_t step_bytes, LaneMask active = all_lanes) {
  LaneAddresses lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = lane * step_bytes;
  lanes.active = active;
  return lanes;
}
LaneAddresses in_groups_of(std::uint32_t size, std::uint32_t step_bytes) {
  LaneAddresses lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = lane / size * step_bytes;
  return lanes;
}

// ---- worked by hand ----

TEST(CountWavefronts, WorkedExamples) {
  using enum Instruction;
  struct Row {
    const char* what;
    Instruction instruction;
    LaneAddresses lanes;
    WarpCost want;  // wavefronts, ideal, phases, ways, bank_conflicts, merged
  };
  const Row rows[] = {
      {"one word on each bank", ld_b32, apart(4), {1, 1, 1, 1, 0, false}},
      {"one bank, 32 words", ld_b32, apart(128), {32, 1, 1, 32, 31, false}},
      {"one word of padding per row", ld_b32, apart(132), {1, 1, 1, 1, 0, false}},
      {"rows 36 words apart: 8 banks", ld_b32, apart(144), {4, 1, 1, 4, 3, false}},
      {"all lanes read one word", ld_b32, apart(0), {1, 1, 1, 1, 0, false}},
      {"bytes of eight words", ld_b8, apart(1), {1, 1, 1, 1, 0, false}},
      {"2 bytes, 64 apart: 16 words on each of two banks", ld_b16, apart(64), {16, 1, 1, 16, 15, false}},
      {"fp16 column, 33 halves a row: lanes 0 and 1 at bytes 0 and 66", ld_b16, apart(66), {1, 1, 1, 1, 0, false}},
      {"no lane", ld_b32, apart(128, 0), {0, 0, 0, 0, 0, false}},
      {"one lane", ld_b128, apart(16, 1u << 31), {1, 1, 1, 1, 0, true}},
      {"doubles in a row: two halves", ld_b64, apart(8), {2, 2, 2, 1, 0, false}},
      {"doubles, each read by two neighbours", ld_b64, in_groups_of(2, 8), {1, 1, 1, 1, 0, true}},
      {"the same through a generic pointer", ld_generic_b128, in_groups_of(2, 16), {4, 4, 4, 1, 0, false}},
      {"stores never merge their phases", st_b64, in_groups_of(2, 8), {2, 2, 2, 1, 0, false}},
      {"every other lane: its partner agrees", ld_b64, apart(8, 0x55555555u), {2, 1, 1, 2, 1, true}},
      {"16 bytes in a row: four clean phases", ld_b128, apart(16), {4, 4, 4, 1, 0, false}},
      {"16 bytes, 128 apart: 8 in one bank, four times", ld_b128, apart(128), {32, 4, 4, 8, 28, false}},
      {"16 bytes, 144 apart", ld_b128, apart(144), {4, 4, 4, 1, 0, false}},
      {"one matrix: eight rows on one bank group", ldmatrix_x1, apart(128), {8, 1, 1, 8, 7, false}},
      {"four matrices, padded by 8 halves", ldmatrix_x4, apart(144), {4, 4, 4, 1, 0, false}},
      {"two matrices, 32 bytes apart", stmatrix_x2, apart(32), {4, 2, 2, 2, 2, false}},
      {"atomics on one word do not merge", atom_add_u32, apart(0), {32, 1, 1, 32, 31, false}},
      {"a histogram's constant 1 does", red_add_u32_const1, apart(0), {1, 1, 1, 1, 0, false}},
      {"compare and swap: twice", atom_cas_b32, apart(4), {2, 2, 1, 1, 0, false}},
      {"compare and swap on one word", atom_cas_b32, apart(0), {64, 2, 1, 32, 31, false}},
      {"compare and swap, 8 bytes", atom_cas_b64, apart(8), {4, 4, 2, 1, 0, false}},
      {"float add, every lane its bank: load 1, swap 2", atom_add_f32, apart(4), {3, 3, 1, 1, 0, false}},
      {"float add on one word: 32 rounds of 1 + 2", red_add_f32, apart(0), {96, 3, 1, 32, 0, false}},
      {"float add on two words of each bank: loads 2 + 1", atom_add_f32, apart(8), {7, 3, 1, 2, 1, false}},
      {"u64 add: loads 2, swaps 2 + 2", atom_add_u64, apart(8), {6, 6, 2, 1, 0, false}},
      {"u64 add, every other lane: the load is merged", red_add_u64, apart(8, 0x55555555u), {6, 5, 2, 1, 1, false}},
      {"copies to one place take turns", cp_async_ca_8, apart(0), {32, 2, 2, 16, 30, false}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const WarpCost got = count(row.instruction, row.lanes);
    EXPECT_EQ(got.wavefronts, row.want.wavefronts);
    EXPECT_EQ(got.ideal, row.want.ideal);
    EXPECT_EQ(got.phases, row.want.phases);
    EXPECT_EQ(got.ways, row.want.ways);
    EXPECT_EQ(got.bank_conflicts, row.want.bank_conflicts);
    EXPECT_EQ(got.merged, row.want.merged);
  }
}

TEST(CountWavefronts, OnePairRuleMustHoldForTheWholeWarp) {
  LaneAddresses lanes;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t by_one = lane >> 1, by_two = (lane & 1) | (lane >> 2 << 1);
    lanes.byte_address[lane] = 8 * (lane < 16 ? by_one : by_two);
  }
  EXPECT_FALSE(count(Instruction::ld_b64, lanes).merged);
  lanes.active = 0x0000ffffu;
  EXPECT_TRUE(count(Instruction::ld_b64, lanes).merged);
  lanes.active = 0xffff0000u;
  EXPECT_TRUE(count(Instruction::ld_b64, lanes).merged);
}

TEST(CountWavefronts, PhasesMayBeAnySetsOfLanes) {
  InstructionRule rule = sm90().rules.at(Instruction::ld_b32);
  rule.phases = {0x55555555u, 0xaaaaaaaau};  // even lanes, odd lanes
  EXPECT_EQ(count_wavefronts(rule, nullptr, apart(64)),
            (WarpCost{32, 2, 2, 16, 30, false}));  // all even lanes in bank 0
  rule.phases.clear();
  for (int lane = 0; lane < lane_count; ++lane) rule.phases.push_back(lane_bit(lane));
  EXPECT_EQ(count_wavefronts(rule, nullptr, apart(128)), (WarpCost{32, 32, 32, 1, 0, false}));
}

TEST(ServeWarp, TwoLanesShareAndTwoWait) {
  LaneAddresses lanes = apart(128, 0b1111u);
  lanes.byte_address[2] = 0;  // lanes 0 and 2 use word 0; lanes 1 and 3 other words of bank 0
  const WarpPasses served = serve(Instruction::ld_b32, lanes);
  ASSERT_EQ(served.passes.size(), 3u);
  EXPECT_EQ(served.passes[0], (Pass{0, 0b0101u}));
  EXPECT_EQ(served.passes[1], (Pass{0, 0b0010u}));
  EXPECT_EQ(served.passes[2], (Pass{0, 0b1000u}));
  EXPECT_EQ(served.pass_of_lane[2], 0);
  EXPECT_EQ(served.pass_of_lane[4], -1);
  EXPECT_EQ(served.phase_of_lane[3], 0);
  EXPECT_EQ(served.phase_of_lane[4], -1);
  EXPECT_EQ(served.shares_word[0], 0b0100u);
  EXPECT_EQ(served.conflicts[0], 0b1010u);
  EXPECT_EQ(served.conflicts[1], 0b1101u);
  EXPECT_EQ(served.words_in_bank[0], 3);
  EXPECT_EQ(served.words_in_bank[1], 0);
}

TEST(ServeWarp, RoundsOfAFloatAdd) {
  LaneAddresses lanes = apart(4, 0b111u);
  lanes.byte_address[1] = 0;  // lanes 0 and 1 on word 0, lane 2 on word 2
  const WarpPasses served = serve(Instruction::atom_add_f32, lanes);
  ASSERT_EQ(served.rounds.size(), 2u);
  EXPECT_EQ(served.rounds[0], (CasRound{0b111u, 0b101u, 1, 2}));
  EXPECT_EQ(served.rounds[1], (CasRound{0b010u, 0b010u, 1, 2}));
  EXPECT_EQ(served.passes[1], (Pass{0, 0b010u}));
  EXPECT_EQ(served.pass_of_lane[1], 1);
  EXPECT_EQ(served.conflicts[0], 0b010u);
  EXPECT_EQ(served.cost.wavefronts, 6);
}

TEST(ServeWarp, SixteenByteWordsCountOnFourBanks) {
  const WarpPasses served = serve(Instruction::ld_b128, apart(128, 0xffu));
  for (int bank = 0; bank < bank_count; ++bank) {
    EXPECT_EQ(served.words_in_bank[static_cast<std::size_t>(bank)], bank < 4 ? 8 : 0) << bank;
  }
}

// ---- laws ----

constexpr int warps_for_each_instruction = 4'300;  // more than 200,000 warps in all

// For all modelled instructions of sm_90: check(instruction, random warp, its number).
template <class Check>
void for_random_warps(std::uint32_t seed, int warps, Check check) {
  RandomWarps random(seed);
  for (const auto& [instruction, rule] : sm90().rules) {
    SCOPED_TRACE(info(instruction).name);
    for (int i = 0; i < warps && !testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE(i);
      check(instruction, random.next(info(instruction).access_bytes), random);
    }
  }
}

TEST(PassesLaws, ThreeIndependentCountsAgree) {
  for_random_warps(1, warps_for_each_instruction,
                   [](Instruction instruction, const LaneAddresses& lanes, RandomWarps&) {
                     const WarpCost fast = count(instruction, lanes);
                     EXPECT_EQ(fast, serve(instruction, lanes).cost);
                     EXPECT_EQ(fast, oracle::cost(instruction, lanes));
                     // So far away the wide count passes: this is what processors without it do.
                     LaneAddresses far = lanes;
                     for (std::uint32_t& address : far.byte_address) address += 1u << 20;
                     EXPECT_EQ(fast, count(instruction, far));
                   });
}

TEST(PassesLaws, NeverFewerWavefrontsThanIdeal) {
  for_random_warps(2, 1000, [](Instruction instruction, const LaneAddresses& lanes, RandomWarps&) {
    const WarpCost cost = count(instruction, lanes);
    const bool active = (lanes.active & info(instruction).address_lanes) != 0;
    EXPECT_GE(cost.wavefronts, cost.ideal);
    EXPECT_EQ(cost.ideal > 0, active);
    const CountLaw law = rules_of(instruction).rule.law;
    if (law == CountLaw::words || law == CountLaw::lanes) {
      EXPECT_EQ(cost.excess(), cost.bank_conflicts);
    }
  });
}

TEST(PassesLaws, MovingAllAddressesByAMultipleOf128ChangesNothing) {
  for_random_warps(3, 1000, [](Instruction instruction, LaneAddresses lanes, RandomWarps& random) {
    const WarpCost before = count(instruction, lanes);
    const std::uint32_t rows = random.below(1u << 20);
    for (std::uint32_t& address : lanes.byte_address) address += rows * row_bytes;
    EXPECT_EQ(count(instruction, lanes), before);
  });
}

TEST(PassesLaws, AddressesOfOtherLanesDoNotMatter) {
  for_random_warps(4, 1000, [](Instruction instruction, LaneAddresses lanes, RandomWarps& random) {
    const WarpCost before = count(instruction, lanes);
    for (int lane = 0; lane < lane_count; ++lane) {
      if (has_lane(lanes.active & info(instruction).address_lanes, lane)) continue;
      lanes.byte_address[static_cast<std::size_t>(lane)] = random.below(1u << 31);
    }
    EXPECT_EQ(count(instruction, lanes), before);
  });
}

TEST(PassesLaws, TheOrderOfLanesInsideAPhaseDoesNotMatter) {
  for_random_warps(5, 1000, [](Instruction instruction, LaneAddresses lanes, RandomWarps& random) {
    const InstructionRule& rule = rules_of(instruction).rule;
    if (rule.law == CountLaw::compare_and_swap_loop || !rule.merged_phases.empty())
      return;  // they look at who sits where
    const WarpCost before = count(instruction, lanes);
    for (const LaneMask phase : rule.phases) {
      for (LaneMask rest = phase; rest != 0; rest = without_lowest(rest)) {
        const int lane = lowest_lane(rest);
        const int other = lane + static_cast<int>(random.below(static_cast<std::uint32_t>(lane_count - lane)));
        if (!has_lane(phase, other)) continue;
        std::swap(lanes.byte_address[static_cast<std::size_t>(lane)],
                  lanes.byte_address[static_cast<std::size_t>(other)]);
        const bool differ = has_lane(lanes.active, lane) != has_lane(lanes.active, other);
        if (differ) lanes.active ^= lane_bit(lane) | lane_bit(other);
      }
    }
    EXPECT_EQ(count(instruction, lanes), before);
  });
}

// In one pass no bank gives two words, and where lanes take turns no bank serves two lanes (phases of a swap loop pass
// together).
void expect_one_word_a_bank(const WarpPasses& served, LaneMask pass_lanes, bool lanes_merge,
                            const LaneAddresses& lanes) {
  std::map<std::pair<int, int>, std::set<std::uint32_t>> words_of_bank;
  std::map<std::pair<int, int>, int> lanes_of_bank;
  for (LaneMask rest = pass_lanes; rest != 0; rest = without_lowest(rest)) {
    const auto lane = static_cast<std::size_t>(lowest_lane(rest));
    const std::pair place{served.phase_of_lane[lane], bank_of(lanes.byte_address[lane])};
    words_of_bank[place].insert(word_of(lanes.byte_address[lane]));
    ++lanes_of_bank[place];
  }
  for (const auto& [place, words] : words_of_bank) EXPECT_EQ(words.size(), 1u);
  for (const auto& [place, users] : lanes_of_bank) EXPECT_TRUE(lanes_merge || users == 1);
}

TEST(PassesLaws, EachLaneIsServedOnceAndNoBankGivesTwoWordsInOnePass) {
  for_random_warps(6, 1000, [](Instruction instruction, const LaneAddresses& lanes, RandomWarps&) {
    const WarpPasses served = serve(instruction, lanes);
    const CountLaw law = rules_of(instruction).rule.law;
    const bool in_rounds = law == CountLaw::compare_and_swap_loop;
    LaneMask done = 0;
    for (std::size_t i = 0; i < served.passes.size(); ++i) {
      const Pass& pass = served.passes[i];
      EXPECT_NE(pass.lanes, 0u);
      EXPECT_EQ(pass.lanes & done, 0u);
      done |= pass.lanes;
      for (LaneMask rest = pass.lanes; rest != 0; rest = without_lowest(rest)) {
        const auto lane = static_cast<std::size_t>(lowest_lane(rest));
        EXPECT_EQ(served.pass_of_lane[lane], static_cast<int>(i));
        EXPECT_TRUE(in_rounds || served.phase_of_lane[lane] == pass.phase);
      }
      expect_one_word_a_bank(served, pass.lanes, law == CountLaw::words, lanes);
    }
    EXPECT_EQ(done, lanes.active & info(instruction).address_lanes);
    EXPECT_EQ(served.rounds.size(), in_rounds ? served.passes.size() : 0);
    const int wavefronts_each = law == CountLaw::compare_and_swap ? 2 : 1;
    EXPECT_TRUE(in_rounds || served.cost.wavefronts == wavefronts_each * static_cast<int>(served.passes.size()));
  });
}

TEST(PassesLaws, SharingAndConflictAreMutual) {
  for_random_warps(7, 300, [](Instruction instruction, const LaneAddresses& lanes, RandomWarps&) {
    const WarpPasses served = serve(instruction, lanes);
    for (int a = 0; a < lane_count; ++a) {
      const auto at = static_cast<std::size_t>(a);
      EXPECT_EQ(served.shares_word[at] & served.conflicts[at], 0u);
      EXPECT_FALSE(has_lane(served.shares_word[at] | served.conflicts[at], a));
      for (int b = 0; b < lane_count; ++b) {
        EXPECT_EQ(has_lane(served.shares_word[at], b), has_lane(served.shares_word[static_cast<std::size_t>(b)], a));
        EXPECT_EQ(has_lane(served.conflicts[at], b), has_lane(served.conflicts[static_cast<std::size_t>(b)], a));
      }
    }
  });
}

// All strides up to a few rows, at every width, on all lanes: the short way against the oracle.
TEST(PassesLaws, EveryStride) {
  for (const Instruction instruction : {Instruction::ld_b8, Instruction::ld_b16, Instruction::ld_b32,
                                        Instruction::ld_b64, Instruction::st_b128, Instruction::ldmatrix_x4}) {
    const auto size = static_cast<std::uint32_t>(info(instruction).access_bytes);
    for (std::uint32_t step = 0; step <= 544; step += size) {
      LaneAddresses lanes = apart(step);
      ASSERT_EQ(count(instruction, lanes), oracle::cost(instruction, lanes)) << info(instruction).name << " " << step;
      std::reverse(lanes.byte_address.begin(), lanes.byte_address.end());
      ASSERT_EQ(count(instruction, lanes), oracle::cost(instruction, lanes)) << info(instruction).name << " -" << step;
    }
  }
}

}  // namespace
}  // namespace bankmap
