// The program from outside: exit codes, and what goes to standard output and to standard error.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/folder.hpp"
#include "tests/cli/program.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

std::string preset_text(const std::string& name) {
  return file_content(std::string(BANKMAP_ASSETS) + "/scenarios/" + name + ".json");
}

TEST(Analyze, APresetAsText) {
  const Outcome outcome = run_program({"analyze", "transpose-float-plain"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "wavefronts 32   ideal 1   excess 31   ways 32   bank conflicts 31   phases 1"))
      << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "\x1b")) << "a file is no terminal";
  EXPECT_EQ(outcome.err, "");
}

TEST(Analyze, APresetAsJson) {
  const Outcome outcome = run_program({"analyze", "transpose-float-plain", "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["accesses"][1]["wavefronts"], 32);
  EXPECT_EQ(report["accesses"][1]["totals"]["bank_conflicts"], 32 * 31);
}

TEST(Analyze, StandardInputIsAScenario) {
  const Outcome outcome = run_program({"analyze", "-", "--json"}, {.input = preset_text("transpose-float-plain")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, run_program({"analyze", "transpose-float-plain", "--json"}).out);
}

TEST(Analyze, Addresses) {
  struct Row {
    std::string what;
    Arguments arguments;
    int wavefronts, ideal, conflicts, active;
  };
  for (const Row& row :
       {Row{"32 words in one bank", {"--instruction", "ld.b32", "--addresses", numbers(32, 128)}, 32, 1, 31, 32},
        Row{"hexadecimal, spaces, in one argument",
            {"--instruction", "ld.b32", "--addresses", " 0 , 0x80\t256 "},
            3,
            1,
            2,
            3},
        Row{"in several arguments", {"--instruction", "ld.b32", "--addresses", "0,", "128", "256"}, 3, 1, 2, 3},
        Row{"lanes without an address are inactive", {"--instruction", "ld.b32", "--addresses", "0,128"}, 2, 1, 1, 2},
        Row{"a mask", {"--instruction", "ld.b32", "--addresses", numbers(32, 128), "--mask", "0xf"}, 4, 1, 3, 4},
        Row{"a mask that leaves nobody",
            {"--instruction", "ld.b32", "--addresses", "0,128", "--mask", "0"},
            0,
            0,
            0,
            0},
        Row{"a full mask, where only 8 addresses count",
            {"--instruction", "ldmatrix.x1", "--addresses", numbers(8, 128), "--mask", "ffffffff"},
            8,
            1,
            7,
            8},
        Row{"the end of 4 GiB", {"--instruction", "ld.b128", "--addresses", "4294967280,0xfffffff0"}, 1, 1, 0, 2},
        Row{"wide and clean", {"--instruction", "ld.b128", "--addresses", numbers(32, 16)}, 4, 4, 0, 32}}) {
    SCOPED_TRACE(row.what);
    Arguments arguments{"analyze", "--json"};
    arguments.insert(arguments.end(), row.arguments.begin(), row.arguments.end());
    const Outcome outcome = run_program(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto answer = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(answer["wavefronts"], row.wavefronts);
    EXPECT_EQ(answer["ideal"], row.ideal);
    EXPECT_EQ(answer["bank_conflicts"], row.conflicts);
    const auto& lanes = answer["lanes"];
    EXPECT_EQ(std::count_if(lanes.begin(), lanes.end(), [](const auto& lane) { return lane["active"] == true; }),
              row.active);
    EXPECT_TRUE(answer["problems"].empty());
  }
}

TEST(Analyze, SaysWhereARuleIsNotMeasured) {
  const Arguments ask{"analyze", "--instruction", "st.b128", "--addresses", "0,16"};
  const auto with = [&](Arguments more) {
    more.insert(more.begin(), ask.begin(), ask.end());
    const Outcome outcome = run_program(more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_TRUE(contains(with({"--machine", "sm_80"}),
                       "\n  how sm_80 serves it: assumed (assumed equal to sm_90, not measured)\n"));
  EXPECT_FALSE(contains(with({}), "serves it:"));
  const auto rule = [&](const Arguments& more) { return nlohmann::json::parse(with(more))["rule"]; };
  EXPECT_EQ(rule({"--json", "--machine", "sm_80"})["status"], "assumed");
  EXPECT_EQ(rule({"--json"})["status"], "measured");
  EXPECT_TRUE(contains(rule({"--json"})["device"], "NVIDIA H200"));
}

TEST(Analyze, APhaseOfOneLane) {
  const Outcome outcome =
      run_program({"analyze", "--instruction", "st.b64", "--mask", "10001", "--addresses", numbers(32, 8)});
  EXPECT_TRUE(contains(outcome.out, "-- phase 2: lane 16 --")) << outcome.out;
}

TEST(Scenarios, ProblemsNameFileAndPlace) {
  const Folder folder;
  struct Row {
    std::string content;
    std::vector<std::string> says;
  };
  for (const Row& row : {Row{"{\n  \"format\": ", {"s.json:2:"}},
                         Row{R"({"format": "bankmap-scenario", "version": 1, "colour": 3})", {"s.json:", "colour"}},
                         Row{R"({"format": "bankmap-scenario", "version": 99})", {"s.json:", "version"}},
                         Row{"", {"s.json:"}}, Row{std::string("\x1b[2J\0\xff", 6), {"s.json, character 5:"}}}) {
    const Outcome outcome = run_program({"analyze", folder.write("s.json", row.content)});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    for (const std::string& part : row.says) EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "\x1b"));
  }
}

TEST(Scenarios, AWrongExpressionIsReportedAndTheRestAnswered) {
  const Folder folder;
  std::string text = preset_text("transpose-float-plain");
  const std::size_t column = text.find("\"column\": \"k\"");
  ASSERT_NE(column, std::string::npos);
  text.replace(column, 13, "\"column\": \"k %\"");
  const std::string file = folder.write("s.json", text);
  const Outcome outcome = run_program({"analyze", file});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "wavefronts 1   ideal 1")) << "the store is answered\n" << outcome.out;
  EXPECT_TRUE(contains(outcome.err, file)) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "accesses[1].")) << outcome.err;
  const Outcome as_json = run_program({"analyze", file, "--json"});
  EXPECT_EQ(as_json.exit_code, 2);
  EXPECT_EQ(nlohmann::json::parse(as_json.out)["accesses"][1]["problems"][0]["severity"], "error");
}

