// The panel at the left: sliders, typed numbers, expressions, lanes, loops; and what the big numbers say afterwards.
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(ScenarioPanel, DraggingThePaddingChangesTheWavefrontsDrawn) {
  WindowOn window("transpose-float-plain");
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
  EXPECT_EQ(window.text("headline.excess"), "31");
  window.gui->drag_along("tile.padding", 0.0F, 0.03F);
  EXPECT_EQ(window.text("headline.wavefronts"), "32") << "the knob has hardly moved";
  window.gui->drag_along("tile.padding", 0.06F, 1.0F);
  EXPECT_EQ(window.tile().pitch.value, 32);
  EXPECT_EQ(window.text("headline.wavefronts"), "32");
}

TEST(ScenarioPanel, EveryFrameOfADragShowsItsOwnAnswer) {
  WindowOn window("transpose-float-plain");
  const LoggedWidget bar = window.gui->widget("tile.padding");
  window.gui->move_to({bar.min.x + 2, bar.middle().y});
  window.gui->press();
  std::vector<std::string> seen;
  for (float x = bar.min.x; x <= bar.max.x; x += 4) {
    window.gui->input().push(PointerMove{x, bar.middle().y});
    window.gui->frames(2);
    const std::int64_t padding = window.tile().pitch.value;
    std::int64_t common = 32;  // lanes meet in gcd(32 + padding, 32) of the banks
    while ((32 + padding) % common != 0) common /= 2;
    EXPECT_EQ(window.text("headline.wavefronts"), std::to_string(common)) << "padding " << padding;
    seen.push_back(window.text("tile.padding"));
  }
  window.gui->release();
  EXPECT_EQ(seen.front(), "0");
  EXPECT_EQ(seen.back(), "32");
  window.gui->click("top.undo");
  EXPECT_EQ(window.tile().pitch.value, 0) << "one drag is one step";
}

TEST(ScenarioPanel, NumbersCanBeTyped) {
  WindowOn window("transpose-float-plain");
  window.gui->type_into("tile.padding.typed", "4");
  EXPECT_EQ(window.tile().pitch.value, 4);
  EXPECT_EQ(window.text("headline.wavefronts"), "4");
  EXPECT_EQ(window.text("headline.cycles"), "4.08");
  window.gui->type_into("tile.padding", "1");  // Ctrl+click on the slider
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
}

TEST(ScenarioPanel, ATileThatCannotBeIsRefusedWhereItIsTyped) {
  WindowOn window("transpose-float-plain");
  window.gui->type_into("tile.rows.typed", "9999999");
  EXPECT_TRUE(window.gui->shows("tile.rows.problem"));
  EXPECT_EQ(window.text("headline.wavefronts"), "–");
  window.gui->click("top.undo");
  EXPECT_FALSE(window.gui->shows("tile.rows.problem"));
}

TEST(ScenarioPanel, AnExpressionIsTypedAndAWrongOneShowsTheCaret) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = IndexPattern{"lane", "k"};
  WindowOn window(scenario);
  window.reach("access.row");
  window.gui->type_into("access.row", "k");
  window.gui->type_into("access.column", "lane");
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.gui->type_into("access.row", "lane % ");
  ASSERT_TRUE(window.gui->shows("access.row.caret"));
  EXPECT_TRUE(window.gui->shows("access.row.problem"));
  EXPECT_GE(std::stoi(window.text("access.row.caret")), 5);
  EXPECT_EQ(window.text("headline.wavefronts"), "–");
  window.gui->type_into("access.row", "lane % 8");
  EXPECT_FALSE(window.gui->shows("access.row.caret"));
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).row, "lane % 8");
}

TEST(ScenarioPanel, AProblemOfNoPlaceInTheTextHasNoCaret) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = BroadcastPattern{"lane / (lane - 5)", "0"};
  WindowOn window(scenario);
  const std::vector<Problem>& problems = window.editor.analysis().accesses.back().problems;
  ASSERT_FALSE(problems.empty());
  ASSERT_EQ(problems.front().range, TextRange{});
  EXPECT_NE(window.text("access.row.problem").find("division by zero"), std::string::npos);
  EXPECT_FALSE(window.gui->shows("access.row.caret"));
}

TEST(ScenarioPanel, LanesAreSwitchedByClickingAndPainting) {
  WindowOn window("transpose-float-plain");
  window.reach("access.lane.31");
  window.gui->click("access.lane.3");
  EXPECT_EQ(window.access().mask, "0xfffffff7");
  EXPECT_EQ(window.text("headline.wavefronts"), "31");
  EXPECT_EQ(window.text("heatmap.cell.3.7"), "inactive");
  const ImVec2 from = window.gui->widget("access.lane.16").middle();
  const ImVec2 to = window.gui->widget("access.lane.31").middle();
  window.gui->drag(from, to, 60);
  EXPECT_EQ(window.access().mask, "0x0000fff7");
  EXPECT_EQ(window.text("headline.wavefronts"), "15");
  window.gui->click("top.undo");
  EXPECT_EQ(window.access().mask, "0xfffffff7") << "one stroke is one step";
}

