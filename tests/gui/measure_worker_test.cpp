// The thread that measures: order, cancelling, failures, and a device that hangs. Nothing here waits for a clock.
#include "app/measure/measure_worker.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>

#include "tests/gui/fake_gpu.hpp"

namespace bankmap {
namespace {

Preset preset_named(const std::string& name) { return {name, load_scenario(Assets{BANKMAP_ASSETS}, name).value()}; }

MachineProfiles machines() { return load_machines(Assets{BANKMAP_ASSETS}).value(); }

// Counts the news, and waits for them.
class News {
 public:
  void operator()() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  void until(const std::function<bool()>& wanted) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, wanted);
  }
  int seen() const { return count_; }  // inside until()
  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

class Worker : public ::testing::Test {
 protected:
  MeasureWorker& start(std::chrono::milliseconds patience = for_ever) {
    worker_ =
        std::make_unique<MeasureWorker>(fake_measurer(gpu), machines(), WorkerOptions{[this] { news(); }, patience});
    return *worker_;
  }
  std::vector<MeasureAnswer> answers() {
    worker_->wait_until_idle();
    return worker_->take_answers();
  }
  void TearDown() override {
    gpu->go_on();
    if (worker_) {
      EXPECT_TRUE(worker_->close(for_ever));
    }
  }

  std::shared_ptr<FakeGpu> gpu = std::make_shared<FakeGpu>();
  News news;

 private:
  std::unique_ptr<MeasureWorker> worker_;
};

TEST_F(Worker, AnAnswerCarriesItsNumberAndItsQuestion) {
  start().ask({.number = 7, .task = MeasureScenario{preset_named("transpose-float-plain")}});
  const std::vector<MeasureAnswer> all = answers();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].number, 7u);
  EXPECT_FALSE(all[0].ended);
  ASSERT_EQ(all[0].accesses.size(), 2u);
  const AccessAnswer& load = all[0].accesses[1];
  EXPECT_EQ(load.instruction, Instruction::ld_b32);
  ASSERT_TRUE(load.measured);
  EXPECT_EQ(load.measured->counters->wavefronts, 32);
  EXPECT_EQ(load.measured->addresses, load.addresses);
  EXPECT_EQ(load.addresses.byte_address[1] - load.addresses.byte_address[0], 128u);
}

TEST_F(Worker, FindsTheDevices) {
  start().ask({.number = 1, .task = FindDevices{}});
  const std::vector<MeasureAnswer> all = answers();
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].devices.size(), 1u);
  EXPECT_EQ(all[0].devices[0].name, "Fake H200");
}

TEST_F(Worker, OfScenariosThatWaitOnlyTheLastIsMeasured) {
  gpu->hold();
  MeasureWorker& worker = start();
  for (std::uint64_t number = 1; number <= 4; ++number) {
    worker.ask({.number = number, .task = MeasureScenario{preset_named("broadcast")}});
    if (number == 1) gpu->until_begun(1);
  }
  EXPECT_EQ(worker.status().job, 1u);
  gpu->go_on();
  const std::vector<MeasureAnswer> all = answers();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].number, 1u);
  EXPECT_EQ(all[1].number, 4u);
}

TEST_F(Worker, LongWorkIsNotDroppedForAScenario) {
  gpu->hold();
  MeasureWorker& worker = start();
  worker.ask({.number = 1, .task = MeasureScenario{preset_named("broadcast")}});
  gpu->until_begun(1);
  worker.ask({.number = 2, .task = ProbeDevice{}});
  worker.ask({.number = 3, .task = MeasureScenario{preset_named("broadcast")}});
  worker.ask({.number = 4, .task = MeasureWholeKernels{}});
  gpu->go_on();
  const std::vector<MeasureAnswer> all = answers();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[1].number, 2u);
  EXPECT_EQ(all[1].probe->instructions.size(), 1u);
  EXPECT_EQ(all[3].whole_kernels->results[0].speedup, 2.2);
}

TEST_F(Worker, CancellingKeepsWhatWasMeasured) {
  MeasureWorker& worker = start();
  std::atomic<int> measured = 0;
  gpu->answer = [&](const MeasureRequest& request) {
    if (++measured == 2) gpu->hold();  // the third waits until it is cancelled
    return FakeGpu::as_predicted(request);
  };
  worker.ask({.number = 1,
              .task = MeasurePresets{{preset_named("transpose-float-plain"), preset_named("transpose-float-xor")}}});
  worker.ask({.number = 2, .task = MeasureScenario{preset_named("broadcast")}});
  gpu->until_begun(3);
  EXPECT_EQ(worker.status().doing, "transpose-float-xor");
  EXPECT_EQ(worker.status().share, 0.5);
  worker.cancel();
  const std::vector<MeasureAnswer> all = answers();
  ASSERT_EQ(all.size(), 1u) << "what waited is dropped";
  ASSERT_TRUE(all[0].ended);
  EXPECT_EQ(all[0].ended->what, "cancelled");
  ASSERT_EQ(all[0].accesses.size(), 3u);
  EXPECT_TRUE(all[0].accesses[0].measured);
  EXPECT_TRUE(all[0].accesses[1].measured);
  EXPECT_FALSE(all[0].accesses[2].measured);
}

