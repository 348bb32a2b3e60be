#include "core/scenario_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace bankmap {
namespace {

constexpr std::string_view minimal_tile = R"({"rows": 32, "columns": 32})";
constexpr std::string_view minimal_access = R"({"instruction": "ld.b32", "pattern": {"kind": "column"}})";

std::string document(std::string_view tiles, std::string_view accesses, std::string_view more = {}) {
  return fmt::format(R"({{"format": "bankmap-scenario", "version": 1, "tiles": [{}], "accesses": [{}]{}{}}})", tiles,
                     accesses, more.empty() ? "" : ", ", more);
}
std::string with_tile(std::string_view fields) {
  return document(fmt::format(R"({{"rows": 8, "columns": 8, {}}})", fields), minimal_access);
}
std::string with_access(std::string_view fields) {
  return document(minimal_tile,
                  fmt::format(R"({{"instruction": "ld.b32", "pattern": {{"kind": "column"}}, {}}})", fields));
}
std::string with_pattern(std::string_view pattern) {
  return document(minimal_tile, fmt::format(R"({{"instruction": "ld.b32", "pattern": {}}})", pattern));
}
std::string with_more(std::string_view more) { return document(minimal_tile, minimal_access, more); }

Scenario scenario_of(const Tile& tile, const Access& access) {
  Scenario scenario;
  scenario.tiles = {tile};
  scenario.accesses = {access};
  return scenario;
}

void expect_round_trip(const Scenario& scenario) {
  const std::string text = write_scenario(scenario);
  const Result<Scenario> read = read_scenario(text);
  ASSERT_TRUE(read) << to_string(read.error()) << "\n" << text;
  EXPECT_EQ(*read, scenario) << text;
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

struct Refusal {
  std::string text;
  std::string place;
  std::string_view what;  // part of the message
};

void expect_refused(const std::vector<Refusal>& rows) {
  for (const Refusal& row : rows) {
    SCOPED_TRACE(row.text.substr(0, 400));
    const Result<Scenario> read = read_scenario(row.text);
    if (read) {
      ADD_FAILURE() << "was read";
      continue;
    }
    EXPECT_EQ(read.error().place, row.place) << to_string(read.error());
    EXPECT_NE(to_string(read.error()).find(row.what), std::string::npos) << to_string(read.error());
    EXPECT_EQ(read.error().severity, Severity::error);
  }
}

TEST(ScenarioJson, RefusesAnotherFormatOrVersion) {
  expect_refused({
      {"[]", "", "an object is needed"},
      {"{}", "", "the key \"format\" is missing"},
      {R"({"format": "bankmap-machine", "version": 1})", "/format", "\"format\": \"bankmap-scenario\""},
      {R"({"format": "bankmap-scenario"})", "", "the key \"version\" is missing"},
      {R"({"format": "bankmap-scenario", "version": 2, "of": "the future"})", "/version",
       "this program reads version 1"},
      {R"({"format": "bankmap-scenario", "version": "1"})", "/version", "a whole number is needed, not a text"},
      {R"({"format": "bankmap-scenario", "version": 1, "tiles": []})", "", "the key \"accesses\" is missing"},
  });
}

TEST(ScenarioJson, RefusesUnknownAndRepeatedKeys) {
  expect_refused({
      {with_more(R"("titel": "x")"), "/titel", "title"},
      {with_tile(R"("collumns": 4)"), "/tiles/0/collumns", "columns"},
      {with_access(R"("maks": "1")"), "/accesses/0/maks", "mask"},
      {with_access(R"("loops": [{"name": "k", "end": 4, "stop": 5}])"), "/accesses/0/loops/0/stop", "step"},
      {with_pattern(R"({"kind": "column", "row": "k"})"), "/accesses/0/pattern/row", "column"},
      {with_tile(R"("swizzle": {"kind": "cute", "mask": 7})"), "/tiles/0/swizzle/mask", "base"},
      {with_tile(R"("rows": 9)"), "/tiles/0/rows", "given twice"},
      {with_more(R"("title": "a", "title": "a")"), "/title", "given twice"},
      {with_tile(R"("padding": 1, "stride_bytes": 64)"), "/tiles/0/stride_bytes",
       "given twice, by padding and by stride_bytes"},
  });
}

TEST(ScenarioJson, RefusesWrongTypes) {
  expect_refused({
      {with_more(R"("title": 5)"), "/title", "a text is needed, not a number"},
      {with_more(R"("title": null)"), "/title", "a text is needed, not null"},
      {with_more(R"("block": 32)"), "/block", "a list is needed"},
      {with_more(R"("block": [32, "8"])"), "/block/1", "a whole number is needed"},
      {with_tile(R"("padding": 1.0)"), "/tiles/0/padding", "a whole number is needed, not a number with a fraction"},
      {with_tile(R"("padding": 1e2)"), "/tiles/0/padding", "a whole number is needed"},
      {with_tile(R"("padding": "1")"), "/tiles/0/padding", "a whole number is needed, not a text"},
      {with_tile(R"("element": 32)"), "/tiles/0/element", "an element is a name or a struct"},
      {with_tile(R"("swizzle": "none")"), "/tiles/0/swizzle", "an object is needed"},
      {with_tile(R"("swizzle": {"bits": 3})"), "/tiles/0/swizzle", "the key \"kind\" is missing"},
      {with_pattern(R"("column")"), "/accesses/0/pattern", "an object is needed"},
      {with_pattern(R"({"kind": 3})"), "/accesses/0/pattern/kind", "a text is needed"},
      {with_pattern(R"({"kind": "block", "row_major": 1})"), "/accesses/0/pattern/row_major", "true or false"},
      {document(minimal_tile, "7"), "/accesses/0", "an object is needed"},
      {document("[]", minimal_access), "/tiles/0", "an object is needed"},
      {document(R"({"rows": 8})", minimal_access), "/tiles/0", "the key \"columns\" is missing"},
      {document(minimal_tile, R"({"pattern": {"kind": "column"}})"), "/accesses/0",
       "the key \"instruction\" is missing"},
      {document(minimal_tile, R"({"instruction": "ld.b32"})"), "/accesses/0", "the key \"pattern\" is missing"},
      {with_access(R"("loops": [{"name": "k"}])"), "/accesses/0/loops/0", "the key \"end\" is missing"},
  });
}

TEST(ScenarioJson, RefusesUnknownNames) {
  expect_refused({
      {with_tile(R"("element": "flaot")"), "/tiles/0/element", "float"},
      {with_tile(R"("element": {"struct": "float", "bytes": 4, "align": 4})"), "/tiles/0/element",
       "'float' cannot name a struct"},
      {with_tile(R"("element": {"struct": "P", "bytes": 12, "align": 8})"), "/tiles/0/element",
       "cannot be aligned to 8"},
      {with_tile(R"("element": {"struct": "P", "bytes": 4097, "align": 1})"), "/tiles/0/element/bytes", "1 to 4096"},
      {with_tile(R"("swizzle": {"kind": "XOR"})"), "/tiles/0/swizzle/kind", "xor"},
      {with_tile(R"("swizzle": {"kind": "tma", "mode": "256B"})"), "/tiles/0/swizzle/mode", "128B"},
      {with_pattern(R"({"kind": "colum"})"), "/accesses/0/pattern/kind", "column"},
      {document(minimal_tile, R"({"instruction": "ld.b31", "pattern": {"kind": "column"}})"), "/accesses/0/instruction",
       "ld.b32"},
  });
}

TEST(ScenarioJson, RefusesAbsurdSizes) {
  const auto tile = [](std::string_view rows, std::string_view columns, std::string_view more = {}) {
    return document(fmt::format(R"({{"rows": {}, "columns": {}{}}})", rows, columns, more), minimal_access);
  };
  expect_refused({
      {tile("0", "1"), "/tiles/0/rows", "1 to 65536"},
      {tile("65537", "1"), "/tiles/0/rows", "1 to 65536"},
      {tile("1", "-1"), "/tiles/0/columns", "1 to 65536"},
      {tile("18446744073709551615", "1"), "/tiles/0/rows", "1 to 65536"},
      {tile("18446744073709551616", "1"), "/tiles/0/rows", "a whole number is needed"},
      {tile("-9223372036854775809", "1"), "/tiles/0/rows", "a whole number is needed"},
      {tile("1024", "1025"), "/tiles/0", "the tile takes 4198400 bytes; at most 4194304"},
      {tile("1024", "1024", R"(, "padding_bytes": 1)"), "/tiles/0", "the tile takes 4195328 bytes"},
      {tile("65536", "1", R"(, "stride": 17)"), "/tiles/0", "the tile takes 4456448 bytes"},
      {tile("65536", "65536", R"(, "element": {"struct": "P", "bytes": 4096, "align": 4096})"), "/tiles/0",
       "17592186044416 bytes"},
      {tile("1", "1", R"(, "padding": -1)"), "/tiles/0/padding", "0 to 4194304"},
      {tile("1", "1", R"(, "base_bytes": 4294967296)"), "/tiles/0/base_bytes", "0 to 4294967295"},
      {with_more(R"("block": [])"), "/block", "a list of 0"},
      {with_more(R"("block": [1, 1, 1, 1])"), "/block", "1 to 3"},
      {with_more(R"("block": [32, 33])"), "/block", "more than 1024 threads"},
      {with_more(R"("block": [1, 1, 65])"), "/block/2", "1 to 64"},
      {document("", minimal_access), "/tiles", "1 to 16"},
      {document(minimal_tile, ""), "/accesses", "1 to 16"},
      {with_access(R"("tile": 1)"), "/accesses/0/tile", "0 to 0"},
      {with_access(R"("warp": 1)"), "/accesses/0/warp", "0 to 0"},
      {with_access(R"("element_byte": -1)"), "/accesses/0/element_byte", "0 to 4095"},
      {with_access(R"("loops": [{"name": "k", "end": 4, "step": 0}])"), "/accesses/0/loops/0/step", "1 to"},
      {with_access(R"("loops": [{"name": "k", "end": 9007199254740992}])"), "/accesses/0/loops/0/end",
       "9007199254740991"},
      {with_access(R"("loops": [{"name": "k", "end": 65537}])"), "/accesses/0/loops",
       "more than 65536 warp instructions"},
      {with_access(R"("loops": [{"name": "k", "end": 257}, {"name": "m", "end": 256}])"), "/accesses/0/loops",
       "more than 65536"},
      {with_pattern(R"({"kind": "column", "step": 4294967296})"), "/accesses/0/pattern/step", "out of range"},
      {with_tile(R"("swizzle": {"kind": "matrix", "rows": [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]})"),
       "/tiles/0/swizzle/rows", "0 to 24"},
      {with_tile(R"("swizzle": {"kind": "matrix", "rows": [1, 4294967296]})"), "/tiles/0/swizzle/rows/1",
       "0 to 4294967295"},
  });
}

TEST(ScenarioJson, RefusesTooManyOfEverything) {
  const auto repeated = [](std::string_view one, int count) {
    std::string all(one);
    for (int i = 1; i < count; ++i) all += "," + std::string(one);
    return all;
  };
  const std::string loop = R"({"name": "k", "end": 1})";
  EXPECT_TRUE(read_scenario(document(repeated(minimal_tile, 16), repeated(minimal_access, 16))));
  EXPECT_TRUE(read_scenario(with_access(R"("loops": [)" + repeated(loop, 6) + "]")));
  expect_refused({
      {document(repeated(minimal_tile, 17), minimal_access), "/tiles", "1 to 16"},
      {document(minimal_tile, repeated(minimal_access, 17)), "/accesses", "1 to 16"},
      {with_access(R"("loops": [)" + repeated(loop, 7) + "]"), "/accesses/0/loops", "0 to 6"},
      {with_more(R"("title": ")" + std::string(4097, 'x') + "\""), "/title", "at most 4096 bytes"},
      {with_more(R"("title": ")" + std::string(1 << 20, 'x') + "\""), "", "at most 1048576 bytes"},
  });
}

