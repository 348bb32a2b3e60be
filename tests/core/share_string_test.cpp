#include "core/share_string.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/scenario_json.hpp"
#include "tests/core/random_scenarios.hpp"
#include "tests/core/test_machine.hpp"

namespace bankmap {
namespace {

std::vector<Scenario> presets() {
  std::vector<Scenario> found;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (entry.path().extension() == ".json") found.push_back(read_scenario(file_text(entry.path().string())).value());
  }
  return found;
}

constexpr std::string_view kept_string = "bankmap1.Aq180SM9NWenFpQoADUppAJlh3ISJjvGscSjQpyCKUVxiYgRAA";

std::string what_of(std::string_view text) {
  const Result<Scenario> read = read_share_string(text);
  return read ? "it was read" : read.error().what;
}

TEST(ShareString, EveryPresetComesBackAndIsShort) {
  ASSERT_FALSE(presets().empty());
  for (const Scenario& scenario : presets()) {
    const std::string text = share_string(scenario).value();
    EXPECT_TRUE(text.starts_with("bankmap1.")) << text;
    EXPECT_LT(text.size(), 600U) << scenario.title;
    EXPECT_EQ(read_share_string(text).value(), scenario);
  }
}

TEST(ShareString, RandomScenariosComeBack) {
  RandomScenarios random(7);
  for (int i = 0; i < 400; ++i) {
    const Scenario scenario = random.next();
    EXPECT_EQ(read_share_string(share_string(scenario).value()).value(), scenario);
  }
}

TEST(ShareString, HasOnlyLettersThatEveryChatKeeps) {
  for (const Scenario& scenario : presets()) {
    const std::string text = share_string(scenario).value();
    EXPECT_EQ(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 9),
              std::string::npos);
  }
}

// Strings that people have sent must open in every later program: the form, the dictionary with it, never changes.
TEST(ShareString, OneOfTheFirstStillOpens) {
  Scenario scenario;
  scenario.title = "kept for ever";
  scenario.accesses[0].pattern = ColumnPattern{"k ^ 5", 1};
  EXPECT_EQ(what_of(kept_string), "it was read");
  EXPECT_EQ(read_share_string(kept_string).value_or(Scenario{}), scenario) << share_string(scenario).value();
}

TEST(ShareString, BlanksAndLineBreaksDoNotMatter) {
  const Scenario scenario = presets().front();
  const std::string text = share_string(scenario).value();
  std::string wrapped = "\n  ";
  for (std::size_t i = 0; i < text.size(); ++i) wrapped += text.substr(i, 1) + (i % 20 == 3 ? "\r\n\t" : "");
  EXPECT_EQ(read_share_string(wrapped + " \n").value(), scenario);
}

TEST(ShareString, EveryChangedCharacterIsFound) {
  const std::string text = share_string(presets().front()).value();
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char other : {'A', '7', '_', '.', '!'}) {
      if (text[i] == other) continue;
      std::string changed = text;
      changed[i] = other;
      EXPECT_FALSE(read_share_string(changed)) << i << other;
    }
  }
}

TEST(ShareString, EveryCutIsFound) {
  const std::string text = share_string(presets().front()).value();
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(read_share_string(text.substr(0, size))) << size;
  EXPECT_FALSE(read_share_string(text + "A"));
  EXPECT_FALSE(read_share_string(text + text));
}

TEST(ShareString, SaysWhatIsWrong) {
  const std::string text = share_string(Scenario{}).value();
  EXPECT_EQ(what_of(""), "this is no share string");
  EXPECT_EQ(what_of("hello"), "this is no share string");
  EXPECT_EQ(what_of("bankmap."), "this is no share string");
  EXPECT_EQ(what_of("bankmap2.AAAA"), "the share string is of version 2, and this program reads version 1");
  EXPECT_EQ(what_of(text.substr(0, text.size() - 1)),
            "the share string is damaged: it is cut short, or a character has changed");
  EXPECT_EQ(what_of(text + "%"), "'%' does not occur in a share string");
  EXPECT_EQ(what_of(std::string(share_prefix) + std::string(max_share_bytes, 'A')),
            "this is too long for a share string: 262153 bytes");
  EXPECT_EQ(what_of(packed_share("{}")), "the key \"format\" is missing") << "what read_scenario refuses";
}

// A few hundred bytes that would become a gigabyte cost nothing.
TEST(ShareString, ABombIsRefused) {
  const std::string bomb = packed_share(std::string(std::size_t{8} << 20, ' '));
  ASSERT_LT(bomb.size(), 16U << 10);
  EXPECT_EQ(what_of(bomb), "the share string would unpack to more than 1 MiB, so it was not made by this program");
  const std::string largest = packed_share(std::string(max_shared_json_bytes, ' '));
  EXPECT_NE(what_of(largest), what_of(bomb)) << "1 MiB itself is unpacked, and refused for what it is";
}

TEST(ShareString, TooLargeAScenarioIsRefusedWhenWritten) {
  Scenario scenario;
  std::uint32_t seed = 1;
  for (int i = 0; i < max_accesses; ++i) {
    Access access;
    for (int loop = 0; loop < max_loops; ++loop) {
      std::string noise;
      for (int at = 0; at < 4000; ++at)
        noise += static_cast<char>('!' + (seed = seed * 1664525 + 1013904223) / 16777216 % 90);
      access.loops.push_back({.name = noise, .begin = 0, .end = 1, .step = 1, .at = 0});
    }
    scenario.accesses.push_back(access);
  }
  const Result<std::string> text = share_string(scenario);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().what, "the scenario is too large for a share string");
}

}  // namespace
}  // namespace bankmap