TEST_F(Worker, AfterACancelledJobTheNextIsDone) {
  gpu->hold();
  MeasureWorker& worker = start();
  worker.ask({.number = 1, .task = MeasureScenario{preset_named("broadcast")}});
  gpu->until_begun(1);
  worker.cancel();
  EXPECT_EQ(answers().at(0).ended->what, "cancelled");
  gpu->go_on();
  worker.ask({.number = 2, .task = MeasureScenario{preset_named("broadcast")}});
  EXPECT_FALSE(answers().at(0).ended);
}

TEST_F(Worker, AFailureEndsTheRunAndSaysWhy) {
  gpu->answer = [](const MeasureRequest&) -> Result<Measurement> {
    return fail("the device does not answer", "look at it with nvidia-smi");
  };
  start().ask(
      {.number = 1, .task = MeasurePresets{{preset_named("broadcast"), preset_named("transpose-float-plain")}}});
  const MeasureAnswer answer = answers().at(0);
  ASSERT_TRUE(answer.ended);
  EXPECT_EQ(answer.ended->what, "the device does not answer");
  EXPECT_EQ(answer.accesses.size(), 1u);
}

TEST_F(Worker, AnInstructionThatTheGpuHasNotIsPassedOver) {
  gpu->has = [](Instruction instruction) { return instruction != Instruction::st_b32; };
  start().ask({.number = 1, .task = MeasureScenario{preset_named("transpose-float-plain")}});
  const MeasureAnswer answer = answers().at(0);
  EXPECT_FALSE(answer.ended);
  ASSERT_EQ(answer.accesses.size(), 2u);
  ASSERT_FALSE(answer.accesses[0].measured);
  EXPECT_EQ(answer.accesses[0].measured.error().what, "this GPU has no st.b32");
  EXPECT_TRUE(answer.accesses[1].measured);
}

TEST_F(Worker, AnAccessThatNoGpuCanRunSaysSoAndTheOthersAreMeasured) {
  Preset half = preset_named("transpose-float-plain");
  std::swap(half.scenario.accesses[0],
            half.scenario.accesses[1]);  // the column: its rows are where a matrix may have them
  half.scenario.accesses[0].instruction = Instruction::ldmatrix_x4;
  half.scenario.accesses[0].mask = "0x0000ffff";
  Preset idle = preset_named("transpose-float-plain");
  idle.scenario.accesses[0].mask = "0";
  for (const Preset& asked : {half, idle}) {
    SCOPED_TRACE(asked.scenario.accesses[0].mask);
    gpu = std::make_shared<FakeGpu>();
    start().ask({.number = 1, .task = MeasureScenario{asked}});
    const MeasureAnswer answer = answers().at(0);
    EXPECT_FALSE(answer.ended);
    ASSERT_EQ(answer.accesses.size(), 2u);
    ASSERT_FALSE(answer.accesses[0].measured);
    EXPECT_FALSE(answer.accesses[0].measured.error().what.empty());
    EXPECT_TRUE(answer.accesses[1].measured);
    EXPECT_EQ(gpu->begun(), 1) << "the GPU is not asked";
  }
}

TEST_F(Worker, AnExceptionIsAnAnswer) {
  gpu->answer = [](const MeasureRequest&) -> Result<Measurement> { throw std::runtime_error("out of luck"); };
  start().ask({.number = 1, .task = MeasureScenario{preset_named("broadcast")}});
  const MeasureAnswer answer = answers().at(0);
  ASSERT_TRUE(answer.ended);
  EXPECT_EQ(answer.ended->what, "measuring failed: out of luck");
}

TEST_F(Worker, ARefusedAccessIsNotRunAndSaysWhy) {
  Preset wrong = preset_named("broadcast");
  wrong.scenario.accesses[0].mask = "lane %";
  start().ask({.number = 1, .task = MeasureScenario{wrong}});
  const MeasureAnswer answer = answers().at(0);
  EXPECT_FALSE(answer.ended);
  ASSERT_EQ(answer.accesses.size(), wrong.scenario.accesses.size());
  ASSERT_FALSE(answer.accesses[0].measured);
  EXPECT_EQ(answer.accesses[0].measured.error().place, "accesses[0].mask");
  for (std::size_t i = 1; i < answer.accesses.size(); ++i) EXPECT_TRUE(answer.accesses[i].measured) << i;
}