TEST(Scenarios, AnUnknownMachineNamesTheKnownOnes) {
  std::string text = preset_text("transpose-float-plain");
  text.insert(text.find("\"title\""), "\"machine\": \"sm_1\", ");
  const Outcome outcome = run_program({"analyze", "-"}, {.input = text});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "/machine") && contains(outcome.err, "sm_90")) << outcome.err;
}

TEST(Presets, AllAreListedWithTheirNumbers) {
  const Outcome outcome = run_program({"presets"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const auto& entry : fs::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_TRUE(contains(outcome.out, entry.path().stem().string() + ": ")) << entry.path();
  }
  EXPECT_TRUE(
      contains(outcome.out,
               "    load a column              ld.b32                     32     1     31           32          992\n"))
      << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "refused"));
}

TEST(VerifyModel, EveryRowOfTheHardwareTableIsExact) {
  const Outcome outcome = run_program({"verify-model", BANKMAP_TEST_DATA "/h200_shared_memory.csv"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "5233 of 5233 rows exact\n");
}

TEST(VerifyModel, ADifferingRowIsPrintedAndExitsWithOne) {
  const std::string table = file_content(BANKMAP_TEST_DATA "/h200_shared_memory.csv");
  const std::size_t first = table.find('\n') + 1;
  const std::size_t second = table.find('\n', first) + 1;
  std::string row = table.substr(first, second - first);
  const std::size_t field = row.find(",1,0,,6.133");  // wavefronts 1, bank_conflicts 0
  ASSERT_NE(field, std::string::npos);
  row[field + 1] = '2';
  const Outcome outcome = run_program({"verify-model", "-"}, {.input = table.substr(0, second) + row});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.out.ends_with("\n1 of 2 rows exact\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "line 3, stmatrix.x1")) << outcome.out;
}

TEST(VerifyModel, AWrongFieldIsNamed) {
  std::string table = file_content(BANKMAP_TEST_DATA "/h200_shared_memory.csv").substr(0, 1024);
  table = table.substr(0, table.find('\n', table.find('\n') + 1) + 1);
  const std::size_t field = table.find(",144,");
  ASSERT_NE(field, std::string::npos);
  table.replace(field, 5, ",14x,");
  const Outcome outcome = run_program({"verify-model", "-"}, {.input = table});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "standard input:2:") && contains(outcome.err, "14x")) << outcome.err;
}

