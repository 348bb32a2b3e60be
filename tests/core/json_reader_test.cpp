#include "core/json_reader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace bankmap {
namespace {

struct Small {
  int rows = 0;
  std::string name;
  std::vector<double> list;
  bool on = false;
};

Small read_small(const JsonReader& json) {
  json.keys({"rows"}, {"name", "list", "on"});
  Small small;
  small.rows = json["rows"].integer<int>(1, 100);
  if (json.has("name")) small.name = json["name"].text();
  if (json.has("on")) small.on = json["on"].boolean();
  if (json.has("list")) {
    for (const JsonReader& item : json["list"].items(3)) small.list.push_back(item.number(-1, 1));
  }
  return small;
}

Result<Small> read(std::string_view text, const JsonLimits& limits = {}) {
  return read_json<Small>(text, limits, read_small);
}

TEST(JsonReader, ReadsWhatIsThere) {
  const auto small = read(R"({"rows": 7, "list": [0.5, -1, 1], "name": "a\"b", "on": true})");
  ASSERT_TRUE(small) << to_string(small.error());
  EXPECT_EQ(small->rows, 7);
  EXPECT_EQ(small->name, "a\"b");
  EXPECT_EQ(small->list, (std::vector<double>{0.5, -1, 1}));
  EXPECT_TRUE(small->on);
}

TEST(JsonReader, RefusesWithThePlace) {
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {R"({})", R"(the key "rows" is missing)"},
      {R"([1])", "an object is needed, not a list; with the keys rows, name, list, on"},
      {R"(null)", "an object is needed, not null; with the keys rows, name, list, on"},
      {R"({"rows": 1, "colums": 8})", R"(/colums: unknown key "colums"; the keys here are rows, name, list, on)"},
      {R"({"rows": 1, "a/b~c": 8})", R"(/a~1b~0c: unknown key "a/b~c"; the keys here are rows, name, list, on)"},
      {R"({"rows": "many"})", "/rows: a whole number is needed, not a text; 1 to 100"},
      {R"({"rows": 1.5})", "/rows: a whole number is needed, not a number with a fraction; 1 to 100"},
      {R"({"rows": 1e2})", "/rows: a whole number is needed, not a number with a fraction; 1 to 100"},
      {R"({"rows": 0})", "/rows: 0 is out of range; 1 to 100"},
      {R"({"rows": -9223372036854775808})", "/rows: -9223372036854775808 is out of range; 1 to 100"},
      {R"({"rows": 18446744073709551615})", "/rows: 18446744073709551615 is out of range; 1 to 100"},
      {R"({"rows": 1, "name": 4})", "/name: a text is needed, not a number"},
      {R"({"rows": 1, "on": "yes"})", "/on: true or false is needed, not a text"},
      {R"({"rows": 1, "list": {}})", "/list: a list is needed, not an object"},
      {R"({"rows": 1, "list": [0, 0, 0, 0]})", "/list: a list of 4; 0 to 3"},
      {R"({"rows": 1, "list": [0, 2]})", "/list/1: 2 is out of range; -1 to 1"},
      {R"({"rows": 1, "list": [0, null]})", "/list/1: a number is needed, not null; -1 to 1"},
      {R"({"rows": 1, "list": [0, {"a": 1, "b": [1, {"c": 1, "c": 2}]}]})",
       R"(/list/1/b/1/c: the key "c" is given twice; keep one of them)"},
      {R"({"rows": 1, "rows": 1})", R"(/rows: the key "rows" is given twice; keep one of them)"},
  };
  for (const Row& row : rows) {
    const auto small = read(row.text);
    ASSERT_FALSE(small) << row.text;
    EXPECT_EQ(to_string(small.error()), row.want) << row.text;
  }
}

