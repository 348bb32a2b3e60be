// tests/gpu/endless.hpp -- for a test alone: whoever launches this has to be ended from outside.
#pragma once

#include "gpu/kernels.hpp"

namespace bankmap::gpu {

const void* endless_kernel();  // LaneInput

}  // namespace bankmap::gpu
