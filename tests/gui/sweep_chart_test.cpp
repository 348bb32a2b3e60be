// The chart of a sweep: what its bars say, and going to a value by click, drag and key, each one step of the history.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

Scenario column_read() {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = 4;
  return scenario;
}

// The chart alone, as the key 5 shows it.
class SweepWindow : public WindowOn {
 public:
  explicit SweepWindow(const Scenario& scenario, const PictureSize& size = {}) : WindowOn(scenario, size) {
    gui->click("panels.sweep");
    gui->settle();
  }
};

TEST(SweepChart, BarsAreTheRulerOfTheGcd) {
  SweepWindow window(column_read());
  EXPECT_EQ(window.text("sweep.number"), "padding = 4");
  EXPECT_EQ(window.text("sweep.point.0"), "32/1");
  EXPECT_EQ(window.text("sweep.point.1"), "1/1");
  EXPECT_EQ(window.text("sweep.point.4"), "4/1 now");
  EXPECT_EQ(window.text("sweep.point.48"), "16/1");
  EXPECT_EQ(
      window.text("sweep.sentence"),
      "At padding 4 elements: 4 wavefronts per warp instruction, on average (128 over 32), of these 3 excess. The step "
      "that is shown: 4. The fewest are 1, at 1, 3, 5, 7 and 28 more.");
  EXPECT_EQ(window.text("sweep.axis"), "wavefronts per warp instruction, on average");
}

TEST(SweepChart, WarpsWithoutAnActiveLaneDoNotLowerTheMean) {
  SweepWindow window(preset("reduction-sequential"));
  EXPECT_NE(window.text("sweep.sentence").find("(12 over 12)"), std::string::npos) << window.text("sweep.sentence");
  EXPECT_NE(window.text("sweep.sentence").find("The step that is shown: 1."), std::string::npos);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
}

TEST(SweepChart, HoverSaysValueWavefrontsIdealAndGcd) {
  SweepWindow window(column_read());
  window.gui->hover("sweep.point.8");
  EXPECT_NE(window.text("tooltip").find("padding 8 elements: 8 wavefronts"), std::string::npos);
  EXPECT_NE(window.text("tooltip").find("gcd(40, 32) = 8"), std::string::npos);
}

TEST(SweepChart, AClickGoesThereInOneStep) {
  SweepWindow window(column_read());
  window.gui->click("sweep.point.1");
  EXPECT_EQ(window.tile().pitch.value, 1);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  EXPECT_EQ(window.text("sweep.point.1"), "1/1 now");
  window.editor.undo();
  EXPECT_EQ(window.tile().pitch.value, 4);
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(SweepChart, ADragRunsAlongAndIsOneStep) {
  SweepWindow window(column_read());
  window.gui->drag(window.gui->widget("sweep.point.10").middle(), window.gui->widget("sweep.point.33").middle());
  EXPECT_EQ(window.tile().pitch.value, 33);
  window.editor.undo();
  EXPECT_EQ(window.tile().pitch.value, 4);
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(SweepChart, ArrowKeysGoToTheNextValue) {
  SweepWindow window(column_read());
  window.gui->hover("sweep.point.20");
  window.gui->key(Key::right);
  EXPECT_EQ(window.tile().pitch.value, 5);
  window.gui->key(Key::left);
  window.gui->key(Key::left);
  EXPECT_EQ(window.tile().pitch.value, 3);
}

TEST(SweepChart, AnotherNumberCanBeSwept) {
  SweepWindow window(column_read());
  window.gui->click("sweep.number");
  int k = 0;
  while (window.text("sweep.number." + std::to_string(k)) != "k = 0") ++k;
  window.gui->click("sweep.number." + std::to_string(k));
  EXPECT_EQ(window.text("sweep.number"), "k = 0");
  EXPECT_EQ(window.text("sweep.point.31"), "4/1");
  window.gui->click("sweep.point.31");
  EXPECT_EQ(window.access().loops[0].at, 31);
  EXPECT_EQ(window.tile().pitch.value, 4);
}

TEST(SweepChart, RefusedValuesAreGapsWithTheirReason) {
  Scenario scenario = column_read();
  scenario.accesses.back().instruction = Instruction::ld_b64;
  scenario.accesses.back().pattern = IndexPattern{"lane", "k / 2 * 2"};
  SweepWindow window(scenario);
  EXPECT_EQ(window.text("sweep.point.5"), "refused");
  EXPECT_NE(window.text("sweep.point.6"), "refused");
  window.gui->hover("sweep.point.5");
  EXPECT_NE(window.text("tooltip").find("refused, misaligned: lane 1"), std::string::npos) << window.text("tooltip");
}

TEST(SweepChart, FollowsTheScenario) {
  SweepWindow window(column_read());
  Tile wider = window.tile();
  wider.columns = 33;
  Edits edits;
  edits.push(SetTile{0, wider});
  window.editor.apply(edits);
  window.gui->settle();
  EXPECT_EQ(window.text("sweep.point.0"), "1/1");
  EXPECT_EQ(window.text("sweep.point.31"), "32/1");
}

TEST(SweepChart, NeverCrashesOnPatternsWithoutCoordinatesAndRefusedTiles) {
  std::vector<Scenario> scenarios(4, column_read());
  scenarios[0].accesses.back().pattern = AddressListPattern{std::vector<std::uint32_t>(32, 2)};  // not aligned
  scenarios[1].accesses.back().pattern = ByteOffsetPattern{"lane * 128"};
  scenarios[2].tiles[0].rows = 0;
  scenarios[3].accesses.back().pattern = IndexPattern{"lane +", "("};
  for (const Scenario& scenario : scenarios) {
    SweepWindow window(scenario, PictureSize{1280, 720, 1});
    EXPECT_TRUE(window.gui->shows("sweep"));
    window.gui->key(Key::right);
  }
}

}  // namespace
}  // namespace bankmap
