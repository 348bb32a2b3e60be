// The panel that runs it on a GPU, with a GPU that does what it is told.
#include <fmt/format.h>

#include "tests/gui/measured_window.hpp"

namespace bankmap {
namespace {

// Four wavefronts predicted; the answer of a GPU that sees others, and takes other times.
std::function<Result<Measurement>(const MeasureRequest&)> answering(double wavefronts, double saturated,
                                                                    double latency) {
  return [=](const MeasureRequest& request) {
    Result<Measurement> measured = FakeGpu::as_predicted(request);
    if (request.instruction != Instruction::ld_b32) return measured;
    measured->counters->wavefronts = wavefronts;
    measured->counters->bank_conflicts = wavefronts - 1;
    measured->saturated->median_cycles = saturated;
    measured->latency->median_cycles = latency;
    return measured;
  };
}

TEST(MeasuredPanel, MeasuredStandsBesidePredicted) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  EXPECT_EQ(gpu.text("section.RUN ON GPU"), "Fake H200");
  EXPECT_EQ(gpu.text("measure.device"), "0  Fake H200 · 9.0");
  gpu.gpu->answer = answering(4, 4.11, 35.5);
  gpu.click("measure.run");
  gpu.done();
  EXPECT_EQ(gpu.text("measure.heading"), "measured");
  EXPECT_EQ(gpu.text("measure.wavefronts.predicted"), "4");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "4");
  EXPECT_EQ(gpu.text("measure.wavefronts.difference"), "= ✓");
  EXPECT_EQ(gpu.text("measure.bank_conflicts.predicted"), "3");
  EXPECT_EQ(gpu.text("measure.bank_conflicts.measured"), "3");
  EXPECT_EQ(gpu.text("cycles.saturated"), "4.08");
  EXPECT_EQ(gpu.text("measure.saturated.measured"), "4.11");
  EXPECT_EQ(gpu.text("measure.saturated.difference"), "+0.03 ✓");
  EXPECT_EQ(gpu.text("cycles.latency"), "35.00");
  EXPECT_EQ(gpu.text("measure.latency.measured"), "35.50");
  EXPECT_EQ(gpu.text("measure.latency.difference"), "+0.50 ✓");
  EXPECT_EQ(gpu.text("measure.verdict"), "✓ as predicted");
  EXPECT_EQ(gpu.text("measure.badge"), "MEASURED");
  EXPECT_EQ(gpu.text("measure.access.0"), "1 / 1");
  EXPECT_EQ(gpu.text("measure.access.1"), "4 / 4");
  EXPECT_EQ(gpu.text("measure.access.1.cycles"), "4.08 / 4.11");
  EXPECT_EQ(gpu.text("measure.access.1.mark"), "✓");
}

TEST(MeasuredPanel, TheDifferenceIsThatOfTheNumbersBesideIt) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = answering(4, 4.1149, 35.0449);
  gpu.run();
  EXPECT_EQ(gpu.text("measure.latency.measured"), "35.04");
  EXPECT_EQ(gpu.text("measure.latency.difference"), "+0.04 ✓");
  EXPECT_EQ(gpu.text("cycles.saturated"), "4.08");
  EXPECT_EQ(gpu.text("measure.saturated.measured"), "4.11");
  EXPECT_EQ(gpu.text("measure.saturated.difference"), "+0.03 ✓") << "not that of 4.1149";
}

TEST(MeasuredPanel, BarsAreAsLongAsTheNumbers) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = answering(2, 4.08, 35);
  gpu.run();
  const auto length = [&](const std::string& name) {
    const LoggedWidget& bar = gpu.window.gui->widget(name);
    return bar.max.x - bar.min.x;
  };
  EXPECT_NEAR(length("measure.wavefronts.measured.bar"), length("measure.wavefronts.predicted.bar") / 2, 1);
  EXPECT_NEAR(length("measure.saturated.measured.bar"), length("measure.saturated.predicted.bar"), 1);
}

