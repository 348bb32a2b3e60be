// Every identifier that an exporter itself writes is a legal name of a person's own: each is used as the name of a loop, a tile and an
// access, and what comes out must compile. An identifier that the exporters start to write is found by this test, not by a user.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <set>

#include "core/export_static_assert.hpp"
#include "core/identifier.hpp"
#include "export_cuda_scenarios.hpp"

namespace bankmap {
namespace {

// Words of the text that may be names, comments and strings included: harmless ones cost nothing.
void collect(const std::string& text, std::set<std::string>& words) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    if (is_identifier(word) && !is_builtin_name(word)) words.insert(word);
    at = std::max(end, at + 1);
  }
}

std::string exported_header(const Scenario& scenario, const std::string& name) {
  const MachineProfile& machine = machine_named(scenario.machine);
  const Result<std::string> text = static_assert_header(scenario, machine, analyze(scenario, machine), name);
  EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
  return text.value_or("#error");
}

// Everything that an exporter can write: every swizzle, instruction and pattern, blocks of three dimensions, a shift of what is negative.
Scenario all_words_scenario() {
  Scenario scenario = odd_scenario();
  scenario.block = {4, 4, 4};
  scenario.accesses.resize(5);
  Access& shifts = scenario.accesses.back();
  shifts = access_of("shifts", 1, Instruction::ld_b8,
                     IndexPattern{"threadIdx.x + threadIdx.y % 2", "threadIdx.z - ((k - 2) << 1)"});
  shifts.loops = {{.name = "k", .begin = 0, .end = 2, .step = 1, .at = 0}};
  shifts.mask = "lane + warp";
  return scenario;
}

std::vector<std::string> written_words() {
  std::set<std::string> words;
  for (const NamedScenario& each : swizzle_scenarios()) {
    collect(exported(each.scenario), words);
    collect(exported_header(each.scenario, "words"), words);
  }
  for (const NamedScenario& each : instruction_scenarios()) collect(exported(each.scenario), words);
  collect(exported(all_words_scenario()), words);
  return {words.begin(), words.end()};
}

// Loops of these names (six at most) in an access of each kind: coordinates, a byte offset, and data.
void add_accesses(Scenario& scenario, int tile, const std::vector<std::string>& names, bool with_data) {
  std::vector<LoopVariable> loops;
  std::string sum = "0";
  for (const std::string& name : names) {
    loops.push_back({.name = name, .begin = -1, .end = 0, .step = 1, .at = -1});
    sum += " + " + name;
  }
  const std::string any = fmt::format("({}) * 0 + ((0 - lane) << 1) * 0", sum);
  const LanePattern patterns[] = {IndexPattern{any + " + threadIdx.y", any}, ByteOffsetPattern{any},
                                  IndexPattern{"rand(4) + " + any, any}};
  for (int kind = 0; kind < (with_data ? 3 : 2); ++kind) {
    Access access = access_of(names.front(), tile, Instruction::ld_b8, patterns[kind]);
    access.loops = loops;
    access.mask = any + " + 1";
    scenario.accesses.push_back(access);
  }
}

// Scenarios in which every word is the name of a tile, of a loop and of an access.
std::vector<Scenario> scenarios_of(const std::vector<std::string>& words, bool with_data) {
  std::vector<Scenario> scenarios;
  constexpr std::size_t in_one = 6;
  for (std::size_t first = 0; first < words.size(); first += in_one) {
    const std::vector<std::string> names(
        words.begin() + static_cast<std::ptrdiff_t>(first),
        words.begin() + static_cast<std::ptrdiff_t>(std::min(first + in_one, words.size())));
    Scenario scenario;
    scenario.title = "names";
    scenario.block = {8, 4, 1};
    scenario.tiles.clear();
    scenario.accesses.clear();
    scenario.tiles.push_back(Tile{});  // of the loops, which may not be named as their own tile is
    scenario.tiles.back().name = "not_a_word_of_an_exporter";
    for (const std::string& name : names) {
      Tile tile;
      tile.name = name;
      tile.base_bytes = 4096 * static_cast<std::int64_t>(scenario.tiles.size());
      tile.swizzle =
          scenario.tiles.size() % 2 == 0 ? Swizzle{ExpressionSwizzle{"col ^ row & 0"}} : Swizzle{NoSwizzle{}};
      scenario.tiles.push_back(tile);
    }
    add_accesses(scenario, 0, names, with_data);
    for (std::size_t i = 0; i < names.size(); ++i)
      scenario.accesses.push_back(
          access_of(names[i], static_cast<int>(i) + 1, Instruction::ld_b8, IndexPattern{"0", "lane"}));
    scenarios.push_back(scenario);
  }
  return scenarios;
}

void expect_compiles(const std::string& name, const std::string& text) {
  const std::string folder = testing::TempDir() + "/export_cuda_names";
  std::filesystem::create_directories(folder);
  const std::string file = folder + "/" + name;
  std::ofstream(file + ".cpp") << text;
  const std::string build =
      fmt::format("g++ -std=c++17 -fsyntax-only -Wall -Wextra -Werror {0}.cpp > {0}.errors 2>&1", file);
  EXPECT_EQ(std::system(build.c_str()), 0) << file_text(file + ".errors").substr(0, 3000);
}

TEST(ExportedNames, TheWordsAreThoseOfTheExporters) {
  const std::vector<std::string> words = written_words();
  EXPECT_GT(words.size(), 300u);
  for (const char* word : {"mask", "bytes", "Data", "data", "at", "shift_left", "row", "int64_t", "inactive",
                           "thread_z", "parity", "Usual", "warp_lanes", "in_phases", "byte"})
    EXPECT_TRUE(std::binary_search(words.begin(), words.end(), word)) << word;
}

// Only what lies between the includes and the kernels knows the names: the rest once.
TEST(ExportedNames, EachIsALoopATileAndAnAccessOfAProgram) {
  std::string all =
      "#include <algorithm>\n#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include "
      "<vector>\n";
  int number = 0;
  for (const Scenario& scenario : scenarios_of(written_words(), true)) {
    const std::string program = exported(scenario);
    const std::size_t host = program.find("// ---- On the host ----");
    ASSERT_NE(host, std::string::npos);
    all += fmt::format("#define exported exported_{0}\n{1}\n}}\n#undef exported\n", number++, program.substr(0, host));
  }
  expect_compiles("programs", all);
}

TEST(ExportedNames, EachIsALoopATileAndAnAccessOfAHeader) {
  std::string all;
  int number = 0;
  for (const Scenario& scenario : scenarios_of(written_words(), false)) {
    std::string header = exported_header(scenario, fmt::format("names_{}", number++));
    header.erase(header.find("#pragma once"), std::string_view("#pragma once").size());
    all += header;
  }
  expect_compiles("headers", all);
}

}  // namespace
}  // namespace bankmap
