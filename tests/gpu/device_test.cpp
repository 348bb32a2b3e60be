// Needs a GPU: label gpu. Where there is none, every test is skipped with the reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

#include "core/cycles.hpp"
#include "core/machine_json.hpp"
#include "core/passes.hpp"
#include "gpu/cuda_call.hpp"
#include "gpu/device_runs.hpp"
#include "gpu/kernel_table.hpp"
#include "gpu/probe.hpp"
#include "gpu/whole_kernels.hpp"

namespace bankmap {
namespace {

// A profile of the GPU's own capability, so that the numbers below are those of this machine.
std::optional<MachineProfile> profile_of(const GpuDevice& device) {
  std::string key = "sm_" + device.compute_capability;
  key.erase(key.find('.'), 1);
  std::ifstream in(std::string(BANKMAP_ASSETS) + "/machines/" + key + ".json");
  const auto read = read_machine(std::string(std::istreambuf_iterator<char>(in), {}));
  return read ? std::optional(*read) : std::nullopt;
}

class Device : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = GpuSession::open(0);
    if (!opened) GTEST_SKIP() << "no GPU to measure on: " << to_string(opened.error());
    session.emplace(*std::move(opened));
    profile = profile_of(session->device());
  }
  WarpCost predicted(Instruction instruction, const LaneAddresses& lanes) const {
    const InstructionRule& rule = *profile->rule(instruction);
    return count_wavefronts(rule, rule.loop_load ? profile->rule(*rule.loop_load) : nullptr, lanes);
  }
  std::optional<GpuSession> session;
  std::optional<MachineProfile> profile;
};

LaneAddresses column(std::uint32_t pitch_bytes, LaneMask active = all_lanes) {
  LaneAddresses lanes;
  lanes.active = active;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) lanes.byte_address[lane] = lane * pitch_bytes;
  return lanes;
}

TEST_F(Device, AColumnOfATileTakes32Wavefronts) {
  const auto measured = session->measure({.instruction = Instruction::ld_b32, .addresses = column(128)});
  ASSERT_TRUE(measured) << to_string(measured.error());
  ASSERT_TRUE(measured->saturated && measured->latency && measured->one_warp);
  EXPECT_NEAR(measured->saturated->median_cycles, 32, 0.5);
  if (!measured->counters) GTEST_SKIP() << "no counters: " << measured->counters_missing->reason;
  EXPECT_EQ(measured->counters->wavefronts, 32);
  EXPECT_EQ(measured->counters->bank_conflicts, 31);
  EXPECT_FALSE(measured->counters_missing);
}

TEST_F(Device, ANarrowMaskIsReallyNarrow) {
  const auto measured = session->measure({.instruction = Instruction::ld_b32, .addresses = column(128, 0x0000f000)});
  ASSERT_TRUE(measured);
  EXPECT_NEAR(measured->saturated->median_cycles, 4, 0.3);
}

TEST_F(Device, FarAddressesAreRenumberedAndSaySo) {
  const auto measured = session->measure({.instruction = Instruction::ld_b32, .addresses = column(1 << 20)});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->notes.size(), 1u);
  EXPECT_NEAR(measured->saturated->median_cycles, 32, 0.5);
}

TEST_F(Device, IsQuick) {
  const MeasureRequest request{.instruction = Instruction::ld_b32, .addresses = column(132), .counters = false};
  ASSERT_TRUE(session->measure(request));
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(session->measure(request));
  const std::chrono::duration<double, std::milli> each = (std::chrono::steady_clock::now() - from) / 10;
  EXPECT_LT(each.count(), 20);
}

TEST_F(Device, CanBeCancelledAndGoesOnAfterwards) {
  const MeasureRequest request{.instruction = Instruction::ld_b32, .addresses = column(4)};
  const auto cancelled = session->measure(request, {.cancelled = [] { return true; }, .progress = {}});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().what, "cancelled");
  EXPECT_TRUE(session->measure(request));
}

