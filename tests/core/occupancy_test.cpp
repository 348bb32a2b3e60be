#include "core/occupancy.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/test_machine.hpp"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#endif

namespace bankmap {
namespace {

Occupancy of(std::string_view compute_capability, BlockResources block) {
  const Result<OccupancyLimits> limits = occupancy_limits_of(compute_capability);
  EXPECT_TRUE(limits);
  const Result<Occupancy> answer = occupancy(*limits, block);
  EXPECT_TRUE(answer);
  return answer.value_or(Occupancy{});
}

TEST(Occupancy, WorkedExamples) {
  // 8 warps a block; 40 * 32 = 1280 registers a warp, a multiple of 256: 16384 / 1280 = 12 warps a quarter, 48 / 8 = 6 blocks;
  // shared (33 + 1) KiB: 228 / 34 = 6. Registers come first of the two.
  const Occupancy mixed = of("9.0", {.threads = 256, .registers_per_thread = 40, .shared_bytes = 33 * 1024});
  EXPECT_EQ(mixed.blocks_per_sm, 6);
  EXPECT_EQ(mixed.warps_per_sm, 48);
  EXPECT_DOUBLE_EQ(mixed.share, 0.75);
  EXPECT_EQ(mixed.limiter, OccupancyLimiter::registers);
  // 37 KiB fill 38 with the reserved one: 228 / 38 = 6 exactly. One byte more takes 128 more: 5.
  EXPECT_EQ(of("9.0", {.threads = 32, .registers_per_thread = 32, .shared_bytes = 37 * 1024}).blocks_per_sm, 6);
  const Occupancy tier = of("9.0", {.threads = 32, .registers_per_thread = 32, .shared_bytes = 37 * 1024 + 1});
  EXPECT_EQ(tier.blocks_per_sm, 5);
  EXPECT_EQ(tier.limiter, OccupancyLimiter::shared_memory);
  EXPECT_EQ(of("8.6", {.threads = 1024, .registers_per_thread = 32, .shared_bytes = 0}).blocks_per_sm, 1) << "48 warps";
  EXPECT_EQ(of("7.5", {.threads = 32, .registers_per_thread = 0, .shared_bytes = 0}).limiter, OccupancyLimiter::blocks);
  EXPECT_EQ(of("7.5", {.threads = 64, .registers_per_thread = 32, .shared_bytes = 64 * 1024}).blocks_per_sm, 1);
}

TEST(Occupancy, WhatCannotBeLaunchedIsNone) {
  EXPECT_EQ(of("9.0", {.threads = 32, .registers_per_thread = 32, .shared_bytes = 227 * 1024}).blocks_per_sm, 1);
  EXPECT_EQ(of("9.0", {.threads = 32, .registers_per_thread = 32, .shared_bytes = 227 * 1024 + 1}).blocks_per_sm, 0);
  // 255 registers are 8192 a warp; 32 warps would need 262144 of 65536.
  const Occupancy none = of("9.0", {.threads = 1024, .registers_per_thread = 255, .shared_bytes = 0});
  EXPECT_EQ(none.blocks_per_sm, 0);
  EXPECT_EQ(none.limiter, OccupancyLimiter::registers);
}

TEST(Occupancy, RefusesWhatNoBlockHas) {
  const OccupancyLimits limits = *occupancy_limits_of("9.0");
  const auto place = [&](BlockResources block) { return occupancy(limits, block).error().place; };
  EXPECT_EQ(place({.threads = 0}), "threads");
  EXPECT_EQ(place({.threads = 1025}), "threads");
  EXPECT_EQ(place({.threads = 32, .registers_per_thread = 256}), "registers");
  EXPECT_EQ(place({.threads = 32, .registers_per_thread = 32, .shared_bytes = -1}), "shared");
  const Problem unknown = occupancy_limits_of("9.9").error();
  EXPECT_EQ(unknown.what, "'9.9' is not known");
  EXPECT_NE(unknown.hint.find("8.9, 9.0, 10.0"), std::string::npos);
}

// There is one table: machine files of these compute capabilities hold no limits of their own.
TEST(Occupancy, MachinesHaveTheLimitsOfTheTable) {
  for (const std::string& key : machine_keys()) {
    const MachineProfile& machine = machine_named(key);
    const auto limits = occupancy_limits_of(machine.compute_capability);
    if (!limits) continue;
    EXPECT_EQ(machine.occupancy, *limits) << key;
    const std::string text = file_text(std::string(BANKMAP_ASSETS) + "/machines/" + key + ".json");
    EXPECT_EQ(text.find("occupancy"), std::string::npos) << key;
    EXPECT_EQ(write_machine(machine).find("occupancy"), std::string::npos) << key;
  }
}

// A compute capability that is not in the table: the file gives the limits, and keeps them.
TEST(Occupancy, OtherMachinesGiveTheirOwn) {
  MachineProfile machine = machine_named("sm_90");
  machine.compute_capability = "99.0";
  machine.occupancy.blocks_per_sm = 48;
  const std::string text = write_machine(machine);
  const Result<MachineProfile> again = read_machine(text);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(*again, machine);
  nlohmann::json without = nlohmann::json::parse(text);
  without.erase("occupancy");
  const Result<MachineProfile> refused = read_machine(without.dump());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "/compute_capability");
  EXPECT_EQ(refused.error().what, "the limits of occupancy are not known of this compute capability");
}

#if __has_include(<cuda_occupancy.h>)

cudaOccDeviceProp device_of(const ComputeCapabilityLimits& known) {
  cudaOccDeviceProp device;
  const std::string version(known.compute_capability);
  device.computeMajor = std::stoi(version.substr(0, version.find('.')));
  device.computeMinor = std::stoi(version.substr(version.find('.') + 1));
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = known.limits.warps_per_sm * 32;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.numSms = 1;
  device.warpSize = 32;
  device.sharedMemPerBlock = 48 * 1024;
  device.sharedMemPerBlockOptin = static_cast<std::size_t>(known.limits.shared_bytes_per_block);
  device.sharedMemPerMultiprocessor = static_cast<std::size_t>(known.limits.shared_bytes_per_sm);
  device.reservedSharedMemPerBlock = static_cast<std::size_t>(known.limits.reserved_bytes_per_block);
  return device;
}

int blocks_by_toolkit(const cudaOccDeviceProp& device, const BlockResources& block) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = block.registers_per_thread;
  attributes.sharedSizeBytes = 0;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = static_cast<std::size_t>(block.shared_bytes);
  attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
  attributes.numBlockBarriers = 0;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &attributes, &state, block.threads,
                                                    static_cast<std::size_t>(block.shared_bytes)),
            CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

TEST(Occupancy, EqualsTheToolkitOverASweep) {
  int compared = 0;
  for (const ComputeCapabilityLimits& known : known_occupancy_limits()) {
    const cudaOccDeviceProp device = device_of(known);
    for (int threads = 1; threads <= 1024; threads += threads < 64 ? 7 : 31) {
      for (int registers = 0; registers <= 255; registers += registers < 32 ? 8 : 17) {
        for (std::int64_t bytes = 0; bytes <= 230 * 1024; bytes += 1000 + bytes / 16) {
          const BlockResources block{threads, registers, bytes};
          ASSERT_EQ(occupancy(known.limits, block)->blocks_per_sm, blocks_by_toolkit(device, block))
              << known.compute_capability << ": " << threads << " threads, " << registers << " registers, " << bytes
              << " bytes";
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 200'000);
}

#else

TEST(Occupancy, EqualsTheToolkitOverASweep) { GTEST_SKIP() << "cuda_occupancy.h is not installed"; }

#endif

}  // namespace
}  // namespace bankmap