TEST(MeasuredPanel, NothingHasNoBar) {
  MeasuredWindow gpu("transpose-float-padded");
  gpu.run();
  EXPECT_EQ(gpu.text("measure.bank_conflicts.measured"), "0");
  EXPECT_EQ(gpu.text("measure.bank_conflicts.difference"), "= ✓");
  EXPECT_FALSE(gpu.shows("measure.bank_conflicts.predicted.bar"));
  EXPECT_FALSE(gpu.shows("measure.bank_conflicts.measured.bar"));
  EXPECT_TRUE(gpu.shows("measure.wavefronts.measured.bar"));
}

TEST(MeasuredPanel, OtherCountersAreNeverGreen) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = answering(5, 5.08, 37);
  gpu.run();
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "5");
  EXPECT_EQ(gpu.text("measure.wavefronts.difference"), "+1 ≠");
  EXPECT_EQ(gpu.text("measure.verdict"),
            "≠ wavefronts 4 predicted, 5 measured; bank conflicts 3 predicted, 4 measured: the profile's rule does not "
            "hold for this access on this GPU");
  EXPECT_EQ(gpu.text("measure.access.1.mark"), "≠");
}

TEST(MeasuredPanel, SlowerSaysByHowMuchAndWhyThatMayBe) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = answering(4, 4.70, 35);
  gpu.run();
  EXPECT_EQ(gpu.text("measure.saturated.difference"), "+0.62 ≠");
  EXPECT_TRUE(has(gpu.text("measure.verdict"), "≠ slower than predicted by 0.62 cycles an instruction: "));
  EXPECT_TRUE(has(gpu.text("measure.verdict"), "other work on the GPU"));
}

TEST(MeasuredPanel, AnAnswerToAnOlderScenarioIsOldAndNeverThatOfTheNewOne) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->hold();
  gpu.click("measure.run");
  gpu.gpu->until_begun(1);
  gpu.window.gui->type_into("tile.padding.typed", "6");  // nothing is recorded for this one
  EXPECT_EQ(gpu.text("headline.wavefronts"), "2") << "the window goes on while the GPU works";
  gpu.gpu->go_on();
  gpu.done();
  EXPECT_EQ(gpu.text("measure.wavefronts.predicted"), "2");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "–");
  EXPECT_EQ(gpu.text("measure.saturated.measured"), "–");
  EXPECT_TRUE(has(gpu.text("measure.none"), "old")) << gpu.text("measure.none");
  EXPECT_FALSE(gpu.shows("measure.verdict"));

  gpu.click("measure.history");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "as predicted · old"));
  gpu.click("measure.run.0");
  EXPECT_TRUE(has(gpu.text("measure.past"), "old"));
  EXPECT_EQ(gpu.text("measure.heading"), "old run");
  EXPECT_EQ(gpu.text("measure.badge"), "OLD RUN");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "4");
  EXPECT_EQ(gpu.text("headline.wavefronts"), "2");
  gpu.click("measure.restore");
  EXPECT_EQ(gpu.text("headline.wavefronts"), "4");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "4");
  EXPECT_EQ(gpu.text("measure.badge"), "MEASURED");
  EXPECT_FALSE(has(gpu.text("measure.run.0"), "old"));
  gpu.window.gui->chord(Key::ctrl, Key::z);
  EXPECT_EQ(gpu.text("headline.wavefronts"), "2");
}

TEST(MeasuredPanel, RunOnChangeFollowsAndTheLastOneWins) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.click("measure.on_change");
  EXPECT_EQ(gpu.text("measure.on_change"), "on");
  gpu.done();
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "32");
  EXPECT_EQ(gpu.window.ui.desk.runs().size(), 1u);
  gpu.gpu->hold();
  gpu.window.gui->type_into("tile.padding.typed", "2");
  gpu.gpu->until_begun(3);
  gpu.window.gui->type_into("tile.padding.typed", "6");
  gpu.window.gui->type_into("tile.padding.typed", "12");
  gpu.gpu->go_on();
  gpu.done();
  EXPECT_EQ(gpu.text("measure.wavefronts.predicted"), "4");
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "4");
  const auto& runs = gpu.window.ui.desk.runs();
  ASSERT_GE(runs.size(), 3u);
  EXPECT_EQ(runs.back().asked.scenario, gpu.window.editor.scenario());
  EXPECT_LE(runs.size(), 3u) << "those between were never measured";
  gpu.click("measure.on_change");
  gpu.window.gui->type_into("tile.padding.typed", "1");
  gpu.done();
  EXPECT_EQ(gpu.window.ui.desk.runs().size(), 3u);
}

