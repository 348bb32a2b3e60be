// The thread that searches for fixes, and what the window keeps of its answers. Nothing here waits for a clock.
#include "app/advice/advice_worker.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "app/advice/advice_desk.hpp"
#include "tests/gui/fake_adviser.hpp"

namespace bankmap {
namespace {

Scenario preset_named(const std::string& name) { return load_scenario(Assets{BANKMAP_ASSETS}, name).value(); }

Scenario padded(std::int64_t elements) {
  Scenario scenario = preset_named("transpose-float-plain");
  scenario.tiles[0].pitch.value = elements;
  return scenario;
}

AdviceQuestion question(std::uint64_t number, Scenario scenario = preset_named("transpose-float-plain")) {
  return {.number = number, .scenario = std::move(scenario), .options = {}};
}

TEST(AdviceWorker, AnAnswerCarriesItsNumberAndWhatAdviseFinds) {
  FakeAdviser search;
  AdviceWorker worker(search.adviser(), {});
  worker.ask(question(7));
  worker.wait_until_idle();
  const std::optional<AdviceAnswer> answer = worker.take_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->number, 7u);
  ASSERT_TRUE(answer->advice);
  EXPECT_EQ(answer->advice->outcome, AdviceOutcome::fixes_found);
  EXPECT_EQ(answer->advice->excess_before, 992);
  EXPECT_FALSE(worker.take_answer()) << "it is taken once";
  EXPECT_FALSE(worker.status().busy());
}

TEST(AdviceWorker, OfQuestionsThatWaitOnlyTheLastIsSearched) {
  FakeAdviser search;
  search.hold();
  AdviceWorker worker(search.adviser(), {});
  worker.ask(question(1));
  search.until_begun(1);
  for (std::uint64_t number = 2; number <= 4; ++number) worker.ask(question(number));
  EXPECT_EQ(worker.status().number, 1u);
  search.go_on();
  worker.wait_until_idle();
  EXPECT_EQ(search.begun(), 2);
  EXPECT_EQ(worker.take_answer()->number, 4u);
}

TEST(AdviceWorker, AnOvertakenSearchEndsAndIsNotAnswered) {
  FakeAdviser search;
  search.hold();
  AdviceWorker worker(search.adviser(), {});
  worker.ask(question(1));
  search.until_begun(1);
  worker.ask(question(2));
  worker.give_up_before(2);
  search.until_begun(2);  // although nobody lets it go on
  EXPECT_FALSE(worker.take_answer());
  search.go_on();
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->number, 2u);
}

TEST(AdviceWorker, TheQuestionItselfIsNotGivenUp) {
  FakeAdviser search;
  search.hold();
  AdviceWorker worker(search.adviser(), {});
  worker.ask(question(3));
  search.until_begun(1);
  worker.give_up_before(3);
  search.go_on();
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->advice->outcome, AdviceOutcome::fixes_found);
}

TEST(AdviceWorker, ACancelledSearchIsAnsweredAndTheNextIsDone) {
  FakeAdviser search;
  search.hold();
  AdviceWorker worker(search.adviser(), {});
  worker.cancel();  // nothing is searched: nothing is cancelled
  worker.ask(question(1));
  search.until_begun(1);
  worker.cancel();
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->advice->outcome, AdviceOutcome::cancelled);
  search.go_on();
  worker.ask(question(2));
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->advice->outcome, AdviceOutcome::fixes_found);
}

TEST(AdviceWorker, ProgressIsTold) {
  FakeAdviser search;
  search.share = 0.5;
  search.hold();
  std::atomic<int> news = 0;
  AdviceWorker worker(search.adviser(), [&] { ++news; });
  worker.ask(question(1));
  search.until_begun(1);
  EXPECT_EQ(worker.status().share, 0.5);
  EXPECT_EQ(news, 1);
  search.go_on();
  worker.wait_until_idle();
  EXPECT_EQ(worker.status().share, 0);
}

TEST(AdviceWorker, AnExceptionIsAnAnswer) {
  FakeAdviser search;
  search.answer = [](const Scenario&, const AdviceOptions&, const AdviceControl&) -> Result<Advice> {
    throw std::runtime_error("out of luck");
  };
  AdviceWorker worker(search.adviser(), {});
  worker.ask(question(1));
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->advice.error().what, "the search failed: out of luck");
}

TEST(AdviceWorker, AMachineThatIsNotThereIsRefused) {
  FakeAdviser search;
  AdviceWorker worker(search.adviser(), {});
  Scenario scenario = preset_named("transpose-float-plain");
  scenario.machine = "sm_1";
  worker.ask(question(1, scenario));
  worker.wait_until_idle();
  const std::optional<AdviceAnswer> answer = worker.take_answer();
  EXPECT_EQ(answer->advice->outcome, AdviceOutcome::refused);
  EXPECT_EQ(answer->advice->sentence, "there is no machine profile named 'sm_1'");
}

TEST(AdviceWorker, ClosingEndsTheSearch) {
  FakeAdviser search;
  search.hold();
  {
    AdviceWorker worker(search.adviser(), {});
    worker.ask(question(1));
    search.until_begun(1);
  }
  EXPECT_EQ(search.begun(), 1);
}

