// Everything about the counters that needs no GPU: names, refusals, and CUPTI's host half where it is installed.
#include "gpu/counters.hpp"

#include <gtest/gtest.h>

#ifdef BANKMAP_HAS_CUPTI
#include "gpu/counter_config.hpp"
#endif

namespace bankmap::gpu {
namespace {

TEST(CounterNames, EveryInstructionHasCountersThatAreCounted) {
  const MetricValues all{1, 2, 3, 4, 5, 6};
  for (const InstructionInfo& each : instructions()) {
    const CounterNames names = profiler_counters(each.id);
    if (each.id == Instruction::cp_async_cg_16) {
      EXPECT_FALSE(metric_value(all, names.wavefronts)) << "it bypasses L1, so no counter sees it";
      continue;
    }
    EXPECT_TRUE(metric_value(all, names.wavefronts)) << each.name;
    EXPECT_EQ(metric_value(all, names.bank_conflicts), 4) << each.name;
  }
}

TEST(CounterNames, ValuesBelongToTheirNames) {
  const MetricValues all{8, 16, 32, 4, 100, 4};
  EXPECT_EQ(metric_value(all, profiler_counters(Instruction::ld_b32).wavefronts), 8);
  EXPECT_EQ(metric_value(all, profiler_counters(Instruction::stmatrix_x2).wavefronts), 16);
  EXPECT_EQ(metric_value(all, profiler_counters(Instruction::atom_cas_b32).wavefronts), 32);
  EXPECT_EQ(metric_value(all, profiler_counters(Instruction::red_add_f32).wavefronts), 8);
  EXPECT_EQ(metric_value(all, profiler_counters(Instruction::cp_async_ca_8).wavefronts), 96);
}

TEST(CounterNames, WhatWasNotCountedIsAbsent) {
  const MetricValues older_chip{1, 2, 3, 4};
  EXPECT_TRUE(metric_value(older_chip, profiler_counters(Instruction::st_b64).wavefronts));
  EXPECT_FALSE(metric_value(older_chip, profiler_counters(Instruction::cp_async_ca_8).wavefronts));
  EXPECT_FALSE(metric_value(older_chip, "l1tex__no_such_counter"));
  EXPECT_FALSE(metric_value({}, metric_names[0]));
}

#ifdef BANKMAP_HAS_CUPTI

TEST(CuptiRefusal, PermissionDeniedSaysWhatWouldAllowIt) {
  const CountersMissing denied =
      cupti_refusal(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", "count");
  EXPECT_EQ(denied.reason, "the driver lets only administrators read the GPU's counters");
  EXPECT_NE(denied.command.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
}

TEST(CuptiRefusal, OthersCarryTheLibrarysWords) {
  const CountersMissing unknown = cupti_refusal(CUPTI_ERROR_UNKNOWN, "unknown", "start counting");
  EXPECT_EQ(unknown.reason, "could not start counting: unknown (999)");
  EXPECT_EQ(unknown.command, "");
}

class CuptiHost : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef BANKMAP_SANITIZE
    GTEST_SKIP() << "CUPTI opens a library with RTLD_DEEPBIND, which the address sanitizer refuses";
#endif
    auto found = open_cupti();
    if (!found) GTEST_SKIP() << "CUPTI is not installed: " << found.error().reason;
    cupti = *found;
  }
  // How many passes these metrics take on a chip; 0 where they are refused.
  std::size_t passes(const char* chip, const std::vector<const char*>& metrics) {
    auto config = CounterConfig::make(cupti, chip, metrics, {});
    return config ? config->passes().value_or(0) : 0;
  }
  std::vector<std::string> sums() const {
    std::vector<std::string> names;
    for (const std::string_view name : metric_names) names.push_back(std::string(name) + ".sum");
    return names;
  }
  CuptiLibrary cupti;
};

TEST_F(CuptiHost, KnowsTheMetricsOnEveryChipThatHasKernels) {
  const std::vector<std::string> names = sums();
  std::vector<const char*> metrics;
  for (std::size_t i = 0; i < metrics_on_every_chip; ++i) metrics.push_back(names[i].c_str());
  for (const char* chip : {"TU102", "GA100", "GA102", "AD102", "GH100", "GB100", "GB202"}) {
    const std::size_t count = passes(chip, metrics);
    EXPECT_GE(count, 1u) << chip;
    EXPECT_LE(count, 3u) << chip;
  }
}

TEST_F(CuptiHost, AllMetricsTakeThreePassesOnAnH200) {
  const std::vector<std::string> names = sums();
  std::vector<const char*> metrics;
  for (const std::string& name : names) metrics.push_back(name.c_str());
  EXPECT_EQ(passes("GH100", metrics), 3u);
}

TEST_F(CuptiHost, RefusesMetricsAndChipsThatDoNotExist) {
  EXPECT_EQ(passes("GH100", {"l1tex__no_such_counter.sum"}), 0u);
  EXPECT_EQ(passes("XX999", {"sm__cycles_elapsed.sum"}), 0u);
}

#endif

}  // namespace
}  // namespace bankmap::gpu