TEST(VerifyModel, ATableWithoutRowsProvesNothing) {
  const std::string table = file_content(BANKMAP_TEST_DATA "/h200_shared_memory.csv");
  EXPECT_EQ(run_program({"verify-model", "-"}, {.input = table.substr(0, table.find('\n') + 1)}).exit_code, 2);
}

TEST(Export, EveryFormatToStandardOutputAndToAFile) {
  const Folder folder;
  const std::string refused = run_program({"export", "broadcast", "--format", "nothing"}).err;
  const std::string page = file_content(BANKMAP_SOURCE "/app/commands/README.md");
  std::istringstream formats(refused.substr(refused.find("one of ") + 7));
  int count = 0;
  for (std::string format; std::getline(formats >> std::ws, format, ','); ++count) {
    while (format.ends_with('\n')) format.pop_back();
    EXPECT_TRUE(contains(page, "| `" + format + "` |")) << format << " is not in app/commands/README.md";
    const Outcome outcome = run_program({"export", "broadcast", "--format", format});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(outcome.out.empty());
    const std::string file = folder.file("out." + format);
    const Outcome to_file = run_program({"export", "broadcast", "--format", format, "-o", file});
    EXPECT_EQ(to_file.exit_code, 0) << to_file.err;
    EXPECT_EQ(to_file.out, "");
    if (format != "cuda" && format != "static-assert") {  // they say their name
      EXPECT_EQ(file_content(file), outcome.out);
    }
  }
  EXPECT_GE(count, 8);
  EXPECT_EQ(run_program({"export", "broadcast", "--format", "json"}).out,
            run_program({"analyze", "broadcast", "--json"}).out);
}

TEST(Export, ACudaProgramNamesItselfAfterItsFile) {
  const Folder folder;
  const std::string file = folder.file("my-tile.cu");
  EXPECT_EQ(run_program({"export", "broadcast", "--format", "cuda", "-o", file}).exit_code, 0);
  EXPECT_TRUE(contains(file_content(file), "//   nvcc -std=c++17 -O3 -arch=native -o my-tile " + file + " "));
  const std::string hostile = folder.file("a\nint x; $(id).cu");
  EXPECT_EQ(run_program({"export", "broadcast", "--format", "cuda", "-o", hostile}).exit_code, 0);
  const Outcome outcome = run_program({"export", "broadcast", "--format", "cuda"});
  EXPECT_TRUE(contains(file_content(hostile), "\\012int x\\073 \\044\\050id\\051.cu' ")) << "quoted for a shell";
  EXPECT_FALSE(contains(file_content(hostile), "\nint x;"));
  EXPECT_TRUE(contains(outcome.out, "-o access access.cu "));
}

TEST(Export, AnAccessThatIsNotModelledNeedsNoPrediction) {
  const Folder folder;
  const std::string file = folder.write("s.json", R"({"format": "bankmap-scenario", "version": 1, "title": "", "tiles":
    [{"name": "t", "rows": 32, "columns": 36, "element": "float"}], "accesses": [{"name": "a", "instruction": "cp.async.cg.16", "pattern": {"kind": "index", "row": "lane", "column": "0"}}]})");
  const Outcome cuda = run_program({"export", file, "--format", "cuda"});
  EXPECT_EQ(cuda.exit_code, 0) << cuda.err;
  EXPECT_TRUE(contains(cuda.out, "unknown: not modelled on sm_90"));
  EXPECT_TRUE(contains(cuda.err, "warning: a: cp.async.cg.16 is exported without a prediction: it is unknown on sm_90"))
      << cuda.err;
  EXPECT_EQ(run_program({"export", file, "--format", "addresses"}).exit_code, 0);
  EXPECT_EQ(run_program({"export", file, "--format", "json"}).exit_code, 2) << "the answer itself is missing";
}

