// The tile by coordinates: what cells say, what lights up, scrolling and zooming, and dragging a lane.
#include <algorithm>
#include <chrono>

#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

struct TileWindowOn : ViewOn {
  explicit TileWindowOn(Scenario scenario, const PictureSize& size = {})
      : ViewOn(ViewName::tile, std::move(scenario), size) {}
};

TEST(TileMap, CellsSayTheirBankAndTheLaneThatTouchesThem) {
  TileWindowOn window(column_with_padding(4, 5));
  EXPECT_EQ(window.text("tilemap.cell.9.5"), "bank 9 lane 9");
  EXPECT_EQ(window.text("tilemap.cell.9.6"), "bank 10");
  EXPECT_EQ(window.text("tilemap.padding"), "padding");
  EXPECT_TRUE(window.gui->widget("tilemap.cell.0.0").visible);
  EXPECT_TRUE(window.gui->widget("tilemap.cell.31.31").visible) << "all of it fits";
  EXPECT_GE(window.gui->widget("tilemap.padding").min.x, window.gui->widget("tilemap.cell.0.31").max.x);
}

TEST(TileMap, HoverSaysWhereTheElementIsAndLightsItUpEverywhere) {
  TileWindowOn window(column_with_padding(4, 5));
  window.ui.panels.set.toggle(ViewName::heatmap);
  window.gui->frames(2);
  window.gui->hover("tilemap.cell.9.5");
  EXPECT_EQ(window.text("tilemap.cell.9.5"), "bank 9 lane 9 lit");
  EXPECT_EQ(window.text("heatmap.cell.9.9"), "2 lit");
  EXPECT_NE(window.text("tooltip").find("tile[9][5]. Bytes 1316–1319: word 329, bank 9."), std::string::npos)
      << window.text("tooltip");
  window.gui->hover("heatmap.cell.25.9");
  EXPECT_EQ(window.text("tilemap.cell.9.5"), "bank 9 lane 9 fights") << "it fights with lane 25";
  EXPECT_EQ(window.text("tilemap.cell.25.5"), "bank 9 lane 25 lit");
  EXPECT_EQ(window.text("tilemap.cell.8.5"), "bank 5 lane 8");
}

TEST(TileMap, APinnedLaneIsSingledOutFromThoseThatFightWithIt) {
  TileWindowOn window(column_with_padding(0, 0));
  window.ui.selection.pinned = {.lane = 5};
  window.gui->frames(3);
  for (int lane = 0; lane < lane_count; ++lane)
    EXPECT_EQ(window.text("tilemap.cell." + std::to_string(lane) + ".0"),
              "bank 0 lane " + std::to_string(lane) + (lane == 5 ? " lit" : " fights"));
  window.ui.selection.pinned = {.bank = 0};
  window.gui->frames(3);
  EXPECT_EQ(window.text("tilemap.cell.4.0"), "bank 0 lane 4 lit") << "of a bank all lanes are meant alike";
}

TEST(TileMap, AnElementOfTheSameWordIsNotTheLanesOwn) {
  Scenario scenario = preset("transpose-half-plain");
  scenario.accesses.back().instruction = Instruction::ld_b16;
  scenario.accesses.back().pattern = RowPattern{"0", "0"};
  TileWindowOn window(scenario);
  window.ui.selection.pinned = {.lane = 5};
  window.gui->frames(3);
  EXPECT_EQ(window.text("tilemap.cell.0.5"), "bank 2 lane 5 lit");
  EXPECT_EQ(window.text("tilemap.cell.0.4"), "bank 2 lane 4 shares");
  EXPECT_EQ(window.text("tilemap.cell.0.6"), "bank 3 lane 6");
}

