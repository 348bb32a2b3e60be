// The printed index is compiled and run: for every preset and for every kind of swizzle it must give the model's addresses.
#include "core/cuda_index.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/advice/advice.hpp"
#include "core/cuda_text.hpp"
#include "core/scenario_json.hpp"
#include "test_machine.hpp"
#include "tests/core/every_swizzle.hpp"

namespace bankmap {
namespace {

struct Case {
  std::string name;
  Access access;
  Tile tile;
  BlockShape block;
};

Access with_index(std::string row, std::string column, Instruction instruction = Instruction::ld_b8) {
  Access access;
  access.instruction = instruction;
  access.pattern = IndexPattern{std::move(row), std::move(column)};
  access.loops = {{.name = "i", .begin = 0, .end = 3, .step = 1, .at = 2},
                  {.name = "a", .begin = -1, .end = 1, .step = 1, .at = 0}};
  return access;
}

std::vector<Case> preset_cases() {
  std::vector<Case> cases;
  for (const auto& file : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (file.path().extension() != ".json") continue;
    const Scenario scenario = read_scenario(file_text(file.path())).value();
    for (const Access& access : scenario.accesses) {
      cases.push_back({file.path().stem().string() + " " + access.name, access,
                       scenario.tiles[static_cast<std::size_t>(access.tile)], scenario.block});
    }
  }
  return cases;
}

std::vector<Case> swizzle_cases() {
  std::vector<Case> cases;
  for (const char* element : {"float", "half", "int4", "int2", "double"}) {
    for (const Swizzle& swizzle : one_of_each_swizzle()) {
      for (const BlockShape& block :
           {BlockShape{32, 1, 1}, BlockShape{16, 8, 1}, BlockShape{4, 4, 4}, BlockShape{64, 1, 1}}) {
        Tile tile;
        tile.rows = 64;
        tile.columns = 64;
        tile.element = element_named(element).value();
        tile.swizzle = swizzle;
        cases.push_back({fmt::format("{} {} block {}", element, describe(swizzle), block.x),
                         with_index("(lane - 16) / 2 + 8 + i + threadIdx.y", "(63 - lane) % 64 ^ warp"), tile, block});
        cases.push_back({fmt::format("{} {} unsigned {}", element, describe(swizzle), block.x),
                         with_index("lane / 2 + i", "threadIdx.x * 2 % columns"), tile, block});
      }
    }
  }
  Tile odd;  // a pitch that is no whole number of elements
  odd.element = struct_element("Pixel", 12, 4).value();
  odd.pitch = {Pitch::Kind::padding, Pitch::Unit::bytes, 4};
  cases.push_back({"byte pitch", with_index("lane", "i"), odd, {}});
  odd.swizzle = XorSwizzle{1, 0, 7};
  cases.push_back({"byte pitch, xor", with_index("lane", "i"), odd, {}});
  return cases;
}

// CUDA's types that C++ lacks, as structs of their size.
std::string definition_of(const std::string& type, int bytes) {
  for (const char* known : {"char", "short", "int", "float", "double", "long long"}) {
    if (type == known || type == std::string("unsigned ") + known || type == std::string("signed ") + known) return {};
  }
  return fmt::format("  struct {} {{ char bytes[{}]; }};\n", type, bytes);
}

// One C++ function a case: thread and loop values in, byte offset in the tile out.
std::string function_for(const PreparedAccess& prepared, std::size_t number) {
  CudaNames names(prepared);
  const CudaPlace where = cuda_place(prepared, names);
  const Tile& tile = prepared.layout.tile;
  std::string loops;
  for (const LoopVariable& loop : prepared.access.loops)
    loops += fmt::format("  int {} = int(loops[{}]);\n", loop.name, &loop - prepared.access.loops.data());
  const std::string type = declared_as_bytes(prepared.layout) ? "unsigned char" : std::string(cuda_type(tile.element));
  const std::int64_t width =
      declared_as_bytes(prepared.layout) ? prepared.layout.pitch_bits / 8 : prepared.layout.pitch_elements;
  const std::string use = declared_as_bytes(prepared.layout) ? "" : definition_of(type, tile.element.bits / 8);
  return fmt::format(
      "long f{}(Index threadIdx, const long* loops) {{\n{}{}  static {} {}[{}][{}];\n  {}{}\n  return (char*)&({}) - "
      "(char*){};\n}}\n",
      number, use, loops, type, tile.name, tile.rows, width, names.definitions(), where.setup, where.place, tile.name);
}

std::string run(const std::string& program) {
  const std::string folder =
      testing::TempDir() + "/cuda_index_" + testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/index.cpp") << program;
  const std::string build =
      fmt::format("g++ -std=c++20 -w -O0 {0}/index.cpp -o {0}/index 2> {0}/errors && {0}/index > {0}/out", folder);
  EXPECT_EQ(std::system(build.c_str()), 0) << file_text(folder + "/errors").substr(0, 2000);
  return file_text(folder + "/out");
}

// Compiles and runs all of them in one program; how many there were.
std::size_t expect_models_addresses(const std::vector<Case>& cases) {
  std::string functions;
  std::string calls;
  struct Wanted {
    std::string offset, name;
  };
  std::vector<Wanted> wanted;
  std::size_t number = 0;
  for (const Case& each : cases) {
    const Result<PreparedAccess> prepared = prepare(each.access, each.tile, each.block);
    if (!prepared) {  // a swizzle that does not fit the element: nothing is printed for it
      EXPECT_EQ(prepared.error().place.substr(0, 12), "tile.swizzle")
          << each.name << ": " << to_string(prepared.error());
      continue;
    }
    if (prepared->uses_rand() || !prepared->row) continue;
    const std::vector<std::int64_t> loops = loop_values(each.access, step_of(each.access));
    const int warp = prepared->warps - 1;
    const Result<WarpAddresses> model = addresses(*prepared, loops, warp);
    EXPECT_TRUE(model) << each.name << ": " << to_string(model.error());
    if (!model) continue;
    functions += function_for(*prepared, number);
    for (int lane = 0; lane < lane_count; ++lane) {
      if (!has_lane(model->lanes.active, lane)) continue;
      const int thread = warp * lane_count + lane;
      calls += fmt::format("  {{ long loops[] = {{{}{}}}; show(f{}({{{}u, {}u, {}u}}, loops)); }}\n",
                           fmt::join(loops, ", "), loops.empty() ? "0" : "", number, thread % each.block.x,
                           thread / each.block.x % each.block.y, thread / each.block.x / each.block.y);
      const std::int64_t offset = std::int64_t{model->lanes.byte_address[static_cast<std::size_t>(lane)]} -
                                  each.tile.base_bytes - each.access.element_byte;
      wanted.push_back({fmt::format("{}", offset), each.name});
    }
    ++number;
  }
  const std::string out =
      run("#include <cstdio>\nstruct Index { unsigned x, y, z; };\nstatic int __popc(unsigned x) { return "
          "__builtin_popcount(x); }\n"
          "static void show(long value) { std::printf(\"%ld\\n\", value); }\n" +
          functions + "int main() {\n" + calls + "}\n");
  std::istringstream lines(out);
  std::string line;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool there = static_cast<bool>(std::getline(lines, line));
    EXPECT_TRUE(there) << i;
    EXPECT_EQ(line, wanted[i].offset) << wanted[i].name << ", call " << i;
    if (!there || line != wanted[i].offset) break;
  }
  return number;
}

TEST(CudaIndex, CompiledItGivesTheModelsAddresses) {
  std::vector<Case> cases = preset_cases();
  for (Case& each : swizzle_cases()) cases.push_back(std::move(each));
  EXPECT_GT(expect_models_addresses(cases), 300u);
}

// What the fix prints for the access is made of the place that is compiled here.
void expect_printed(const Fix& fix, const Access& access, const PreparedAccess& prepared) {
  for (const CodeChange& change : fix.code) {
    if (change.where != access.name) continue;
    EXPECT_EQ(change.after, access_line(prepared));
    if (!prepared.row) continue;
    CudaNames names(prepared);
    std::string place = cuda_place(prepared, names).place;
    if (place.starts_with("*(")) place.erase(0, place.find("*)") + 2);  // the line has a cast of its own
    EXPECT_NE(change.after.find(place), std::string::npos) << change.after << "\n" << place;
  }
}

// What a person would copy from a fix: the index of every fix of every preset, new orders of the lanes and new widths too.
TEST(CudaIndex, CompiledItGivesTheAddressesOfEveryFix) {
  std::vector<Case> cases;
  for (const auto& file : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (file.path().extension() != ".json") continue;
    AdviceOptions options;
    options.allow_lane_orders = options.allow_vector_widths = true;
    const Result<Advice> advice =
        advise(read_scenario(file_text(file.path())).value(), machine_named("sm_90"), options);
    ASSERT_TRUE(advice) << file.path();
    for (const Fix& fix : advice->fixes) {
      const std::string name = file.path().stem().string() + ", " + fix.title;
      SCOPED_TRACE(name);
      EXPECT_FALSE(fix.code.empty()) << "what is to be changed?";
      for (const Access& access : fix.scenario.accesses) {
        const Tile& tile = fix.scenario.tiles[static_cast<std::size_t>(access.tile)];
        expect_printed(fix, access, prepare(access, tile, fix.scenario.block).value());
        cases.push_back({name + ", " + access.name, access, tile, fix.scenario.block});
      }
    }
  }
  EXPECT_GT(expect_models_addresses(cases), 300u);
}

TEST(CudaIndex, NamesStayOutOfTheWayOfThePersons) {
  Tile tile;
  tile.rows = 64;
  tile.columns = 64;
  tile.swizzle = CuteSwizzle{3, 2, 3};
  Access access = with_index("lane", "i");
  access.instruction = Instruction::ld_b32;
  const PreparedAccess prepared = prepare(access, tile, {}).value();
  CudaNames names(prepared);
  EXPECT_EQ(cuda_place(prepared, names).setup, "int i_ = int(threadIdx.x) * 64 + i; ");
  tile.name = "i";
  EXPECT_EQ(prepare(access, tile, {}).error().place, "loops[0].name");
  access.loops[0].name = "threadIdx";
  tile.name = "tile";
  EXPECT_EQ(prepare(access, tile, {}).error().place, "loops[0].name");
}

}  // namespace
}  // namespace bankmap