TEST(Export, ARefusalNamesTheStep) {
  const Folder folder;
  const std::string file = folder.write("s.json", R"({"format": "bankmap-scenario", "version": 1, "title": "", "tiles":
    [{"name": "t", "rows": 32, "columns": 32, "element": "float"}], "accesses": [{"name": "a", "instruction": "ld.b64", "loops": [{"name": "k", "begin": 0, "end": 8}], "pattern": {"kind": "index", "row": "lane", "column": "k"}}]})");
  for (const char* format : {"cuda", "addresses", "static-assert"}) {
    const Outcome outcome = run_program({"export", file, "--format", format});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "misaligned: lane 0")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " (at k = 1)")) << outcome.err;
  }
}

TEST(Export, NoCudaProgramOfWhatTheHardwareRefuses) {
  const Folder folder;
  const std::string file = folder.write("s.json", R"({"format": "bankmap-scenario", "version": 1, "title": "", "tiles":
    [{"name": "t", "rows": 32, "columns": 32, "element": "float"}], "accesses": [{"name": "a", "instruction": "ld.b64", "pattern": {"kind": "index", "row": "0", "column": "lane"}}]})");
  for (const char* format : {"cuda", "addresses"}) {
    const std::string output = folder.file("out.cu");
    const Outcome outcome = run_program({"export", file, "--format", format, "-o", output});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, file + ": accesses[0].pattern: misaligned: lane 1")) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(output));
  }
}

TEST(Export, TheScenarioItselfIsNotOverwritten) {
  const Folder folder;
  const std::string text = preset_text("broadcast");
  const std::string file = folder.write("s.json", text);
  const Outcome outcome = run_program({"export", file, "--format", "json", "-o", file});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "scenario itself")) << outcome.err;
  EXPECT_EQ(file_content(file), text);
}

