// What the window runs, on the GPU of this machine: the desk, its worker and one session for all runs.
#include <gtest/gtest.h>

#include "app/measure/measure_desk.hpp"
#include "core/advice/advice.hpp"

namespace bankmap {
namespace {

class DeskOnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    machines = load_machines(assets).value();
    desk.start(gpu_measurer(), machines, {});
    desk.wait();
    ASSERT_TRUE(desk.devices());
    if (!*desk.devices()) GTEST_SKIP() << to_string(desk.devices()->error());
  }

  const MeasureRun& run(RunKind kind, const std::string& preset) {
    desk.do_ask(StartRun{kind}, load_scenario(assets, preset).value(), load_presets(assets).value());
    desk.wait();
    return desk.runs().back();
  }

  const Assets assets{BANKMAP_ASSETS};
  MachineProfiles machines;
  MeasureDesk desk;
};

TEST_F(DeskOnDevice, RunsEachScenarioInTheSameSession) {
  for (const char* preset : {"transpose-float-plain", "transpose-float-padded", "transpose-float-plain"}) {
    const MeasureRun& done = run(RunKind::scenario, preset);
    ASSERT_FALSE(done.answer.ended) << to_string(*done.answer.ended);
    ASSERT_EQ(done.answer.accesses.size(), 2u);
    ASSERT_TRUE(done.answer.accesses[1].measured);
    EXPECT_GT(done.answer.accesses[1].measured->saturated->median_cycles, 0.5);
    EXPECT_FALSE(run_verdict(done, machines).empty());
  }
  EXPECT_EQ(desk.runs().size(), 3u);
}

TEST_F(DeskOnDevice, CountsWhatIsPredictedWhereItMayCount) {
  const MeasureRun& done = run(RunKind::scenario, "transpose-float-padded-by-four");
  ASSERT_EQ(done.answer.accesses.size(), 2u);
  const Measurement& load = *done.answer.accesses[1].measured;
  if (!load.counters) GTEST_SKIP() << load.counters_missing->reason;
  EXPECT_EQ(load.counters->wavefronts, 4);
  EXPECT_EQ(load.counters->bank_conflicts, 3);
}

TEST_F(DeskOnDevice, MeasuresTheTopFixesAsTheyPromise) {
  const Scenario plain = load_scenario(assets, "transpose-float-plain").value();
  const Advice advice = advise(plain, machines.at("sm_90")).value();
  MeasureFixes top;
  for (std::size_t i = 0; i < 3; ++i) top.fixes.push_back({advice.fixes.at(i).title, advice.fixes[i].scenario});
  desk.do_ask(top, plain, {});
  desk.wait();
  const MeasureRun& done = desk.runs().back();
  ASSERT_FALSE(done.answer.ended) << to_string(*done.answer.ended);
  ASSERT_EQ(done.answer.accesses.size(), 6u);  // the store and the load of each
  for (const auto& access : done.answer.accesses) {
    ASSERT_TRUE(access.measured);
    if (!access.measured->counters) GTEST_SKIP() << access.measured->counters_missing->reason;
    EXPECT_EQ(access.measured->counters->wavefronts, 1);
  }
}

}  // namespace
}  // namespace bankmap
