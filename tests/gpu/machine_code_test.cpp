// Reads the machine code of the kernels that were built, and counts: nothing may be merged, hoisted or dropped by the
// compiler.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <regex>
#include <string>

#include "core/instruction.hpp"
#include "gpu/kernels.hpp"

namespace bankmap {
namespace {

// [kernel][first words of the instruction] how often
using Counts = std::map<std::string, std::map<std::string, int>>;

struct ClosePipe {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, ClosePipe> pipe(popen(command.c_str(), "r"));
  std::string text;
  std::array<char, 4096> part{};
  while (pipe && std::fgets(part.data(), part.size(), pipe.get()) != nullptr) text += part.data();
  return text;
}

// Of the sm_90 code, whose instruction names are those of core/instruction.hpp.
Counts shared_instructions() {
  const std::string text =
      output_of("cuobjdump --dump-sass --gpu-architecture sm_90 " BANKMAP_THIS_PROGRAM " 2>/dev/null | c++filt");
  const std::regex function(
      "Function : (?:void )?bankmap::gpu::(\\w+)<bankmap::gpu::\\(anonymous namespace\\)::(.*?) ?>\\(");
  const std::regex instruction("\\*/\\s+(?:@!?\\w+ )?((?:LDS|STS|LDSM|STSM|ATOMS|LD|LDGSTS)(?:\\.[\\w.]+)?) ");
  Counts counts;
  std::string kernel;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    std::smatch match;
    if (std::regex_search(line, match, function)) kernel = match[1].str() + " " + match[2].str();
    if (!kernel.empty() && std::regex_search(line, match, instruction)) ++counts[kernel][match[1].str()];
  }
  return counts;
}

int starting_with(const std::map<std::string, int>& counts, const std::string& name) {
  int all = 0;
  for (const auto& [found, count] : counts) all += found == name || found.rfind(name + ".", 0) == 0 ? count : 0;
  return all;
}

TEST(MachineCode, EveryKernelHasItsEightInstructions) {
  const Counts counts = shared_instructions();
  if (counts.empty()) GTEST_SKIP() << "cuobjdump is not on the PATH, or this program has no code for sm_90";
  const std::map<std::string, Instruction> some{{"LdB8", Instruction::ld_b8},
                                                {"LdB128", Instruction::ld_b128},
                                                {"LdGenericB64", Instruction::ld_generic_b64},
                                                {"StB16", Instruction::st_b16},
                                                {"StB128", Instruction::st_b128},
                                                {"Ldmatrix<4, true>", Instruction::ldmatrix_x4_trans},
                                                {"Stmatrix<2, false>", Instruction::stmatrix_x2},
                                                {"AtomAddU32", Instruction::atom_add_u32},
                                                {"RedOrB32", Instruction::red_or_b32},
                                                {"RedAddU32Const1", Instruction::red_add_u32_const1},
                                                {"AtomCasB64", Instruction::atom_cas_b64},
                                                {"CpAsync<8, true>", Instruction::cp_async_ca_8}};
  for (const auto& [operation, instruction] : some) {
    SCOPED_TRACE(operation);
    const std::string name(info(instruction).machine_name);
    ASSERT_TRUE(counts.contains("count " + operation));
    EXPECT_EQ(starting_with(counts.at("count " + operation), name), gpu::copies);
    EXPECT_EQ(starting_with(counts.at("stream " + operation), name), gpu::copies);
    const auto chain = counts.find("chain " + operation);
    if (chain == counts.end()) continue;  // no result, no chain
    EXPECT_EQ(starting_with(chain->second, name), gpu::copies);
  }
}

TEST(MachineCode, LoopsLoadAndSwap) {
  const Counts counts = shared_instructions();
  if (counts.empty()) GTEST_SKIP() << "cuobjdump is not on the PATH, or this program has no code for sm_90";
  for (const char* operation : {"AtomAddF32", "AtomAddF16x2", "RedAddF32", "RedAddF16x2", "AtomAddU64", "RedAddU64"}) {
    SCOPED_TRACE(operation);
    const auto& found = counts.at(std::string("count ") + operation);
    EXPECT_EQ(starting_with(found, "LDS"), gpu::copies);
    EXPECT_EQ(starting_with(found, "ATOMS.CAST.SPIN"), gpu::copies);
  }
}

TEST(MachineCode, CountKernelsTouchSharedMemoryInNoOtherWay) {
  for (const auto& [kernel, found] : shared_instructions()) {
    if (kernel.rfind("count ", 0) != 0 || kernel.find("CpAsync") != std::string::npos) continue;
    EXPECT_EQ(found.size(), kernel.find("Add") != std::string::npos && found.size() == 2 ? 2u : 1u) << kernel;
  }
}

}  // namespace
}  // namespace bankmap
