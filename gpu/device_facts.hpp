// gpu/device_facts.hpp -- what the driver says about a device.
#pragma once

#include "core/measurement.hpp"
#include "gpu/measure.hpp"

namespace bankmap::gpu {

struct DeviceFacts {
  GpuDevice device;
  int capability = 0;  // 90 for 9.0
};

// Throws GpuError.
int device_count();
DeviceFacts device_facts(int device_index);

// Name, capability, driver and runtime; the clock is the caller's.
DeviceStamp stamp(const GpuDevice& device);
std::string utc_now();  // "2026-11-30T01:45:00Z"

}  // namespace bankmap::gpu
