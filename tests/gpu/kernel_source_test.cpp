// The kernel's source that a person is shown is the one that is compiled.
#include "gpu/kernel_source.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace bankmap {
namespace {

std::string file_text(std::string_view name) {
  std::ifstream file(std::string(BANKMAP_SOURCE) + "/" + std::string(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(KernelSource, TheTextsAreThoseOfTheFiles) {
  for (const gpu::SourceFile& file : gpu::instruction_files()) EXPECT_EQ(file.text, file_text(file.name)) << file.name;
  EXPECT_EQ(gpu::kernels_file().text, file_text("gpu/instruction_kernels.cuh"));
}

TEST(KernelSource, EveryInstructionHasOneThatIssuesIt) {
  for (const InstructionInfo& each : instructions()) {
    SCOPED_TRACE(each.name);
    const std::string source = kernel_source(each.id);
    const std::string own = source.substr(0, source.find("// gpu/instruction_kernels.cuh"));
    EXPECT_EQ(own.find("// gpu/"), 0u);
    EXPECT_NE(own.find("asm volatile("), std::string::npos) << own;
    EXPECT_NE(own.find("static __device__ std::uint32_t issue(const Lane& lane)"), std::string::npos) << own;
    EXPECT_NE(own.find("(\"" + std::string(each.name) + "\""), std::string::npos) << own;
    EXPECT_NE(source.find("__global__ void __launch_bounds__(32) count("), std::string::npos);
  }
}

TEST(KernelSource, AStructAndNothingElse) {
  const std::string source = kernel_source(Instruction::st_b32);
  EXPECT_EQ(source.find("// gpu/store_kernels.cu\nstruct StB32 {\n"), 0u) << source.substr(0, 200);
  EXPECT_NE(source.find("kernel_set<StB32, false>(\"st.b32\")\n"), std::string::npos);
  EXPECT_EQ(source.find("StB64"), std::string::npos);
}

TEST(KernelSource, ATemplateKeepsItsParameters) {
  const std::string source = kernel_source(Instruction::cp_async_cg_16);
  EXPECT_EQ(source.find("// gpu/async_kernels.cu\ntemplate <int bytes, bool cached>\nstruct CpAsync {\n"), 0u);
  EXPECT_NE(source.find("kernel_set<CpAsync<16, false>, false>(\"cp.async.cg.16\", first_with_cp_async)"),
            std::string::npos);
}

TEST(KernelSource, WhatAMacroMakesComesWithTheMacro) {
  const std::string source = kernel_source(Instruction::atom_add_u32);
  EXPECT_EQ(source.find("// gpu/atomic_kernels.cu\n#define BANKMAP_ATOM(Name, operation)"), 0u);
  EXPECT_NE(source.find("\nBANKMAP_ATOM(AtomAddU32, \"add.u32\");\n"), std::string::npos);
  EXPECT_EQ(source.find("BANKMAP_RED"), std::string::npos);
}

}  // namespace
}  // namespace bankmap
