// The picture: what each cell says, what lights up, and what a refused access looks like.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(Heatmap, HoverLightsUpThoseWhoFightAndSaysWhy) {
  WindowOn window(column_with_padding(4, 5));
  EXPECT_EQ(window.text("heatmap.cell.9.9"), "2");
  window.gui->hover("heatmap.cell.9.9");
  EXPECT_EQ(window.text("heatmap.cell.9.9"), "2 lit");
  EXPECT_EQ(window.text("heatmap.cell.1.9"), "1 lit");
  EXPECT_EQ(window.text("heatmap.cell.17.9"), "3 lit");
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4 lit");
  EXPECT_EQ(window.text("heatmap.cell.2.13"), "1");
  ASSERT_TRUE(window.gui->shows("tooltip"));
  EXPECT_NE(window.text("tooltip").find("byte 1316"), std::string::npos) << window.text("tooltip");
  EXPECT_NE(window.text("pointed.lane").find("bank 9"), std::string::npos);
}

TEST(Heatmap, AClickPinsUntilEscape) {
  WindowOn window(column_with_padding(4, 5));
  window.gui->click("heatmap.cell.9.9");
  window.gui->move_to({860, 20});
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4 lit");
  EXPECT_FALSE(window.gui->shows("tooltip"));
  EXPECT_TRUE(window.gui->shows("pointed.lane"));
  EXPECT_NE(window.text("status.pointed").find("Lane 9: tile[9][5]"), std::string::npos)
      << "in sight whatever is scrolled";
  window.gui->key(Key::escape);
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4");
  window.gui->click("heatmap.cell.9.9");
  window.gui->click("heatmap.cell.9.9");
  window.gui->move_to({860, 20});
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4") << "a second click lets go";
}

TEST(Heatmap, WordsUnderBanksAndPassBesideLanes) {
  WindowOn window(column_with_padding(4, 5));
  EXPECT_EQ(window.text("heatmap.words.9"), "4");
  EXPECT_EQ(window.text("heatmap.words.8"), "0");
  EXPECT_EQ(window.text("heatmap.pass.25"), "4");
}

TEST(Heatmap, ASharedWordIsOneShape) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = BroadcastPattern{"3", "7"};  // all lanes on word 103, bank 7
  WindowOn window(scenario);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  EXPECT_EQ(window.text("heatmap.cell.0.7"), "1 shared");
  EXPECT_EQ(window.text("heatmap.cell.31.7"), "1 shared");
  window.gui->hover("heatmap.cell.12.7");
  EXPECT_EQ(window.text("heatmap.cell.30.7"), "1 lit shared");
}

TEST(Heatmap, ARefusedAccessNamesItsLane) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().instruction = Instruction::ld_b64;
  scenario.accesses.back().pattern = ByteOffsetPattern{"lane == 3 ? 28 : lane * 8"};
  WindowOn window(scenario);
  ASSERT_TRUE(window.gui->shows("heatmap.refused"));
  EXPECT_NE(window.text("heatmap.refused").find("lane 3"), std::string::npos) << window.text("heatmap.refused");
  EXPECT_EQ(window.text("heatmap.cell.3.0"), "refused");
  EXPECT_EQ(window.text("heatmap.cell.4.0"), "");
}

// k = 1 is misaligned, k = 0 is shown and is not: the picture is as ever, and what is said of the loop has no numbers.
TEST(Heatmap, WhereAnotherStepIsRefusedThePictureStaysAndTheLoopHasNoNumbers) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().instruction = Instruction::ld_b128;
  WindowOn window(scenario);
  EXPECT_EQ(window.text("heatmap.cell.0.0"), "1");
  EXPECT_EQ(window.text("heatmap.cell.5.9"), "");
  EXPECT_FALSE(window.gui->shows("heatmap.refused"));
  EXPECT_TRUE(window.text("heatmap.elsewhere").starts_with("another step is refused: "));
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  EXPECT_TRUE(window.text("totals.refused").starts_with("refused: ")) << window.text("totals.refused");
  EXPECT_NE(window.text("totals.refused").find("k = 1"), std::string::npos) << window.text("totals.refused");
  for (const char* name : {"totals.instructions", "totals.wavefronts", "totals.ideal", "totals.excess",
                           "totals.bytes_asked", "totals.bytes_moved", "totals.efficiency", "profiler.wavefronts"})
    EXPECT_EQ(window.text(name), "–") << name;
  window.gui->click("panels.sweep");
  EXPECT_EQ(window.text("sweep.point.0"), "refused now");
  EXPECT_NE(window.text("sweep.sentence").find("k = 1"), std::string::npos) << window.text("sweep.sentence");
}

