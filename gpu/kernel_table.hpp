// gpu/kernel_table.hpp -- the kernels of an instruction.
#pragma once

#include "core/instruction.hpp"
#include "gpu/kernels.hpp"

namespace bankmap::gpu {

// Null where there are none.
const KernelSet* kernels_of(Instruction instruction);

}  // namespace bankmap::gpu
