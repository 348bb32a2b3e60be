#include "core/scenario_json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/scenario_texts.hpp"

namespace bankmap {
namespace {

Scenario scenario_of(const Tile& tile, const Access& access) {
  Scenario scenario;
  scenario.tiles = {tile};
  scenario.accesses = {access};
  return scenario;
}

TEST(ScenarioJson, LeftOutKeysKeepTheirDefaults) {
  const Result<Scenario> read = read_scenario(document(minimal_tile, minimal_access));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, Scenario{});
}

TEST(ScenarioJson, ReadsEveryField) {
  const Result<Scenario> read = read_scenario(R"({
    "format": "bankmap-scenario", "version": 1,
    "title": "A title", "note": "two\nlines \u00e9", "machine": "sm_80", "block": [16, 8],
    "tiles": [
      {"rows": 4, "columns": 8, "name": "a", "element": "half", "padding": 3, "base_bytes": 128,
       "swizzle": {"kind": "xor", "chunk_elements": 2, "shift": 1, "mask": 3}},
      {"rows": 5, "columns": 1, "element": {"struct": "Particle", "bytes": 12, "align": 4}, "stride_bytes": 24}],
    "accesses": [
      {"name": "read", "tile": 1, "instruction": "ld.b32", "pattern": {"kind": "row", "row": "lane / 8", "first": "k", "step": 2},
       "mask": "lane < 20", "element_byte": 8, "warp": 3,
       "loops": [{"name": "k", "begin": 2, "end": 11, "step": 3, "at": 5}, {"name": "m", "begin": -4, "end": 0}]}]})");
  ASSERT_TRUE(read) << to_string(read.error());
  Scenario want;
  want.title = "A title";
  want.note = "two\nlines \xc3\xa9";
  want.machine = "sm_80";
  want.block = {16, 8, 1};
  want.tiles.resize(2);
  want.tiles[0] = {.name = "a",
                   .rows = 4,
                   .columns = 8,
                   .element = {"half", 16, 2, false},
                   .pitch = {Pitch::Kind::padding, Pitch::Unit::elements, 3},
                   .base_bytes = 128,
                   .swizzle = XorSwizzle{2, 1, 3}};
  want.tiles[1] = {.name = "tile",
                   .rows = 5,
                   .columns = 1,
                   .element = {"Particle", 96, 4, true},
                   .pitch = {Pitch::Kind::stride, Pitch::Unit::bytes, 24},
                   .base_bytes = 0,
                   .swizzle = NoSwizzle{}};
  want.accesses[0] = {.name = "read",
                      .tile = 1,
                      .instruction = Instruction::ld_b32,
                      .pattern = RowPattern{"lane / 8", "k", 2},
                      .mask = "lane < 20",
                      .element_byte = 8,
                      .loops = {{"k", 2, 11, 3, 5}, {"m", -4, 0, 1, -4}},
                      .warp = 3};
  EXPECT_EQ(*read, want);
  expect_round_trip(want);
}

TEST(ScenarioJson, RoundTripsEveryPattern) {
  std::vector<std::uint32_t> addresses;
  for (std::uint32_t lane = 0; lane < 32; ++lane) addresses.push_back(lane == 31 ? 0xffffffffu : lane * 4);
  const LanePattern patterns[] = {RowPattern{"1", "2", 3},
                                  ColumnPattern{"c", -7},
                                  BlockPattern{8, 32, false, 4, "r", "c"},
                                  StridedPattern{"s", "o"},
                                  DiagonalPattern{"d"},
                                  BroadcastPattern{"r", "c"},
                                  MmaPattern{MmaShape::m16n8k8, MmaOperand::b, true, true, "q"},
                                  MmaPattern{MmaShape::m16n8k16, MmaOperand::c, false, false, "reg"},
                                  MatrixRowsPattern{2, false, "r", "c"},
                                  IndexPattern{"this does not (parse", ""},
                                  ByteOffsetPattern{"lane * 8"},
                                  AddressListPattern{addresses}};
  for (const LanePattern& pattern : patterns) {
    SCOPED_TRACE(pattern.index());
    Access access;
    access.pattern = pattern;
    expect_round_trip(scenario_of(Tile{}, access));
  }
}

TEST(ScenarioJson, RoundTripsEverySwizzle) {
  const Swizzle swizzles[] = {NoSwizzle{},
                              XorSwizzle{8, 1, 7},
                              CuteSwizzle{2, 4, -3},
                              TmaSwizzle{TmaMode::b32},
                              TmaSwizzle{TmaMode::b64},
                              TmaSwizzle{TmaMode::b128},
                              TmaSwizzle{TmaMode::b128_atom32},
                              TmaSwizzle{TmaMode::b128_atom64},
                              TritonSwizzle{8, 2, 4},
                              MatrixSwizzle{{1, 2, 4, 0x80000009u}},
                              MatrixSwizzle{},
                              ExpressionSwizzle{"col ^ (row"}};
  for (const Swizzle& swizzle : swizzles) {
    SCOPED_TRACE(swizzle.index());
    Tile tile;
    tile.swizzle = swizzle;
    expect_round_trip(scenario_of(tile, Access{}));
  }
}

TEST(ScenarioJson, RoundTripsEveryElementPitchAndInstruction) {
  for (const Element& element : known_elements()) {
    Tile tile;
    tile.element = element;
    expect_round_trip(scenario_of(tile, Access{}));
  }
  for (const Pitch::Kind kind : {Pitch::Kind::padding, Pitch::Kind::stride}) {
    for (const Pitch::Unit unit : {Pitch::Unit::elements, Pitch::Unit::bytes}) {
      Tile tile;
      tile.pitch = {kind, unit, 1};  // a stride below the row is kept: lay_out says what is wrong with it
      expect_round_trip(scenario_of(tile, Access{}));
    }
  }
  for (const InstructionInfo& instruction : instructions()) {
    Access access;
    access.instruction = instruction.id;
    expect_round_trip(scenario_of(Tile{}, access));
  }
}

TEST(ScenarioJson, KeepsWhatIsMerelyWrong) {
  for (const std::string& text :
       {with_access(R"("mask": "lane <")"),                                // no expression
        with_access(R"("loops": [{"name": "k", "begin": 5, "end": 5}])"),  // an empty loop
        with_access(R"("loops": [{"name": "k", "end": 8, "at": 99}])"),    // shows no value of it
        with_tile(R"("name": "2 words")"),                                 // no identifier
        with_tile(R"("swizzle": {"kind": "xor", "chunk_elements": 3})"),   // no power of two
        with_pattern(R"({"kind": "column", "column": "\ud83d\ude00"})"),   // no expression at all
        with_more(R"("machine": "sm_12345")")}) {                          // no such profile
    const Result<Scenario> read = read_scenario(text);
    ASSERT_TRUE(read) << to_string(read.error()) << "\n" << text;
    expect_round_trip(*read);
  }
}

TEST(ScenarioJson, WritesTextThatIsNotUtf8) {
  Scenario scenario;
  scenario.title = "bad \xff byte";
  const Result<Scenario> read = read_scenario(write_scenario(scenario));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->title, "bad \xef\xbf\xbd byte");
}

}  // namespace
}  // namespace bankmap