TEST(Heatmap, AnAnswerOfAllStepsSaysNothingOfRefusals) {
  WindowOn window("transpose-float-plain");
  EXPECT_FALSE(window.gui->shows("heatmap.elsewhere"));
  EXPECT_FALSE(window.gui->shows("totals.refused"));
  EXPECT_EQ(window.text("totals.wavefronts"), "1,024");
}

TEST(Heatmap, PhasesOfAWideAccessAreBands) {
  WindowOn window("float4-column");
  EXPECT_TRUE(window.gui->shows("heatmap.phase.0"));
  EXPECT_TRUE(window.gui->shows("heatmap.phase.1"));
}

TEST(Heatmap, CellsStayCompactAndInsideFromSmallToLarge) {
  for (const PictureSize size : {PictureSize{1280, 720, 1}, PictureSize{1440, 900, 1}, PictureSize{3840, 2160, 1},
                                 PictureSize{3840, 2160, 2.4F}}) {
    WindowOn window("transpose-float-plain", size);
    const LoggedWidget& first = window.gui->widget("heatmap.cell.0.0");
    const LoggedWidget& last = window.gui->widget("heatmap.cell.31.31");
    const float ratio = (first.max.x - first.min.x) / (first.max.y - first.min.y);
    EXPECT_GT(ratio, 0.7F) << size.width;
    EXPECT_LE(ratio, 2) << size.width << ": wide rooms are used, but never beyond twice the height";
    EXPECT_TRUE(first.visible && last.visible) << size.width;
    EXPECT_TRUE(window.gui->widget("heatmap.words.31").visible) << size.width;
  }
}

bool overlap(const LoggedWidget& a, const LoggedWidget& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

TEST(Heatmap, TwoWordsOfOneBankAreTwoShapesThatDoNotTouch) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = IndexPattern{"lane % 2", "5"};
  for (const PictureSize size : {PictureSize{1280, 720, 1}, PictureSize{1440, 900, 1}}) {
    WindowOn window(scenario, size);
    const LoggedWidget link_0 = window.gui->widget("heatmap.link.0");
    const LoggedWidget link_1 = window.gui->widget("heatmap.link.1");
    EXPECT_FALSE(overlap(link_0, link_1));
    for (int lane = 0; lane < lane_count; ++lane) {
      const LoggedWidget& piece = window.gui->widget("heatmap.piece." + std::to_string(lane));
      EXPECT_TRUE(overlap(piece, lane % 2 == 0 ? link_0 : link_1)) << lane;
      EXPECT_FALSE(overlap(piece, lane % 2 == 0 ? link_1 : link_0)) << lane;
      EXPECT_GE(piece.max.x - piece.min.x, 10) << "room for its number";
    }
  }
}

TEST(Heatmap, NeighboursThatShareAWordAreOnePieceWithoutALine) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = IndexPattern{"lane / 16", "5"};
  WindowOn window(scenario);
  EXPECT_TRUE(window.gui->shows("heatmap.piece.0"));
  EXPECT_TRUE(window.gui->shows("heatmap.piece.16"));
  EXPECT_FALSE(window.gui->shows("heatmap.piece.1"));
  EXPECT_FALSE(window.gui->shows("heatmap.link.0"));
}

TEST(Heatmap, ColoursCountTheTurnInsideThePhaseAndTheWindowSaysSo) {
  WindowOn window("ldmatrix-half-plain");
  ASSERT_TRUE(window.gui->shows("heatmap.legend"));
  window.gui->hover("heatmap.legend");
  EXPECT_NE(window.text("tooltip").find("inside its own phase"), std::string::npos);
  window.gui->hover("heatmap.lane.8");  // the first address of the second matrix
  EXPECT_EQ(window.text("heatmap.pass.8"), "9");
  EXPECT_NE(window.text("tooltip").find("First in phase 2"), std::string::npos) << window.text("tooltip");
  window.gui->hover("heatmap.lane.10");
  EXPECT_NE(window.text("tooltip").find("Waits 2 turns in phase 2"), std::string::npos) << window.text("tooltip");
}

}  // namespace
}  // namespace bankmap