TEST(TileMap, ASingleRowStandsInLinesOf32) {
  TileWindowOn window(preset("aos-particle-member"));
  const auto cell = [&](int column) { return window.gui->widget("tilemap.cell.0." + std::to_string(column)); };
  EXPECT_EQ(cell(32).min.x, cell(0).min.x);
  EXPECT_GE(cell(32).min.y, cell(0).max.y);
  EXPECT_EQ(cell(31).min.y, cell(0).min.y);
  EXPECT_TRUE(cell(0).visible && cell(255).visible);
  EXPECT_GE(cell(255).max.x - cell(255).min.x, 11) << "its number can be read";
  window.gui->hover("tilemap.cell.0.70");
  EXPECT_NE(window.text("tooltip").find("[0][70]"), std::string::npos) << window.text("tooltip");
  window.gui->drag(cell(3).middle(), cell(100).middle());
  ASSERT_TRUE(std::holds_alternative<IndexPattern>(window.access().pattern));
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 3 ? 100 : threadIdx.x");
}

TEST(TileMap, ASingleColumnIsScrolledThroughInLines) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.tiles[0].rows = 65'536;
  scenario.tiles[0].columns = 1;
  TileWindowOn window(scenario, PictureSize{1280, 720, 1});
  const LoggedWidget first = window.gui->widget("tilemap.cell.0.0");
  EXPECT_GE(first.max.x - first.min.x, 11);
  EXPECT_EQ(window.gui->widget("tilemap.cell.33.0").min.y, window.gui->widget("tilemap.cell.32.0").min.y);
  const LoggedWidget bar = window.gui->widget("tilemap.scroll.down");
  window.gui->drag({bar.middle().x, bar.min.y + 4}, {bar.middle().x, bar.max.y});
  EXPECT_TRUE(window.gui->shows("tilemap.cell.65535.0"));
  EXPECT_FALSE(window.gui->shows("tilemap.cell.0.0"));
}

TEST(TileMap, FewRowsAreScrolledThroughRatherThanDrawnAsHairlines) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.tiles[0].rows = 2;
  scenario.tiles[0].columns = 512;
  TileWindowOn window(scenario);
  const LoggedWidget& cell = window.gui->widget("tilemap.cell.1.3");
  EXPECT_GE(cell.max.y - cell.min.y, 11);
  EXPECT_TRUE(window.gui->shows("tilemap.scroll.across"));
}

TEST(TileMap, AClickPinsAnElement) {
  TileWindowOn window(column_with_padding(4, 5));
  window.gui->click("tilemap.cell.3.0");
  window.gui->move_to({860, 20});
  EXPECT_EQ(window.text("tilemap.cell.3.0"), "bank 12 lit");
  EXPECT_EQ(window.ui.selection.pinned.bytes, (ByteRange{432, 436}));
  window.gui->key(Key::escape);
  EXPECT_EQ(window.text("tilemap.cell.3.0"), "bank 12");
}

TEST(TileMap, TheWholeSweepIsADensity) {
  Scenario scenario = column_with_padding(0, 5);
  scenario.accesses.back().pattern = BroadcastPattern{"3", "k"};
  TileWindowOn window(scenario);
  window.gui->click("tilemap.sweep");
  const std::string times = "times " + std::to_string(32 * window.editor.scenario().block.threads() / 32);
  EXPECT_EQ(window.text("tilemap.cell.3.7"), times);
  EXPECT_EQ(window.text("tilemap.cell.4.7"), "times 0");
  EXPECT_NE(window.text("tilemap.caption").find("touch 32 of 1,024 elements"), std::string::npos)
      << window.text("tilemap.caption");
  window.gui->click("tilemap.now");
  EXPECT_EQ(window.text("tilemap.cell.3.5"), "bank 5 lane 0–31");
}

TEST(TileMap, TheCaptionCountsOneAndMore) {
  Scenario scenario = preset("reduction-sequential");
  scenario.block = {.x = 32, .y = 1, .z = 1};
  TileWindowOn window(scenario);
  EXPECT_EQ(window.text("tilemap.caption"), "1 row × 256 columns of float, 1,024 bytes from row to row");
  scenario.accesses.back().loops.clear();
  scenario.accesses.back().mask = "0xffffffff";
  TileWindowOn swept(scenario);
  swept.gui->click("tilemap.sweep");
  EXPECT_EQ(swept.text("tilemap.caption"), "1 step × 1 warp touch 32 of 256 elements, at most 1 time");
}

