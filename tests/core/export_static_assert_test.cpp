// The exported header is compiled, by the host compiler and by nvcc where it is installed: as exported it must compile, and with a
// broken layout it must not.
#include "core/export_static_assert.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

Scenario preset(const std::string& name) {
  return read_scenario(file_text(std::string(BANKMAP_ASSETS) + "/scenarios/" + name + ".json")).value();
}

std::string header_of(const Scenario& scenario, std::string_view name = "layout") {
  const MachineProfile& machine = machine_named("sm_90");
  const Result<std::string> header = static_assert_header(scenario, machine, analyze(scenario, machine), name);
  EXPECT_TRUE(header) << (header ? "" : to_string(header.error()));
  return header.value_or("#error");
}

// A folder of this test's own, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "bankmap-header-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  // Whether a source that includes these headers compiles; what the compiler says comes along.
  struct Compiled {
    bool ok = false;
    std::string said;
  };
  Compiled compile(const std::string& compiler, const std::string& source) const {
    const fs::path said = path_ / "said.txt";
    const std::string command =
        compiler + " -c " + source + " -o " + (path_ / "out.o").string() + " > " + said.string() + " 2>&1";
    const bool ok = std::system(command.c_str()) == 0;
    return {ok, file_text(said.string())};
  }

 private:
  fs::path path_;
};

const std::string host_compiler = "c++ -std=c++17 -Wall -Wextra -Werror";
bool has_nvcc() { return std::system("nvcc --version > /dev/null 2>&1") == 0; }
const std::string device_compiler = "nvcc -std=c++17 -Werror all-warnings -arch=sm_90";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

// Every law, every kind of swizzle and pattern, in one translation unit: the namespaces do not collide.
const std::vector<std::string> kinds{"transpose-float-padded",
                                     "transpose-float-xor",
                                     "ldmatrix-half-swizzle",
                                     "tma-128b-ldmatrix",
                                     "atomic-float-sum",
                                     "sgemm-8x8-plain",
                                     "marlin-a-xor",
                                     "mma-a-fragment-padded",
                                     "int4-packed-column",
                                     "block-16x16-swizzle",
                                     "scan-plain",
                                     "aos-particle-member",
                                     "float4-column",
                                     "stmatrix-epilogue-swizzle",
                                     "attention-v-trans",
                                     "diagonal"};

std::string source_with_all_kinds(const Folder& folder) {
  std::string source;
  for (const std::string& name : kinds) {
    folder.write(name + ".hpp", header_of(preset(name), name));
    source += "#include \"" + name + ".hpp\"\n";
  }
  Scenario own =
      float_transpose();  // what no preset has: a bit matrix, an own expression, a list of addresses, a loop of 64-bit swaps
  own.tiles[0].swizzle = MatrixSwizzle{{0x21, 0x42, 0x84, 0x108, 0x210}};
  own.accesses[1].mask = "lane < 20";
  folder.write("matrix.hpp", header_of(own, "matrix"));
  own.tiles[0].swizzle = ExpressionSwizzle{"col ^ row"};
  AddressListPattern list;
  for (std::uint32_t lane = 0; lane < 32; ++lane) list.bytes.push_back(lane * 64);
  own.accesses[1] = access_as(Instruction::atom_add_u64, list, {});
  folder.write("own.hpp", header_of(own, "own"));
  own.tiles[0].swizzle = CuteSwizzle{3, 2, -3};
  own.accesses[1] = access_as(Instruction::atom_cas_b32, ColumnPattern{}, {over("k", 4)});
  folder.write("cute.hpp", header_of(own, "cute"));
  return folder.write("all.cpp", source + "#include \"matrix.hpp\"\n#include \"own.hpp\"\n#include \"cute.hpp\"\n");
}

TEST(StaticAssertHeader, CompilesWithTheHostCompiler) {
  const Folder folder;
  const auto compiled = folder.compile(host_compiler, source_with_all_kinds(folder));
  EXPECT_TRUE(compiled.ok) << compiled.said;
}

TEST(StaticAssertHeader, CompilesWithNvcc) {
  if (!has_nvcc()) GTEST_SKIP() << "nvcc is not installed";
  const Folder folder;
  fs::copy(source_with_all_kinds(folder), fs::path(source_with_all_kinds(folder)).replace_extension(".cu"));
  const auto compiled =
      folder.compile(device_compiler, fs::path(source_with_all_kinds(folder)).replace_extension(".cu").string());
  EXPECT_TRUE(compiled.ok) << compiled.said;
}

TEST(StaticAssertHeader, ABrokenLayoutDoesNotCompile) {
  const Folder folder;
  const std::string good = header_of(float_transpose(1));
  EXPECT_NE(good.find("pitch_bits = 1056;"), std::string::npos) << "33 words";
  const std::string bad = replaced(good, "pitch_bits = 1056;", "pitch_bits = 1024;");
  EXPECT_TRUE(folder.compile(host_compiler, folder.write("good.cpp", replaced(good, "#pragma once", ""))).ok);
  const auto broken = folder.compile(host_compiler, folder.write("bad.cpp", replaced(bad, "#pragma once", "")));
  EXPECT_FALSE(broken.ok);
  EXPECT_NE(broken.said.find("ld.b32, warp instructions 0 to 15: 16 wavefronts when exported, ideal 16; now more"),
            std::string::npos)
      << broken.said;
}