TEST(JsonReader, BrokenJsonHasLineAndColumn) {
  struct Row {
    const char* text;
    const char* place;
  };
  const Row rows[] = {
      {"", "1:1"},         {"{", "1:2"},   {"{\"rows\": 32,}", "1:13"}, {"{\n \"rows\" 3}", "2:9"}, {"[1, 2", "1:6"},
      {"[1]\n[2]", "2:1"}, {"nul", "1:4"}, {"[1e999]", "1:6"},          {"\"\xff\"", "1:2"},        {"[\"\n\"]", "1:3"},
      {"'a'", "1:1"},      {"[01]", "1:3"}};
  for (const Row& row : rows) {
    const auto small = read(row.text);
    ASSERT_FALSE(small) << row.text;
    EXPECT_EQ(small.error().place, row.place) << row.text << ": " << to_string(small.error());
    EXPECT_EQ(small.error().what.find("this is not JSON: "), 0u) << small.error().what;
    EXPECT_EQ(small.error().what.find("json.exception"), std::string::npos) << small.error().what;
  }
}

TEST(JsonReader, LimitsAreRefusedBeforeReading) {
  const JsonLimits limits{.document_bytes = 100, .text_bytes = 5, .depth = 3};
  EXPECT_EQ(to_string(read(std::string(101, ' '), limits).error()), "a file of 101 bytes; at most 100 bytes");
  EXPECT_EQ(to_string(read(R"({"rows": 1, "name": "123456"})", limits).error()),
            "/name: a text of 6 bytes; at most 5 bytes");
  EXPECT_TRUE(read(R"({"rows": 1, "name": "12345"})", limits));
  EXPECT_EQ(to_string(read(R"({"list": [[[1]]]})", limits).error()),
            "/list/0/0: nested too deep; at most 3 levels of {} and []");
  EXPECT_EQ(read(std::string(1 << 19, '[')).error().what, "nested too deep");
  EXPECT_EQ(read(std::string((1 << 20) + 1, '[')).error().what, "a file of 1048577 bytes");
}

// A value takes 2 bytes in a file, and up to a hundred in memory.
TEST(JsonReader, TooManyValuesAreRefusedBeforeReading) {
  const JsonLimits limits{.values = 4};
  EXPECT_TRUE(read(R"({"rows": 1, "list": [1]})", limits));
  for (const char* text : {R"({"rows": 1, "list": [1, 2, 3]})", R"({"rows": 1, "list": [1, {}, []]})"}) {
    const auto refused = read(text, limits);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(to_string(refused.error()), "/list/1: more than 4 values; a smaller file") << text;
  }
}

TEST(JsonReader, OnlyTheFirstProblemIsKept) {
  EXPECT_EQ(read(R"({"rows": 0, "name": 1, "on": 1, "list": 1})").error().place, "/rows");
}

TEST(JsonReader, NothingBelowAMissingValueIsReported) {
  const auto got = read_json<int>(R"({"a": {}})", {}, [](const JsonReader& json) {
    const JsonReader missing = json["a"]["b"];
    for (const JsonReader& item : missing["c"].items(2, 1)) item.text();
    return missing["d"].integer<int>(3, 4);
  });
  ASSERT_FALSE(got);
  EXPECT_EQ(to_string(got.error()), R"(/a: the key "b" is missing)");
}

TEST(JsonReader, OneOfListsTheNames) {
  constexpr std::array<std::pair<std::string_view, int>, 2> names{{{"one", 1}, {"two", 2}}};
  const auto number = [&](std::string_view text) {
    return read_json<int>(text, {}, [&](const JsonReader& json) { return json.one_of<int>(names); });
  };
  EXPECT_EQ(number(R"("two")"), 2);
  EXPECT_EQ(to_string(number(R"("three")").error()), R"(unknown name "three"; one of one, two)");
  EXPECT_EQ(to_string(number("3").error()), "a text is needed, not a number");
}

TEST(JsonReader, ProblemsOfOthersGetTheirPlace) {
  const auto got = read_json<int>(R"({"tile": 1})", {}, [](const JsonReader& json) {
    json["tile"].refuse(Problem{.what = "w", .hint = {}, .place = "rows", .range = {}});
    return 0;
  });
  EXPECT_EQ(got.error().place, "/tile/rows");
}

}  // namespace
}  // namespace bankmap