TEST(TileMap, DraggingALaneMakesAPatternOfOnesOwnInOneStepOfUndo) {
  TileWindowOn window(column_with_padding(4, 5));
  const LanePattern before = window.access().pattern;
  const ImVec2 from = window.gui->widget("tilemap.cell.9.5").middle();
  const ImVec2 to = window.gui->widget("tilemap.cell.12.3").middle();
  window.gui->drag(from, to);
  ASSERT_TRUE(std::holds_alternative<IndexPattern>(window.access().pattern));
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).row, "lane == 9 ? 12 : lane");
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 9 ? 3 : k");
  EXPECT_EQ(window.text("tilemap.cell.12.3").substr(0, 14), "bank 19 lane 9");
  EXPECT_EQ(window.text("tilemap.cell.8.5"), "bank 5 lane 8") << "the others stay";
  window.editor.undo();
  EXPECT_EQ(window.access().pattern, before) << "one drag, one step";
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(TileMap, WhileALaneIsDraggedItsCostIsSaid) {
  TileWindowOn window(column_with_padding(0, 5));
  const ImVec2 to = window.gui->widget("tilemap.cell.7.2").middle();
  EXPECT_EQ(window.text("tilemap.caption").find("own expression"), std::string::npos);
  window.gui->move_to(window.gui->widget("tilemap.cell.3.5").middle());
  window.gui->press();
  window.gui->move_to({to.x + 3, to.y});
  window.gui->move_to(to);
  EXPECT_EQ(window.text("tilemap.drag"), "lane 3 → [7][2]: wavefronts 32 → 31");
  EXPECT_EQ(window.text("tooltip"), "lane 3 → [7][2]: wavefronts 32 → 31");
  window.gui->release();
  EXPECT_FALSE(window.gui->shows("tilemap.drag"));
  EXPECT_EQ(window.text("tilemap.caption").find("own expression: [lane == 3 ? 7 : lane][lane == 3 ? 2 : k]"), 0U)
      << window.text("tilemap.caption");
}

TEST(TileMap, ADragFromAnEmptyCellOrAClickChangesNothing) {
  TileWindowOn window(column_with_padding(4, 5));
  window.gui->drag(window.gui->widget("tilemap.cell.9.9").middle(), window.gui->widget("tilemap.cell.12.3").middle());
  window.gui->click("tilemap.cell.9.5");
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(TileMap, OfAWideAccessALaneLandsOnAMultiple) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.accesses.back().instruction = Instruction::ld_b128;
  scenario.accesses.back().pattern = IndexPattern{"lane", "0"};
  TileWindowOn window(scenario);
  window.gui->drag(window.gui->widget("tilemap.cell.9.0").middle(), window.gui->widget("tilemap.cell.12.11").middle());
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 9 ? 8 : 0");
  EXPECT_TRUE(window.editor.analysis().accesses.back().shown);
}

