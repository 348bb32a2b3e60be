#include "core/random_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/address_sweep.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

struct Asked {
  std::string bytes;  // the index, as a byte offset
  Instruction instruction = Instruction::ld_b32;
  std::string mask = "0xffffffff";
};

PreparedAccess prepared(const Asked& asked) {
  Access access;
  access.instruction = asked.instruction;
  access.pattern = ByteOffsetPattern{asked.bytes};
  access.mask = asked.mask;
  Tile tile;
  tile.rows = 4096;
  const Result<PreparedAccess> result = prepare(access, tile, {});
  if (!result) ADD_FAILURE() << asked.bytes << ": " << to_string(result.error());
  return result.value_or(PreparedAccess{});
}

struct Rules {
  const InstructionRule* rule;
  const InstructionRule* load;
};
Rules rules(Instruction instruction) {
  const MachineProfile& machine = machine_named("sm_90");
  const InstructionRule* rule = machine.rule(instruction);
  return {rule, rule->loop_load ? machine.rule(*rule->loop_load) : nullptr};
}

Result<RandomRange> try_range(const Asked& asked) {
  const auto [rule, load] = rules(asked.instruction);
  return random_range(prepared(asked), {}, 0, *rule, load);
}
RandomRange range(const Asked& asked) {
  const Result<RandomRange> result = try_range(asked);
  if (!result) ADD_FAILURE() << asked.bytes << ": " << to_string(result.error());
  return result.value_or(RandomRange{});
}

