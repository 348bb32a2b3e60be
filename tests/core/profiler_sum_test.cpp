// The profiler's sums by hand.
#include "core/profiler_sum.hpp"

#include <gtest/gtest.h>

#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

Scenario column_read(std::int64_t padding) {
  Scenario scenario;
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses[0].loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 5}};
  return scenario;
}

ProfilerSum sum_of(const Scenario& scenario, std::int64_t blocks = 1) {
  return profiler_sum(analyze(scenario, machine_named("sm_90")).accesses[0], blocks);
}

TEST(ProfilerSum, FactorsOfAPaddedColumnRead) {
  const ProfilerSum sum = sum_of(column_read(4));
  EXPECT_EQ(wavefront_product(sum), "4 wavefronts × 32 steps × 1 warp × 1 block = 128");
  EXPECT_EQ(conflict_product(sum), "(4 wavefronts − 1 phase) × 32 steps × 1 warp × 1 block = 96");
  EXPECT_EQ(sum.wavefronts_per_request(), 4);
  EXPECT_EQ(sum.conflict_percent(), 75);
  EXPECT_EQ(
      explain_n_way(sum),
      "Nsight Compute's \"4.0-way bank conflict\" is 128 wavefronts ÷ 32 requests, and not what meets in a bank. Of "
      "the 4, the least that these accesses can take is 1; 3 could be won.");
}

TEST(ProfilerSum, BlocksAndWarpsMultiply) {
  Scenario scenario = column_read(0);
  scenario.block = {.x = 32, .y = 4, .z = 1};
  const ProfilerSum sum = sum_of(scenario, 100);
  EXPECT_EQ(sum.requests, 32 * 4 * 100);
  EXPECT_EQ(sum.wavefronts, 32 * 32 * 4 * 100);
  EXPECT_EQ(sum.bank_conflicts, 31 * 32 * 4 * 100);
  EXPECT_EQ(conflict_product(sum), "(32 wavefronts − 1 phase) × 32 steps × 4 warps × 100 blocks = 396,800");
}

TEST(ProfilerSum, ACleanWideLoadReadsAsFourWayAndIsFree) {
  Scenario scenario;
  scenario.tiles[0].columns = 128;
  scenario.accesses[0].instruction = Instruction::ld_b128;
  scenario.accesses[0].pattern = RowPattern{.row = "0", .first = "0", .step = 4};
  const ProfilerSum sum = sum_of(scenario);
  EXPECT_EQ(sum.wavefronts_per_request(), 4);
  EXPECT_EQ(sum.bank_conflicts, 0);
  EXPECT_EQ(conflict_product(sum), "(4 wavefronts − 4 phases) × 1 step × 1 warp × 1 block = 0");
  EXPECT_EQ(
      explain_n_way(sum),
      "Nsight Compute's \"4.0-way bank conflict\" is 4 wavefronts ÷ 1 request, and not what meets in a bank. Here "
      "all of it is free: 4 is the least that these accesses can take, and there is no excess.");
}

TEST(ProfilerSum, StepsThatDifferAreAddedUp) {
  // halves 33 apart: sixteen steps of one wavefront, sixteen of two
  Scenario scenario = column_read(1);
  scenario.tiles[0].element = element_named("half").value();
  scenario.accesses[0].instruction = Instruction::ld_b16;
  const ProfilerSum sum = sum_of(scenario);
  ASSERT_EQ(sum.terms.size(), 2u);
  EXPECT_EQ(sum.terms[0], (ProfilerTerm{16, 2, 1, 1, 1}));
  EXPECT_EQ(sum.terms[1], (ProfilerTerm{16, 1, 1, 0, 1}));
  EXPECT_EQ(wavefront_product(sum), "(16 × 2 + 16 × 1) wavefronts × 1 block = 48");
  EXPECT_EQ(conflict_product(sum), "(16 × 1 + 16 × 0) conflicts × 1 block = 16");
}

// for (s = 128; s > 0; s /= 2): 4, 2, 1, 1, 1, 1, 1, 1 of the 8 warps have a thread below 128 >> p
Scenario reduction() {
  Scenario scenario;
  scenario.block = {.x = 256, .y = 1, .z = 1};
  scenario.tiles[0].rows = 1;
  scenario.tiles[0].columns = 256;
  Access& access = scenario.accesses[0];
  access.loops = {{.name = "p", .begin = 0, .end = 8, .step = 1, .at = 2}};
  access.mask = "threadIdx.x < (128 >> p)";
  access.pattern = IndexPattern{"0", "threadIdx.x"};
  return scenario;
}

