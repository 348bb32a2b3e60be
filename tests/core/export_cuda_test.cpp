// The exported program is compiled by g++ and run: without a GPU it must print the addresses that the model has.
#include "core/export_cuda.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "export_cuda_scenarios.hpp"

namespace bankmap {
namespace {

const std::string& folder() {
  static const std::string path = [] {
    std::string made = testing::TempDir() + "/export_cuda";
    std::filesystem::create_directories(made);
    return made;
  }();
  return path;
}

void expect_model_addresses(const std::vector<NamedScenario>& scenarios, const std::string& name) {
  std::ofstream(folder() + "/" + name + ".cpp") << program_of(scenarios, folder());
  const std::string build = fmt::format(
      "cd {0} && g++ -std=c++17 -O0 -Wall -Wextra -Werror {1}.cpp -o {1} 2> {1}.errors && ./{1} > {1}.out 2> {1}.notes",
      folder(), name);
  ASSERT_EQ(std::system(build.c_str()), 0) << file_text(folder() + "/" + name + ".errors").substr(0, 3000);
  const std::string wanted = wanted_of(scenarios);
  const std::string out = file_text(folder() + "/" + name + ".out");
  const auto differ = std::mismatch(out.begin(), out.end(), wanted.begin(), wanted.end());
  EXPECT_TRUE(out == wanted) << "first difference: "
                             << std::string(differ.first, std::min(differ.first + 200, out.end()));
}

TEST(ExportCuda, EveryPresetPrintsTheModelsAddresses) {
  const std::vector<NamedScenario> presets = preset_scenarios();
  EXPECT_GT(presets.size(), 40u);
  expect_model_addresses(presets, "presets");
}

TEST(ExportCuda, EverySwizzlePrintsTheModelsAddresses) { expect_model_addresses(swizzle_scenarios(), "swizzles"); }

TEST(ExportCuda, OddOnesPrintTheModelsAddresses) {
  std::vector<NamedScenario> scenarios = instruction_scenarios();
  scenarios.push_back({"odd", odd_scenario()});
  expect_model_addresses(scenarios, "odd_ones");
}

TEST(ExportCuda, AddressLinesAreThoseOfTheModel) {
  Scenario scenario;
  Access& access = scenario.accesses.front();
  access.pattern = IndexPattern{"lane", "k"};
  access.mask = "lane < 2";
  access.loops = {{.name = "k", .begin = 0, .end = 2, .step = 1, .at = 0}};
  scenario.tiles.front().base_bytes = 4096;  // bytes count from the tile
  std::string dashes;
  for (int lane = 2; lane < lane_count; ++lane) dashes += " -";
  EXPECT_EQ(cuda_addresses(scenario).value(),
            "addresses 0 0 0 00000003 0 128" + dashes + "\naddresses 0 0 1 00000003 4 132" + dashes + "\n");
}

// What the compiler sees: trigraphs replaced, lines joined, comments gone, strings empty.
std::string seen_by_compiler(std::string text) {
  for (std::size_t at = 0; (at = text.find("?\?/", at)) != std::string::npos;) text.replace(at, 3, "\\");
  for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.erase(at, 2);
  std::string seen;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size() - 1);
      seen += '\n';
    } else if (text.compare(at, 2, "/*") == 0) {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 1;
    } else if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) at += text[at] == '\\' ? 1 : 0;
      seen += "\"\"";
    } else {
      seen += text[at];
    }
  }
  while (seen.find("\n\n") != std::string::npos) seen.replace(seen.find("\n\n"), 2, "\n");
  return seen;
}

TEST(ExportCuda, NoTextOfAPersonsReachesTheCompiler) {
  const std::string benign = seen_by_compiler(exported(column_scenario()));
  const std::string hostile[] = {"*/ int x; /*",
                                 "a\nint x;",
                                 "a\rint x;",
                                 "ends in a backslash\\",
                                 "a trigraph ?\?/",
                                 "ends in a backslash and a space\\ ",
                                 "\"); system(\"id\"); (\"",
                                 "\\\"); system(\"id\"); //",
                                 "%s%n%n",
                                 "a\xe2\x80\xa8int x;",
                                 "a\xe2\x80\xae;x tni",
                                 "\xff\xc0\x80",
                                 std::string("nul\0int x;", 10),
                                 "?\?=define x",
                                 "R\"(",
                                 "#include </etc/passwd>",
                                 std::string(20000, '\\'),
                                 std::string(5000, '\n') + "#error"};
  for (const std::string& text : hostile) {
    Scenario scenario = column_scenario();
    scenario.title = text;
    scenario.note = text;
    scenario.accesses.front().name = text;
    const std::string program = exported(scenario, text);
    EXPECT_EQ(seen_by_compiler(program), benign) << text.substr(0, 60);
    EXPECT_EQ(program.find("?\?"), std::string::npos);
  }
}

TEST(ExportCuda, TheMachinesNameIsATextOfAFileToo) {
  MachineProfile machine = machine_named("sm_90");
  machine.key = "sm_90\\";
  machine.name = "x\n#error";
  const Scenario scenario = column_scenario();
  const std::string program = export_cuda(scenario, machine, analyze(scenario, machine)).value();
  EXPECT_EQ(seen_by_compiler(program), seen_by_compiler(exported(scenario)));
}

