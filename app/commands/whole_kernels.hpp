// app/commands/whole_kernels.hpp -- bankmap measure --whole-kernels: what conflicts cost in whole kernels.
#pragma once

#include "app/commands/gpu_work.hpp"

namespace bankmap {

int measure_whole_kernels(GpuWork& work, int device, bool json);

}  // namespace bankmap