TEST(Colour, TheChoiceBeatsTheEnvironment) {
  const auto coloured = [](const Arguments& more, const std::vector<std::string>& environment) {
    Arguments arguments{"analyze", "broadcast"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_program(arguments, {.environment = environment});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return contains(outcome.out, "\x1b[");
  };
  EXPECT_FALSE(coloured({}, {"TERM=xterm-256color"}));  // no terminal
  EXPECT_TRUE(coloured({"--color", "always"}, {}));
  EXPECT_TRUE(coloured({"--color", "always"}, {"NO_COLOR=1"}));
  EXPECT_FALSE(coloured({"--color", "never"}, {"COLORTERM=truecolor"}));
  const Outcome full =
      run_program({"analyze", "broadcast", "--color", "always"}, {.environment = {"COLORTERM=truecolor"}});
  EXPECT_TRUE(contains(full.out, "\x1b[48;2;"));
}

TEST(Output, AFullDiskAndAClosedPipeAreReported) {
  for (const Arguments& arguments :
       {Arguments{"analyze", "broadcast"}, Arguments{"presets"}, Arguments{"analyze", "broadcast", "--json"},
        Arguments{"verify-model", BANKMAP_TEST_DATA "/h200_shared_memory.csv"}, Arguments{"--help"},
        Arguments{"lesson", "--help"}, Arguments{"--version"}}) {
    const Outcome full = run_program(arguments, {.out = Reader::full});
    EXPECT_EQ(full.exit_code, 2);
    EXPECT_TRUE(contains(full.err, "standard output") && contains(full.err, "No space left")) << full.err;
    const Outcome gone = run_program(arguments, {.out = Reader::gone});
    EXPECT_EQ(gone.exit_code, 2);
    EXPECT_TRUE(contains(gone.err, "standard output") && contains(gone.err, "Broken pipe")) << gone.err;
    const Outcome closed = run_program(arguments, {.out = Reader::closed});
    EXPECT_EQ(closed.exit_code, 2);
    EXPECT_TRUE(contains(closed.err, "standard output") && contains(closed.err, "Bad file descriptor")) << closed.err;
  }
}

// What cannot be said is no reason to end otherwise: the exit code says it, too.
TEST(Output, MessagesThatNobodyReadsChangeNothing) {
  for (const Arguments& arguments :
       {Arguments{"analyze", "nonsense"}, Arguments{"analyze", "--instruction", "ld.b32", "--addresses", "0,,"},
        Arguments{"frobnicate"}, Arguments{"lesson", "shwo"}, Arguments{"advise", "broadcast", "--weights", "x"}}) {
    ASSERT_EQ(run_program(arguments).exit_code, 2) << arguments.back();
    for (const Reader reader : {Reader::full, Reader::gone, Reader::closed}) {
      const Outcome outcome = run_program(arguments, {.err = reader});
      EXPECT_EQ(outcome.exit_code, 2) << arguments.back();
      EXPECT_EQ(outcome.out, "") << arguments.back();
    }
  }
}

TEST(OtherMachine, IsAsIfTheScenarioNamedIt) {
  const Folder folder;
  std::string text = preset_text("ldmatrix-half-plain");
  text.insert(text.find('{') + 1, "\"machine\": \"sm_80\",");
  const std::string there = folder.write("tile.json", text), here = "ldmatrix-half-plain";
  const auto with = [](Arguments arguments, const std::string& scenario, const Arguments& more) {
    arguments.push_back(scenario);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  };
  for (const Arguments& command : {Arguments{"analyze"}, Arguments{"analyze", "--json"}, Arguments{"advise"},
                                   Arguments{"export", "--format", "json"}, Arguments{"export", "--format", "svg"}}) {
    const Outcome other = with(command, here, {"--machine", "sm_80"});
    EXPECT_EQ(other.exit_code, 0) << command.front() << other.err;
    EXPECT_EQ(other.out, with(command, there, {}).out) << command.front();
    EXPECT_NE(other.out, with(command, here, {}).out) << command.front();
    const Outcome unknown = with(command, here, {"--machine", "sm_91"});
    EXPECT_EQ(unknown.exit_code, 2) << command.front();
    EXPECT_TRUE(unknown.err.starts_with("bankmap: --machine: ")) << unknown.err;
  }
  EXPECT_EQ(with({"lint", "--format", "json"}, here, {"--machine", "sm_80"}).exit_code, 1);
  EXPECT_EQ(with({"lint"}, here, {"--machine", "sm_91"}).exit_code, 2);
  const std::string picture = folder.file("a.svg"), same = folder.file("b.svg");
  with({"render", "-o", picture}, here, {"--machine", "sm_80"});
  with({"render", "-o", same}, there, {});
  EXPECT_EQ(file_content(picture), file_content(same));
}

TEST(Assets, AWrongFolderIsNamedAndAMissingOneNotPassedOver) {
  for (const std::string folder : {"/nowhere", "/tmp"}) {
    const Outcome outcome = run_program({"presets"}, {.environment = {"BANKMAP_ASSETS=" + folder}});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "BANKMAP_ASSETS") && contains(outcome.err, folder)) << outcome.err;
  }
  EXPECT_EQ(run_program({"presets"}, {.environment = {std::string("BANKMAP_ASSETS=") + BANKMAP_ASSETS}}).exit_code, 0);
}

TEST(Help, IsNoError) {
  const Outcome outcome = run_program({"--help"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* command : {"analyze", "presets", "verify-model", "render", "export"})
    EXPECT_TRUE(contains(outcome.out, command));
  EXPECT_EQ(run_program({"analyze", "--help"}).exit_code, 0);
}

TEST(Window, WithNoDisplayItSaysWhatToTypeInstead) {
  for (const Arguments& arguments : {Arguments{}, Arguments{"broadcast"}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "bankmap analyze") || contains(outcome.err, "bankmap render")) << outcome.err;
  }
}

}  // namespace
}  // namespace bankmap
