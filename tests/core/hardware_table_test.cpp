#include "core/hardware_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "core/cycles.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

std::string header() {
  std::string text = "instruction,active_mask";
  for (int lane = 0; lane < lane_count; ++lane) text += ",lane" + std::to_string(lane);
  return text + ",wavefronts,bank_conflicts";
}

// A row whose lanes lie step_bytes apart.
std::string row(const std::string& instruction, const std::string& mask, std::int64_t step_bytes,
                const std::string& counters) {
  std::string text = instruction + "," + mask;
  for (int lane = 0; lane < lane_count; ++lane) text += "," + std::to_string(lane * step_bytes);
  return text + "," + counters;
}

HardwareTable table_named(const std::string& file) {
  Result<HardwareTable> read = read_hardware_table(file_text(std::string(BANKMAP_TEST_DATA) + "/" + file));
  EXPECT_TRUE(read) << to_string(read.error());
  return read ? *std::move(read) : HardwareTable{};
}

Problem problem_of(const std::string& text) {
  const Result<HardwareTable> read = read_hardware_table(text);
  EXPECT_FALSE(read) << text;
  return read ? Problem{} : read.error();
}

void expect_exact(const std::string& file, int rows) {
  const TableVerdict verdict = verify(table_named(file), machine_named("sm_90"));
  EXPECT_EQ(verdict.rows, rows);
  EXPECT_EQ(verdict.exact, rows);
  for (const RowDifference& each : verdict.differing) ADD_FAILURE() << to_string(each);
}

TEST(HardwareTable, EveryMeasuredRowIsPredictedExactly) {
  expect_exact("h200_shared_memory.csv", 5233);
  expect_exact("h200_more.csv", 857);
  expect_exact("h200_cycles.csv", 1862);
}

// Of the laws that say that they come from this file.
struct Compared {
  int saturated = 0;
  int latencies = 0;
};
Compared compare_cycles(const std::string& file) {
  const MachineProfile machine = machine_named("sm_90");
  const auto from_here = [&](const Provenance& provenance) {
    return provenance.source.find(file) != std::string::npos;
  };
  Compared compared;
  for (const HardwareRow& each : table_named(file)) {
    SCOPED_TRACE(file + " line " + std::to_string(each.line));
    const InstructionRule& rule = *machine.rule(each.instruction);
    const WarpCost cost = count_wavefronts(rule, rule.loop_load ? machine.rule(*rule.loop_load) : nullptr, each.lanes);
    const auto law = saturated_cycles(rule, cost);
    if (law && each.sixteen_warp_cycles && from_here(law->provenance)) {
      ++compared.saturated;
      EXPECT_NEAR(law->cycles_per_instruction, *each.sixteen_warp_cycles, law->tolerance_cycles + 1e-9);
    }
    const auto latency = latency_cycles(rule, cost);
    if (latency && each.latency_cycles && from_here(latency->provenance)) {
      ++compared.latencies;
      EXPECT_NEAR(latency->cycles_per_instruction, *each.latency_cycles, latency->tolerance_cycles + 1e-9);
    }
  }
  return compared;
}

TEST(HardwareTable, EveryMeasuredNumberOfCyclesIsWithinTheToleranceOfItsLaw) {
  const Compared first = compare_cycles("h200_shared_memory.csv");
  EXPECT_EQ(first.saturated,
            4882);                   // without 224 rows of cp.async, 127 of generic loads
  EXPECT_EQ(first.latencies, 2587);  // every row with a latency
  const Compared more = compare_cycles("h200_more.csv");
  EXPECT_EQ(more.saturated, 857);
  EXPECT_EQ(more.latencies, 260);  // generic loads and atom.min.u32
  const Compared cycles = compare_cycles("h200_cycles.csv");
  EXPECT_EQ(cycles.saturated, 1862);
  EXPECT_EQ(cycles.latencies, 678);  // atomics with a result
}

TEST(HardwareTable, TheLawsAreTight) {
  for (const auto& [instruction, rule] : machine_named("sm_90").rules) {
    EXPECT_LE(rule.saturated.value_or(SaturatedLaw{}).tolerance_cycles, 0.2) << info(instruction).name;
    EXPECT_LE(rule.latency.value_or(LatencyLaw{}).tolerance_cycles, 0.2) << info(instruction).name;
    EXPECT_LE(rule.loop_latency.value_or(LoopLaw{}).tolerance_cycles, 0.2) << info(instruction).name;
    EXPECT_LE(rule.loop_saturated.value_or(LoopLaw{}).tolerance_share, 0.1) << info(instruction).name;
  }
}