TEST(TileMap, AltAndAnArrowMoveThePinnedLaneByOneElement) {
  TileWindowOn window(column_with_padding(4, 5));
  const LanePattern before = window.access().pattern;
  const auto place = [&] {
    const auto& index = std::get<IndexPattern>(window.access().pattern);
    return index.row + " | " + index.column;
  };
  window.gui->chord(Key::alt, Key::right);
  EXPECT_EQ(window.access().pattern, before) << "no lane is pinned";
  window.ui.selection.pinned = {.lane = 9};
  window.gui->settle();
  window.gui->chord(Key::alt, Key::right);
  EXPECT_EQ(place(), "lane == 9 ? 9 : lane | lane == 9 ? 6 : k");
  window.gui->chord(Key::alt, Key::down);
  EXPECT_EQ(place(), "lane == 9 ? 10 : lane | lane == 9 ? 6 : k");
  window.gui->chord(Key::alt, Key::left);
  window.gui->chord(Key::alt, Key::up);
  EXPECT_EQ(place(), "lane == 9 ? 9 : lane | lane == 9 ? 5 : k");
  EXPECT_FALSE(ImGui::GetIO().NavVisible) << "the arrows went nowhere else";
  EXPECT_EQ(window.ui.selection.pinned.lane, 9);
  for (int step = 0; step < 4; ++step) window.editor.undo();
  EXPECT_EQ(window.access().pattern, before) << "each time that Alt was held is a step";
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(TileMap, WhatIsMovedWhileAltIsHeldIsOneStepOfUndoAndEndsAtTheEdge) {
  TileWindowOn window(column_with_padding(4, 5));
  const LanePattern before = window.access().pattern;
  window.ui.selection.pinned = {.lane = 9};
  window.gui->input().push(KeyChange{Key::alt, true});
  for (int step = 0; step < 40; ++step) window.gui->key(Key::right);
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 9 ? 31 : k");
  for (int step = 0; step < 40; ++step) window.gui->key(Key::up);
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).row, "lane == 9 ? 0 : lane");
  window.gui->input().push(KeyChange{Key::alt, false});
  window.gui->settle();
  EXPECT_TRUE(window.text("tilemap.cell.0.31").find("lane 9") != std::string::npos) << window.text("tilemap.cell.0.31");
  window.editor.undo();
  EXPECT_EQ(window.access().pattern, before);
  EXPECT_FALSE(window.editor.can_undo());
}

TEST(TileMap, AWideAccessMovesToTheNextPlaceThatItMayStartAt) {
  Scenario scenario = column_with_padding(0, 0);
  scenario.accesses.back().instruction = Instruction::ld_b128;
  scenario.accesses.back().pattern = IndexPattern{"lane", "8"};
  TileWindowOn window(scenario);
  window.ui.selection.pinned = {.lane = 3};
  window.gui->settle();
  window.gui->chord(Key::alt, Key::right);
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 3 ? 12 : 8");
  window.gui->chord(Key::alt, Key::left);
  window.gui->chord(Key::alt, Key::left);
  EXPECT_EQ(std::get<IndexPattern>(window.access().pattern).column, "lane == 3 ? 4 : 8");
  EXPECT_TRUE(window.editor.analysis().accesses.back().shown);
}

TEST(TileMap, AltAndArrowsAreLeftToWhoeverIsTyping) {
  TileWindowOn window(column_with_padding(4, 5));
  window.ui.selection.pinned = {.lane = 9};
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->chord(Key::alt, Key::right);
  window.gui->key(Key::escape);
  window.ui.panels.set.show_alone(ViewName::heatmap);
  window.gui->settle();
  window.gui->chord(Key::alt, Key::right);
  EXPECT_FALSE(window.editor.can_undo()) << "where the tile is not seen nothing moves either";
}

TEST(TileMap, TheMovedLaneIsScrolledIntoSight) {
  TileWindowOn window(column_with_padding(0, 5));
  for (int step = 0; step < 6; ++step) window.gui->click("tilemap.larger");
  window.ui.selection.pinned = {.lane = 0};
  window.gui->input().push(KeyChange{Key::alt, true});
  for (int step = 0; step < 26; ++step) window.gui->key(Key::down);
  window.gui->input().push(KeyChange{Key::alt, false});
  window.gui->settle();
  EXPECT_TRUE(window.gui->shows("tilemap.cell.26.5"));
  EXPECT_FALSE(window.gui->shows("tilemap.cell.0.5"));
}

