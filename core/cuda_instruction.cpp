// The instruction part of an exported .cu: one struct each, whose issue() is one PTX instruction.
//
// Operands are 0, so that memory stays 0 through any number of rounds. Stores and native atomics with a result take it from the zero
// register: data from another one travel for some cycles longer (gpu/store_kernels.cu, gpu/atomic_kernels.cu).
#include "core/cuda_instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace bankmap {
namespace {

using enum InstructionKind;

// What goes into the braces of issue(). {at} stands for the address operand.
std::string load_body(int bytes, std::string_view space, std::string_view constraint, std::string_view address) {
  const int registers = std::max(1, bytes / 4);
  const std::string_view type = bytes == 1       ? "u8"
                                : bytes == 2     ? "u16"
                                : registers == 1 ? "u32"
                                : registers == 2 ? "v2.u32"
                                                 : "v4.u32";
  const std::string_view names[] = {"x", "y", "z", "w"};
  std::string declared, placeholders, outputs, folded;
  for (int i = 0; i < registers; ++i) {
    const std::string_view name = names[i];
    declared += fmt::format("{}{}", i > 0 ? ", " : "", name);
    placeholders += fmt::format("{}%{}", i > 0 ? "," : "", i);
    outputs += fmt::format("{}\"=r\"({})", i > 0 ? ", " : "", name);
    folded += fmt::format("{}{}", i > 0 ? " ^ " : "", name);
  }
  if (registers > 1) placeholders = "{" + placeholders + "}";
  return fmt::format(
      "    uint32_t {};\n    asm volatile(\"ld.volatile{}.{} {}, [%{}];\" : {} : \"{}\"({} + ahead) : \"memory\");\n   "
      " return {};\n",
      declared, space, type, placeholders, registers, outputs, constraint, address, folded);
}

std::string store_body(int bytes) {
  const std::string_view type = bytes == 1   ? "u8"
                                : bytes == 2 ? "u16"
                                : bytes == 4 ? "u32"
                                : bytes == 8 ? "v2.u32"
                                             : "v4.u32";
  const std::string_view zeros = bytes == 8 ? "{0,0}" : bytes == 16 ? "{0,0,0,0}" : "0";
  return fmt::format(
      "    asm volatile(\"st.volatile.shared.{} [%0], {};\" ::\"r\"(to.address + ahead) : \"memory\");\n    return "
      "0;\n",
      type, zeros);
}

int matrices(const InstructionInfo& instruction) { return std::popcount(instruction.address_lanes) / 8; }

// "ldmatrix.x4.trans" -> "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"
std::string matrix_ptx(const InstructionInfo& instruction) {
  const std::size_t dot = instruction.name.find('.');
  return fmt::format("{}.sync.aligned.m8n8{}.shared.b16", instruction.name.substr(0, dot),
                     instruction.name.substr(dot));
}

std::string matrix_load_body(const InstructionInfo& instruction) {
  const int count = matrices(instruction);
  const std::string_view registers[] = {"", "{%0}", "{%0,%1}", "", "{%0,%1,%2,%3}"};
  const std::string_view outputs[] = {"", "\"=r\"(a)", "\"=r\"(a), \"=r\"(b)", "",
                                      "\"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d)"};
  const std::string_view names[] = {"", "a", "a, b", "", "a, b, c, d"};
  const std::string_view folded[] = {"", "a", "a ^ b", "", "a ^ b ^ c ^ d"};
  return fmt::format(
      "    uint32_t {};\n    asm volatile(\"{} {}, [%{}];\"\n                 : {}\n                 : "
      "\"r\"(to.address + ahead)\n"
      "                 : \"memory\");\n    return {};\n",
      names[count], matrix_ptx(instruction), registers[count], count, outputs[count], folded[count]);
}

std::string matrix_store_body(const InstructionInfo& instruction) {
  const std::string_view registers[] = {"", "{%1}", "{%1,%1}", "", "{%1,%1,%1,%1}"};
  return fmt::format("    asm volatile(\"{} [%0], {};\" ::\"r\"(to.address + ahead), \"r\"(to.zero) : \"memory\");\n",
                     matrix_ptx(instruction), registers[matrices(instruction)]);
}

struct AtomicForm {
  std::string_view type;        // of a variable that holds the value
  std::string_view constraint;  // of an asm operand
  std::string_view zero;        // the 0 that the compiler does not know, as this type
};

AtomicForm form_of(std::string_view name) {
  if (name.ends_with(".f32")) return {"float", "f", "__uint_as_float(to.zero)"};
  if (name.ends_with("64")) return {"uint64_t", "l", "uint64_t{to.zero}"};
  return {"uint32_t", "r", "to.zero"};
}

std::string atomic_body(const InstructionInfo& instruction) {
  const bool has_result = instruction.name.starts_with("atom.");
  const bool constant = instruction.id == Instruction::red_add_u32_const1;
  const bool swaps = instruction.id == Instruction::atom_cas_b32 || instruction.id == Instruction::atom_cas_b64;
  const bool native = instruction.id <= Instruction::atom_inc_u32;
  std::string operation(instruction.name.substr(instruction.name.find('.') + 1));
  if (constant) operation.resize(operation.rfind('.'));
  if (operation == "add.f16x2") operation = "add.noftz.f16x2";
  const AtomicForm form = form_of(instruction.name);
  const std::string unknown = fmt::format(", \"{}\"({})", form.constraint, form.zero);
  if (!has_result) {
    return fmt::format(
        "    asm volatile(\"red.shared.{} [%0], {};\" ::\"r\"(to.address + ahead){} : \"memory\");\n    return 0;\n",
        operation, constant ? "1" : "%1", constant ? "" : unknown);
  }
  const std::string_view values = native ? "0" : swaps ? "%2, %2" : "%2";
  const std::string_view result = form.type == "float"      ? "__float_as_uint(x)"
                                  : form.type == "uint64_t" ? "static_cast<uint32_t>(x ^ x >> 32)"
                                                            : "x";
  return fmt::format(
      "    {} x;\n    asm volatile(\"atom.shared.{} %0, [%1], {};\"\n                 : \"={}\"(x)\n                 : "
      "\"r\"(to.address "
      "+ ahead){}\n                 : \"memory\");\n    return {};\n",
      form.type, operation, values, form.constraint, native ? "" : unknown, result);
}

// The source of each further copy lies one whole warp of 16 bytes a lane behind the last: 512 bytes for 128 of shared memory.
std::string copy_body(const InstructionInfo& instruction) {
  return fmt::format(
      "    asm volatile(\"{}.shared.global [%0], [%1], {};\" ::\"r\"(to.address + ahead), \"l\"(to.source + 4 * "
      "ahead)\n"
      "                 : \"memory\");\n",
      instruction.name.substr(0, instruction.name.rfind('.')), instruction.access_bytes);
}

std::string from_capability(int capability, const std::string& body) {
  return fmt::format("#if __CUDA_ARCH__ >= {}0\n{}#endif\n    return 0;\n", capability, body);
}

std::string body_of(const InstructionInfo& instruction) {
  switch (instruction.kind) {
    case load:
      return load_body(instruction.access_bytes, ".shared", "r", "to.address");
    case generic_load:
      return load_body(instruction.access_bytes, "", "l", "to.generic");
    case store:
      return store_body(instruction.access_bytes);
    case matrix_load:
      return matrix_load_body(instruction);
    case matrix_store:
      return from_capability(least_capability(instruction.id), matrix_store_body(instruction));
    case async_copy:
      return from_capability(least_capability(instruction.id), copy_body(instruction));
    case atomic:
      break;
  }
  return atomic_body(instruction);
}

}  // namespace

int least_capability(Instruction instruction) {
  const InstructionKind kind = info(instruction).kind;
  return kind == matrix_store ? 90 : kind == async_copy ? 80 : 75;
}

std::string cuda_struct_name(Instruction instruction) {
  std::string name(info(instruction).name);
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

std::string cuda_instruction(Instruction instruction) {
  const InstructionInfo& each = info(instruction);
  return fmt::format(
      "struct {} {{  // {}: {} in sm_90 machine code\n  static __device__ uint32_t issue(const Operands& to, uint32_t "
      "ahead) {{\n{}  "
      "}}\n}};\n",
      cuda_struct_name(instruction), each.name, each.machine_name, body_of(each));
}

}  // namespace bankmap
