// Every preset's report is compared with tests/golden/. After a change that is meant, `bash tests/golden/update.sh`
// rewrites them, and the differences are there to be read before they are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder, const std::string& extension) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Golden, EveryPresetHasAReportAndEveryReportAPreset) {
  std::vector<std::string> golden = names_in(BANKMAP_SOURCE "/tests/golden", ".txt");
  EXPECT_EQ(golden, names_in(BANKMAP_ASSETS "/scenarios", ".json"));
}

TEST(Golden, ReportsAreAsBefore) {
  for (const std::string& name : names_in(BANKMAP_SOURCE "/tests/golden", ".txt")) {
    const Outcome outcome = run_program({"analyze", name});
    EXPECT_EQ(outcome.exit_code, 0) << name << ": " << outcome.err;
    EXPECT_EQ(outcome.out, file_content(fs::path(BANKMAP_SOURCE "/tests/golden") / (name + ".txt"))) << name;
  }
}

}  // namespace
}  // namespace bankmap