TEST(MeasuredPanel, LongWorkShowsItsProgressAndIsCancelled) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.gpu->hold();
  gpu.click("measure.long_work");
  gpu.click("measure.all_presets");
  gpu.gpu->until_begun(1);
  gpu.window.gui->settle();
  EXPECT_EQ(gpu.text("measure.progress"), "0 %  aos-float3");
  gpu.click("measure.cancel");
  gpu.done();
  EXPECT_FALSE(gpu.shows("measure.progress"));
  EXPECT_EQ(gpu.text("measure.failure"), "the last run was cancelled");
  gpu.click("measure.history");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "all presets: cancelled"));
}

TEST(MeasuredPanel, AllPresetsEndAsATable) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.click("measure.long_work");
  gpu.click("measure.all_presets");
  gpu.done();
  gpu.click("measure.history");
  std::size_t accesses = 0;
  for (const Preset& each : test_presets()) accesses += each.scenario.accesses.size();
  EXPECT_TRUE(has(gpu.text("measure.run.0"), fmt::format("{0} of {0} accesses as predicted", accesses)))
      << gpu.text("measure.run.0");
  gpu.click("measure.run.0");
  EXPECT_TRUE(has(gpu.text("sheet.text"), "transpose-float-padded-by-four"));
  EXPECT_TRUE(has(gpu.text("sheet.text"), "Fake H200"));
  gpu.window.gui->key(Key::escape);
  EXPECT_FALSE(gpu.shows("sheet.text"));
  // and the presets' own figures are there when one is chosen
  EXPECT_EQ(gpu.text("measure.badge"), "MEASURED");
}

TEST(MeasuredPanel, AProbeAndWholeKernelsAreShownAsText) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.click("measure.long_work");
  gpu.click("measure.probe");
  gpu.done();
  gpu.click("measure.whole_kernels");
  gpu.done();
  gpu.click("measure.history");
  gpu.click("measure.run.0");
  EXPECT_TRUE(has(gpu.text("sheet.text"), "transpose float"));
  EXPECT_TRUE(has(gpu.text("sheet.text"), "1.10 ms conflicted, 0.92 ms without"));
  gpu.window.gui->click("sheet.close");
  gpu.click("measure.run.1");
  EXPECT_TRUE(has(gpu.text("sheet.text"), "phases 0-15 | 16-31"));
  EXPECT_TRUE(has(gpu.text("sheet.text"), "1 of 1 instructions as in the profile sm_90"));
}

TEST(MeasuredPanel, AFailureIsSaidInWordsAndTheWindowLivesOn) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.gpu->answer = [](const MeasureRequest&) -> Result<Measurement> {
    return fail("the device does not answer", "look at it with nvidia-smi, and start this program again");
  };
  gpu.run();
  gpu.click("measure.history");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "the device does not answer; look at it with nvidia-smi"));
  EXPECT_EQ(gpu.gpu->begun(), 1) << "the store was asked first, and failed; the load is not tried";
  EXPECT_TRUE(has(gpu.text("measure.failure"), "the device does not answer"));
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "–");
  gpu.window.gui->type_into("tile.padding.typed", "1");
  EXPECT_EQ(gpu.text("headline.wavefronts"), "1");
}

TEST(MeasuredPanel, AHungDeviceIsReportedAndTheWindowLivesOn) {
  auto deaf = std::make_shared<FakeGpu>();
  deaf->deaf = true;
  MeasuredWindow gpu("transpose-float-plain", std::chrono::milliseconds(2), deaf);
  gpu.gpu->hold();
  gpu.window.gui->key(Key::f5);
  gpu.gpu->until_begun(1);
  gpu.until_news([&] { return gpu.window.ui.desk.worker()->status().silent; });
  EXPECT_TRUE(has(gpu.text("measure.silent"), "does not answer"));
  const int begun = gpu.gpu->begun();
  gpu.window.gui->key(Key::f5);
  gpu.window.gui->type_into("tile.padding.typed", "1");
  EXPECT_EQ(gpu.text("headline.wavefronts"), "1");
  EXPECT_EQ(gpu.gpu->begun(), begun);
}

