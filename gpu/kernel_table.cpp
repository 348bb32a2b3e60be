#include "gpu/kernel_table.hpp"

namespace bankmap::gpu {

const KernelSet* kernels_of(Instruction instruction) {
  const std::string_view name = info(instruction).name;
  for (const auto& family : {load_kernels(), store_kernels(), matrix_kernels(), atomic_kernels(), async_kernels()}) {
    for (const KernelSet& set : family) {
      if (name == set.name) return &set;
    }
  }
  return nullptr;
}

}  // namespace bankmap::gpu