TEST(ExportCuda, TheCommentSaysWhatIsPredictedAndHowToSeeIt) {
  Scenario scenario = column_scenario();
  scenario.title = "A column";
  const std::string program = exported(scenario, "out/my-column.cu");
  EXPECT_TRUE(program.starts_with("// A column\n"));
  for (const char* part :
       {"nvcc -std=c++17 -O3 -arch=native -o my-column out/my-column.cu     for compute capability 7.5 or later",
        "./my-column --addresses", "ncu --kernel-name execute_once --metrics ", " ./my-column\n",
        "//   0 load                                 ld.b32                       32       1024            992   "
        "32.08\n",
        "// __shared__ float tile[32][32];", "//       x = tile[threadIdx.x][k];"}) {
    EXPECT_NE(program.find(part), std::string::npos) << part;
  }
}

TEST(ExportCuda, TheCompileLineNamesTheFileThatIsWritten) {
  struct Row {
    const char* file;
    const char* line;
    const char* run;
  };
  const Row rows[] = {
      {"", " -o access access.cu ", "   ./access --addresses "},
      {"a.cu", " -o a a.cu ", "   ./a --addresses "},
      {"my tile.cu", " -o 'my tile' 'my tile.cu' ", "   './my tile' --addresses "},
      {"/tmp/x/it's.v2.cu", " -o 'it'\\''s.v2' '/tmp/x/it'\\''s.v2.cu' ", "   './it'\\''s.v2' --addresses "},
      {"-a.cu", " -o ./-a ./-a.cu ", "   ./-a --addresses "},
      {"kernel.txt", " -x cu -o kernel kernel.txt ", "   ./kernel --addresses "},
      {"kernel", " -x cu -o kernel_program kernel ", "   ./kernel_program --addresses "},
      {"a?\?/b?\?.cu", " -o 'b?''?' 'a?''?/b?''?.cu' ", "   './b?''?' --addresses "},
      {"a\nb.cu", " -o $'a\\012b' $'a\\012b.cu' ", "   $'./a\\012b' --addresses "}};
  for (const Row& row : rows) {
    const std::string program = exported(column_scenario(), row.file);
    EXPECT_NE(program.find(row.line), std::string::npos) << row.file << ": " << program.substr(0, 900);
    EXPECT_NE(program.find(row.run), std::string::npos) << row.file << ": " << program.substr(0, 900);
  }
}

TEST(ExportCuda, TheCommentSaysWhichMetricsBelongToWhichAccess) {
  Scenario scenario = column_scenario();
  scenario.accesses.push_back(access_of("copy", 0, Instruction::cp_async_ca_4, IndexPattern{"0", "lane"}));
  EXPECT_NE(exported(scenario).find("//   access 1 (cp.async.ca.4)\n"
                                    "//     wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared.sum minus "
                                    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum\n"
                                    "//     bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum\n"),
            std::string::npos);
}

TEST(ExportCuda, ARenamedLoopSaysWhoseItIs) {
  Scenario scenario = column_scenario();
  scenario.accesses.front().loops.front().name = "row";
  scenario.accesses.front().pattern = IndexPattern{"lane", "row"};
  EXPECT_NE(exported(scenario).find("const int64_t my_row = at.step;  // row: "), std::string::npos);
  EXPECT_EQ(exported(column_scenario()).find(";  // k"), std::string::npos);
}

TEST(ExportCuda, AccessNamesKeepTheirLettersInComments) {
  Scenario scenario = column_scenario();
  scenario.accesses.front().name = "Größe λ";
  const std::string program = exported(scenario);
  EXPECT_NE(program.find("// Access 0, Größe λ: ld.b32 on tile"), std::string::npos);
  EXPECT_NE(program.find("//   0 Größe λ "), std::string::npos);
}

TEST(ExportCuda, NothingIsDividedByOne) {
  struct Row {
    BlockShape block;
    const char* y;
    const char* z;
  };
  const Row rows[] = {
      {{33, 1, 1}, " thread_y = 0;", " thread_z = 0;"},
      {{8, 4, 1}, " thread_y = at.lane / 8;", " thread_z = 0;"},
      {{1, 32, 1}, " thread_y = at.lane;", " thread_z = 0;"},
      {{1, 1, 64}, " thread_y = 0;", " thread_z = at.warp * 32 + at.lane;"},
      {{4, 4, 4}, " thread_y = (at.warp * 32 + at.lane) / 4 % 4;", " thread_z = (at.warp * 32 + at.lane) / 16;"}};
  for (const Row& row : rows) {
    Scenario scenario = column_scenario();
    scenario.block = row.block;
    scenario.accesses.front().pattern = IndexPattern{"threadIdx.y % 32", "threadIdx.z % 32"};
    scenario.accesses.front().loops = {{.name = "one", .begin = 4, .end = 5, .step = 1, .at = 4},
                                       {.name = "k", .begin = 0, .end = 3, .step = 1, .at = 0}};
    scenario.accesses.front().mask = "k + one";
    const std::string program = exported(scenario);
    EXPECT_NE(program.find(row.y), std::string::npos) << row.y;
    EXPECT_NE(program.find(row.z), std::string::npos) << row.z;
    EXPECT_NE(program.find(" one = 4;\n"), std::string::npos);
    EXPECT_NE(program.find(" k = at.step;\n"), std::string::npos) << "the outer loop has one trip";
  }
}