TEST_F(Device, RandomAccessesCostWhatTheModelSays) {
  if (!profile) GTEST_SKIP() << "no machine profile for " << session->device().compute_capability;
  std::mt19937 random(20'26);
  for (const auto& [instruction, rule] : profile->rules) {
    if (info(instruction).kind == InstructionKind::async_copy || !session->has(instruction)) continue;
    SCOPED_TRACE(info(instruction).name);
    LaneAddresses lanes;
    const auto bytes = static_cast<std::uint32_t>(info(instruction).access_bytes);
    for (std::uint32_t& address : lanes.byte_address)
      address = static_cast<std::uint32_t>(random()) % (4096 / bytes) * bytes;
    const auto measured = session->measure({.instruction = instruction, .addresses = lanes});
    ASSERT_TRUE(measured) << to_string(measured.error());
    if (!measured->counters) GTEST_SKIP() << "no counters: " << measured->counters_missing->reason;
    const WarpCost cost = predicted(instruction, lanes);
    EXPECT_EQ(measured->counters->wavefronts, cost.wavefronts);
    EXPECT_EQ(measured->counters->bank_conflicts, cost.bank_conflicts);
    if (const auto want = saturated_cycles(rule, cost); want && measured->saturated) {
      // Compare-and-swap loops vary from launch to launch: the profile says by how much.
      EXPECT_NEAR(measured->saturated->median_cycles, want->cycles_per_instruction,
                  std::max({0.2, 0.03 * want->cycles_per_instruction, want->tolerance_cycles}));
    }
    if (const auto want = latency_cycles(rule, cost); want && measured->latency) {
      EXPECT_NEAR(measured->latency->median_cycles, want->cycles_per_instruction, 1.0);
    }
  }
}

TEST_F(Device, WholeKernelsAreCorrectAndPaddingHelpsTheTranspose) {
  const auto report = run_whole_kernels(0);
  ASSERT_TRUE(report) << to_string(report.error());
  for (const WholeKernelResult& result : report->results) {
    SCOPED_TRACE(result.kernel + ", " + result.variant + ", " + std::to_string(result.size));
    EXPECT_TRUE(result.correct);
    EXPECT_GT(result.milliseconds, 0);
    const bool large = result.size >= 4096;
    if (large && result.kernel == "transpose float" && result.variant != "plain") {
      EXPECT_GT(result.speedup, 1.05);
    }
  }
}

TEST_F(Device, TheProbeFindsTheProfile) {
  if (!profile) GTEST_SKIP() << "no machine profile for " << session->device().compute_capability;
  std::vector<Instruction> all;
  for (const auto& [instruction, rule] : profile->rules) all.push_back(instruction);
  const auto report = probe(*session, all);
  ASSERT_TRUE(report) << to_string(report.error());
  for (const InstructionProbe& probed : report->instructions) {
    SCOPED_TRACE(info(probed.instruction).name);
    const InstructionRule& rule = *profile->rule(probed.instruction);
    EXPECT_EQ(probed.phases, rule.phases);
    EXPECT_EQ(probed.merged_phases, rule.merged_phases);
    EXPECT_EQ(probed.equal_words_merge, rule.law == CountLaw::words);
    EXPECT_NEAR(probed.cycles_per_wavefront, 1, 0.05);
    if (rule.latency && probed.latency_cycles_per_wavefront) {
      EXPECT_NEAR(*probed.latency_cycles_per_wavefront, rule.latency->cycles_per_wavefront, 0.1);
    }
    EXPECT_TRUE(probed.notes.empty());
  }
}

// With no patience at all, any kernel stands for one that hangs: the call must come back before the kernel has ended.
TEST_F(Device, AKernelThatOutlastsThePatienceIsLostInEveryKindOfRun) {
  const gpu::Placement placed = *gpu::place(Instruction::ld_b32, column(128), 48 << 10);
  const gpu::KernelSet& kernels = *gpu::kernels_of(Instruction::ld_b32);
  const std::function<void(gpu::DeviceRuns&)> kinds[] = {
      [&](gpu::DeviceRuns& runs) { runs.timed(kernels.stream, placed, gpu::saturating_warps); },
      [&](gpu::DeviceRuns& runs) { runs.sm_clock_mhz(); }};
  for (const auto& run : kinds) {
    gpu::DeviceRuns runs;
    run(runs);  // loaded, and fine
    runs.set_patience(std::chrono::nanoseconds(0));
    try {
      run(runs);
      ADD_FAILURE() << "it waited for the kernel, whatever that takes";
    } catch (const gpu::GpuError& error) {
      EXPECT_EQ(error.kind, gpu::GpuError::Kind::lost);
      EXPECT_EQ(error.problem.what, "the device does not answer");
    }
  }
}

class FaultyDevice : public Device {};  // last: a driver may refuse the rest of the process afterwards

TEST_F(FaultyDevice, AnIllegalAddressIsReportedAndTheProgramLivesOn) {
  gpu::Placement far{.lanes = column(4), .shared_bytes = 4096};
  far.lanes.byte_address[7] = 16 << 20;
  try {
    gpu::DeviceRuns runs;
    runs.counted(gpu::kernels_of(Instruction::ld_b32)->count, far);
    ADD_FAILURE() << "the device accepted an address 16 MiB into shared memory";
  } catch (const gpu::GpuError& error) {
    EXPECT_NE(error.problem.what.find("device_runs.cpp:"), std::string::npos) << error.problem.what;
  }
  const MeasureRequest request{.instruction = Instruction::ld_b32, .addresses = column(4), .counters = false};
  EXPECT_FALSE(session->measure(request)) << "the error sticks to the context";
  const auto again = session->measure(request);  // the one that failed has reset the device
  if (!again) {
    EXPECT_NE(again.error().what.find("busy or unavailable"), std::string::npos) << again.error().what;
    EXPECT_NE(again.error().hint.find("start it again"), std::string::npos) << again.error().hint;
  }
}

}  // namespace
}  // namespace bankmap