// The farthest of a saturated loop lie several per cent off; nearly all are as close as other instructions.
TEST(HardwareTable, SaturatedLoopsAreMostlyWithin3PerCent) {
  const MachineProfile machine = machine_named("sm_90");
  int all = 0, close = 0;
  for (const HardwareRow& each : table_named("h200_cycles.csv")) {
    const InstructionRule& rule = *machine.rule(each.instruction);
    if (!rule.loop_saturated) continue;
    const WarpCost cost = count_wavefronts(rule, machine.rule(*rule.loop_load), each.lanes);
    const double law = saturated_cycles(rule, cost)->cycles_per_instruction;
    const double off = std::abs(law - *each.sixteen_warp_cycles);
    ++all;
    close += off <= 0.2 || off <= 0.03 * law ? 1 : 0;
  }
  EXPECT_EQ(all, 1356);
  EXPECT_GE(close, all * 97 / 100);
}

TEST(HardwareTable, ReadsNumbersOptionalColumnsAndBothLineEnds) {
  const auto read = read_hardware_table(header() + ",one_warp_cycles\r\n" + row("ld.b64", "0000ffff", 8, "1,0,5.961") +
                                        "\r\n" + row("st.b8", "1", 3, "1,0,"));
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 2u);
  const HardwareRow& first = read->front();
  EXPECT_EQ(first.line, 2);
  EXPECT_EQ(first.instruction, Instruction::ld_b64);
  EXPECT_EQ(first.lanes.active, 0xffffu);
  EXPECT_EQ(first.lanes.byte_address[31], 248u);
  EXPECT_EQ(first.wavefronts, 1);
  EXPECT_EQ(first.bank_conflicts, 0);
  EXPECT_EQ(first.one_warp_cycles, 5.961);
  EXPECT_FALSE(first.latency_cycles);
  EXPECT_FALSE(read->back().one_warp_cycles);
}

TEST(HardwareTable, AnAddressMayBeEmptyOrOddWhereTheLaneIsNotActive) {
  std::string text = header() + "\nld.b32,00000001,4";
  for (int lane = 1; lane < lane_count; ++lane) text += lane % 2 == 0 ? "," : ",3";
  EXPECT_TRUE(read_hardware_table(text + ",1,0\n"));
}

TEST(HardwareTable, LanesThatGiveNoAddressMayBeOdd) {
  EXPECT_TRUE(read_hardware_table(header() + "\n" + row("ldmatrix.x1", "ffffffff", 16, "1,0") + "\n"));
  std::string odd = "ldmatrix.x1,ffffffff";
  for (int lane = 0; lane < lane_count; ++lane) odd += lane < 8 ? ",0" : ",3";
  EXPECT_TRUE(read_hardware_table(header() + "\n" + odd + ",1,0\n"));
}