TEST(ScenarioPanel, AFastStrokeLeavesNoLaneOut) {
  WindowOn window("transpose-float-plain");
  window.reach("access.lane.31");
  window.gui->drag(window.gui->widget("access.lane.4").middle(), window.gui->widget("access.lane.12").middle(), 1);
  EXPECT_EQ(window.access().mask, "0xffffe00f") << "lanes 4 to 12, though the pointer was seen at two places only";
  window.gui->drag(window.gui->widget("access.lane.4").middle(), window.gui->widget("access.lane.20").middle(), 1);
  EXPECT_EQ(window.access().mask, "0xffffe01f") << "down to the other row, where lane 20 was on";
}

TEST(ScenarioPanel, TheMaskCanBeACondition) {
  WindowOn window("transpose-float-plain");
  window.reach("access.mask");
  window.gui->type_into("access.mask", "lane < 20");
  EXPECT_EQ(window.text("headline.wavefronts"), "20");
  EXPECT_EQ(window.text("access.lane.19"), "on");
  EXPECT_EQ(window.text("access.lane.20"), "off");
}

TEST(ScenarioPanel, TheLoopSliderMovesTheCells) {
  WindowOn window("transpose-float-plain");
  window.reach("access.loop.k");
  EXPECT_EQ(window.text("heatmap.cell.0.0"), "1");
  window.gui->type_into("access.loop.k.typed", "5");
  EXPECT_EQ(window.access().loops[0].at, 5);
  EXPECT_EQ(window.text("heatmap.cell.0.5"), "1");
  EXPECT_EQ(window.text("heatmap.cell.0.0"), "");
  window.gui->drag_along("access.loop.k", 0.2F, 1.0F);
  EXPECT_EQ(window.access().loops[0].at, 31);
}

TEST(ScenarioPanel, PlayWalksThroughTheLoopAndIsOneStep) {
  WindowOn window("transpose-float-plain");
  window.reach("access.loop.k.play");
  window.gui->click("access.loop.k.play");
  EXPECT_TRUE(window.ui.animating());
  window.gui->frames(60);
  const std::int64_t reached = window.access().loops[0].at;
  EXPECT_GE(reached, 3);
  window.gui->click("access.loop.k.play");
  EXPECT_FALSE(window.ui.animating());
  window.gui->click("top.undo");
  EXPECT_EQ(window.access().loops[0].at, 0);
}

TEST(ScenarioPanel, InstructionAndPatternAreChosen) {
  WindowOn window("transpose-float-plain");
  window.reach("access.pattern");
  window.gui->click("access.pattern");
  window.gui->click("access.pattern.0");
  EXPECT_TRUE(std::holds_alternative<RowPattern>(window.access().pattern));
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
  window.reach("access.pattern");
  window.gui->click("access.pattern");
  window.gui->click("access.pattern.8");
  ASSERT_TRUE(std::holds_alternative<IndexPattern>(window.access().pattern));
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).row, "k") << "starts from what the pattern said";
}

TEST(ScenarioPanel, TilesAndAccessesAreAddedAndRemoved) {
  WindowOn window("transpose-float-plain");
  const std::size_t before = window.editor.scenario().accesses.size();
  window.reach("access.add");
  window.gui->click("access.add");
  EXPECT_EQ(window.editor.scenario().accesses.size(), before + 1);
  EXPECT_EQ(static_cast<std::size_t>(window.ui.access), before);
  window.reach("access.remove");
  window.gui->click("access.remove");
  EXPECT_EQ(window.editor.scenario().accesses.size(), before);
  window.reach("tile.add");
  window.gui->click("tile.add");
  ASSERT_EQ(window.editor.scenario().tiles.size(), 2U);
  EXPECT_TRUE(window.editor.analysis().problems.empty()) << "the new tile lies behind the first";
}

TEST(ScenarioPanel, LongNamesAreCutAtThePanelAndWholeOnHover) {
  Scenario scenario = preset("transpose-float-plain");
  const std::string long_name(200, 'w');
  scenario.accesses.back().name = long_name;
  scenario.tiles.push_back(scenario.tiles.front());
  scenario.tiles.front().name = std::string(100, 'm');
  scenario.tiles.back().name = std::string(100, 'n');
  WindowOn window(scenario, {1280, 720, 1});
  const int tab = static_cast<int>(scenario.accesses.size()) - 1;
  const float edge = window.gui->widget("heatmap").min.x;
  const std::vector<std::string> names{"access.tab." + std::to_string(tab), "tile.tab.0", "tile.tab.1"};
  for (const std::string& name : names) {
    window.reach(name);
    EXPECT_LT(window.gui->widget(name).max.x, edge) << name;
    EXPECT_TRUE(window.text(name).ends_with("…")) << name;
    window.gui->hover(name);
    ASSERT_TRUE(window.gui->shows("tooltip")) << name;
    EXPECT_GE(window.text("tooltip").size(), 100U) << name;
  }
  EXPECT_TRUE(window.text("heatmap.caption").ends_with("…"));
  window.gui->hover("heatmap.caption");
  EXPECT_NE(window.text("tooltip").find(long_name), std::string::npos);
}

