// What is remembered from one run to the next: settings, and how far a lesson has come.
#include "app/session/settings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "app/lessons/progress.hpp"

namespace bankmap {
namespace {

TEST(Settings, RoundTrip) {
  Settings settings;
  settings.look = {ThemeKind::light, ColourScale::inferno, 20};
  settings.panels.toggle(ViewName::bits);
  settings.panels.column_share[1] = 2.5F;
  settings.right = Fold::closed;
  settings.width = 1920;
  settings.tour_seen = true;
  settings.recent = {"/a.json", "/b \"c\".json"};
  EXPECT_EQ(read_settings(write_settings(settings)).value(), settings);
}

TEST(Settings, WhatIsNotUnderstoodIsAsAtTheFirstStart) {
  EXPECT_FALSE(read_settings("nonsense").has_value());
  EXPECT_EQ(read_settings("{}").value(), Settings());
  const Result<Settings> other = read_settings(R"({"bankmap_settings": 2, "theme": "light"})");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().what, "these are settings of version 2, and this Bankmap reads version 1");
  EXPECT_FALSE(read_settings(R"({"bankmap_settings": "1"})"));
  EXPECT_FALSE(read_settings(R"({"bankmap_settings": null})"));
  EXPECT_EQ(read_settings("{}").value(), Settings()) << "without a version: one that was begun by hand";
  const Settings odd =
      read_settings(R"({"bankmap_settings": 1, "theme": 5, "text_size": 1e9, "panels": ["no", 3], "width": -4,
                        "column_shares": [1, "x", 0, 1, 1, 1, 1], "recent": [1, "/x.json", "/x.json"]})")
          .value();
  EXPECT_EQ(odd.look.theme, ThemeKind::dark);
  EXPECT_EQ(odd.look.text_size, max_text_size);
  EXPECT_EQ(odd.panels.shown, std::vector{ViewName::heatmap});
  EXPECT_GT(odd.panels.column_share[2], 0);
  EXPECT_EQ(odd.width, 320);
  EXPECT_EQ(odd.recent, std::vector<std::string>{"/x.json"});
}

// The window waits for them: 1 MiB of keys took 15 seconds where each was looked for among all before it. Eight times as many take
// some eight times as long, where it was sixty-four.
TEST(Settings, ManyKeysAreReadInNoTime) {
  const auto seconds_for = [](std::size_t bytes) {
    std::string text = R"({"bankmap_settings": 1, "theme": "light")";
    for (int i = 0; text.size() < bytes; ++i) text += fmt::format(",\"{}\":0", i);
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(read_settings(text + "}").value().look.theme, ThemeKind::light);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  };
  const double few = seconds_for(125'000);
  EXPECT_LT(seconds_for(1'000'000), 30 * few + 1);  // 1 s for whatever else the machine may do
}

TEST(Settings, WhateverIsCutShortOrChangedIsReadOrRefused) {
  std::string text = write_settings(Settings{.recent = {"/a.json"}});
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto cut = read_settings(std::string_view(text).substr(0, at));
    EXPECT_TRUE(cut || !cut.error().what.empty()) << at;
    const char was = text[at];
    for (const char changed : {'\0', '"', '9', '-', '[', '}', '\xff'}) {
      text[at] = changed;
      const auto read = read_settings(text);
      EXPECT_TRUE(!read || read_settings(write_settings(*read)) == *read) << at;
    }
    text[at] = was;
  }
}

TEST(Settings, WhatOneWindowChangesTheOtherKeeps) {
  Settings before, ours, theirs;
  before.recent = ours.recent = theirs.recent = {"/a.json", "/b.json"};
  ours.width = 1000;
  remember_recent(ours.recent, "/b.json");
  theirs.tour_seen = true;
  remember_recent(theirs.recent, "/c.json");
  Settings both = merged(before, ours, theirs);
  EXPECT_EQ(both.width, 1000);
  EXPECT_TRUE(both.tour_seen);
  EXPECT_EQ(both.recent, (std::vector<std::string>{"/b.json", "/c.json", "/a.json"}));
  EXPECT_EQ(merged(before, before, theirs), theirs);
  EXPECT_EQ(merged(before, ours, before), ours);
}

TEST(LessonProgress, WhatOneWindowChangesTheOtherKeeps) {
  const auto answer = [](const char* guess) { return StepAnswer{.guess = guess, .told = false}; };
  const Progress before{{"a", {.step = 1, .answers = {{1, answer("1")}, {2, answer("2")}}}}};
  const Progress ours{{"a", {.step = 2, .answers = {{2, answer("2")}, {3, answer("3")}}}},
                      {"b", {.step = 0, .answers = {}}}};
  const Progress theirs{{"a", {.step = 1, .answers = {{1, answer("1")}, {2, answer("new")}, {4, answer("4")}}}}};
  const Progress both{{"a", {.step = 2, .answers = {{2, answer("new")}, {3, answer("3")}, {4, answer("4")}}}},
                      {"b", {.step = 0, .answers = {}}}};
  EXPECT_EQ(merged(before, ours, theirs), both) << "the first step was asked again here";
  EXPECT_EQ(merged(before, before, theirs), theirs);
  EXPECT_EQ(merged(before, ours, before), ours);
  EXPECT_EQ(merged({}, ours, {}), ours);
}

TEST(Settings, RecentFilesAreTheLatestFirstAndNoneTwice) {
  std::vector<std::string> recent;
  for (int i = 0; i < 20; ++i) remember_recent(recent, "/" + std::to_string(i));
  remember_recent(recent, "/15");
  ASSERT_EQ(recent.size(), most_recent_files);
  EXPECT_EQ(recent[0], "/15");
  EXPECT_EQ(recent[1], "/19");
  EXPECT_EQ(std::count(recent.begin(), recent.end(), "/15"), 1);
}

}  // namespace
}  // namespace bankmap
