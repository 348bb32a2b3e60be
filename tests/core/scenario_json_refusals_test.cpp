// What read_scenario refuses: each row a text, the place of the refusal and a part of what it says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario_json.hpp"
#include "tests/core/scenario_texts.hpp"

namespace bankmap {
namespace {

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

TEST(ScenarioJsonRefusals, RefusesAnotherFormatOrVersion) {
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

TEST(ScenarioJsonRefusals, RefusesUnknownAndRepeatedKeys) {
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

TEST(ScenarioJsonRefusals, RefusesWrongTypes) {
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

TEST(ScenarioJsonRefusals, RefusesUnknownNames) {
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

TEST(ScenarioJsonRefusals, RefusesAbsurdSizes) {
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

TEST(ScenarioJsonRefusals, RefusesTooManyOfEverything) {
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

TEST(ScenarioJsonRefusals, AddressListsHave32Lanes) {
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

TEST(ScenarioJsonRefusals, HostileFiles) {
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

TEST(ScenarioJsonRefusals, NulBytesDoNotEndTheFile) {
  const std::string good = document(minimal_tile, minimal_access);
  const std::string nul(1, '\0');
  for (const std::string& text : {nul, good + nul, good + nul + "hidden", nul + good, "{" + nul + good.substr(1)}) {
    const Result<Scenario> read = read_scenario(text);
    ASSERT_FALSE(read) << testing::PrintToString(text);
    EXPECT_EQ(read.error().what, "this is no text file: it holds a NUL byte");
    EXPECT_EQ(read.error().range.begin, text.find(nul));
  }
}

TEST(ScenarioJsonRefusals, FilesOfOtherSystems) {
  const std::string windows_lines = "{\r\n\"format\": \"bankmap-scenario\", \"version\": 1,\r\n\"tiles\": [" +
                                    std::string(minimal_tile) + "],\r\n\"accesses\": [" + std::string(minimal_access) +
                                    "]}\r\n";
  const Result<Scenario> read = read_scenario(windows_lines);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(*read, Scenario{});
  EXPECT_TRUE(read_scenario("\xef\xbb\xbf" + windows_lines)) << "with a byte order mark";
}

TEST(ScenarioJsonRefusals, EveryPrefixAndEveryChangedByteIsReadOrRefused) {
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