TEST(TileMap, ZoomAndScroll) {
  TileWindowOn window(column_with_padding(0, 5));
  const auto width = [&] {
    const LoggedWidget& cell = window.gui->widget("tilemap.cell.4.4");
    return window.gui->widget("tilemap.cell.4.5").min.x - cell.min.x;
  };
  const float fitted = width();
  window.gui->click("tilemap.larger");
  window.gui->click("tilemap.larger");
  window.gui->click("tilemap.larger");
  EXPECT_GT(width(), fitted * 1.5F);
  EXPECT_FALSE(window.gui->shows("tilemap.cell.31.31")) << "scrolled away";
  window.gui->hover("tilemap.cell.4.4");
  const ImVec2 before = window.gui->widget("tilemap.cell.4.4").middle();
  window.gui->wheel(-1);
  EXPECT_FALSE(window.gui->shows("tilemap.cell.4.4") && window.gui->widget("tilemap.cell.4.4").middle().y >= before.y);
  for (int i = 0; i < 40; ++i) window.gui->wheel(-1);
  for (int i = 0; i < 40; ++i) window.gui->wheel(0, -1);
  EXPECT_TRUE(window.gui->widget("tilemap.cell.31.31").visible);
  window.gui->click("tilemap.fit");
  EXPECT_EQ(width(), fitted);
  EXPECT_TRUE(window.gui->shows("tilemap.cell.0.0"));
}

TEST(TileMap, CtrlWheelZoomsAboutThePointer) {
  TileWindowOn window(column_with_padding(0, 5));
  window.gui->click("tilemap.larger");
  window.gui->click("tilemap.larger");
  window.gui->click("tilemap.larger");
  const ImVec2 place = window.gui->widget("tilemap.cell.12.14").middle();
  window.gui->move_to(place);
  window.gui->input().push(KeyChange{Key::ctrl, true});
  window.gui->wheel(2);
  window.gui->input().push(KeyChange{Key::ctrl, false});
  window.gui->settle();
  const LoggedWidget& cell = window.gui->widget("tilemap.cell.12.14");
  EXPECT_TRUE(place.x > cell.min.x - 4 && place.x < cell.max.x + 4) << cell.min.x << " " << place.x;
  EXPECT_TRUE(place.y > cell.min.y - 4 && place.y < cell.max.y + 4) << cell.min.y << " " << place.y;
}

TEST(TileMap, NothingCrashesOnWhatIsOddOrWrong) {
  std::vector<Scenario> odd;
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().tile = 9;
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().mask = "lane <";
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().mask = "0";
  odd.push_back(column_with_padding(0, 0));
  odd.back().tiles[0].rows = 65'536;
  odd.back().tiles[0].columns = 16;
  odd.push_back(column_with_padding(0, 0));
  odd.back().tiles[0].columns = -3;
  odd.push_back(column_with_padding(0, 0));
  odd.back().accesses.back().pattern = AddressListPattern{std::vector<std::uint32_t>(32, 4'000'000'000)};
  odd.push_back(column_with_padding(0, 0));
  odd.back().tiles[0].pitch = {.kind = Pitch::Kind::stride, .unit = Pitch::Unit::elements, .value = 30'000};
  odd.push_back(preset("int2-unpack-plain"));
  odd.push_back(preset("atomic-float-sum"));
  odd.push_back(preset("ldmatrix-half-swizzle"));
  for (const Scenario& scenario : odd) {
    TileWindowOn window(scenario);
    window.gui->click("tilemap.sweep");
    window.gui->move_to({700, 500});
    window.gui->drag({700, 500}, {800, 600});
    window.gui->wheel(-3);
  }
}

// The quickest of many frames, so that a busy machine does not matter; the bound is far from what it takes (a few ms).
TEST(TileMap, ALargeTileIsDrawnAtFullFrameRate) {
  Scenario scenario = column_with_padding(1, 5);
  scenario.tiles[0].rows = 256;
  scenario.tiles[0].columns = 256;
  Editor editor(scenario, load_machines(test_assets()).value());
  Ui ui;
  ui.panels.set.show_alone(ViewName::tile);
  using Clock = std::chrono::steady_clock;
  double quickest = 1e9;  // [ms] of the views alone, without the painting
  const auto draw = [&](const Theme& theme, WidgetLog&) {
    WidgetLog off(false);
    const auto begin = Clock::now();
    draw_ui(editor, ui, theme, off);
    quickest = std::min(quickest, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  };
  Gui gui(draw);
  gui.frames(20);
  EXPECT_LT(quickest, 16);
  EXPECT_EQ(ui.panels.tile.placed.size(), 65'536U) << "all of it is on the screen";
}

}  // namespace
}  // namespace bankmap
