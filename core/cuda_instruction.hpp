// core/cuda_instruction.hpp -- an instruction as inline PTX, for exported programs.
//
//     ld.b32      struct Ld_b32 { static __device__ uint32_t issue(const Operands& to, uint32_t ahead) { asm volatile(...) ... } };
#pragma once

#include <string>

#include "core/instruction.hpp"

namespace bankmap {

int least_capability(Instruction instruction);  // compute capability it needs: 75, 80 for cp.async, 90 for stmatrix
std::string cuda_struct_name(Instruction instruction);  // "Ld_b32"
std::string cuda_instruction(Instruction instruction);  // the struct, with one issue() of one instruction

}  // namespace bankmap