struct Extremes {
  int best, worst;
  bool exact_best, exact_worst;
  bool operator==(const Extremes&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Extremes& e) {
  return out << e.best << (e.exact_best ? "!" : "?") << " .. " << e.worst << (e.exact_worst ? "!" : "?");
}
Extremes extremes(const Asked& asked) {
  const RandomRange found = range(asked);
  return {found.best_wavefronts, found.worst_wavefronts, found.exact_best, found.exact_worst};
}

TEST(RandomIndex, WorkedExamples) {
  using enum Instruction;
  struct Row {
    const char* why;
    Asked asked;
    Extremes want;
  };
  const Row rows[] = {
      {"1,024 words: 32 of each bank", {"rand(1024) * 4"}, {1, 32, true, true}},
      {"256 words: 8 of each bank", {"rand(256) * 4"}, {1, 8, true, true}},
      {"250 words: banks 0-25 have 8, the others 7", {"rand(250) * 4"}, {1, 8, true, true}},
      {"220 words: no bank has 8", {"rand(220) * 4"}, {1, 7, true, true}},
      {"one word", {"rand(1) * 4"}, {1, 1, true, true}},
      {"64 words of one bank", {"rand(64) * 128"}, {1, 32, true, true}},
      {"each lane has a bank of its own", {"rand(64) * 128 + lane * 4"}, {1, 1, true, true}},
      {"two lanes to a bank, and no word in common",
       {"rand(64) * 128 + lane / 2 * 4 + lane % 2 * 16384"},
       {2, 2, false, true}},
      {"bytes: 4 of each word", {"rand(1024)", ld_b8}, {1, 8, true, true}},
      {"20 lanes", {"rand(1024) * 4", ld_b32, "lane < 20"}, {1, 20, true, true}},
      {"no lane at all", {"rand(1024) * 4", ld_b32, "lane > 40"}, {0, 0, true, true}},
      {"8 bytes: two phases of 16 lanes; one address merges them", {"rand(1024) * 8", ld_b64}, {1, 32, true, true}},
      {"a store of 8 bytes has no pair rule", {"rand(1024) * 8", st_b64}, {2, 32, true, true}},
      {"16 bytes: four phases of 8 lanes, two when merged", {"rand(1024) * 16", ld_b128}, {2, 32, true, true}},
      {"16 bytes, 4 rows of 8 chunks", {"rand(32) * 16", ld_b128}, {2, 16, true, true}},
      {"pairs agree, neighbours of pairs cannot", {"rand(2) * 8 + lane / 2 * 256", ld_b64}, {8, 16, false, true}},
      {"atomics: the same word costs a turn for each lane", {"rand(1024) * 4", atom_add_u32}, {1, 32, true, true}},
      {"8 words for 32 lanes: 4 at each, at best", {"rand(8) * 4", atom_add_u32}, {4, 32, true, true}},
      {"two wavefronts for each lane", {"rand(8) * 4", atom_cas_b32}, {8, 64, true, true}},
      {"histogram with the constant 1 merges", {"rand(256) * 4", red_add_u32_const1}, {1, 8, true, true}},
      {"swap loop: load and swap once; or loads of 32, 31, ... 1 words and 32 swaps",
       {"rand(1024) * 4", atom_add_f32},
       {3, 32 * 33 / 2 + 32 * 2, true, true}},
      {"swap loop, one word: 32 rounds of load 1 and swap 2", {"rand(1) * 4", atom_add_f32}, {96, 96, false, false}},
      {"rows of a matrix: 8 addresses", {"rand(1024) * 16", ldmatrix_x1}, {1, 8, true, true}},
      {"two calls", {"rand(32) * 128 + rand(32) * 4"}, {1, 32, true, true}},
      {"the number of values depends on the lane", {"rand(lane + 1) * 128"}, {1, 32, true, true}},
      {"so it does here: 5 values for the upper half, 1 for the lower",
       {"rand(lane < 16 ? 1 : 5) * 128"},
       {1, 5, true, true}},
  };
  for (const Row& row : rows) EXPECT_EQ(extremes(row.asked), row.want) << row.why << ": " << row.asked.bytes;
}

TEST(RandomIndex, SaysWhereTheExtremesMayNotBeExact) {
  // More values than are tried: 200 words of a bank are enough for the worst all the same.
  EXPECT_EQ(extremes({"rand(1000000) * 4 + lane * 4"}), (Extremes{1, 32, true, true}));
  // 1,000,000 numbers for 7 words in 7 banks: nothing that was tried costs more than 1, but not all was tried.
  EXPECT_EQ(extremes({"rand(1000000) / 150000 * 4 + lane / 32"}), (Extremes{1, 1, true, false}));
  // The bound of the outer call depends on data.
  EXPECT_EQ(extremes({"rand(rand(4) + 1) * 128"}).exact_worst, false);
  // Which lanes take part depends on data: only draws.
  const RandomRange masked = range({"lane * 128", Instruction::ld_b32, "rand(2) == 0"});
  EXPECT_FALSE(masked.exact_best || masked.exact_worst);
  EXPECT_NEAR(masked.expected_wavefronts, 16, 0.5);
  EXPECT_LT(masked.best_wavefronts, 12);
  EXPECT_GT(masked.worst_wavefronts, 20);
}

TEST(RandomIndex, ExpectedIsTheMeanWithItsError) {
  // 32 balls into 32 bins, the fullest: 3.53; equal words are rare among 32,768.
  const RandomRange many = range({"rand(32768) * 4"});
  EXPECT_NEAR(many.expected_wavefronts, 3.53, 4 * many.standard_error);
  // Of 1,024 words some are drawn twice; 3.434 by simulation.
  const RandomRange fewer = range({"rand(1024) * 4"});
  EXPECT_NEAR(fewer.expected_wavefronts, 3.434, 4 * fewer.standard_error);
  EXPECT_GT(many.standard_error, 0.01);
  EXPECT_LT(many.standard_error, 0.08);
  EXPECT_GE(many.draws, 100);
  // Two values, both in one bank: 1 only if all 32 agree, so as good as always 2.
  const RandomRange two = range({"rand(2) * 128"});
  EXPECT_DOUBLE_EQ(two.expected_wavefronts, 2);
  EXPECT_DOUBLE_EQ(two.standard_error, 0);
  EXPECT_EQ(two.best_wavefronts, 1);
  // Two lanes, two words of a bank: 1 or 2, evenly.
  const RandomRange pair = range({"rand(2) * 128", Instruction::ld_b32, "lane < 2"});
  EXPECT_NEAR(pair.expected_wavefronts, 1.5, 4 * pair.standard_error);
  EXPECT_NEAR(pair.standard_error, 0.5 / std::sqrt(pair.draws), 0.001);
}

TEST(RandomIndex, SameQuestionSameAnswer) { EXPECT_EQ(range({"rand(300) * 4"}), range({"rand(300) * 4"})); }

TEST(RandomIndex, DataThatFaultsIsAProblem) {
  const Result<RandomRange> misaligned = try_range({"rand(64) * 2"});
  ASSERT_FALSE(misaligned);
  EXPECT_EQ(misaligned.error().severity, Severity::warning);
  EXPECT_EQ(misaligned.error().what.substr(0, 27), "for some data: misaligned: ");
  // One value of 100,000: no draw meets it, the enumeration does.
  const Result<RandomRange> rare = try_range({"4 / (rand(60000) != 59999) * 0"});
  ASSERT_FALSE(rare);
  EXPECT_EQ(rare.error().what.substr(0, 32), "for some data: division by zero ");
}

// ---- all data, the slow way: every combination of values of every active lane

struct AllData {
  int best = 1 << 20;
  int worst = 0;
};

class Exhaustion {
 public:
  Exhaustion(const Asked& asked, int values)
      : access_(prepared(asked)), rules_(rules(asked.instruction)), values_(values) {
    AddressSweep sweep(access_);
    for (int value = 0; value < values; ++value) {
      const auto all = sweep.at({}, 0, lane_by_lane([value](int, int, std::int64_t n) { return value % n; }));
      at_.push_back((*all)->lanes);
    }
  }
  AllData run() {
    chosen_ = at_.front();
    choose(0);
    return found_;
  }

