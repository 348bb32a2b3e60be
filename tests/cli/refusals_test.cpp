// What a person can type wrong: exit code 2, nothing on standard output, and a message that says where and what would
// be right.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

struct Refusal {
  Arguments arguments;
  std::vector<std::string> says;
};

class Refused : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refused, ExitsWithTwoAndSaysWhy) {
  const Outcome outcome = run_program(GetParam().arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("bankmap: ")) << outcome.err;
  for (const std::string& part : GetParam().says)
    EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
}

Arguments by_addresses(const std::string& addresses, const std::string& instruction = "ld.b32") {
  return {"analyze", "--instruction", instruction, "--addresses", addresses};
}

INSTANTIATE_TEST_SUITE_P(
    Usage, Refused,
    ::testing::Values(
        Refusal{{"analyze"}, {"nothing to analyze", "SCENARIO"}},
        Refusal{{"analyze", "--instruction", "ld.b32"}, {"--addresses is missing"}},
        Refusal{{"analyze", "--addresses", "0"}, {"--instruction is missing"}},
        Refusal{{"analyze", "broadcast", "--instruction", "ld.b32", "--addresses", "0"},
                {"'broadcast'", "give a SCENARIO, or both"}},
        Refusal{{"analyze", "broadcast", "--frobnicate"}, {"--frobnicate", "--help"}},
        Refusal{{"analyze", "broadcast", "--color", "pink"}, {"--color", "'pink'", "auto, always, never"}},
        Refusal{{"analyze", "broadcast", "two"}, {"'two'", "'bankmap analyze --help'"}},
        Refusal{{"presets", "more"}, {"'more' is more than 'bankmap presets' takes"}},
        Refusal{{"analyze", "--jsn", "broadcast"}, {"'bankmap analyze' has no option --jsn; did you mean --json?"}},
        Refusal{{"analyze", "--masc", "f", "broadcast"}, {"has no option --masc; did you mean --mask?"}},
        Refusal{{"lesson"}, {"'bankmap lesson' needs a command; one of list, show, "}},
        Refusal{{"lesson", "shwo", "04"}, {"no command 'shwo'; did you mean 'bankmap lesson show'?"}},
        Refusal{{"lesson", "frobnicate"}, {"no command 'frobnicate'; one of list, show, "}},
        Refusal{{"lesson", "show"}, {"LESSON", "'bankmap lesson show --help'"}},
        Refusal{{"exercise", "--difficulty", "hard"}, {"--difficulty: 'hard' does not fit"}},
        Refusal{{"help"}, {"no command 'help'; did you mean 'bankmap --help'?"}},
        Refusal{{"anlyze", "broadcast"}, {"no command 'anlyze'; did you mean 'bankmap analyze'?"}},
        Refusal{{"redner", "x"}, {"did you mean 'bankmap render'?"}},
        Refusal{{"analize"}, {"no command 'analize'", "did you mean 'bankmap analyze'?"}},
        Refusal{{"verify-model"}, {"FILE.csv"}}, Refusal{{"render", "broadcast"}, {"-o"}},
        Refusal{{"render", "broadcast", "-o", "x.gif"}, {"x.gif", ".png or .svg"}},
        Refusal{{"render", "broadcast", "-o", "x.svg", "--theme", "purple"}, {"--theme", "purple", "dark", "light"}},
        Refusal{{"render", "broadcast", "-o", "x.svg", "--size", "800"}, {"--size", "'800'", "1440x900"}},
        Refusal{{"render", "broadcast", "-o", "x.svg", "--size", "0x5"}, {"--size", "16 to 16384"}},
        Refusal{{"render", "broadcast", "-o", "x.svg", "--size", "99999999999x5"}, {"--size"}},
        Refusal{{"render", "broadcast", "-o", "x.svg", "--size", "800x600x2"}, {"--size"}},
        Refusal{{"export", "broadcast"}, {"--format"}},
        Refusal{{"export", "broadcast", "--format", "xml"}, {"--format", "'xml'", "csv, json, markdown"}}));

