// Exported programs through nvcc, warnings as errors: every instruction, every kind of element and index. Skipped where there is no nvcc.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "export_cuda_scenarios.hpp"

namespace bankmap {
namespace {

class ExportCudaNvcc : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* candidate : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
      if (std::system(fmt::format("{} --version > /dev/null 2>&1", candidate).c_str()) == 0) nvcc = candidate;
    }
    if (nvcc.empty()) GTEST_SKIP() << "there is no nvcc to compile with";
    folder = testing::TempDir() + "/export_cuda_nvcc";
    std::filesystem::create_directories(folder);
  }
  void expect_compiles(const NamedScenario& each, const std::string& capability) {
    std::ofstream(fmt::format("{}/{}.cu", folder, each.name)) << exported(each.scenario);
    const std::string build = fmt::format(
        "cd {0} && {1} -std=c++17 -arch=sm_{2} -Werror all-warnings -Xcompiler=-Wall,-Wextra -c {3}.cu -o {3}.o > "
        "{3}.errors 2>&1",
        folder, nvcc, capability, each.name);
    EXPECT_EQ(std::system(build.c_str()), 0)
        << file_text(fmt::format("{}/{}.errors", folder, each.name)).substr(0, 3000);
  }
  std::string nvcc;
  std::string folder;
};

TEST_F(ExportCudaNvcc, LoadsAndMatrices) { expect_compiles(instruction_scenarios()[0], "90"); }
TEST_F(ExportCudaNvcc, MatricesAndAtomics) { expect_compiles(instruction_scenarios()[1], "90"); }
TEST_F(ExportCudaNvcc, AtomicsAndCopies) { expect_compiles(instruction_scenarios()[2], "90"); }
TEST_F(ExportCudaNvcc, OddNamesDataAndElements) { expect_compiles({"odd", odd_scenario()}, "90"); }
TEST_F(ExportCudaNvcc, Swizzles) { expect_compiles(swizzle_scenarios()[1], "90"); }

// What needs a newer GPU says so when it runs; it must not keep the rest from being compiled.
TEST_F(ExportCudaNvcc, MatrixStoresAndCopiesForTheOldestGpu) {
  NamedScenario old{"oldest", Scenario{}};
  old.scenario.tiles.front().columns = 36;
  old.scenario.accesses = {access_of("store", 0, Instruction::stmatrix_x4, IndexPattern{"lane", "0"}),
                           access_of("copy", 0, Instruction::cp_async_ca_16, IndexPattern{"lane", "0"})};
  expect_compiles(old, "75");
}

}  // namespace
}  // namespace bankmap