TEST(ExportCuda, ARefusalNamesTheStepAndTheWarp) {
  Scenario scenario = column_scenario();
  scenario.block = {64, 1, 1};
  scenario.accesses.front().instruction = Instruction::ld_b64;
  scenario.accesses.front().pattern = IndexPattern{"lane", "k == 3 && warp == 1"};
  const MachineProfile& machine = machine_named("sm_90");
  const Analysis analysis = analyze(scenario, machine);
  const Result<std::string> text = export_cuda(scenario, machine, analysis);
  ASSERT_FALSE(text);
  EXPECT_TRUE(text.error().what.ends_with(" (at warp 1, k = 3)")) << text.error().what;
  EXPECT_EQ(text.error().what, analysis.accesses.front().problems.back().what) << "the same words everywhere";
  EXPECT_EQ(cuda_addresses(scenario).error().what, text.error().what);
}

// A program whose main can be run without a GPU: what its exit code says.
TEST(ExportCuda, TheExitCodeSaysWhetherAllWasRun) {
  const std::string program = exported(odd_scenario());
  EXPECT_NE(program.find("3: some access could not be run"), std::string::npos);
  const std::string file = folder() + "/exits";
  std::ofstream(file + ".cpp") << program;
  ASSERT_EQ(std::system(fmt::format("g++ -std=c++17 -o {0} {0}.cpp", file).c_str()), 0);
  const auto run = [&](const std::string& arguments) {
    return WEXITSTATUS(std::system(fmt::format("{} {} > {}.out 2> {}.notes", file, arguments, file, file).c_str()));
  };
  EXPECT_EQ(run("--addresses"), 0);
  EXPECT_NE(file_text(file + ".notes").find("the host computes the addresses"), std::string::npos);
  EXPECT_EQ(run("--nonsense"), 2);
  EXPECT_EQ(run(""), 2) << "times need nvcc";
}

TEST(ExportCuda, WhatTheGpuCannotRunSaysSo) {
  const std::string program = exported(odd_scenario());
  EXPECT_NE(program.find("not_run = \"ldmatrix.x2 is issued by whole warps"), std::string::npos);
  EXPECT_NE(exported(instruction_scenarios()[1].scenario).find("for compute capability 9.0 or later"),
            std::string::npos);
}

TEST(ExportCuda, WhatIsNotModelledHasNoPrediction) {
  Scenario scenario;
  scenario.accesses.front() = access_of("copy", 0, Instruction::cp_async_cg_16, IndexPattern{"lane", "0"});
  const std::string program = exported(scenario);
  EXPECT_NE(program.find("0 copy                                 cp.async.cg.16     unknown: not modelled on sm_90"),
            std::string::npos);
  EXPECT_EQ(program.find("ncu "), std::string::npos) << "no counter sees it";
}

TEST(ExportCuda, RefusesWhatTheHardwareRefuses) {
  struct Row {
    const char* place;
    void (*spoil)(Scenario&);
  };
  const Row rows[] = {
      {"accesses[0].pattern",
       [](Scenario& s) {
         s.accesses[0].instruction = Instruction::ld_b64;
         s.accesses[0].pattern = RowPattern{};
       }},
      {"accesses[0].column",
       [](Scenario& s) {
         s.accesses[0].pattern = ColumnPattern{"); system(\"id\"", 1};
       }},
      {"accesses[0].mask", [](Scenario& s) { s.accesses[0].mask = "lane) return 0; //"; }},
      {"accesses[0].loops[0].name",
       [](Scenario& s) { s.accesses[0].loops = {{.name = "k; int x", .begin = 0, .end = 2}}; }},
      {"accesses[0].tile", [](Scenario& s) { s.accesses[0].tile = 3; }},
      {"tiles[0].name", [](Scenario& s) { s.tiles[0].name = "x]; int y["; }},
      {"tiles[0].element.name",
       [](Scenario& s) {
         s.tiles[0].element = {"float; int x", 32, 4, true};
       }},
      {"tiles[0].swizzle.column", [](Scenario& s) { s.tiles[0].swizzle = ExpressionSwizzle{"col; //"}; }},
  };
  for (const Row& row : rows) {
    Scenario scenario = column_scenario();
    row.spoil(scenario);
    const MachineProfile& machine = machine_named("sm_90");
    const Result<std::string> text = export_cuda(scenario, machine, analyze(scenario, machine));
    ASSERT_FALSE(text) << row.place;
    EXPECT_EQ(text.error().place, row.place) << to_string(text.error());
    EXPECT_FALSE(cuda_addresses(scenario)) << row.place;
  }
}

}  // namespace
}  // namespace bankmap
