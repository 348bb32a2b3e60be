#include "core/comparison.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/machine_json.hpp"

namespace bankmap {
namespace {

Prediction predicted(int wavefronts, double saturated, double latency) {
  return {.wavefronts = wavefronts,
          .bank_conflicts = wavefronts - 1,
          .saturated = CyclePrediction{saturated, 0, {}},
          .latency = CyclePrediction{latency, 0, {}}};
}

CycleFigure cycles(double median) { return {.median_cycles = median, .spread_cycles = 0, .samples = 9}; }

Measurement measured(double wavefronts, double saturated, double latency) {
  Measurement result;
  result.counters = CounterFigure{"w", wavefronts, "b", wavefronts - 1};
  result.saturated = cycles(saturated);
  result.latency = cycles(latency);
  return result;
}

TEST(Comparison, EqualFiguresAreAsPredicted) {
  const Comparison comparison = compare(predicted(32, 32.08, 91), measured(32, 32.08, 91));
  EXPECT_TRUE(comparison.agrees());
  EXPECT_EQ(verdict(comparison), "as predicted");
  EXPECT_EQ(counter_differences(comparison), "");
}

TEST(Comparison, SaturatedMayDifferByAFifthOfACycleOrThreeHundredths) {
  EXPECT_TRUE(compare(predicted(1, 1, 29), measured(1, 1.2, 29)).cycles_agree());
  EXPECT_FALSE(compare(predicted(1, 1, 29), measured(1, 1.21, 29)).cycles_agree());
  EXPECT_TRUE(compare(predicted(32, 32, 29), measured(32, 32.96, 29)).cycles_agree()) << "3 % of 32 is 0.96";
  EXPECT_FALSE(compare(predicted(32, 32, 29), measured(32, 32.97, 29)).cycles_agree());
  EXPECT_FALSE(compare(predicted(32, 32, 29), measured(32, 31.03, 29)).cycles_agree());
}

// 32.0751 is printed as 32.08 and 32.004 as 32.00: their difference is -0.0711, and reads -0.08 beside them.
TEST(Comparison, TheDifferenceThatIsShownIsThatOfTheFiguresThatAreShown) {
  const ComparedFigure figure{.predicted = 32.0751, .measured = 32.004, .tolerance = 1};
  EXPECT_EQ(fmt::format("{:+.2f}", figure.difference()), "-0.07");
  EXPECT_EQ(fmt::format("{:+.2f}", figure.difference_shown()), "-0.08");
  const ComparedFigure equal{.predicted = 4.084, .measured = 4.081, .tolerance = 1};
  EXPECT_EQ(fmt::format("{:+.2f}", equal.difference_shown()), "+0.00");
}

TEST(Comparison, LatencyMayDifferByOneCycle) {
  EXPECT_TRUE(compare(predicted(1, 1, 29), measured(1, 1, 30)).cycles_agree());
  EXPECT_FALSE(compare(predicted(1, 1, 29), measured(1, 1, 30.01)).cycles_agree());
  EXPECT_FALSE(compare(predicted(1, 1, 29), measured(1, 1, 27.99)).cycles_agree());
}

TEST(Comparison, CountersMustBeEqual) {
  const Comparison comparison = compare(predicted(4, 4, 35), measured(2, 4, 35));
  EXPECT_FALSE(comparison.counters_agree());
  EXPECT_FALSE(comparison.agrees());
  EXPECT_EQ(counter_differences(comparison),
            "wavefronts 4 predicted, 2 measured; bank conflicts 3 predicted, 1 measured");
  EXPECT_EQ(verdict(comparison),
            "wavefronts 4 predicted, 2 measured; bank conflicts 3 predicted, 1 measured: the profile's rule does not "
            "hold for this access on this GPU");
}

TEST(Comparison, SlowerAndFasterAreSaidWithTheAmount) {
  const std::string slower = verdict(compare(predicted(4, 4, 35), measured(4, 5, 35)));
  EXPECT_TRUE(slower.starts_with("slower than predicted by 1.00 cycle an instruction: the wavefronts are as predicted"))
      << slower;
  const std::string faster = verdict(compare(predicted(4, 4, 35), measured(4, 4, 31.5)));
  EXPECT_TRUE(faster.starts_with("faster than predicted by 3.50 cycles of latency: ")) << faster;
}

TEST(Comparison, WhatWasNotMeasuredIsNotCompared) {
  Measurement without = measured(4, 4, 35);
  without.counters.reset();
  without.latency.reset();
  const Comparison comparison = compare(predicted(4, 4, 99), without);
  EXPECT_FALSE(comparison.wavefronts);
  EXPECT_FALSE(comparison.latency);
  EXPECT_EQ(comparison.outcome(), Outcome::agrees);
  EXPECT_EQ(verdict(comparison), "the cycles are as predicted; the counters could not be read");
  EXPECT_TRUE(verdict(compare(predicted(4, 2, 99), without)).ends_with("counters would tell"));
}

TEST(Comparison, WithoutACycleLawTheCountersAlone) {
  Prediction no_law = predicted(4, 0, 0);
  no_law.saturated.reset();
  no_law.latency.reset();
  EXPECT_EQ(verdict(compare(no_law, measured(4, 17, 18))),
            "the counters are as predicted; the profile has no cycle law to compare with");
  EXPECT_EQ(verdict(compare(no_law, Measurement{})),
            "nothing to compare: no counters, and no cycle law for this instruction");
}

// Every combination of what a profile may have and of what may have been measured: what is compared is what both have, and
// where that is nothing it is neither agreement nor difference.
TEST(Comparison, ComparesWhatBothHaveAndElseSaysThatItIsNothing) {
  for (unsigned which = 0; which < 64; ++which) {
    SCOPED_TRACE(which);
    const auto bit = [which](unsigned i) { return (which >> i & 1U) != 0; };
    std::optional<Prediction> prediction = predicted(4, 4, 35);
    if (!bit(0)) prediction->saturated.reset();
    if (!bit(1)) prediction->latency.reset();
    if (!bit(2)) prediction.reset();
    Measurement measurement = measured(4, 4, 35);
    if (!bit(3)) measurement.saturated.reset();
    if (!bit(4)) measurement.latency.reset();
    if (!bit(5)) measurement.counters.reset();
    const bool something = bit(2) && (bit(5) || (bit(0) && bit(3)) || (bit(1) && bit(4)));
    const Comparison comparison = compare(prediction, measurement);
    EXPECT_EQ(comparison.outcome(), something ? Outcome::agrees : Outcome::nothing_compared);
    EXPECT_EQ(comparison.agrees(), something);
    EXPECT_EQ(verdict(comparison).starts_with("nothing to compare: "), !something) << verdict(comparison);
    EXPECT_EQ(verdict(comparison).find("no cycle law") != std::string::npos, bit(2) && !bit(0) && !bit(1))
        << verdict(comparison);
  }
}

TEST(Comparison, NothingToCompareSaysWhatIsMissing) {
  EXPECT_EQ(verdict(compare(std::nullopt, measured(4, 4, 35))),
            "nothing to compare: the profile does not model this instruction");
  EXPECT_EQ(verdict(compare(predicted(4, 4, 35), Measurement{})),
            "nothing to compare: no counters, and no cycles were measured");
  Prediction latency_alone = predicted(4, 4, 35);
  latency_alone.saturated.reset();
  Measurement saturated_alone;
  saturated_alone.saturated = cycles(4);
  EXPECT_EQ(
      verdict(compare(latency_alone, saturated_alone)),
      "nothing to compare: no counters, and the cycles that were measured are not those that the profile has a law "
      "for");
  Measurement counters_alone;
  counters_alone.counters = CounterFigure{"w", 4, "b", 3};
  EXPECT_EQ(verdict(compare(predicted(4, 4, 35), counters_alone)),
            "the counters are as predicted; no cycles were measured");
}

TEST(Prediction, IsThatOfTheProfile) {
  std::ifstream file(std::string(BANKMAP_ASSETS) + "/machines/sm_90.json");
  const auto machine = read_machine(std::string(std::istreambuf_iterator<char>(file), {}));
  ASSERT_TRUE(machine);
  LaneAddresses column;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) column.byte_address[lane] = lane * 128;
  const auto load = predict(*machine, Instruction::ld_b32, column);
  ASSERT_TRUE(load && load->saturated && load->latency);
  EXPECT_EQ(load->wavefronts, 32);
  EXPECT_EQ(load->bank_conflicts, 31);
  EXPECT_NEAR(load->saturated->cycles_per_instruction, 32.08, 0.01);
  EXPECT_NEAR(load->latency->cycles_per_instruction, 91, 0.1);
  const auto loop = predict(*machine, Instruction::red_add_f32, column);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->bank_conflicts, 496) << "the loads of 32 rounds: 31 + 30 + ... + 0";
  EXPECT_EQ(loop->wavefronts, 528 + 64) << "32 + 31 + ... + 1 loads, and two for each swap";
  EXPECT_FALSE(predict(*machine, Instruction::cp_async_cg_16, column));
}

}  // namespace
}  // namespace bankmap