INSTANTIATE_TEST_SUITE_P(
    Addresses, Refused,
    ::testing::Values(Refusal{by_addresses(""), {"--addresses", "no address"}},
                      Refusal{by_addresses(","), {"--addresses", "missing", "character 1"}},
                      Refusal{by_addresses("0,4,,8"), {"missing before this comma", "character 5", "    ^"}},
                      Refusal{by_addresses("0,4,"), {"missing at the end"}},
                      Refusal{by_addresses("0,4,12x,16"),
                              {"--addresses, character 5: '12x' is no address; write", "  0,4,12x,16\n      ^^^\n"}},
                      Refusal{by_addresses("0x"), {"'0x' is no address"}},
                      Refusal{by_addresses("0,-4"), {"-4 is negative"}},
                      Refusal{by_addresses("-4"), {"-4 is negative"}},
                      Refusal{by_addresses("4294967296"), {"4294967296 is beyond 4 GiB"}},
                      Refusal{by_addresses("0,99999999999999999999999"), {"beyond 4 GiB"}},
                      Refusal{by_addresses(numbers(33, 4)), {"more than 32 addresses", "32 lanes"}},
                      Refusal{by_addresses("0,4,8", "ld.b64"), {"lane 1", "byte 4", "8 bytes"}},
                      Refusal{by_addresses("0", "ld.b23"), {"--instruction", "ld.b23", "ld.b32"}},
                      Refusal{by_addresses("0", "cp.async.cg.16"), {"--instruction: ", "not modelled"}},
                      Refusal{{"analyze", "--instruction", "ld.b32", "--addresses", "0,4", "--mask", "ff"},
                              {"--mask", "lane 2", "no address", "3"}},
                      Refusal{{"analyze", "--instruction", "ld.b32", "--addresses", "0", "--mask", "xyz"},
                              {"--mask", "'xyz'", "hexadecimal"}},
                      Refusal{{"analyze", "--instruction", "ld.b32", "--addresses", "0", "--mask", "123456789"},
                              {"--mask", "8 hexadecimal digits"}},
                      Refusal{{"analyze", "--instruction", "ld.b32", "--addresses", "0", "--mask", ""}, {"--mask"}},
                      Refusal{{"analyze", "--instruction", "ld.b32", "--addresses", "0", "--machine", "sm_1"},
                              {"--machine", "sm_1", "sm_90"}}));

INSTANTIATE_TEST_SUITE_P(
    Scenarios, Refused,
    ::testing::Values(Refusal{{"analyze", ""}, {"empty"}},
                      Refusal{{"analyze", "transpose-float-plan"},
                              {"'transpose-float-plan'", "transpose-float-plain", "bankmap presets"}},
                      Refusal{{"analyze", "/nowhere/x.json"}, {"/nowhere/x.json", "No such file"}},
                      Refusal{{"analyze", "/tmp"}, {"/tmp", "folder"}},
                      Refusal{{"analyze", "/dev/zero"}, {"/dev/zero", "larger"}},
                      Refusal{{"analyze", "-"}, {"standard input"}}, Refusal{{"frobnicate"}, {"'frobnicate'"}},
                      Refusal{{"export", "nothing-like-it", "--format", "csv"}, {"nothing-like-it"}},
                      Refusal{{"verify-model", "/nowhere.csv"}, {"/nowhere.csv", "No such file"}},
                      Refusal{{"verify-model", "/tmp"}, {"/tmp", "folder"}}, Refusal{{"verify-model", "-"}, {"empty"}},
                      Refusal{{"verify-model", BANKMAP_TEST_DATA "/h200_shared_memory.csv", "--machine", "sm_1"},
                              {"--machine", "sm_90"}}));

INSTANTIATE_TEST_SUITE_P(
    Outputs, Refused,
    ::testing::Values(
        Refusal{{"export", "broadcast", "--format", "csv", "-o", "/nowhere/x.csv"}, {"/nowhere/x.csv", "No such file"}},
        Refusal{{"export", "broadcast", "--format", "csv", "-o", "/tmp"}, {"/tmp", "folder"}},
        Refusal{{"export", "broadcast", "--format", "csv", "-o", ""}, {"-o", "empty"}},
        Refusal{{"export", "broadcast", "--format", "csv", "-o", "/dev/full"}, {"/dev/full", "No space left"}},
        Refusal{{"render", "broadcast", "-o", "/nowhere/x.svg"}, {"/nowhere/x.svg"}}));

}  // namespace
}  // namespace bankmap
