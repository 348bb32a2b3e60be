// The list of fixes in the window: what it says, looking at one, applying it, and measuring it.
#include <gtest/gtest.h>

#include "tests/gui/fake_adviser.hpp"
#include "tests/gui/measured_window.hpp"

namespace bankmap {
namespace {

// A base before the window, whose worker may still be searching while it closes.
struct HasSearch {
  FakeAdviser search;
};

class AdvisedWindow : public HasSearch, public MeasuredWindow {
 public:
  explicit AdvisedWindow(const std::string& name, std::shared_ptr<FakeGpu> with = absent())
      : MeasuredWindow(name, for_ever, std::move(with)) {
    window.ui.desk.set_recorded(load_recorded(test_assets()).value());
    window.ui.advice.start(search.adviser());
    searched();
  }
  ~AdvisedWindow() { search.go_on(); }

  void searched() {
    window.gui->settle();
    window.ui.advice.wait();
    window.gui->settle();
  }
  // "advice.4": the row with this title, scrolled to where it can be clicked.
  std::string row(const std::string& title) {
    for (int i = 0; shows(name(i)); ++i) {
      if (text(name(i)) != title) continue;
      window.reach(name(i));
      return name(i);
    }
    return "no row '" + title + "'";
  }
  const Scenario& scenario() const { return window.editor.scenario(); }
  Gui& gui() { return *window.gui; }