TEST(ProfilerSum, WarpsWithoutAnActiveLaneAreNoRequests) {
  const ProfilerSum sum = sum_of(reduction());
  EXPECT_EQ(sum.idle, 52);
  EXPECT_EQ(sum.requests, 12);
  EXPECT_EQ(sum.wavefronts_per_request(), 1);
  ASSERT_EQ(sum.terms.size(), 1u);
  EXPECT_EQ(sum.terms[0], (ProfilerTerm{12, 1, 1, 0, 1}));
  EXPECT_EQ(wavefront_product(sum), "1 wavefront × 12 requests × 1 block = 12");
  EXPECT_EQ(conflict_product(sum), "(1 wavefront − 1 phase) × 12 requests × 1 block = 0");
  EXPECT_EQ(
      explain_n_way(sum),
      "Nsight Compute's \"1.0-way bank conflict\" is 12 wavefronts ÷ 12 requests, and not what meets in a bank. One "
      "wavefront for each request is the least there is.");
  EXPECT_EQ(explain_idle(sum),
            "52 of the 64 warp instructions of a block have no active lane and issue nothing (assumed): 12 are left as "
            "requests.");
  EXPECT_EQ(explain_idle(sum_of(reduction(), 10)), explain_idle(sum));
  EXPECT_EQ(sum_of(reduction(), 10).requests, 120);
  EXPECT_EQ(explain_idle(sum_of(column_read(4))), "");
}

TEST(ProfilerSum, WhereNoLaneIsActiveNothingIsCounted) {
  Scenario scenario = column_read(0);
  scenario.accesses[0].mask = "0";
  const ProfilerSum sum = sum_of(scenario);
  EXPECT_EQ(sum.requests, 0);
  EXPECT_EQ(sum.idle, 32);
  EXPECT_EQ(wavefront_product(sum), "no request");
  EXPECT_EQ(explain_n_way(sum), "No warp instruction has an active lane: nothing is issued (assumed).");
}

TEST(ProfilerSum, TermsAddUpToTheTotalsForEveryInstruction) {
  for (const InstructionInfo& it : instructions()) {
    Scenario scenario = column_read(4);
    scenario.block.x = 64;
    scenario.accesses[0].instruction = it.id;
    scenario.accesses[0].pattern = ColumnPattern{.column = "k / 4 * 4", .step = 1};
    const AccessAnalysis access = analyze(scenario, machine_named("sm_90")).accesses[0];
    const ProfilerSum sum = profiler_sum(access, 3);
    std::int64_t requests = 0, wavefronts = 0, conflicts = 0;
    for (const ProfilerTerm& term : sum.terms) {
      requests += 3 * term.requests;
      wavefronts += 3 * term.requests * term.wavefronts;
      conflicts += 3 * term.requests * term.bank_conflicts;
      if (sum.law == CountLaw::words || sum.law == CountLaw::lanes) {
        EXPECT_EQ(term.bank_conflicts, term.wavefronts - term.phases) << it.name;
      }
    }
    EXPECT_EQ(requests, sum.requests) << it.name;
    EXPECT_EQ(wavefronts, sum.wavefronts) << it.name;
    EXPECT_EQ(conflicts, sum.bank_conflicts) << it.name;
  }
}

TEST(ProfilerSum, NoAnswerIsNoNumber) {
  Scenario scenario = column_read(0);
  scenario.tiles[0].rows = 0;
  const ProfilerSum sum = sum_of(scenario);
  EXPECT_EQ(sum.requests, 0);
  EXPECT_EQ(sum.wavefronts_per_request(), 0);
  EXPECT_EQ(wavefront_product(sum), "no answer");
  EXPECT_EQ(conflict_product(sum), "no answer");
}

TEST(ProfilerSum, CountersOfTheKernelAddUpWhatTheySee) {
  Scenario scenario = column_read(0);
  scenario.accesses.push_back(scenario.accesses[0]);
  scenario.accesses[1].instruction = Instruction::st_b32;
  scenario.accesses[1].pattern = RowPattern{};
  const std::vector<KernelCounter> counters = kernel_counters(analyze(scenario, machine_named("sm_90")), 2);
  ASSERT_EQ(counters.size(), 3u);
  EXPECT_EQ(counters[0].name, "l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read");
  EXPECT_EQ(counters[0].total, 2 * 1024);
  EXPECT_EQ(counters[1].name, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared");
  EXPECT_EQ(counters[1].of_access, (std::vector<std::int64_t>{2 * 31 * 32, 0}));
  EXPECT_EQ(counters[2].total, 2 * 32);
}

}  // namespace
}  // namespace bankmap