TEST(StaticAssertHeader, MisalignedVectorsDoNotCompile) {
  const Folder folder;
  const std::string good = header_of(half_ldmatrix());
  const std::string bad = replaced(good, "pitch_bits = 1024;", "pitch_bits = 1040;");  // 65 halves
  EXPECT_FALSE(folder.compile(host_compiler, folder.write("bad.cpp", replaced(bad, "#pragma once", ""))).ok);
}

TEST(StaticAssertHeader, ALayoutWithConflictsIsKeptAtItsCount) {
  const std::string header = header_of(float_transpose());
  EXPECT_NE(header.find("static_assert(wavefronts<ld_b32>(0, 16, 1) <= 512,"), std::string::npos) << header;
}

TEST(StaticAssertHeader, TheDeclarationHasTheAlignmentThatTheAccessesNeed) {
  const std::string header = header_of(preset("ldmatrix-half-plain"));
  EXPECT_NE(header.find("// __shared__ __align__(16) half tile[64][64];\n"), std::string::npos) << header;
}

TEST(StaticAssertHeader, NamesAreIdentifiersOfTheirOwn) {
  Scenario scenario = float_transpose();
  scenario.accesses[0].name = scenario.accesses[1].name = "load a column!";
  scenario.accesses.push_back(scenario.accesses[0]);
  scenario.accesses[2].name = "int";
  const std::string header = header_of(scenario, "my layout");
  for (const char* name :
       {"namespace bankmap_my_layout {", "struct load_a_column {", "struct load_a_column_2 {", "struct my_int {"})
    EXPECT_NE(header.find(name), std::string::npos) << name;
}

// A person's texts stand in comments and strings: none ends them, joins lines, or shows text in another order than it stands.
TEST(StaticAssertHeader, HostileTextsDoNotChangeIt) {
  const Folder folder;
  const std::string turned = "\xe2\x80\xae";  // what follows is shown from right to left
  for (const std::string& text :
       {std::string("a\\"), std::string("*/ int x;"), std::string("a\" , \"b"), turned + "abc", std::string("a\nb"),
        std::string("\?\?/"), std::string("\xff"), std::string()}) {
    SCOPED_TRACE(text);
    Scenario scenario = float_transpose(1);
    scenario.title = scenario.accesses[0].name = scenario.accesses[1].name = text;
    const std::string header = replaced(header_of(scenario), "#pragma once", "");
    const auto compiled = folder.compile(host_compiler, folder.write("hostile.cpp", header));
    EXPECT_TRUE(compiled.ok) << compiled.said;
  }
}

// C++17 has no left shift of a negative value; the model has (core/expression.hpp).
TEST(StaticAssertHeader, NegativeValuesAreShiftedAsInTheModel) {
  const Folder folder;
  Scenario scenario = float_transpose();
  scenario.tiles[0].swizzle = ExpressionSwizzle{"((row - 40) << 1 & 31) ^ col"};
  scenario.accesses[1] = access_as(Instruction::ld_b32, IndexPattern{"lane", "((k - 9) << 2) + 36"}, {over("k", 8)});
  const std::string header = replaced(header_of(scenario), "#pragma once", "");
  EXPECT_NE(header.find("shift_left(row - 40, 1)"), std::string::npos);
  EXPECT_NE(header.find("shift_left(loop_k - 9, 2)"), std::string::npos);
  const auto compiled = folder.compile(host_compiler, folder.write("shift.cpp", header));
  EXPECT_TRUE(compiled.ok) << compiled.said;
}

TEST(StaticAssertHeader, ARefusalIsThatOfTheAnalysis) {
  Scenario scenario = float_transpose();
  scenario.accesses[0] = access_as(Instruction::ld_b64, IndexPattern{"lane", "k"}, {over("k", 4)});
  const MachineProfile& machine = machine_named("sm_90");
  const Analysis analysis = analyze(scenario, machine);
  const Result<std::string> header = static_assert_header(scenario, machine, analysis, "x");
  ASSERT_FALSE(header);
  EXPECT_EQ(header.error(), analysis.accesses[0].problems[0]);
  EXPECT_TRUE(header.error().what.ends_with(" (at k = 1)")) << header.error().what;
}

TEST(StaticAssertHeader, RefusesWhatIsNotKnownWhenCompiling) {
  Scenario scenario;
  scenario.accesses = {access_as(Instruction::ld_b32, IndexPattern{"rand(32)", "0"}, {})};
  const MachineProfile& machine = machine_named("sm_90");
  const Result<std::string> header = static_assert_header(scenario, machine, analyze(scenario, machine), "x");
  ASSERT_FALSE(header);
  EXPECT_EQ(header.error().place, "accesses[0]");
  EXPECT_NE(header.error().what.find("depends on data"), std::string::npos);
}

}  // namespace
}  // namespace bankmap