 private:
  static std::string name(int i) { return "advice." + std::to_string(i); }
};

const std::string one_more = "padding 1 element";

TEST(AdvicePanel, EachFixShowsItsPriceBeforeItIsClicked) {
  AdvisedWindow window("transpose-float-plain");
  EXPECT_EQ(window.text("section.CHEAPEST FIXES"), "for all 2 accesses");
  EXPECT_EQ(window.text("advice.0.title"), "col ^ (row & 31)");
  EXPECT_EQ(window.text("advice.0.bytes"), "no extra bytes");
  EXPECT_TRUE(has(window.text("advice.0.why"), "The row number is flipped into the column"));
  const std::string row = window.row(one_more);
  EXPECT_EQ(window.text(row + ".excess"), "992 → 0");
  EXPECT_EQ(window.text(row + ".bytes"), "+128 B");
  EXPECT_EQ(window.text(row + ".blocks"), "32 blocks/SM kept");
  EXPECT_EQ(window.text(row + ".proof"), "optimal");
  EXPECT_EQ(window.text(row + ".code"), "float tile[32][33]");
  EXPECT_FALSE(window.shows(row + ".why")) << "only the first tells it before it is asked";
}

TEST(AdvicePanel, OfAMatrixLoadTheLineOfCodeIsItsAddress) {
  AdvisedWindow window("ldmatrix-half-plain");
  EXPECT_TRUE(window.text("advice.0.code").starts_with("[&tile[warp * 16 + lane % 16]["))
      << window.text("advice.0.code");
}

TEST(AdvicePanel, ComparingShowsBeforeAndAfterWithTheCodeToChange) {
  AdvisedWindow window("transpose-float-plain");
  const std::string row = window.row(one_more);
  window.click(row + ".compare");
  window.gui().move_to({600, 20});
  EXPECT_EQ(window.text(row + ".now"), "now: 32 wavefronts");
  EXPECT_EQ(window.text(row + ".then"), "then: 1 wavefront");
  EXPECT_EQ(window.text(row + ".step_excess.now"), "31");
  EXPECT_EQ(window.text(row + ".step_excess.then"), "0");
  EXPECT_EQ(window.text(row + ".cycles.now"), "32.08");
  EXPECT_EQ(window.text(row + ".cycles.then"), "1.08");
  EXPECT_EQ(window.text(row + ".access.0.now"), "32");
  EXPECT_EQ(window.text(row + ".access.0.then"), "32");
  EXPECT_EQ(window.text(row + ".access.1.now"), "1,024");
  EXPECT_EQ(window.text(row + ".access.1.then"), "32");
  EXPECT_TRUE(has(window.text(row + ".why"), "33 is odd, so each row starts one bank further"));
  EXPECT_EQ(window.text(row + ".change.0"), "- __shared__ float tile[32][32];\n+ __shared__ float tile[32][33];");
  window.click(row + ".copy");
  EXPECT_STREQ(ImGui::GetClipboardText(), "__shared__ float tile[32][33];\n");
  EXPECT_EQ(window.text("headline.wavefronts"), "32") << "the comparison itself changes nothing";
  window.click(row + ".apply");
  EXPECT_EQ(window.scenario().tiles[0].pitch.value, 1);
}

TEST(AdvicePanel, HoveringShowsTheFixInAllViewsAndChangesNothing) {
  AdvisedWindow window("transpose-float-plain");
  const Scenario before = window.scenario();
  const std::string row = window.row(one_more);
  window.gui().hover(row);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  EXPECT_EQ(window.text("headline.excess"), "0");
  EXPECT_EQ(window.text("tile.padding"), "1");
  EXPECT_EQ(window.text("heatmap.cell.5.5"), "1");
  EXPECT_EQ(window.text("totals.excess"), "0");
  EXPECT_TRUE(has(window.text("code"), "tile[32][33]"));
  EXPECT_TRUE(has(window.text("status.tile"), "4,224 B"));
  EXPECT_EQ(window.text("preview"), "PREVIEW  padding 1 element  ·  a click applies it");
  EXPECT_EQ(window.scenario(), before);
  EXPECT_FALSE(window.window.editor.can_undo());
  EXPECT_EQ(window.search.begun(), 1) << "a look is no question";
  window.gui().input().push(PointerMove{600, 20});
  window.gui().frames(1);  // the very frame in which the pointer has left
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  EXPECT_EQ(window.text("tile.padding"), "0");
  EXPECT_FALSE(window.shows("preview"));
}

TEST(AdvicePanel, TheListStaysUnderThePointerWhileAFixIsLookedAt) {
  AdvisedWindow window("transpose-float-plain");
  for (const char* title : {"col ^ (row & 31)", "Swizzle<5,0,5>", "padding 1 element"}) {
    const std::string row = window.row(title);
    const float before = window.window.gui->widget(row).min.y;
    window.gui().hover(row);
    window.gui().frames(10);
    EXPECT_EQ(window.window.gui->widget(row).min.y, before) << title;
    EXPECT_TRUE(has(window.text("preview"), title));
    window.gui().move_to({600, 20});
  }
}

TEST(AdvicePanel, APanelThatIsFoldedAwayHasNothingToLookAt) {
  AdvisedWindow window("transpose-float-plain");
  const ImVec2 place = window.window.gui->widget(window.row(one_more)).middle();
  window.gui().click("top.right");
  window.gui().move_to(place);
  EXPECT_FALSE(window.shows("preview"));
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
}

TEST(AdvicePanel, AClickAppliesItAndOneUndoTakesItBack) {
  AdvisedWindow window("transpose-float-plain");
  const Scenario before = window.scenario();
  window.gui().click(window.row(one_more));
  window.searched();
  Scenario after = before;
  after.tiles[0].pitch.value = 1;
  EXPECT_EQ(window.scenario(), after);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  EXPECT_FALSE(window.shows("preview")) << "the pointer rests where it clicked";
  EXPECT_TRUE(has(window.text("advice.sentence"), "Already free"));
  window.gui().chord(Key::ctrl, Key::z);
  window.searched();
  EXPECT_EQ(window.scenario(), before);
  EXPECT_FALSE(window.window.editor.can_undo()) << "it was one step";
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
}

TEST(AdvicePanel, TheStepThatIsShownIsKept) {
  AdvisedWindow window("transpose-float-plain");
  Edits edits;
  edits.push(SetLoopValue{1, 0, 9});
  window.window.editor.apply(edits);
  window.searched();
  EXPECT_EQ(window.search.begun(), 1) << "another step asks nothing";
  const std::string row = window.row(one_more);
  window.gui().hover(row);
  EXPECT_TRUE(has(window.text("heatmap.caption"), "k = 9"));
  window.gui().click(row);
  EXPECT_EQ(window.scenario().accesses[1].loops[0].at, 9);
}

TEST(AdvicePanel, TheListIsThatOfWhatIsSet) {
  AdvisedWindow window("transpose-float-plain");
  window.gui().type_into("tile.padding.typed", "1");
  window.searched();
  EXPECT_TRUE(has(window.text("advice.sentence"), "✓ Already free"));
  window.gui().type_into("tile.padding.typed", "2");
  window.searched();
  EXPECT_EQ(window.text("advice.0.excess"), "32 → 0");
  EXPECT_FALSE(window.shows("advice.sentence"));
}

TEST(AdvicePanel, AnOldAnswerIsNeverShownForAnotherScenario) {
  AdvisedWindow window("transpose-float-plain");
  window.search.hold();
  window.gui().type_into("tile.padding.typed", "2");
  window.gui().settle();
  EXPECT_FALSE(window.shows("advice.0"));
  EXPECT_EQ(window.text("section.CHEAPEST FIXES"), "searching");
  EXPECT_TRUE(window.shows("advice.progress"));
  window.search.go_on();
  window.searched();
  EXPECT_EQ(window.text("advice.0.excess"), "32 → 0");
  EXPECT_EQ(window.text("section.CHEAPEST FIXES"), "for all 2 accesses");
}

TEST(AdvicePanel, AnAnswerOfTheFrameBeforeCannotBeClicked) {
  AdvisedWindow window("transpose-float-plain");
  const std::string row = window.row(one_more);
  window.gui().hover(row);
  window.search.hold();
  Edits edits;
  edits.push(SetTile{0, preset("transpose-float-padded-by-four").tiles[0]});
  window.window.editor.apply(edits);
  const Scenario set = window.scenario();
  window.gui().frames(1);
  EXPECT_EQ(window.text(row), "behind");
  EXPECT_FALSE(window.shows("preview"));
  window.gui().input().push(ButtonChange{0, true});
  window.gui().frames(1);
  window.gui().input().push(ButtonChange{0, false});
  window.gui().frames(1);
  EXPECT_EQ(window.scenario(), set);
}

TEST(AdvicePanel, ASearchIsCancelledAndDoneAgain) {
  AdvisedWindow window("transpose-float-plain");
  window.search.share = 0.25;
  window.search.hold();
  window.gui().type_into("tile.padding.typed", "2");
  window.search.until_begun(2);
  window.gui().settle();
  EXPECT_EQ(window.text("advice.progress"), "25 %");
  window.click("advice.cancel");
  window.searched();
  EXPECT_EQ(window.text("advice.sentence"), "Cancelled. Nothing was found yet.");
  window.search.go_on();
  window.click("advice.again");
  window.searched();
  EXPECT_EQ(window.text("advice.0.excess"), "32 → 0");
}

TEST(AdvicePanel, ASearchThatIsCutShortSaysSo) {
  AdvisedWindow window("transpose-float-plain");
  EXPECT_FALSE(window.shows("advice.cut_short"));
  window.search.answer = [real = window.search.answer](const Scenario& scenario, const AdviceOptions& options,
                                                       const AdviceControl& control) {
    Result<Advice> found = real(scenario, options, control);
    found->cut_short = true;
    return found;
  };
  window.gui().type_into("tile.padding.typed", "2");
  window.searched();
  EXPECT_TRUE(has(window.text("advice.cut_short"), "not all was tried"));
}

TEST(AdvicePanel, AFreeScenarioSaysSo) {
  AdvisedWindow window("transpose-float-xor");
  EXPECT_TRUE(has(window.text("advice.sentence"), "✓ Already free: no access takes more wavefronts than the ideal."));
}

TEST(AdvicePanel, WhereThereIsNoneItSaysWhy) {
  AdvisedWindow window("atomic-float-sum");
  EXPECT_TRUE(has(window.text("advice.sentence"), "None exists: "));
  EXPECT_TRUE(has(window.text("advice.sentence"), "take turns"));
  EXPECT_FALSE(window.shows("advice.0"));
}

TEST(AdvicePanel, ARefusedScenarioIsNotSearched) {
  AdvisedWindow window("transpose-float-plain");
  Edits edits;
  Access wrong = window.scenario().accesses[1];
  wrong.mask = "lane %";
  edits.push(SetAccess{1, wrong});
  window.window.editor.apply(edits);
  window.searched();
  EXPECT_TRUE(has(window.text("advice.sentence"), "There is nothing to search: "));
  EXPECT_FALSE(window.shows("advice.0"));
}

TEST(AdvicePanel, APaddingThatCostsABlockSaysSo) {
  AdvisedWindow window("transpose-float-plain");
  EXPECT_FALSE(window.shows("advice.shared")) << "the kernel is folded away";
  window.click("advice.kernel");
  EXPECT_EQ(window.text("advice.threads"), "32");
  // 228 KiB / (24,064 + 4,096 + 1,024 of the system) is 8; with 128 bytes more it is 7
  window.window.reach("advice.shared.typed");
  window.gui().type_into("advice.shared.typed", "24064");
  window.searched();
  EXPECT_EQ(window.text(window.row(one_more) + ".blocks"), "7 blocks/SM, not 8");
  EXPECT_EQ(window.text("advice.0.blocks"), "8 blocks/SM kept");
  EXPECT_EQ(window.text("advice.0.dearer"), "padding 1 element leaves 7") << "the reason to swizzle, on the fix itself";
  EXPECT_FALSE(window.shows(window.row(one_more) + ".dearer"));
  window.click("advice.search");
  EXPECT_EQ(window.text("advice.floor"), "≥ 0");
}

TEST(AdvicePanel, WhatNoBlockCanHaveIsSaidWithWhatWouldBeRight) {
  AdvisedWindow window("transpose-float-plain");
  window.click("advice.kernel");
  window.window.reach("advice.registers.typed");
  window.gui().type_into("advice.registers.typed", "300");
  window.searched();
  EXPECT_EQ(window.text("advice.problem"), "kernel.registers: 300 is out of range");
  EXPECT_EQ(window.text("advice.hint"), "0 to 255");
  EXPECT_FALSE(window.shows("advice.0"));
  window.window.reach("advice.registers.typed");
  window.gui().type_into("advice.registers.typed", "64");
  window.searched();
  EXPECT_EQ(window.text("advice.0.excess"), "992 → 0");
  window.window.reach("advice.shared.typed");
  window.gui().type_into("advice.shared.typed", "9223372036854775807");
  window.searched();
  EXPECT_EQ(window.text("advice.0.blocks"), "fits on no SM, as before");
}

TEST(AdvicePanel, BesidesOtherWorkItSaysWhetherItMatters) {
  AdvisedWindow window("transpose-float-plain");
  window.click("advice.kernel");
  window.click("advice.work");
  window.gui().click("advice.work.1");
  window.click("advice.0.compare");
  // 1,058 cycles of shared memory; a copy reads and writes 4,096 bytes each, 18.4 a cycle: 445 cycles
  EXPECT_TRUE(has(window.text("advice.0.matter"), "It matters: the excess costs about 58 % of the time"));
  EXPECT_TRUE(has(window.text("advice.0.assumed.1"), "(documented: "));
  EXPECT_TRUE(has(window.text("advice.0.assumed.2"), "(assumed: "));
}

TEST(AdvicePanel, OtherLaneOrdersAreSearchedWhereThePersonAllowsThem) {
  AdvisedWindow window("transpose-float-plain");
  window.click("advice.kernel");
  window.click("advice.lane_orders");
  window.searched();
  EXPECT_EQ(window.text("advice.lane_orders"), "on");
  EXPECT_EQ(window.search.begun(), 2);
}

TEST(AdvicePanel, WhatExcessIsLeftIsExplained) {
  AdvisedWindow window("int2-unpack-plain");
  EXPECT_EQ(window.text("advice.0.excess"), "992 → 96");
  EXPECT_EQ(window.text("advice.0.proof"), "optimal");
  EXPECT_TRUE(has(window.text("advice.left"), "What is left: "));
}

TEST(AdvicePanel, WeightsCountForTheSum) {
  AdvisedWindow window("transpose-float-plain");
  window.click("advice.kernel");
  window.window.reach("advice.weight.1.typed");
  window.gui().type_into("advice.weight.1.typed", "3");
  window.searched();
  EXPECT_EQ(window.text("advice.0.excess"), "2,976 → 0");
}

TEST(AdvicePanel, TheTopFixesAreMeasuredBesideWhatIsPromised) {
  AdvisedWindow window("transpose-float-plain", std::make_shared<FakeGpu>());
  EXPECT_TRUE(has(window.text("advice.0.measured"), "recorded 1 wavefront"));
  window.click("advice.measure");
  window.done();
  EXPECT_EQ(window.gpu->begun(), 6) << "store and load of three fixes";
  for (const char* row : {"advice.0", "advice.1", "advice.2"})
    EXPECT_EQ(window.text(std::string(row) + ".measured"), "measured 1 wavefront, 1.08 cycles ✓");
  EXPECT_EQ(window.text("measure.wavefronts.measured"), "32") << "recorded: what is set was not measured";
  window.click("advice.0.compare");
  EXPECT_EQ(window.text("advice.0.wavefronts.measured"), "1");
  EXPECT_EQ(window.text("advice.0.cycles.measured"), "1.08");
  EXPECT_EQ(window.text("advice.0.access.0.measured"), "1 ✓");
  EXPECT_EQ(window.text("advice.0.access.1.measured"), "1 ✓");
  window.click("measure.history");
  EXPECT_TRUE(has(window.text("measure.run.0"), "fixes: Transpose"));
  EXPECT_TRUE(has(window.text("measure.run.0"), "6 of 6 accesses as predicted"));
}

TEST(AdvicePanel, APromiseThatIsNotKeptIsSaid) {
  AdvisedWindow window("transpose-float-plain", std::make_shared<FakeGpu>());
  window.gpu->answer = [](const MeasureRequest& request) {
    Result<Measurement> measured = FakeGpu::as_predicted(request);
    measured->counters->wavefronts += 1;
    return measured;
  };
  window.click("advice.measure");
  window.done();
  EXPECT_EQ(window.text("advice.0.measured"), "measured 2 wavefronts, 1.08 cycles ≠ promised");
}

TEST(AdvicePanel, WithoutAGpuWhatIsRecordedForTheSameAddressesIsShown) {
  AdvisedWindow window("transpose-float-plain");
  EXPECT_FALSE(window.shows("advice.measure"));
  EXPECT_TRUE(has(window.text("advice.0.measured"), "recorded 1 wavefront, 1."));
  EXPECT_TRUE(has(window.text("advice.0.measured"), " cycles ✓"));
}

TEST(AdvicePanel, WhileATextIsTypedNothingIsLookedAt) {
  AdvisedWindow window("transpose-float-plain");
  const std::string row = window.row(one_more);
  window.gui().click("tile.padding.typed");
  window.gui().hover(row);
  EXPECT_FALSE(window.shows("preview"));
  window.gui().key(Key::escape);
  window.gui().hover(row);
  EXPECT_TRUE(window.shows("preview"));
}

}  // namespace
}  // namespace bankmap