TEST(MeasuredPanel, WithoutCountersTheCyclesStandAloneWithTheReasonAndTheCommand) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = [](const MeasureRequest& request) {
    Result<Measurement> measured = FakeGpu::as_predicted(request);
    measured->counters.reset();
    measured->counters_missing = CountersMissing{"the driver lets only root read counters", "sudo bankmap measure x"};
    return measured;
  };
  gpu.run();
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "–");
  EXPECT_EQ(gpu.text("measure.wavefronts.difference"), "");
  EXPECT_EQ(gpu.text("measure.saturated.measured"), "4.08");
  EXPECT_EQ(gpu.text("measure.verdict"), "✓ the cycles are as predicted; the counters could not be read");
  EXPECT_EQ(gpu.text("measure.no_counters"), "cycles alone, no counters: the driver lets only root read counters");
  EXPECT_EQ(gpu.text("measure.counters_command"), "sudo bankmap measure x");
  gpu.click("measure.counters_command.copy");
  EXPECT_STREQ(ImGui::GetClipboardText(), "sudo bankmap measure x");
}

// A profile with a law, and a GPU that could neither count nor time: nothing was compared, so nothing is green.
TEST(MeasuredPanel, NothingComparedIsNeitherGreenNorWrong) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->answer = [](const MeasureRequest& request) {
    Result<Measurement> measured = FakeGpu::as_predicted(request);
    if (request.instruction != Instruction::ld_b32) return measured;
    measured->counters.reset();
    measured->saturated.reset();
    measured->latency.reset();
    return measured;
  };
  gpu.run();
  EXPECT_EQ(gpu.text("measure.verdict"), "nothing to compare: no counters, and no cycles were measured");
  EXPECT_EQ(gpu.text("measure.access.0.mark"), "✓");
  EXPECT_EQ(gpu.text("measure.access.1.mark"), "–");
  gpu.click("measure.history");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "1 of 2 accesses compared; ")) << gpu.text("measure.run.0");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "nothing to compare: no counters, and no cycles were measured"));
  EXPECT_FALSE(gpu.window.ui.desk.runs().back().agrees);
  gpu.click("measure.long_work");
  gpu.click("measure.all_presets");
  gpu.done();
  EXPECT_FALSE(gpu.window.ui.desk.runs().back().agrees);
  EXPECT_TRUE(has(gpu.window.ui.desk.runs().back().verdict, " compared")) << gpu.window.ui.desk.runs().back().verdict;
}

TEST(MeasuredPanel, AnAccessThatCannotBeRunSaysWhyAndTheOthersHaveFigures) {
  MeasuredWindow gpu("transpose-float-padded-by-four");
  gpu.gpu->has = [](Instruction instruction) { return instruction != Instruction::ld_b32; };
  gpu.run();
  EXPECT_TRUE(has(gpu.text("measure.failure"), "this GPU has no ld.b32"));
  EXPECT_EQ(gpu.text("measure.access.0.mark"), "✓");
  EXPECT_EQ(gpu.text("measure.access.1.mark"), "–");
  gpu.click("measure.history");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "1 of 2 accesses compared; ")) << gpu.text("measure.run.0");
  EXPECT_TRUE(has(gpu.text("measure.run.0"), "not run: this GPU has no ld.b32")) << gpu.text("measure.run.0");
}

TEST(MeasuredPanel, OfManyRunsOnlyThoseInSightAreDrawnAndTheOthersAreReachedByTheWheel) {
  MeasuredWindow gpu("broadcast");
  for (int i = 0; i < 40; ++i) gpu.run();
  gpu.click("measure.history");
  int drawn = 0;
  for (int i = 0; i < 40; ++i) drawn += gpu.shows(fmt::format("measure.run.{}", i)) ? 1 : 0;
  EXPECT_GE(drawn, 5);
  EXPECT_LE(drawn, 7);
  EXPECT_TRUE(gpu.shows("measure.run.0"));
  EXPECT_FALSE(gpu.shows("measure.run.39"));
  const ImVec2 corner = gpu.window.gui->widget("measure.run.0").min;
  gpu.window.gui->move_to({corner.x + 20, corner.y + 20});
  gpu.window.gui->wheel(-200);
  EXPECT_TRUE(gpu.shows("measure.run.39"));
  EXPECT_FALSE(gpu.shows("measure.run.0"));
}

