// measure, probe and verify-model --measure from outside, where there is no GPU: the program says so and ends with 4.
// Where there is one, those tests have nothing to say (tests/gpu has the others).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

class WithoutGpu : public ::testing::TestWithParam<Arguments> {};

TEST_P(WithoutGpu, ExitsWithFourAndThePlainReason) {
  const Outcome outcome = run_program(GetParam());
  if (outcome.exit_code != 4) {
    const Outcome probed = run_program({"probe", "ld.b32"});
    if (probed.exit_code != 4) GTEST_SKIP() << "there is a GPU";
  }
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("bankmap: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "driver") || contains(outcome.err, "GPU")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "; ")) << "what would be right: " << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(Commands, WithoutGpu,
                         ::testing::Values(Arguments{"measure", "transpose-float-plain"},
                                           Arguments{"measure", "broadcast", "--json"},
                                           Arguments{"measure", "--all-presets"},
                                           Arguments{"measure", "--whole-kernels"}, Arguments{"probe"},
                                           Arguments{"probe", "ld.b64", "--json"},
                                           Arguments{"probe", "--write-profile", "/tmp/bankmap-without-gpu.json"},
                                           Arguments{"measure", "--instruction", "ld.b32", "--addresses", "0,4,8"},
                                           Arguments{"render", "broadcast", "--measure", "-o", "/tmp/never.png"},
                                           Arguments{"verify-model", "--measure", "5"},
                                           Arguments{"verify-model", "--measure", "5", "--seed", "7"}));

TEST(ProbeWithoutGpu, NoProfileIsLeftBehind) {
  const std::string file = testing::TempDir() + "/bankmap-no-profile.json";
  if (run_program({"probe", "ld.b32", "--write-profile", file, "--force"}).exit_code != 4)
    GTEST_SKIP() << "there is a GPU";
  EXPECT_FALSE(std::filesystem::exists(file));
}

// A scenario as JSON text, with the first `from` replaced.
std::string broadcast_with(const std::string& from, const std::string& to) {
  std::ifstream in(BANKMAP_ASSETS "/scenarios/broadcast.json");
  std::string text(std::istreambuf_iterator<char>(in), {});
  const std::size_t found = text.find(from);
  EXPECT_NE(found, std::string::npos) << from;
  return text.replace(found, from.size(), to);
}

TEST(MeasureInput, IsRefusedBeforeAGpuIsAsked) {
  const Outcome machine =
      run_program({"measure", "-"},
                  {.input = broadcast_with("\"version\": 1,", "\"version\": 1, \"machine\": \"no_such_machine\",")});
  EXPECT_EQ(machine.exit_code, 2) << machine.err;
  EXPECT_TRUE(contains(machine.err, "standard input:/machine")) << machine.err;
  EXPECT_TRUE(contains(machine.err, "no_such_machine")) << machine.err;
}

TEST(MeasureRecord, LeavesNothingBehindWhereNothingWasMeasured) {
  const std::filesystem::path folder = testing::TempDir() + "/bankmap-record";
  std::filesystem::create_directories(folder);
  const Outcome outcome = run_program({"measure", "broadcast", "--record", (folder / "x.json").string()});
  if (outcome.exit_code != 4) GTEST_SKIP() << "there is a GPU";
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST(Measurements, AreReadFromStandardInputOnce) {
  std::ifstream in(BANKMAP_ASSETS "/measurements/h200-presets.json");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const std::string picture = testing::TempDir() + "/bankmap-measurements.png";
  const Outcome rendered = run_program({"render", "broadcast", "--measurements", "-", "-o", picture}, {.input = text});
  EXPECT_EQ(rendered.exit_code, 0) << rendered.err;
  EXPECT_TRUE(std::filesystem::exists(picture));
  std::filesystem::remove(picture);
  // The window reads them too, and then says that there is no display: not that its input is empty.
  const Outcome window = run_program({"--measurements", "-", "broadcast"}, {.input = text});
  EXPECT_TRUE(contains(window.err, "display")) << window.err;
}

struct WrongUse {
  Arguments arguments;
  std::vector<std::string> says;
};

class WrongGpuUse : public ::testing::TestWithParam<WrongUse> {};

TEST_P(WrongGpuUse, ExitsWithTwoBeforeItLooksForAGpu) {
  const Outcome outcome = run_program(GetParam().arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& part : GetParam().says)
    EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Options, WrongGpuUse,
    ::testing::Values(
        WrongUse{{"measure"}, {"nothing to measure", "SCENARIO", "--all-presets"}},
        WrongUse{{"measure", "broadcast", "--all-presets"}, {"more than one thing"}},
        WrongUse{{"measure", "broadcast", "--instruction", "ld.b32"}, {"more than one thing"}},
        WrongUse{{"measure", "--instruction", "ld.b32"}, {"--addresses is missing", "ld.b64"}},
        WrongUse{{"measure", "--addresses", "0,4"}, {"--instruction is missing"}},
        WrongUse{{"measure", "--instruction", "ld.b23", "--addresses", "0"}, {"ld.b23", "ld.b32"}},
        WrongUse{{"measure", "--instruction", "ld.b32", "--addresses", "0,x"}, {"'x' is no address"}},
        WrongUse{{"measure", "--instruction", "ld.b32", "--addresses", "0,4", "--mask", "7"},
                 {"lane 2 is active but has no address"}},
        WrongUse{{"render", "broadcast", "--measure", "-o", "x.svg"}, {"x.svg", ".png"}},
        WrongUse{{"render", "broadcast", "--measurements", "/nowhere.json", "-o", "x.png"},
                 {"/nowhere.json", "No such file"}},
        WrongUse{{"--measurements", "/nowhere.json"}, {"/nowhere.json", "No such file"}},
        WrongUse{{"measure", "--all-presets", "--whole-kernels"}, {"more than one thing"}},
        WrongUse{{"measure", "--whole-kernels", "--record", "x.json"}, {"--record", "--json"}},
        WrongUse{{"measure", "--instruction", "ld.b32", "--addresses", "1,2"},
                 {"--addresses", "lane 0: byte 1 is no multiple of 4"}},
        WrongUse{{"measure", "--instruction", "ld.b32", "--addresses", "0,4", "--mask", "0"},
                 {"--mask", "no lane is active"}},
        WrongUse{{"measure", "--instruction", "ldmatrix.x4", "--addresses", "0,16"},
                 {"--addresses", "some of its row addresses are off"}},
        WrongUse{{"measure", "broadcast", "--record", ""}, {"--record", "a file of its own"}},
        WrongUse{{"measure", "broadcast", "--record", "-"}, {"--record", "a file of its own"}},
        WrongUse{{"measure", "broadcast", "--record", "/tmp"}, {"--record", "/tmp is a folder"}},
        WrongUse{{"measure", "broadcast", "--record", "/nowhere/x.json"}, {"--record", "no folder /nowhere"}},
        WrongUse{{"measure", "broadcast", "--record", "/dev/full", "--force"}, {"--record", "no ordinary file"}},
        WrongUse{{"measure", "broadcast", "--record", BANKMAP_ASSETS "/machines/sm_90.json"},
                 {"--record", "exists", "--force"}},
        WrongUse{{"measure", BANKMAP_ASSETS "/scenarios/broadcast.json", "--force", "--record",
                  BANKMAP_ASSETS "/scenarios/broadcast.json"},
                 {"would be lost", "another name to --record"}},
        WrongUse{{"measure", "broadcast", "--force"}, {"--force", "--record FILE"}},
        WrongUse{{"--measurements", ""}, {"--measurements", "the file name is empty"}},
        WrongUse{{"--measurements", "-", "-"}, {"--measurements", "the scenario already"}},
        WrongUse{{"render", "broadcast", "--measurements", "", "-o", "x.png"},
                 {"--measurements", "the file name is empty"}},
        WrongUse{{"render", "-", "--measurements", "-", "-o", "x.png"}, {"--measurements", "the scenario already"}},
        WrongUse{{"measure", "broadcasd"}, {"'broadcasd'", "broadcast"}},
        WrongUse{{"measure", "/nowhere.json"}, {"/nowhere.json"}},
        WrongUse{{"measure", "broadcast", "--device", "-1"}, {"--device", "0 to 255"}},
        WrongUse{{"probe", "ld.b23"}, {"ld.b23", "ld.b32"}},
        WrongUse{{"probe", "cp.async.ca.4"}, {"cp.async.ca.4", "phases"}},
        WrongUse{{"probe", "--frobnicate"}, {"--help"}},
        WrongUse{{"probe", "--force"}, {"--force", "--write-profile FILE"}},
        WrongUse{{"probe", "--write-profile", "-"}, {"--write-profile", "a file of its own"}},
        WrongUse{{"probe", "--write-profile", ""}, {"--write-profile", "a file of its own"}},
        WrongUse{{"probe", "--write-profile", "/tmp"}, {"/tmp is a folder"}},
        WrongUse{{"probe", "--write-profile", "/nowhere/x.json"}, {"no folder /nowhere", "make it first"}},
        WrongUse{{"probe", "--write-profile", BANKMAP_ASSETS "/machines/sm_90.json"},
                 {"sm_90.json exists", "--force to overwrite"}},
        WrongUse{{"verify-model"}, {"nothing to verify", "FILE.csv", "--measure"}},
        WrongUse{{"verify-model", "x.csv", "--measure", "5"}, {"a table and --measure"}},
        WrongUse{{"verify-model", "--measure", "0"}, {"--measure 0", "1 to 1000000"}},
        WrongUse{{"verify-model", "--measure", "1000001"}, {"1 to 1000000"}},
        WrongUse{{"verify-model", "--measure", "many"}, {"--measure"}},
        WrongUse{{"verify-model", "--measure", "5", "--seed", "-1"}, {"--seed"}},
        WrongUse{{"verify-model", "--measure", "5", "--machine", "sm_80"}, {"--machine"}},
        WrongUse{{"verify-model", "x.csv", "--seed", "3"}, {"--seed", "without --measure"}},
        WrongUse{{"verify-model", "x.csv", "--json"}, {"--json", "without --measure"}}));

}  // namespace
}  // namespace bankmap