TEST_F(Worker, SilenceIsNoticedAndEndsWithASignOfLife) {
  gpu->deaf = true;
  gpu->hold();
  MeasureWorker& worker = start(std::chrono::milliseconds(2));
  worker.ask({.number = 1, .task = MeasureScenario{preset_named("broadcast")}});
  news.until([&] { return worker.status().silent; });  // the news come although nothing else happens
  EXPECT_TRUE(worker.status().busy());
  gpu->go_on();
  EXPECT_EQ(answers().size(), 1u);
  EXPECT_FALSE(worker.status().silent);
}

// Two silences of one job, with progress between them that changes nothing that is seen: each is announced, and so is the
// end of the first.
TEST_F(Worker, EverySilenceOfAJobIsAnnouncedAndSoIsItsEnd) {
  struct Halting : FakeMeasurer {
    using FakeMeasurer::FakeMeasurer;
    Result<WholeKernelReport> whole_kernels(int device, const RunControl& control) override {
      for (std::atomic<bool>& gate : gates) {
        control.progress(0.5, "transpose float");
        gate.wait(false);
      }
      return FakeMeasurer::whole_kernels(device, control);
    }
    std::array<std::atomic<bool>, 2> gates{};
  };
  auto owned = std::make_unique<Halting>(gpu);
  Halting& halting = *owned;
  const auto open = [](std::atomic<bool>& gate) {
    gate = true;
    gate.notify_all();
  };
  News told;
  MeasureWorker worker(std::move(owned), machines(), {[&] { told(); }, std::chrono::milliseconds(2)});
  worker.ask({.number = 1, .task = MeasureWholeKernels{}});
  const auto told_of_silence = [&](int least) {
    told.until([&] { return told.seen() >= least && worker.status().silent; });
  };
  told_of_silence(2);  // the first progress, the silence
  open(halting.gates[0]);
  told_of_silence(4);  // its end, the next silence
  open(halting.gates[1]);
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answers().size(), 1u);
  EXPECT_FALSE(worker.status().silent);
  EXPECT_TRUE(worker.close(for_ever));
}

TEST_F(Worker, NothingIsSilentWhileNothingIsDone) {
  MeasureWorker& worker = start(std::chrono::milliseconds(0));
  worker.ask({.number = 1, .task = FindDevices{}});
  answers();
  EXPECT_FALSE(worker.status().silent);
  EXPECT_FALSE(worker.status().busy());
}

TEST_F(Worker, NewsEndWhenTheyAreStopped) {
  MeasureWorker& worker = start();
  worker.ask({.number = 1, .task = FindDevices{}});
  news.until([&] { return !worker.status().busy(); });
  worker.stop_news();
  const int before = news.count();
  EXPECT_GE(before, 1);
  worker.ask({.number = 2, .task = FindDevices{}});
  EXPECT_GE(answers().size(), 1u);
  EXPECT_EQ(news.count(), before);
}

TEST(WorkerClosing, AStuckThreadIsLeftBehind) {
  const auto gpu = std::make_shared<FakeGpu>();
  gpu->deaf = true;
  gpu->hold();
  MeasureWorker worker(fake_measurer(gpu), machines(), {.news = {}, .patience = for_ever});
  worker.ask({.number = 1, .task = MeasureScenario{preset_named("broadcast")}});
  gpu->until_begun(1);
  EXPECT_FALSE(worker.close(std::chrono::milliseconds(1)));
  gpu->go_on();  // it then ends by itself, with nothing of the worker's needed
  while (gpu.use_count() > 1) std::this_thread::yield();
}

TEST(WorkerClosing, ADeviceIsClosedByTheThreadThatOpenedIt) {
  static std::thread::id measuring, closing;
  struct Noting : FakeMeasurer {
    using FakeMeasurer::FakeMeasurer;
    ~Noting() override { closing = std::this_thread::get_id(); }
    Result<std::vector<GpuDevice>> devices() override {
      measuring = std::this_thread::get_id();
      return FakeMeasurer::devices();
    }
  };
  MeasureWorker worker(std::make_unique<Noting>(std::make_shared<FakeGpu>()), machines(), {.patience = for_ever});
  worker.ask({.number = 1, .task = FindDevices{}});
  worker.wait_until_idle();
  EXPECT_TRUE(worker.close(for_ever));
  EXPECT_EQ(measuring, closing);
  EXPECT_NE(measuring, std::this_thread::get_id());
}

TEST(SameAccess, InactiveLanesDoNotCount) {
  LaneAddresses a{.byte_address = {0, 4, 8}, .active = 0x3};
  LaneAddresses b{.byte_address = {0, 4, 99}, .active = 0x3};
  EXPECT_TRUE(same_access(Instruction::ld_b32, a, Instruction::ld_b32, b));
  EXPECT_FALSE(same_access(Instruction::ld_b32, a, Instruction::st_b32, b));
  b.active = 0x7;
  EXPECT_FALSE(same_access(Instruction::ld_b32, a, Instruction::ld_b32, b));
  b = a;
  b.byte_address[1] = 8;
  EXPECT_FALSE(same_access(Instruction::ld_b32, a, Instruction::ld_b32, b));
}

}  // namespace
}  // namespace bankmap
