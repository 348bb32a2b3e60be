// Scenarios for the tests of core/export_cuda: every preset, and what presets do not have.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "core/export_cuda.hpp"
#include "core/scenario_json.hpp"
#include "test_machine.hpp"
#include "tests/core/every_swizzle.hpp"

namespace bankmap {

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

inline std::vector<NamedScenario> preset_scenarios() {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<NamedScenario> found;
  for (const auto& file : files) found.push_back({file.stem().string(), read_scenario(file_text(file)).value()});
  return found;
}

// The smallest that is whole: a column of a 32 x 32 tile.
inline Scenario column_scenario() {
  Scenario scenario;
  scenario.title = "title";
  scenario.note = "note";
  scenario.accesses.front().loops = {{.name = "k", .begin = 0, .end = 32, .step = 1, .at = 0}};
  return scenario;
}

inline Access access_of(std::string name, int tile, Instruction instruction, LanePattern pattern) {
  Access access;
  access.name = std::move(name);
  access.tile = tile;
  access.instruction = instruction;
  access.pattern = std::move(pattern);
  return access;
}

// Every element by every swizzle that fits it, in blocks of several shapes; indices below zero on the way, and odd loops.
inline std::vector<NamedScenario> swizzle_scenarios() {
  std::vector<Swizzle> swizzles = one_of_each_swizzle();
  swizzles.push_back(ExpressionSwizzle{"((row - 40) << 1 & 31) ^ col"});
  std::vector<NamedScenario> found;
  for (const BlockShape& block :
       {BlockShape{32, 1, 1}, BlockShape{16, 3, 1}, BlockShape{4, 4, 4}, BlockShape{72, 1, 1}}) {
    for (const char* element : {"float", "half", "int4", "int2", "double"}) {
      Scenario scenario;
      scenario.block = block;
      scenario.tiles.clear();
      scenario.accesses.clear();
      for (const Swizzle& swizzle : swizzles) {
        Tile tile;
        tile.name = fmt::format("tile_{}", scenario.tiles.size());
        tile.rows = 64;
        tile.columns = 64;
        tile.element = element_named(element).value();
        tile.swizzle = swizzle;
        tile.base_bytes = std::int64_t{32768} * static_cast<std::int64_t>(scenario.tiles.size());
        if (!lay_out(tile)) continue;  // this swizzle does not fit this element
        Access access = access_of("walk", static_cast<int>(scenario.tiles.size()), Instruction::ld_b8,
                                  IndexPattern{"(lane - 16) / 2 + 9 + i + threadIdx.y", "(63 - lane) % 64 ^ warp"});
        access.loops = {{.name = "i", .begin = -1, .end = 6, .step = 3, .at = 2},
                        {.name = "a", .begin = 1, .end = 3, .step = 1, .at = 1}};
        if (std::holds_alternative<NoSwizzle>(swizzle) || std::holds_alternative<ExpressionSwizzle>(swizzle))
          access.mask = "lane % 3 != a";
        scenario.tiles.push_back(tile);
        scenario.accesses.push_back(access);
      }
      found.push_back({fmt::format("{}_{}x{}x{}", element, block.x, block.y, block.z), scenario});
    }
  }
  return found;
}

// Data, tables, byte offsets, names that C++ has taken, two tiles of one name, elements of many types, an access that no warp can run.
inline Scenario odd_scenario() {
  Scenario scenario;
  scenario.title = "odd";
  scenario.block = {48, 1, 1};
  scenario.tiles.clear();
  const auto add_tile = [&](const char* name, const Element& element, std::int64_t base) {
    Tile tile;
    tile.name = name;
    tile.rows = 8;
    tile.columns = 64;
    tile.element = element;
    tile.base_bytes = base;
    scenario.tiles.push_back(tile);
  };
  add_tile("std", element_named("bf16").value(), 1024);
  add_tile("std", element_named("fp8").value(), 4096);
  add_tile("exported", struct_element("uint3", 12, 4).value(), 8192);
  add_tile("main", element_named("half2").value(), 16384);
  add_tile("bytes", element_named("float3").value(), 20480);
  scenario.tiles.back().pitch = {Pitch::Kind::padding, Pitch::Unit::bytes, 8};
  Access data =
      access_of("data", 3, Instruction::atom_add_u32, IndexPattern{"rand(8)", "rand(rand(32) + 1) + rand(lane + 1)"});
  data.loops = {{.name = "linux", .begin = 0, .end = 3, .step = 1, .at = 0},
                {.name = "row", .begin = 2, .end = 9, .step = 5, .at = 2}};
  data.mask = "rand(3) < 2";
  Access names = access_of("names", 0, Instruction::ld_b16, IndexPattern{"INT_MAX", "at + mask + lane % 8"});
  names.loops = {{.name = "INT_MAX", .begin = 0, .end = 2, .step = 1, .at = 0},
                 {.name = "at", .begin = 0, .end = 2, .step = 1, .at = 0},
                 {.name = "mask", .begin = 0, .end = 2, .step = 1, .at = 0}};
  AddressListPattern list;
  for (std::uint32_t lane = 0; lane < 32; ++lane) list.bytes.push_back(lane * 36 % 512);
  Access member = access_of("member", 2, Instruction::ld_b32, IndexPattern{"0", "lane % 8"});
  member.element_byte = 8;
  Access narrow = access_of("narrow", 3, Instruction::ldmatrix_x2, MatrixRowsPattern{2, true, "0", "0"});
  narrow.pattern = IndexPattern{"lane % 8", "4"};
  narrow.mask = "0x00ff";
  scenario.accesses = {data,
                       names,
                       access_of("table", 1, Instruction::ld_b32, list),
                       access_of("offsets", 4, Instruction::st_b32, ByteOffsetPattern{"(1 << lane % 5) * 4"}),
                       member,
                       narrow,
                       access_of("pitch in bytes", 4, Instruction::ld_b32, IndexPattern{"lane % 8", "warp"})};
  return scenario;
}

// All instructions, 16 a scenario, each conflict-free down the first column.
inline std::vector<NamedScenario> instruction_scenarios() {
  std::vector<NamedScenario> found;
  for (const InstructionInfo& each : instructions()) {
    if (found.empty() || found.back().scenario.accesses.size() == static_cast<std::size_t>(max_accesses)) {
      found.push_back({fmt::format("instructions_{}", found.size()), Scenario{}});
      found.back().scenario.tiles.front().columns = 36;
      found.back().scenario.accesses.clear();
    }
    found.back().scenario.accesses.push_back(access_of(std::string(each.name), 0, each.id, IndexPattern{"lane", "0"}));
  }
  return found;
}

inline std::string exported(const Scenario& scenario, std::string_view file = {}) {
  const MachineProfile& machine = machine_named(scenario.machine);
  const Result<std::string> text = export_cuda(scenario, machine, analyze(scenario, machine), file);
  EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
  return text.value_or("");
}

// One program out of many exported ones, which go into the folder, each in a namespace of its own; prints "= name" before what each prints.
inline std::string program_of(const std::vector<NamedScenario>& scenarios, const std::string& folder) {
  std::string all =
      "#include <algorithm>\n#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include "
      "<vector>\n";
  std::string calls;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    std::ofstream(fmt::format("{}/{}.cu", folder, scenarios[i].name)) << exported(scenarios[i].scenario);
    all += fmt::format(
        "#define exported exported_{0}\n#define main main_{0}\n#include \"{1}.cu\"\n#undef exported\n#undef main\n", i,
        scenarios[i].name);
    calls += fmt::format("  std::puts(\"= {}\");\n  if (main_{}(2, arguments) != 0) return 1;\n", scenarios[i].name, i);
  }
  return all +
         "int main() {\n  char program[] = \"x\", option[] = \"--addresses\";\n  char* arguments[] = {program, option, "
         "nullptr};\n" +
         calls + "  return 0;\n}\n";
}

// What it must print.
inline std::string wanted_of(const std::vector<NamedScenario>& scenarios) {
  std::string wanted;
  for (const NamedScenario& each : scenarios) {
    const Result<std::string> lines = cuda_addresses(each.scenario);
    EXPECT_TRUE(lines) << each.name << ": " << (lines ? "" : to_string(lines.error()));
    wanted += "= " + each.name + "\n" + lines.value_or("");
  }
  return wanted;
}

}  // namespace bankmap
