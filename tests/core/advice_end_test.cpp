// How a search ends: with a proof or without one, cut short, cancelled.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/advice/advice.hpp"
#include "core/advice/report_advice.hpp"
#include "core/advice/search_work.hpp"
#include "core/scenario_json.hpp"
#include "tests/core/advice_testing.hpp"

namespace bankmap {
namespace {

// The outcome says no more than the sentence does: "exists" only where it is proven.
TEST(AdviceEnd, NoneFoundIsNotNoneExists) {
  for (const auto& file : std::filesystem::directory_iterator(std::string(BANKMAP_ASSETS) + "/scenarios")) {
    if (file.path().extension() != ".json") continue;
    SCOPED_TRACE(file.path());
    const Advice advice = advise_on(read_scenario(file_text(file.path().string())).value());
    EXPECT_EQ(advice.outcome == AdviceOutcome::none_found, advice.sentence.starts_with("None found: "));
    EXPECT_EQ(advice.outcome == AdviceOutcome::none_exists, advice.sentence.starts_with("None exists: "));
  }
  // Three elements of 128 bytes, side by side in a row: no padding of rows and no swizzle of whole elements tells them apart, and
  // nothing proves that no other layout does.
  Scenario scenario;
  scenario.tiles[0].rows = 2;
  scenario.tiles[0].columns = 3;
  scenario.tiles[0].element = *struct_element("Wide", 128, 4);
  scenario.accesses = {access_as(Instruction::ld_b32, IndexPattern{"0", "lane % 3"}, {})};
  const Advice advice = advise_on(scenario);
  EXPECT_EQ(advice.outcome, AdviceOutcome::none_found) << advice.sentence;
}

TEST(AdviceEnd, CanBeCancelled) {
  int asked = 0;
  const AdviceControl control{.cancelled = [&asked] { return ++asked > 20; }, .progress = {}};
  const Result<Advice> advice = advise(half_ldmatrix(), machine_named("sm_90"), {}, control);
  ASSERT_TRUE(advice);
  EXPECT_LT(asked, 40) << "it stops soon after";
  EXPECT_EQ(advice->outcome, AdviceOutcome::cancelled);
}

// A scenario as large as the reader takes, or a sixteenth of that: everything is asked for.
Scenario monstrous(std::int64_t steps, int accesses, bool names_pitch) {
  Scenario scenario;
  scenario.tiles[0].rows = scenario.tiles[0].columns = 1024;
  scenario.accesses.clear();
  for (int i = 0; i < accesses; ++i) {
    scenario.accesses.push_back(
        access_as(i % 2 == 0 ? Instruction::ld_b32 : Instruction::st_b32,
                  IndexPattern{fmt::format("(lane * {} + k{}) % 1024", 1 + i, names_pitch ? " + pitch" : ""),
                               fmt::format("(k * {} + lane / 3) % 1024", 7 + i)},
                  {over("k", steps)}));
    scenario.accesses.back().name = fmt::format("access {}", i);
  }
  return scenario;
}

AdviceOptions everything() {
  AdviceOptions options;
  options.allow_lane_orders = options.allow_vector_widths = true;
  options.fixes_per_family = 8;
  return options;
}

// A count ends the search, not a clock: it says so, and it says the same again.
TEST(AdviceEnd, TooMuchToLookAtIsCutShort) {
  for (const bool names_pitch : {false, true}) {
    const Scenario scenario = monstrous(4096, 16, names_pitch);
    const Advice advice = advise_on(scenario, everything());
    const auto said = std::count_if(advice.notes.begin(), advice.notes.end(), [](const std::string& note) {
      return note.find("the search was cut short") != std::string::npos;
    });
    EXPECT_TRUE(advice.cut_short);
    EXPECT_EQ(said, 1) << "pitch " << names_pitch;
    const auto cut = [](const FamilySearch& search) { return !search.whole; };
    EXPECT_TRUE(std::any_of(advice.searches.begin(), advice.searches.end(), cut));
    EXPECT_NE(report_advice(scenario, advice).find("the search was cut short"), std::string::npos);
    EXPECT_NE(report_advice(scenario, advice).find("(cut short)"), std::string::npos);
    if (!names_pitch) {
      EXPECT_EQ(advice_json(scenario, advise_on(scenario, everything())), advice_json(scenario, advice));
    }
    for (const Fix& fix : advice.fixes) EXPECT_LT(fix.excess_after, advice.excess_before) << fix.title;
  }
  const Advice usual = advise_on(half_ldmatrix(), everything());
  EXPECT_FALSE(usual.cut_short);
  EXPECT_EQ(usual.outcome, AdviceOutcome::fixes_found);
}

// Whenever the person cancels, nothing is begun that takes long.
TEST(AdviceEnd, CanBeCancelledAtAnyMoment) {
  for (const bool names_pitch : {false, true}) {
    const Scenario scenario = monstrous(1024, 4, names_pitch);
    const MachineProfile& machine = machine_named("sm_90");
    for (const int moment : {1, 2, 5, 20, 100, 500, 1500, 3000}) {
      int asked = 0;
      const AdviceControl control{.cancelled = [&] { return ++asked >= moment; }, .progress = {}};
      const Result<Advice> advice = advise(scenario, machine, everything(), control);
      ASSERT_TRUE(advice);
      if (asked < moment) break;  // it had ended before
      EXPECT_EQ(advice->outcome, AdviceOutcome::cancelled) << moment;
      EXPECT_LE(asked, moment + 1) << "the search, and the fixes that are built of it";
      EXPECT_TRUE(advice->sentence.starts_with("Cancelled. ")) << advice->sentence;
      for (const std::string& note : advice->notes) EXPECT_EQ(note.find("stays as it is"), std::string::npos) << note;
    }
  }
}

TEST(AdviceEnd, ProgressGoesForward) {
  std::vector<double> shares;
  const AdviceControl control{.cancelled = {}, .progress = [&shares](double share) { shares.push_back(share); }};
  ASSERT_TRUE(advise(half_ldmatrix(), machine_named("sm_90"), {}, control));
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_DOUBLE_EQ(shares.back(), 1);
}

TEST(AdviceEnd, SameQuestionSameAnswer) {
  const Scenario scenario = half_ldmatrix();
  EXPECT_EQ(advice_json(scenario, advise_on(scenario)), advice_json(scenario, advise_on(scenario)));
}

TEST(SearchWork, SharesWhatIsLeft) {
  SearchWork work({}, 90);
  {
    const WorkShare first(work, 3);  // 30
    work.add(10);
    EXPECT_TRUE(work.go_on(19));
    EXPECT_FALSE(work.cut_short());
    EXPECT_FALSE(work.go_on(20)) << "30 in all: that is the end of the share";
    EXPECT_TRUE(work.cut_short());
  }
  const WorkShare second(work, 2);  // half of the 80 that are left
  work.add(39);
  EXPECT_TRUE(work.go_on());
  work.add(100);
  EXPECT_FALSE(work.go_on());
  const WorkShare third(work, 1);
  EXPECT_FALSE(work.go_on()) << "more than all was spent";
  EXPECT_EQ(work.spent(), 149);
}

}  // namespace
}  // namespace bankmap