TEST(ScenarioJson, AddressListsHave32Lanes) {
  const auto kind = std::string(pattern_name(AddressListPattern{}));
  const auto listed = [&](std::string_view bytes) {
    return with_pattern(fmt::format(R"({{"kind": "{}", "bytes": {}}})", kind, bytes));
  };
  expect_refused({
      {with_pattern(fmt::format(R"({{"kind": "{}"}})", kind)), "/accesses/0/pattern", "the key \"bytes\" is missing"},
      {listed("[0, 4, 8]"), "/accesses/0/pattern/bytes", "exactly 32"},
      {listed("{}"), "/accesses/0/pattern/bytes", "a list is needed"},
      {listed("[-4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]"), "/accesses/0/pattern/bytes/0",
       "0 to 4294967295"},
  });
}

// Line 1 and the column at which the last byte of `culprit` stands.
std::string column_after(const std::string& text, std::string_view culprit) {
  return fmt::format("1:{}", text.find(culprit) + culprit.size());
}

TEST(ScenarioJson, HostileFiles) {
  const std::string good = document(minimal_tile, minimal_access);
  const std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
  const std::string broken_utf8 = with_more("\"title\": \"\xc3\x28\"");
  const std::string no_utf8 = with_more("\"title\": \"\xff\"");
  const std::string half_surrogate = with_more(R"("title": "\ud800")");
  const std::string beyond_double = with_tile(R"("padding": 1e999)");
  const std::string not_a_number = with_tile(R"("padding": NaN)");
  expect_refused({
      {"", "1:1", "this is not JSON"},
      {"{\"format\": \"bankmap-scenario\",\n \"version\": 1,\n}", "3:1", "this is not JSON"},
      {good + "x", fmt::format("1:{}", good.size() + 1), "this is not JSON"},
      {good + good, fmt::format("1:{}", good.size() + 1), "this is not JSON"},
      {broken_utf8, column_after(broken_utf8, "\xc3\x28"), "this is not JSON"},
      {no_utf8, column_after(no_utf8, "\xff"), "this is not JSON"},
      {half_surrogate, column_after(half_surrogate, "\\ud800\""), "this is not JSON"},
      {beyond_double, column_after(beyond_double, "1e999"), "this is not JSON"},
      {not_a_number, column_after(not_a_number, "N"), "this is not JSON"},
      {with_more(R"("title": "a\u0000b")"), "/title", "a NUL character"},
      {std::string(10'000, '['), "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0", "at most 16 levels"},
      {deep, "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0", "at most 16 levels"},
      {with_more(R"("title": )" + deep), "/title/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0", "at most 16 levels"},
  });
}

TEST(ScenarioJson, NulBytesDoNotEndTheFile) {
  const std::string good = document(minimal_tile, minimal_access);
  const std::string nul(1, '\0');
  for (const std::string& text : {nul, good + nul, good + nul + "hidden", nul + good, "{" + nul + good.substr(1)}) {
    const Result<Scenario> read = read_scenario(text);
    ASSERT_FALSE(read) << testing::PrintToString(text);
    EXPECT_EQ(read.error().what, "this is no text file: it holds a NUL byte");
    EXPECT_EQ(read.error().range.begin, text.find(nul));
  }
}

TEST(ScenarioJson, FilesOfOtherSystems) {
  const std::string windows_lines = "{\r\n\"format\": \"bankmap-scenario\", \"version\": 1,\r\n\"tiles\": [" +
                                    std::string(minimal_tile) + "],\r\n\"accesses\": [" + std::string(minimal_access) +
                                    "]}\r\n";
  const Result<Scenario> read = read_scenario(windows_lines);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, Scenario{});
  EXPECT_TRUE(read_scenario("\xef\xbb\xbf" + windows_lines)) << "with a byte order mark";
}

TEST(ScenarioJson, EveryPrefixAndEveryChangedByteIsReadOrRefused) {
  Scenario scenario;
  scenario.tiles[0].swizzle = MatrixSwizzle{{1, 2, 4}};
  scenario.accesses[0].loops = {LoopVariable{}};
  const std::string text = write_scenario(scenario);
  for (std::size_t size = 0; size + 2 < text.size(); ++size) EXPECT_FALSE(read_scenario(text.substr(0, size)));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : {'\0', '"', '{', '9', ',', '\x80', '\xff'}) {
      std::string changed = text;
      changed[i] = byte;
      if (const Result<Scenario> read = read_scenario(changed)) expect_round_trip(*read);
    }
  }
}

}  // namespace
}  // namespace bankmap
