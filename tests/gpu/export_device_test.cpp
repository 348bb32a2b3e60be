// Needs a GPU and nvcc: label gpu. The exported programs of all presets, compiled and run: the lanes must have been where the model has
// them. Where nvcc is missing beside the GPU, tests/gpu/run_on_device.sh brings the programs along.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/cuda_instruction.hpp"
#include "gpu/kernel_table.hpp"
#include "gpu/measure.hpp"
#include "tests/core/export_cuda_scenarios.hpp"

namespace bankmap {
namespace {

TEST(ExportOnDevice, NeedsWhatTheKernelsNeed) {
  for (const InstructionInfo& each : instructions()) {
    ASSERT_NE(gpu::kernels_of(each.id), nullptr) << each.name;
    EXPECT_EQ(least_capability(each.id), gpu::kernels_of(each.id)->least_capability) << each.name;
  }
}

TEST(ExportOnDevice, EveryPresetPrintsTheModelsAddresses) {
  const auto found = devices();
  if (!found || found->empty()) GTEST_SKIP() << "no GPU to run on: " << (found ? "" : to_string(found.error()));
  std::string nvcc;
  for (const char* candidate : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
    if (std::system(fmt::format("{} --version > /dev/null 2>&1", candidate).c_str()) == 0) nvcc = candidate;
  }
  if (nvcc.empty()) GTEST_SKIP() << "there is no nvcc to compile with";
  const std::string folder = testing::TempDir() + "/export_on_device";
  std::filesystem::create_directories(folder);
  const std::vector<NamedScenario> presets = preset_scenarios();
  std::ofstream(folder + "/presets.cu") << program_of(presets, folder);
  const std::string build = fmt::format(
      "cd {} && {} -std=c++17 -arch=native presets.cu -o presets > errors 2>&1 && ./presets > out 2>> errors", folder,
      nvcc);
  ASSERT_EQ(std::system(build.c_str()), 0) << file_text(folder + "/errors").substr(0, 3000);
  EXPECT_EQ(file_text(folder + "/errors"), "") << "every access was run";
  EXPECT_TRUE(file_text(folder + "/out") == wanted_of(presets));
}

}  // namespace
}  // namespace bankmap