 private:
  void choose(int lane) {
    if (lane == lane_count) {
      const int wavefronts = count_wavefronts(*rules_.rule, rules_.load, chosen_).wavefronts;
      found_.best = std::min(found_.best, wavefronts);
      found_.worst = std::max(found_.worst, wavefronts);
      return;
    }
    if (!has_lane(chosen_.active, lane)) return choose(lane + 1);
    for (int value = 0; value < values_; ++value) {
      const auto i = static_cast<std::size_t>(lane);
      chosen_.byte_address[i] = at_[static_cast<std::size_t>(value)].byte_address[i];
      choose(lane + 1);
    }
  }

  PreparedAccess access_;
  Rules rules_;
  int values_;
  std::vector<LaneAddresses> at_;  // [value] of all lanes
  LaneAddresses chosen_;
  AllData found_;
};

TEST(RandomIndex, IsNeverBetweenTheExtremesOfAllData) {
  using enum Instruction;
  const std::array<const char*, 10> indices{
      "rand(6) * 16",
      "rand(6) * 64",
      "rand(6) * 128",
      "rand(6) * 128 + lane % 3 * 16",
      "rand(6) * 48 + lane * 16",
      "(rand(6) * 7 + lane * 5) % 11 * 64",
      "rand(lane % 4 + 2) * 64 + lane / 2 * 64",
      "(rand(6) ^ lane) * 32",
      "rand(6) < 3 ? lane * 16 : 128 * lane",
      "rand(6) % 2 * 128 + rand(6) / 8 + lane / 4 * 16",
  };
  for (const Instruction instruction :
       {ld_b8, ld_b32, ld_b64, ld_b128, st_b64, st_b128, atom_add_u32, atom_cas_b64, atom_add_f32, atom_add_u64}) {
    for (const char* mask : {"0x1f", "0x30003", "0x01010300"}) {
      for (const char* index : indices) {
        const Asked asked{index, instruction, mask};
        SCOPED_TRACE(std::string(info(instruction).name) + " " + index + " mask " + mask);
        const AllData truth = Exhaustion(asked, 6).run();
        const Extremes found = extremes(asked);
        EXPECT_GE(found.best, truth.best);
        EXPECT_LE(found.worst, truth.worst);
        // In such small cases the constructions find what there is; only swap loops have data that they do not think
        // of.
        const bool swap_loop = rules(instruction).load != nullptr;
        if (found.exact_best || !swap_loop) {
          EXPECT_EQ(found.best, truth.best);
        }
        if (found.exact_worst || !swap_loop) {
          EXPECT_EQ(found.worst, truth.worst);
        }
      }
    }
  }
}

}  // namespace
}  // namespace bankmap
