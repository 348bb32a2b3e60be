// gpu/kernel_source.hpp -- the source text of the kernels that measure an instruction, as it was compiled.
//
//     kernel_source(Instruction::ld_b32)  ->  // gpu/load_kernels.cu
//                                             struct LdB32 { ... asm volatile("ld.volatile.shared.u32 ..."); ... };
//                                             kernel_set<LdB32, true>("ld.b32"),
//                                             // gpu/instruction_kernels.cuh: the three kernels over it
//
// The texts are those of the files that nvcc is given: the build puts them into the program, also where there is no
// nvcc. Pure: no file, no CUDA.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/instruction.hpp"

namespace bankmap {

// Empty where there is no kernel for the instruction.
std::string kernel_source(Instruction instruction);

namespace gpu {

struct SourceFile {
  std::string_view name;  // "gpu/load_kernels.cu"
  std::string_view text;
};

// Written by the build: the files that hold instructions, and then the kernels over them.
std::span<const SourceFile> instruction_files();
const SourceFile& kernels_file();

}  // namespace gpu

}  // namespace bankmap