TEST(ScenarioPanel, ALongNameOfTheOnlyTileIsCutInTheHeading) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles.front().name = std::string(100, 'm');
  WindowOn window(scenario, {1280, 720, 1});
  EXPECT_TRUE(window.text("section.TILE").ends_with("…"));
  EXPECT_LT(window.gui->widget("section.TILE").max.x, window.gui->widget("heatmap").min.x);
}

TEST(ScenarioPanel, DataThatWasNotAllTriedIsOnlyTheBestAndWorstSeen) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.accesses.back().pattern = IndexPattern{"0", "rand(32)"};
  WindowOn all(scenario);
  EXPECT_EQ(all.text("random.best.label"), "best data");
  scenario.accesses.back().mask = "rand(2) == 0";  // the mask depends on data: nothing can be constructed
  WindowOn some(scenario);
  const RandomRange& range = some.editor.analysis().accesses.back().random.value();
  ASSERT_FALSE(range.exact_best && range.exact_worst);
  EXPECT_EQ(some.text("random.best.label"), range.exact_best ? "best data" : "best seen");
  EXPECT_EQ(some.text("random.worst.label"), range.exact_worst ? "worst data" : "worst seen");
  some.gui->hover(range.exact_worst ? "random.best" : "random.worst");
  EXPECT_NE(some.text("tooltip").find("of the data that was tried"), std::string::npos) << some.text("tooltip");
}

}  // namespace
}  // namespace bankmap

namespace bankmap {
namespace {

// Labels beside controls are terms; loop variables ("k  0…31") are the person's own.
TEST(Glossary, EveryLabelOfThePresetsHasItsSentence) {
  for (const Preset& each : test_presets()) {
    WindowOn window(each.scenario);
    for (const LoggedWidget& widget : window.gui->log().widgets()) {
      if (!widget.name.starts_with("term.") || widget.name.find("…") != std::string::npos) continue;
      const std::string label = widget.name.substr(5);
      const bool heading =
          std::none_of(label.begin(), label.end(), [](unsigned char c) { return std::islower(c) != 0; });
      const bool pointed = label.starts_with("LANE ") || label.starts_with("BANK ");
      if (heading && pointed) continue;
      EXPECT_FALSE(widget.text.empty()) << each.name << ": " << label;
    }
  }
}

TEST(Glossary, AHoveredLabelSaysIt) {
  WindowOn window("transpose-float-plain");
  window.gui->hover("term.padding");
  EXPECT_EQ(window.text("tooltip"), "What is left free after each row, so that the next row starts in another bank.");
}

bool takes_text(const std::string& name) {
  constexpr const char* boxes[] = {"access.column", "access.row", "access.mask", "access.name", "tile.name"};
  return name.ends_with(".typed") || std::find(std::begin(boxes), std::end(boxes), name) != std::end(boxes);
}

// Whatever is typed, the window shows what analyze() says of it, and undo brings the rest back.
TEST(ScenarioPanel, EveryBoxTakesNonsense) {
  const Scenario first = preset("transpose-float-plain");
  WindowOn window(first, {1440, 1400});
  std::vector<std::string> boxes;
  for (const LoggedWidget& widget : window.gui->log().widgets())
    if (widget.visible && takes_text(widget.name)) boxes.push_back(widget.name);
  EXPECT_GT(boxes.size(), 8U);
  for (const std::string& box : boxes)
    for (const char* nonsense : {"", "-1", "99999999999999999999", "1/0", "((", "\xc3\xa9;", "k k", "rand(0)"}) {
      if (!window.gui->shows(box)) continue;  // refused so that its row is gone
      window.gui->type_into(box, nonsense);
      const AccessAnalysis& access = window.editor.analysis().accesses[static_cast<std::size_t>(window.ui.access)];
      const std::string shown = access.shown ? std::to_string(access.shown->served.cost.wavefronts) : "–";
      EXPECT_EQ(window.text("headline.wavefronts"), shown) << box << " " << nonsense;
      while (window.editor.can_undo()) window.editor.undo();
      window.gui->settle();
      ASSERT_EQ(window.editor.scenario(), first) << box << " " << nonsense;
    }
}

}  // namespace
}  // namespace bankmap