TEST(AdviceWorker, NoNewsOnceTheyAreStopped) {
  FakeAdviser search;
  std::atomic<int> news = 0;
  AdviceWorker worker(search.adviser(), [&] { ++news; });
  worker.stop_news();
  worker.ask(question(1));
  worker.wait_until_idle();
  EXPECT_EQ(worker.take_answer()->number, 1u);
  EXPECT_EQ(news, 0);
}

// One frame of the window: the news, what is drawn, the question.
AdviceShown frame(AdviceDesk& desk, const Scenario& shown, const AdviceSettings& settings = {}) {
  desk.take_news();
  const AdviceShown drawn = desk.of(shown);
  desk.follow(shown, settings);
  return drawn;
}

TEST(AdviceDesk, AnOldAnswerIsBehindForTwoFramesAndThenGone) {
  FakeAdviser search;
  AdviceDesk desk;
  desk.start(search.adviser());
  EXPECT_EQ(frame(desk, padded(0)).answer, nullptr);
  desk.wait();
  EXPECT_EQ(desk.of(padded(0)).frames_behind, 0);
  EXPECT_NE(desk.of(padded(0)).answer, nullptr);
  search.hold();
  const AdviceShown first = frame(desk, padded(2));  // it was set in the frame before
  EXPECT_NE(first.answer, nullptr);
  EXPECT_EQ(first.frames_behind, 1);
  EXPECT_EQ(frame(desk, padded(2)).frames_behind, 1);
  EXPECT_EQ(frame(desk, padded(2)).frames_behind, 2);
  EXPECT_EQ(frame(desk, padded(2)).answer, nullptr);
  search.go_on();
  desk.wait();
  EXPECT_EQ(desk.of(padded(2)).frames_behind, 0);
  EXPECT_EQ((*desk.of(padded(2)).answer)->excess_before, 32);
}

TEST(AdviceDesk, ASearchThatIsInTheWayIsGivenUpAfterTwoFrames) {
  FakeAdviser search;
  search.hold();
  AdviceDesk desk;
  desk.start(search.adviser());
  frame(desk, padded(0));
  search.until_begun(1);
  frame(desk, padded(2));
  frame(desk, padded(2));
  EXPECT_EQ(search.begun(), 1) << "it may still be the list of the next frame";
  frame(desk, padded(2));
  search.until_begun(2);
  search.go_on();
  desk.wait();
  EXPECT_EQ((*desk.of(padded(2)).answer)->excess_before, 32);
}

TEST(AdviceDesk, TheStepThatIsShownIsNoOtherQuestion) {
  FakeAdviser search;
  AdviceDesk desk;
  desk.start(search.adviser());
  Scenario shown = padded(0);
  frame(desk, shown);
  desk.wait();
  shown.accesses[1].loops[0].at = 9;
  const AdviceShown drawn = frame(desk, shown);
  EXPECT_EQ(drawn.frames_behind, 0);
  ASSERT_NE(drawn.answer, nullptr);
  desk.wait();
  EXPECT_EQ(search.begun(), 1);
  const MachineProfiles machines = load_machines(Assets{BANKMAP_ASSETS}).value();
  const AdviceDesk::FixView& fix = desk.fix(0, shown, machines.at("sm_90"));
  EXPECT_EQ(fix.scenario.accesses[1].loops[0].at, 9);
  EXPECT_EQ(fix.analysis.accesses[1].shown->loop_values, std::vector<std::int64_t>{9});
  EXPECT_EQ(fix.analysis.accesses[1].shown->served.cost.wavefronts, 1);
}

TEST(AdviceDesk, AFixWithOtherLoopsKeepsItsOwn) {
  Scenario shown = padded(0);
  shown.accesses[1].loops[0].at = 9;
  Scenario fix = padded(1);
  fix.accesses[1].loops[0].end = 8;
  EXPECT_EQ(at_shown_place(fix, shown).accesses[1].loops[0].at, 0);
}

TEST(AdviceDesk, OtherSettingsAreAnotherQuestion) {
  FakeAdviser search;
  AdviceDesk desk;
  desk.start(search.adviser());
  frame(desk, padded(0));
  desk.wait();
  AdviceSettings settings;
  settings.weights = {{"load a column", 3}, {"of another scenario", 9}};
  frame(desk, padded(0), settings);
  EXPECT_NE(desk.of(padded(0)).frames_behind, 0);
  desk.wait();
  ASSERT_EQ(desk.of(padded(0)).frames_behind, 0);
  EXPECT_EQ((*desk.of(padded(0)).answer)->excess_before, 3 * 992);
  EXPECT_EQ(search.begun(), 2);
}

TEST(AdviceDesk, ForAPictureItIsSearchedAtOnceAndForThatScenarioOnly) {
  AdviceDesk desk;
  desk.answer_now(padded(0), load_machines(Assets{BANKMAP_ASSETS}).value());
  desk.take_news();
  EXPECT_EQ((*desk.of(padded(0)).answer)->excess_before, 992);
  EXPECT_EQ(desk.of(padded(1)).answer, nullptr);
}

}  // namespace
}  // namespace bankmap