TEST(HardwareTable, RefusesWithLineAndColumn) {
  const std::string good = row("ld.b32", "ffffffff", 4, "1,0");
  struct Row {
    std::string text, place, what;
  };
  const Row rows[] = {
      {"", "", "the table is empty"},
      {"instruction,active_mask,lane32", "1:25", "unknown column \"lane32\""},
      {header() + ",wavefronts", "1:" + std::to_string(header().size() + 2), "the column wavefronts is given twice"},
      {"instruction", "1:1", "the column active_mask is missing"},
      {header() + "\n" + good + "\nld.b32,1", "3:1", "a row of 2 fields"},
      {header() + "\n" + good + "\n\n", "3:1", "a row of 1 fields"},
      {header() + "\n" + good + ",7", "2:1", "a row of 37 fields"},
      {header() + "\n" + row("ld.b33", "ffffffff", 4, "1,0"), "2:1", "unknown instruction \"ld.b33\""},
      {header() + "\n" + row("ld.b32", "fffffffff", 4, "1,0"), "2:8", "\"fffffffff\" is no hexadecimal number"},
      {header() + "\n" + row("ld.b32", "0x1", 4, "1,0"), "2:8", "\"0x1\" is no hexadecimal number"},
      {header() + "\n" + row("ld.b32", "", 4, "1,0"), "2:8", "\"\" is no hexadecimal number"},
      {header() + "\n" + row("ld.b32", "ffffffff", -4, "1,0"), "2:19", "\"-4\" is no number"},
      {header() + "\n" + row("ld.b32", "ffffffff", 200'000'000, "1,0"), "2:246", "\"4400000000\" is no number"},
      {header() + "\n" + row("ld.b64", "ffffffff", 4, "1,0"), "2:19",
       "lane 1: ld.b64 reaches 8 bytes at 4, which is no multiple of 8"},
      {header() + "\n" + row("ld.b32", "ffffffff", 4, "1,"), "2:" + std::to_string(good.size()), "\"\" is no number"},
      {header() + "\n" + row("ld.b32", "ffffffff", 4, "1.5,0"), "2:" + std::to_string(good.size() - 2),
       "\"1.5\" is no number"},
      {header() + ",latency_cycles\n" + good + ",fast", "2:" + std::to_string(good.size() + 2),
       "\"fast\" is no number of cycles"},
      {header() + ",latency_cycles\n" + good + ",nan", "2:" + std::to_string(good.size() + 2),
       "\"nan\" is no number of cycles"},
      {header() + ",latency_cycles\n" + good + ",-1", "2:" + std::to_string(good.size() + 2),
       "\"-1\" is no number of cycles"},
  };
  for (const Row& each : rows) {
    SCOPED_TRACE(each.text.substr(each.text.find('\n') + 1));
    const Problem problem = problem_of(each.text);
    EXPECT_EQ(problem.place, each.place);
    EXPECT_EQ(problem.what, each.what);
  }
}

TEST(HardwareTable, LinesThatAreFarTooLongAreNotTakenApart) {
  const std::string commas(1'000'000, ',');
  EXPECT_EQ(problem_of(commas).place, "1:1");
  EXPECT_EQ(problem_of(header() + "\n" + commas).what, "a row of 40 or more fields");
}

TEST(HardwareTable, RefusesMoreRowsThanItHolds) {
  const std::string one = "\nld.b32,0" + std::string(lane_count + 1, ',') + "0,0";
  std::string text = header();
  for (std::size_t i = 0; i < max_table_rows; ++i) text += one;
  EXPECT_EQ(read_hardware_table(text).value().size(), max_table_rows);
  EXPECT_EQ(problem_of(text + one).place, "500002:1");
}

TEST(HardwareTable, TheRangeIsTheFieldInTheFile) {
  const std::string text = header() + "\n" + row("ld.b33", "ffffffff", 4, "1,0");
  const Problem problem = problem_of(text);
  EXPECT_EQ(text.substr(problem.range.begin, problem.range.end - problem.range.begin), "ld.b33");
  EXPECT_NE(problem.hint.find("ld.b32"), std::string::npos);
}

TEST(HardwareTable, SaysWhichRowsDifferAndHow) {
  const auto read = read_hardware_table(
      header() + "\n" + row("ld.b32", "ffffffff", 4, "2,1") + "\n" + row("ld.b32", "ffffffff", 4, "1,0") + "\n" +
      row("cp.async.cg.16", "ffffffff", 16, "4,0") + "\n" + row("st.b32", "ffffffff", 8, "2,0") + "\n");
  ASSERT_TRUE(read) << to_string(read.error());
  const TableVerdict verdict = verify(*read, machine_named("sm_90"));
  EXPECT_EQ(verdict.rows, 4);
  EXPECT_EQ(verdict.exact, 1);
  ASSERT_EQ(verdict.differing.size(), 3u);
  EXPECT_EQ(to_string(verdict.differing[0]),
            "line 2, ld.b32, active_mask ffffffff: wavefronts 1, measured 2; bank_conflicts 0, measured 1");
  EXPECT_EQ(
      to_string(verdict.differing[1]),
      "line 4, cp.async.cg.16, active_mask ffffffff: not modelled, cp.async.cg bypasses L1, and the counters of shared "
      "memory do not see what it does");
  EXPECT_EQ(to_string(verdict.differing[2]),
            "line 5, st.b32, active_mask ffffffff: wavefronts 2, measured 2; bank_conflicts 1, measured 0");
}

}  // namespace
}  // namespace bankmap
