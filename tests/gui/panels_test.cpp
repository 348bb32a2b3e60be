// Tabs, keys and borders of the centre, and the switch of the heatmap.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

float width_of(const WindowOn& window, const char* panel) {
  const LoggedWidget& at = window.gui->widget(std::string("panel.") + panel);
  return at.max.x - at.min.x;
}

TEST(Panels, ATabShowsOneViewAlone) {
  WindowOn window("transpose-float-padded");
  EXPECT_TRUE(window.gui->shows("panel.heatmap"));
  window.gui->click("panels.memory");
  EXPECT_FALSE(window.gui->shows("panel.heatmap"));
  EXPECT_TRUE(window.gui->shows("panel.memory"));
  window.gui->key(Key::digit1);
  EXPECT_TRUE(window.gui->shows("panel.heatmap"));
  EXPECT_FALSE(window.gui->shows("panel.memory"));
}

TEST(Panels, WithShiftItComesBesideAndGoes) {
  WindowOn window("transpose-float-padded");
  window.gui->chord(Key::shift, Key::digit3);
  EXPECT_TRUE(window.gui->shows("panel.heatmap"));
  EXPECT_TRUE(window.gui->shows("panel.memory"));
  window.gui->click("panels.memory.close");
  EXPECT_FALSE(window.gui->shows("panel.memory"));
  window.gui->chord(Key::shift, Key::digit1);
  EXPECT_TRUE(window.gui->shows("panel.heatmap")) << "the last one stays";
}

TEST(Panels, AllViewsAtOnce) {
  WindowOn window("transpose-float-padded", {1920, 1080});
  window.gui->key(Key::digit0);
  for (const ViewName panel : all_views) EXPECT_TRUE(window.gui->shows(std::string("panel.") + to_string(panel)));
}

TEST(Panels, WithLargeTextTheViewsKeepARoomAndScroll) {
  WindowOn window("transpose-float-padded", {1280, 720});
  window.gui->screen().set_look({.theme = ThemeKind::dark, .text_size = 40});
  window.gui->key(Key::digit0);
  const LoggedWidget& heatmap = window.gui->widget("panel.heatmap");
  EXPECT_GT(heatmap.max.y - heatmap.min.y, 300);
  const float before = heatmap.min.y;
  window.gui->hover("panel.heatmap");
  window.gui->move_to({window.gui->widget("panel.heatmap").min.x + 4, window.gui->widget("panel.heatmap").min.y + 8});
  window.gui->wheel(-3);
  EXPECT_LT(window.gui->widget("panel.heatmap").min.y, before);
}

TEST(Panels, ABorderIsDragged) {
  WindowOn window("transpose-float-padded");
  window.gui->chord(Key::shift, Key::digit3);
  const float before = width_of(window, "heatmap");
  window.gui->drag("panels.border.memory", {-100, 0});
  EXPECT_NEAR(width_of(window, "heatmap"), before - 100, 3);
  window.gui->double_click("panels.border.memory");
  EXPECT_NEAR(width_of(window, "heatmap"), before, 3);
}

TEST(Panels, TypingDigitsIntoABoxSwitchesNothing) {
  WindowOn window("transpose-float-plain");
  window.gui->type_into("tile.padding", "2");
  EXPECT_EQ(window.tile().pitch.value, 2);
  EXPECT_TRUE(window.gui->shows("panel.heatmap"));
}

TEST(HeatmapSwitch, PhaseAndWays) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = 4;
  scenario.accesses.back().loops[0].at = 5;
  WindowOn window(scenario);
  EXPECT_EQ(window.text("heatmap.cell.17.9"), "3");
  window.gui->key(Key::c);
  EXPECT_EQ(window.text("heatmap.cell.17.9"), "1") << "one phase";
  window.gui->key(Key::c);
  EXPECT_EQ(window.text("heatmap.cell.17.9"), "4") << "four words in bank 9";
  EXPECT_EQ(window.text("heatmap.colour"), "colour: way count");
}

TEST(HeatmapSwitch, WhoConflictsWithWhom) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = 4;
  scenario.accesses.back().loops[0].at = 5;
  WindowOn window(scenario);
  for (int i = 0; i < 3; ++i) window.gui->key(Key::c);
  EXPECT_EQ(window.text("heatmap.pair.1.25"), "3") << "passes 1 and 4";
  EXPECT_EQ(window.text("heatmap.pair.9.17"), "1");
  EXPECT_EQ(window.text("heatmap.pair.9.10"), "");
  window.gui->hover("heatmap.pair.9.17");
  EXPECT_NE(window.text("tooltip").find("both want bank 9"), std::string::npos) << window.text("tooltip");
  EXPECT_TRUE(window.gui->shows("pointed.lane"));
}

TEST(HeatmapSwitch, ABroadcastHasNoConflicts) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = BroadcastPattern{"3", "7"};
  WindowOn window(scenario);
  for (int i = 0; i < 3; ++i) window.gui->key(Key::c);
  EXPECT_EQ(window.text("heatmap.pair.0.31"), "=");
}

}  // namespace
}  // namespace bankmap
