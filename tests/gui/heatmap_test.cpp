// The picture: what each cell says, what lights up, and what a refused access looks like.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

Scenario column_with_padding(std::int64_t padding, std::int64_t k) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses.back().loops[0].at = k;
  return scenario;
}

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
  window.gui->move_to({700, 20});
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4 lit");
  EXPECT_FALSE(window.gui->shows("tooltip"));
  EXPECT_TRUE(window.gui->shows("pointed.lane"));
  window.gui->key(Key::escape);
  EXPECT_EQ(window.text("heatmap.cell.25.9"), "4");
  window.gui->click("heatmap.cell.9.9");
  window.gui->click("heatmap.cell.9.9");
  window.gui->move_to({700, 20});
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

TEST(Heatmap, PhasesOfAWideAccessAreBands) {
  WindowOn window("float4-column");
  EXPECT_TRUE(window.gui->shows("heatmap.phase.0"));
  EXPECT_TRUE(window.gui->shows("heatmap.phase.1"));
}

TEST(Heatmap, CellsStaySquareAndInsideFromSmallToLarge) {
  for (const PictureSize size : {PictureSize{1280, 720, 1}, PictureSize{1440, 900, 1}, PictureSize{3840, 2160, 1},
                                 PictureSize{3840, 2160, 2.4F}}) {
    WindowOn window("transpose-float-plain", size);
    const LoggedWidget& first = window.gui->widget("heatmap.cell.0.0");
    const LoggedWidget& last = window.gui->widget("heatmap.cell.31.31");
    const float ratio = (first.max.x - first.min.x) / (first.max.y - first.min.y);
    EXPECT_GT(ratio, 0.7F) << size.width;
    EXPECT_LT(ratio, 1.45F) << size.width;
    EXPECT_TRUE(first.visible && last.visible) << size.width;
    EXPECT_TRUE(window.gui->widget("heatmap.words.31").visible) << size.width;
  }
}

}  // namespace
}  // namespace bankmap
