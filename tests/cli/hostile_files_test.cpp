// Files made to use up memory or time: whatever is in one, the program ends within 10 seconds of a
// processor and takes no more than 1 GiB.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

// Runs the command with a file of that text as its last argument.
Outcome run_with_file(Arguments arguments, const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("bankmap-hostile-{}", getpid());
  std::ofstream(file, std::ios::binary) << text;
  arguments.push_back(file.string());
  const Outcome outcome = run_program(arguments, {.limited = true});
  std::filesystem::remove(file);
  return outcome;
}

void expect_refused(const Arguments& arguments, const std::string& text, const std::string& says) {
  const Outcome outcome = run_with_file(arguments, text);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, says)) << outcome.err.substr(0, 500);
}

std::string scenario(const std::string& tiles, const std::string& accesses) {
  return fmt::format(R"({{"format": "bankmap-scenario", "version": 1, "tiles": [{}], "accesses": [{}]}})", tiles,
                     accesses);
}

std::string sixteen_times(const std::string& access) {
  std::string all = access;
  for (int i = 1; i < 16; ++i) all += "," + access;
  return all;
}

TEST(HostileFiles, ATableOfCommas) { expect_refused({"verify-model"}, std::string(64u << 20, ','), "unknown column"); }

TEST(HostileFiles, MeasurementsWithoutEnd) {
  const std::string begin = R"({"format": "bankmap-measurements", "version": 1, "measurements": [)";
  const std::string so_many = "more than 2097152 values";
  const Arguments command{"render", "broadcast", "-o", "/dev/null/x.svg", "--measurements"};
  expect_refused(command, begin + repeated("{},", 30u << 20) + "{}]}", so_many);
  expect_refused(command, begin + repeated("1,", 30u << 20) + "{}]}", so_many);
  expect_refused(command, begin + repeated("[{}],", 30u << 20) + "{}]}", so_many);
  expect_refused(command, begin + repeated("[", 30u << 20), "nested too deep");
  expect_refused(command, std::string(64u << 20, ' '), "larger than");
}

// As much as is allowed: 16 accesses, each with the longest loop and the longest index for it.
TEST(HostileFiles, AsMuchToWorkOutAsThereMayBe) {
  const std::string index = repeated("k^", 112) + "k&0";
  const std::string access = fmt::format(
      R"({{"instruction": "ld.b32", "mask": "1", "pattern": {{"kind": "index", "row": "{0}", "column": "{0}"}}, "loops": [{{"name": "k", "end": 65536}}]}})",
      index);
  for (const char* command : {"analyze", "lint"}) {
    const Outcome outcome = run_with_file({command}, scenario(R"({"rows": 32, "columns": 32})", sixteen_times(access)));
    EXPECT_LE(outcome.exit_code, 2) << outcome.err.substr(0, 500);
  }
}

TEST(HostileFiles, AnIndexThatIsTooLongForItsLoop) {
  const std::string access = fmt::format(
      R"({{"instruction": "ld.b32", "pattern": {{"kind": "index", "row": "0", "column": "{}k"}}, "loops": [{{"name": "k", "end": 65536}}]}})",
      repeated("rand(9)^", 900));
  expect_refused({"analyze"}, scenario(R"({"rows": 32, "columns": 32})", sixteen_times(access)), "shorter index");
}

}  // namespace
}  // namespace bankmap
