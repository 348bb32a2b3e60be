// Presets, history, machine and look.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(TopBar, UndoAndRedoByButtonAndByKey) {
  WindowOn window("transpose-float-plain");
  window.gui->type_into("tile.padding.typed", "1");
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.gui->click("top.undo");
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  window.gui->click("top.redo");
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.gui->chord(Key::ctrl, Key::z);
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  window.gui->chord(Key::ctrl, Key::y);
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
}

TEST(TopBar, APresetIsChosenAndTheMachineStays) {
  WindowOn window("transpose-float-plain");
  window.gui->click("top.machine");
  window.gui->click("top.machine.0");
  const std::string machine = window.editor.scenario().machine;
  EXPECT_NE(machine, "sm_90");
  window.gui->click("top.preset");
  window.gui->click("top.preset.0");
  EXPECT_EQ(window.editor.scenario().tiles, window.editor.presets()[0].scenario.tiles);
  EXPECT_EQ(window.editor.scenario().machine, machine);
  window.gui->click("top.undo");
  EXPECT_EQ(window.editor.scenario().tiles, preset("transpose-float-plain").tiles);
}

TEST(TopBar, WhereAMachineHasNoCycleLawItSaysSo) {
  WindowOn window("transpose-float-plain");
  EXPECT_EQ(window.text("cycles.saturated"), "32.08");
  Scenario scenario = preset("transpose-float-plain");
  scenario.machine = "sm_70";
  WindowOn older(scenario);
  if (older.editor.analysis().accesses.back().shown->saturated) GTEST_SKIP() << "this profile has a law";
  EXPECT_EQ(older.text("headline.cycles"), "–");
  EXPECT_EQ(older.text("cycles.saturated"), "not known");
}

TEST(TopBar, ThemeIsSwitched) {
  WindowOn window("transpose-float-plain");
  const Image dark = window.gui->image();
  window.gui->click("top.theme");
  EXPECT_EQ(window.ui.top_bar.look.theme, ThemeKind::light);
  window.gui->screen().set_look(window.ui.top_bar.look);  // what the window's loop does
  window.gui->settle();
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  EXPECT_FALSE(window.gui->image() == dark);
}

TEST(TopBar, SidePanelsFoldAway) {
  WindowOn window("transpose-float-plain");
  const float before = window.gui->widget("heatmap").max.x;
  window.gui->click("top.right");
  EXPECT_FALSE(window.gui->shows("totals.wavefronts"));
  EXPECT_GT(window.gui->widget("heatmap").max.x, before);
  window.gui->click("top.left");
  EXPECT_FALSE(window.gui->shows("tile.rows"));
  window.gui->click("top.left");
  EXPECT_TRUE(window.gui->shows("tile.rows"));
}

TEST(TopBar, LargeTextFoldsThePanelsUntilOneIsAskedFor) {
  WindowOn window("transpose-float-plain", {.width = 1280, .height = 720});
  window.gui->screen().set_look({.theme = ThemeKind::dark, .text_size = 24});
  window.gui->settle();
  EXPECT_FALSE(window.gui->shows("tile.rows"));
  EXPECT_FALSE(window.gui->shows("totals.wavefronts"));
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  window.gui->click("top.left");
  EXPECT_TRUE(window.gui->shows("tile.rows"));
  window.gui->click("top.left");
  EXPECT_FALSE(window.gui->shows("tile.rows"));
}

TEST(TopBar, EveryNumberExplainsItself) {
  WindowOn window("transpose-float-plain");
  for (const char* name : {"headline.wavefronts", "headline.ideal", "headline.excess", "headline.cycles",
                           "totals.wavefronts", "totals.efficiency", "totals.bytes_moved"}) {
    window.reach(name);
    window.gui->hover(name);
    EXPECT_TRUE(window.gui->shows("tooltip")) << name;
  }
}

TEST(TopBar, EscapeClosesAListAndTheNextClickIsAnOrdinaryOne) {
  WindowOn window("transpose-float-plain");
  const Scenario before = window.editor.scenario();
  for (const std::string list : {"top.preset", "top.machine", "top.text_size", "tile.element", "access.instruction"}) {
    window.reach(list);
    const ImVec2 box = window.gui->widget(list).middle();
    window.gui->click(box);
    ASSERT_TRUE(window.gui->shows(list + ".0")) << list;
    const ImVec2 entry = window.gui->widget(list + ".0").middle();
    window.gui->key(Key::escape);
    EXPECT_FALSE(window.gui->shows(list + ".0")) << list;
    window.gui->click(ImVec2{entry.x, entry.y});
    EXPECT_EQ(window.editor.scenario().machine, before.machine) << list;
    EXPECT_EQ(window.editor.scenario().accesses.back().instruction, before.accesses.back().instruction) << list;
    EXPECT_EQ(window.editor.scenario().title, before.title) << list;
    window.gui->key(Key::escape);
  }
}

TEST(TopBar, EscapeInAListKeepsWhatIsPinned) {
  WindowOn window("transpose-float-plain");
  window.gui->click("heatmap.cell.9.0");
  ASSERT_TRUE(window.ui.selection.pinned.any());
  window.gui->click("top.preset");
  window.gui->key(Key::escape);
  EXPECT_TRUE(window.ui.selection.pinned.any());
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.ui.selection.pinned.any());
}

TEST(TopBar, TheThemeButtonSaysWhatItDoes) {
  WindowOn window("transpose-float-plain");
  EXPECT_EQ(window.text("top.theme"), "dark");
  window.gui->hover("top.theme");
  EXPECT_NE(window.text("tooltip").find("a click makes them light"), std::string::npos);
}

}  // namespace
}  // namespace bankmap
