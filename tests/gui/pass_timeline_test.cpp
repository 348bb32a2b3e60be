// The passes in time: rows, step and play, and the selection that all views share.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

struct PassWindowOn : ViewOn {
  explicit PassWindowOn(Scenario scenario, const PictureSize& size = {})
      : ViewOn(ViewName::passes, std::move(scenario), size) {}
};

TEST(PassTimeline, ARowForEachPassSaysItsLanesAndBanks) {
  PassWindowOn window(column_with_padding(4, 5));
  EXPECT_EQ(window.text("passes.row.0"), "lanes 0–7");
  EXPECT_EQ(window.text("passes.row.3"), "lanes 24–31");
  EXPECT_FALSE(window.gui->shows("passes.row.4"));
  EXPECT_EQ(window.text("passes.cell.1.9"), "9");
  EXPECT_EQ(window.text("passes.cell.1.8"), "");
  EXPECT_EQ(window.text("passes.sentence"), "4 wavefronts in 4 passes, one after the other.");
}

TEST(PassTimeline, HoverLightsUpThePassEverywhere) {
  PassWindowOn window(column_with_padding(4, 5));
  window.ui.panels.set.toggle(ViewName::heatmap);
  window.gui->frames(2);
  window.gui->hover("passes.row.1");
  EXPECT_EQ(window.text("passes.row.1"), "lanes 8–15 lit");
  EXPECT_EQ(window.text("heatmap.cell.9.9"), "2 lit");
  EXPECT_EQ(window.text("heatmap.cell.1.9"), "1");
  EXPECT_EQ(window.text("tooltip"), "Wavefront 2 of 4: serves lanes 8–15 in 8 banks.");
  window.gui->hover("passes.cell.1.9");
  EXPECT_NE(window.text("tooltip").find("Lane 9:"), std::string::npos) << window.text("tooltip");
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4 lit");
}

TEST(PassTimeline, StepsGoThroughThePassesAndRound) {
  PassWindowOn window(column_with_padding(4, 5));
  window.gui->click("passes.next");
  EXPECT_EQ(window.ui.selection.pinned.pass, 0);
  window.gui->click("passes.next");
  EXPECT_EQ(window.ui.selection.pinned.pass, 1);
  window.gui->move_to({860, 20});
  EXPECT_EQ(window.text("passes.sentence"), "Wavefront 2 of 4: serves lanes 8–15 in 8 banks.");
  window.gui->click("passes.back");
  window.gui->click("passes.back");
  EXPECT_EQ(window.ui.selection.pinned.pass, 3);
}

TEST(PassTimeline, PlayGoesOnByItselfUntilItIsPaused) {
  PassWindowOn window(column_with_padding(4, 5));
  window.gui->click("passes.play");
  EXPECT_TRUE(window.ui.panels.passes.playing);
  EXPECT_EQ(window.text("passes.play"), "pause");
  bool seen[4] = {};
  for (int i = 0; i < 400; ++i) {
    window.gui->frames();
    seen[window.ui.selection.pinned.pass] = true;
  }
  for (const bool each : seen) EXPECT_TRUE(each);
  window.gui->click("passes.play");
  const int at = window.ui.selection.pinned.pass;
  window.gui->frames(200);
  EXPECT_EQ(window.ui.selection.pinned.pass, at);
}

TEST(PassTimeline, RoundsOfASwapLoopSayWhatTheyAreMadeOf) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.accesses.back().instruction = Instruction::atom_add_f32;
  scenario.accesses.back().pattern = BroadcastPattern{"0", "0"};
  PassWindowOn window(scenario);
  EXPECT_EQ(window.text("passes.row.0"), "lanes 0, load 1 + swap 2");
  EXPECT_EQ(window.text("passes.sentence"), "96 wavefronts in 32 rounds, one after the other.");
}

TEST(PassTimeline, PhasesAreMarked) {
  PassWindowOn window(preset("float4-column"));
  EXPECT_EQ(window.text("passes.phase.0"), "1");
  EXPECT_EQ(window.text("passes.phase.1"), "2");
}

TEST(PassTimeline, WithoutAnAnswerOrLanesItSaysSo) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.accesses.back().mask = "0";
  EXPECT_EQ(PassWindowOn(scenario).text("passes.empty"), "No lane takes part: nothing to serve.");
  scenario.accesses.back().mask = "lane <";
  EXPECT_EQ(PassWindowOn(scenario).text("passes.empty"), "No passes: the access has no answer.");
}

TEST(PassTimeline, APinnedPassThatIsGoneDoesNotMatter) {
  PassWindowOn window(column_with_padding(0, 5));
  window.gui->click("passes.back");
  EXPECT_EQ(window.ui.selection.pinned.pass, 31);
  Scenario padded = window.editor.scenario();
  padded.tiles[0].pitch.value = 1;
  Edits edits;
  edits.push(ReplaceScenario{padded});
  window.editor.apply(edits);
  window.gui->frames(3);
  EXPECT_EQ(window.text("passes.row.0"), "lanes 0–31");
  window.gui->click("passes.next");
  EXPECT_EQ(window.ui.selection.pinned.pass, 0);
}

}  // namespace
}  // namespace bankmap