TEST(MeasuredPanel, TheDeviceIsPicked) {
  auto two = std::make_shared<FakeGpu>();
  two->devices->push_back({.index = 1, .name = "Fake A100", .compute_capability = "8.0"});
  MeasuredWindow gpu("transpose-float-padded-by-four", for_ever, two);
  gpu.run();
  EXPECT_EQ(gpu.text("measure.badge"), "MEASURED");
  gpu.click("measure.device");
  gpu.window.gui->click("measure.device.1");
  EXPECT_EQ(gpu.text("section.RUN ON GPU"), "Fake A100");
  EXPECT_FALSE(gpu.shows("measure.badge")) << "what the other one measured is not of this one";
  EXPECT_TRUE(has(gpu.text("measure.none"), "was on another device, 0")) << gpu.text("measure.none");
  EXPECT_FALSE(has(gpu.text("measure.none"), "scenario"));
  gpu.run();
  EXPECT_TRUE(has(gpu.text("measure.source"), "Fake H200 1"));
}

TEST(MeasuredPanel, AScenarioForAnotherMachineIsComparedWithTheGpusOwnProfile) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.window.gui->click("top.machine");
  gpu.window.gui->click("top.machine.0");
  ASSERT_NE(gpu.window.editor.scenario().machine, "sm_90");
  gpu.run();
  EXPECT_EQ(gpu.text("cycles.saturated"), "32.08");
  EXPECT_TRUE(has(gpu.text("measure.profile"), "Predicted for sm_90"));
}

// The step that is shown can be measured, another one of the loop is misaligned: nothing is called as predicted.
TEST(MeasuredPanel, ARefusedAccessHasNoVerdict) {
  MeasuredWindow gpu("transpose-float-plain");
  Scenario scenario = gpu.window.editor.scenario();
  scenario.accesses.back().instruction = Instruction::ld_b128;
  Edits edits;
  edits.push(ReplaceScenario{scenario});
  gpu.window.editor.apply(edits);
  gpu.window.gui->settle();
  gpu.run();
  EXPECT_EQ(gpu.text("measure.wavefronts.predicted"), "32") << "of the step that is shown";
  EXPECT_EQ(gpu.text("measure.wavefronts.measured"), "–");
  EXPECT_FALSE(gpu.shows("measure.verdict"));
  EXPECT_TRUE(has(gpu.text("measure.refused"), "k = 1")) << gpu.text("measure.refused");
  EXPECT_EQ(gpu.text("measure.access.0.mark"), "✓");
  EXPECT_EQ(gpu.text("measure.access.1"), "– / –");
  EXPECT_EQ(gpu.text("measure.access.1.mark"), "–");
  EXPECT_FALSE(gpu.shows("measure.failure")) << "it is said once";
  gpu.click("measure.history");
  const std::string& run = gpu.text("measure.run.0");
  EXPECT_TRUE(has(run, "1 of 2 accesses compared; load a column: not run: ")) << run;
  EXPECT_FALSE(has(run, "as predicted")) << run;
  EXPECT_FALSE(has(run, "old")) << "it is of what is shown";
  EXPECT_EQ(gpu.gpu->begun(), 1) << "the step that could be run is not";
}

TEST(MeasuredPanel, TheKernelsSourceIsTheOneThatIsLaunched) {
  MeasuredWindow gpu("transpose-float-plain");
  gpu.click("measure.kernel");
  EXPECT_EQ(gpu.text("sheet.title"), "What is launched for ld.b32");
  EXPECT_TRUE(has(gpu.text("sheet.text"), "ld.volatile.shared.u32"));
  gpu.window.gui->click("sheet.copy");
  EXPECT_EQ(gpu.text("sheet.text"), ImGui::GetClipboardText());
  gpu.window.gui->click("sheet.close");
  EXPECT_FALSE(gpu.shows("sheet.title"));
}

}  // namespace
}  // namespace bankmap
