// The occupancy limits of our profiles against the CUDA Toolkit's own header, where it is installed.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/core/test_machine.hpp"

#if __has_include(<cuda_occupancy.h>)

#include <cuda_occupancy.h>

namespace bankmap {
namespace {

cudaOccDeviceProp device_of(const MachineProfile& machine) {
  cudaOccDeviceProp device;
  const std::string& version = machine.compute_capability;
  device.computeMajor = std::stoi(version.substr(0, version.find('.')));
  device.computeMinor = std::stoi(version.substr(version.find('.') + 1));
  return device;
}

TEST(OccupancyLimits, EqualThoseOfTheToolkit) {
  for (const std::string& key : machine_keys()) {
    SCOPED_TRACE(key);
    const MachineProfile machine = machine_named(key);
    const cudaOccDeviceProp device = device_of(machine);
    int blocks = 0, granularity = 0;
    ASSERT_EQ(cudaOccMaxBlocksPerMultiprocessor(&blocks, &device), CUDA_OCC_SUCCESS);
    EXPECT_EQ(machine.occupancy.blocks_per_sm, blocks);
    ASSERT_EQ(cudaOccSMemAllocationGranularity(&granularity, &device), CUDA_OCC_SUCCESS);
    EXPECT_EQ(machine.occupancy.shared_granularity_bytes, granularity);
    std::size_t largest = static_cast<std::size_t>(machine.occupancy.shared_bytes_per_sm);
    ASSERT_EQ(cudaOccAlignUpShmemSizeVoltaPlus(&largest, &device), CUDA_OCC_SUCCESS);
    EXPECT_EQ(largest, static_cast<std::size_t>(machine.occupancy.shared_bytes_per_sm));
    std::size_t too_large = largest + 1;
    EXPECT_EQ(cudaOccAlignUpShmemSizeVoltaPlus(&too_large, &device), CUDA_OCC_ERROR_INVALID_INPUT);
  }
}

// A block of the largest size fits, and takes the whole multiprocessor.
TEST(OccupancyLimits, TheLargestBlockFitsOnce) {
  for (const std::string& key : machine_keys()) {
    const OccupancyLimits limits = machine_named(key).occupancy;
    EXPECT_EQ(limits.shared_bytes_per_block + limits.reserved_bytes_per_block, limits.shared_bytes_per_sm) << key;
  }
}

}  // namespace
}  // namespace bankmap

#endif
