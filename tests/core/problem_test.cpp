#include "core/problem.hpp"

#include <gtest/gtest.h>

#include <string>

namespace bankmap {
namespace {

std::string place(std::string outer, std::string inner) {
  return at(std::move(outer), Problem{.what = "w", .hint = {}, .place = std::move(inner), .range = {}}).place;
}

TEST(Problem, PlacesGrowOutwards) {
  EXPECT_EQ(place("tiles[0]", "rows"), "tiles[0].rows");
  EXPECT_EQ(place("tiles", "[0]"), "tiles[0]");
  EXPECT_EQ(place("accesses[0]", "loops[1].end"), "accesses[0].loops[1].end");
  EXPECT_EQ(place("tiles[0]", ""), "tiles[0]");
  EXPECT_EQ(place("", "rows"), "rows");
  EXPECT_EQ(place("file.json", "3:7"), "file.json:3:7");
  EXPECT_EQ(place("/tmp/file.json", "/tiles/0/rows"), "/tmp/file.json:/tiles/0/rows");
}

TEST(Problem, AtKeepsEverythingElse) {
  const Problem inner{
      .what = "w", .hint = "h", .place = "rows", .range = {2, 5}, .lanes = 6, .severity = Severity::warning};
  Problem outer = at("tiles[0]", inner);
  EXPECT_EQ(outer.place, "tiles[0].rows");
  outer.place = inner.place;
  EXPECT_EQ(outer, inner);
}

TEST(Problem, OneLine) {
  EXPECT_EQ(
      to_string(Problem{.what = "an operand is missing", .hint = "for example: lane % 8", .place = "row", .range = {}}),
      "row: an operand is missing; for example: lane % 8");
  EXPECT_EQ(to_string(Problem{.what = "too big", .hint = {}, .place = {}, .range = {}}), "too big");
}

TEST(Problem, FailMakesAnError) {
  const Result<int> failed = fail("wrong", "right", {1, 2});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "wrong");
  EXPECT_EQ(failed.error().hint, "right");
  EXPECT_EQ(failed.error().range, (TextRange{1, 2}));
  EXPECT_EQ(failed.error().severity, Severity::error);
}

TEST(Problem, ShownTextIsSafeAndShort) {
  EXPECT_EQ(shown("ld.b32"), "ld.b32");
  EXPECT_EQ(shown("\x1b[31m\n"), "\\x1b[31m\\x0a");
  EXPECT_EQ(shown(std::string(60, 'a')), std::string(60, 'a'));
  EXPECT_EQ(shown(std::string(61, 'a')), std::string(60, 'a') + "...");
  EXPECT_EQ(shown(std::string(59, 'a') + "\xc3\xa4z"), std::string(59, 'a') + "...");  // never half of a character
}

}  // namespace
}  // namespace bankmap
