// A beside B.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(Compare, PinsThePresentStateAndGoesOn) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  EXPECT_EQ(window.text("compare.differences"), "no difference");
  window.gui->type_into("tile.padding", "1");
  EXPECT_NE(window.text("compare.b").find("changed"), std::string::npos);
  EXPECT_EQ(window.text("compare.a").find("changed"), std::string::npos);
  EXPECT_EQ(window.text("compare.a.wavefronts"), "32");
  EXPECT_EQ(window.text("compare.b.wavefronts"), "1");
  EXPECT_EQ(window.text("compare.a.cycles"), "32.08");
  EXPECT_NE(window.text("compare.differences").find("0 → 1"), std::string::npos) << window.text("compare.differences");
  EXPECT_EQ(window.text("a.heatmap.cell.3.0"), "4") << "all in one bank";
  EXPECT_EQ(window.text("b.heatmap.cell.3.3"), "1");
}

TEST(Compare, LanesThatDifferAreMarkedInBoth) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  EXPECT_FALSE(window.gui->shows("b.heatmap.differs.3"));
  window.gui->type_into("tile.padding", "1");
  EXPECT_TRUE(window.gui->shows("a.heatmap.differs.3"));
  EXPECT_TRUE(window.gui->shows("b.heatmap.differs.3"));
  EXPECT_FALSE(window.gui->shows("b.heatmap.differs.0")) << "lane 0 stays in bank 0, pass 1";
}

TEST(Compare, OnlyBIsEdited) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  window.gui->type_into("tile.padding", "1");
  const Scenario before = window.editor.scenario();
  window.gui->click("a.heatmap.cell.3.0");
  EXPECT_EQ(window.editor.scenario(), before);
  EXPECT_EQ(window.ui.compare.a->scenario, preset("transpose-float-plain"));
}

TEST(Compare, SwapIsAStepOfTheHistory) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  window.gui->type_into("tile.padding", "1");
  window.gui->click("compare.swap");
  EXPECT_EQ(window.tile().pitch.value, 0);
  EXPECT_EQ(window.text("compare.a.wavefronts"), "1");
  window.gui->click("top.undo");
  EXPECT_EQ(window.tile().pitch.value, 1);
}

TEST(Compare, AnyPresetCanBeA) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  window.gui->click("compare.a");
  window.gui->click("compare.preset." + test_presets()[0].name);
  EXPECT_EQ(window.ui.compare.a->scenario, test_presets()[0].scenario);
  EXPECT_FALSE(window.gui->shows("compare.preset.typed"));
}

TEST(Compare, TypingMakesTheListOfPresetsShorter) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::d);
  window.gui->click("compare.a");
  EXPECT_TRUE(window.gui->shows("compare.preset.ldmatrix-half-swizzle"));
  window.gui->type("swiz half ldm");
  EXPECT_TRUE(window.gui->shows("compare.preset.ldmatrix-half-swizzle"));
  EXPECT_FALSE(window.gui->shows("compare.preset.ldmatrix-half-plain"));
  window.gui->key(Key::enter);
  EXPECT_EQ(window.ui.compare.a->scenario, preset("ldmatrix-half-swizzle"));
  EXPECT_EQ(window.editor.scenario(), preset("transpose-float-plain")) << "B stays what it was";
  window.gui->click("compare.a");
  window.gui->type("no such preset");
  EXPECT_TRUE(window.gui->shows("compare.preset.none"));
  window.gui->key(Key::escape);
  EXPECT_EQ(window.ui.compare.a->scenario, preset("ldmatrix-half-swizzle"));
}

TEST(Compare, BeginsWithAPresetByKeyboardAlone) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->type("compare with");
  window.gui->key(Key::enter);
  window.gui->key(Key::down);
  window.gui->key(Key::enter);
  ASSERT_TRUE(window.ui.compare.on());
  EXPECT_EQ(window.ui.compare.a->scenario, test_presets()[1].scenario);
}

TEST(Compare, AScenarioWithFewerAccessesOrAnotherMachine) {
  WindowOn window("transpose-float-plain");  // two accesses, the second is open
  window.ui.compare.pin(preset("broadcast"), window.editor.machines());
  Scenario other = preset("transpose-float-plain");
  other.machine = "sm_70";
  window.gui->settle();
  EXPECT_TRUE(window.gui->shows("a.heatmap.cell.0.0"));
  window.ui.compare.pin(other, window.editor.machines());
  window.gui->settle();
  EXPECT_TRUE(window.gui->shows("a.heatmap.cell.0.0"));
  Scenario unknown = other;
  unknown.machine = "sm_1";
  window.ui.compare.pin(unknown, window.editor.machines());
  window.gui->settle();
  window.gui->click("compare.end");
  EXPECT_FALSE(window.gui->shows("a.heatmap.cell.0.0"));
  EXPECT_TRUE(window.gui->shows("heatmap.cell.0.0"));
}

}  // namespace
}  // namespace bankmap
