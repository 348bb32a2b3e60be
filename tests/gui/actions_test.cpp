// Commands: the table, the menu, the palette, the keys, and what they do.
#include <algorithm>
#include <fstream>
#include <set>

#include "app/views/action_table.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

TEST(ActionTable, EveryActionHasAPlaceANameAndASentence) {
  std::set<std::string> names;
  std::set<std::string> chords;
  int at = 0;
  for (const ActionInfo& each : action_table()) {
    EXPECT_EQ(static_cast<int>(each.id), at++) << each.name;
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_GT(std::string(each.about).size(), 4U) << each.name;
    EXPECT_NE(std::find(menus().begin(), menus().end(), std::string(each.menu)), menus().end()) << each.name;
    EXPECT_FALSE(each.key == Chord{}) << each.name;
    EXPECT_TRUE(chords.insert(chord_text(each.key)).second) << chord_text(each.key);
  }
}

TEST(ActionTable, ChordsReadAsOnKeyboards) {
  EXPECT_EQ(chord_text({Key::s, true, true}), "Ctrl+Shift+S");
  EXPECT_EQ(chord_text({Key::f12, false, false}), "F12");
  EXPECT_EQ(chord_text({Key::digit3, false, true}), "Shift+3");
  EXPECT_EQ(chord_text({Key::equal, true, false}), "Ctrl++");
  EXPECT_EQ(chord_text({}), "");
}

std::vector<std::string> found(const std::string& typed) {
  const std::vector<FilterLine> lines = palette_entries(test_presets(), load_machines(test_assets()).value()).lines;
  std::vector<std::string> texts;
  for (const std::size_t each : matching(lines, typed)) texts.push_back(lines[each].text);
  return texts;
}

TEST(Palette, WordsInAnyOrder) {
  EXPECT_TRUE(found("tx lar").empty()) << "whole parts, not letters";
  EXPECT_EQ(found("text lar"), std::vector<std::string>{"View: Larger text"});
  EXPECT_EQ(found("LARGER"), std::vector<std::string>{"View: Larger text"});
  EXPECT_GT(found("").size(), action_table().size());
  EXPECT_EQ(found("save").front(), "File: Save");
  EXPECT_EQ(found("sm_70").size(), 1U);
  EXPECT_FALSE(found("preset half padded").empty());
}

TEST(Palette, OpensAPresetAndChoosesAMachine) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->type("machine sm");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.editor.scenario().machine, window.editor.machines().begin()->first);
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->type(test_presets()[0].scenario.title);
  window.gui->key(Key::enter);
  EXPECT_EQ(window.editor.scenario().title, test_presets()[0].scenario.title);
  EXPECT_FALSE(window.editor.unsaved());
}

TEST(Palette, TypesAndEnters) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::p);
  ASSERT_TRUE(window.gui->shows("palette.typed"));
  window.gui->type("second half");
  EXPECT_EQ(window.text("palette.typed"), "second half");
  window.gui->key(Key::enter);
  EXPECT_FALSE(window.gui->shows("palette.typed"));
  EXPECT_EQ(window.access().mask, "0xffff0000");
  EXPECT_EQ(window.text("heatmap.cell.0.0"), "inactive");
}

// As fast as events can come: nobody waits for the sheet to be drawn.
TEST(Palette, WhatIsTypedAtOnceArrives) {
  WindowOn window("transpose-float-plain");
  InputQueue& input = window.gui->input();
  for (const bool down : {true, false}) {
    input.push(KeyChange{down ? Key::ctrl : Key::p, down});
    input.push(KeyChange{down ? Key::p : Key::ctrl, down});
  }
  const int access = window.ui.access;
  window.gui->type("even lanes");
  EXPECT_EQ(window.ui.access, access) << "its A is no command";
  EXPECT_EQ(window.text("palette.typed"), "even lanes");
  window.gui->key(Key::enter);
  EXPECT_EQ(window.access().mask, "0x55555555");
}

TEST(Palette, ArrowsChoose) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->type("edit lanes");
  window.gui->key(Key::down);
  window.gui->key(Key::enter);
  EXPECT_EQ(window.access().mask, "0x00000000") << "the second: no lanes";
}

TEST(Palette, EscapeLeavesAllAsItWas) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::p);
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.gui->shows("palette.typed"));
  window.gui->key(Key::digit3);
  EXPECT_TRUE(window.gui->shows("panel.memory")) << "keys work again";
}

TEST(Menu, EveryCommandIsThereWithItsKey) {
  WindowOn window("transpose-float-plain");
  window.gui->click("menu");
  for (const char* menu : menus()) {
    window.gui->hover(std::string("menu.") + menu);
    window.gui->click(std::string("menu.") + menu);
    for (const ActionInfo& each : action_table()) {
      if (std::string(each.menu) != menu) continue;
      const std::string name = std::string("menu.") + menu + "." + each.name;
      ASSERT_TRUE(window.gui->shows(name)) << name;
    }
  }
}

TEST(Menu, AClickDoesIt) {
  WindowOn window("transpose-float-plain");
  window.gui->click("menu");
  window.gui->click("menu.Edit");
  window.gui->click("menu.Edit.Even lanes");
  EXPECT_EQ(window.access().mask, "0x55555555");
  EXPECT_FALSE(window.gui->shows("menu.Edit.Even lanes"));
}

TEST(Keys, LookAndFolds) {
  WindowOn window("transpose-float-plain");
  window.gui->key(Key::f4);
  EXPECT_EQ(window.ui.top_bar.look.theme, ThemeKind::light);
  window.gui->key(Key::f4);
  EXPECT_EQ(window.ui.top_bar.look.theme, ThemeKind::high_contrast);
  window.gui->chord(Key::shift, Key::f4);
  EXPECT_EQ(window.ui.top_bar.look.scale, ColourScale::viridis);
  const float before = window.ui.top_bar.look.text_size;
  window.gui->chord(Key::ctrl, Key::equal);
  EXPECT_EQ(window.ui.top_bar.look.text_size, before + 2);
  window.gui->input().push(KeyChange{Key::ctrl, true});
  window.gui->chord(Key::shift, Key::equal);  // + on an American keyboard
  window.gui->input().push(KeyChange{Key::ctrl, false});
  window.gui->settle();
  EXPECT_EQ(window.ui.top_bar.look.text_size, before + 4);
  for (int i = 0; i < 30; ++i) window.gui->chord(Key::ctrl, Key::minus);
  EXPECT_EQ(window.ui.top_bar.look.text_size, min_text_size);
  EXPECT_TRUE(window.ui.top_bar.left_shown);
  window.gui->key(Key::f2);
  EXPECT_FALSE(window.ui.top_bar.left_shown);
}

TEST(Keys, SheetListsThem) {
  WindowOn window("transpose-float-plain");
  window.gui->key(Key::f1);
  EXPECT_EQ(window.text("keys.Save"), "Ctrl+S");
  EXPECT_EQ(window.text("keys.Point the pinned lane at the next element of the tile view"), "Alt+Arrow keys");
  window.gui->click("sheet.close");
  EXPECT_FALSE(window.gui->shows("keys.Save"));
}

TEST(Keys, AccessAndPlay) {
  WindowOn window("transpose-float-plain");
  const int before = window.ui.access;
  window.gui->key(Key::a);
  EXPECT_NE(window.ui.access, before);
  window.gui->key(Key::a);
  EXPECT_EQ(window.ui.access, before);
  window.gui->key(Key::p);
  EXPECT_TRUE(window.ui.animating());
  window.gui->key(Key::p);
  EXPECT_FALSE(window.ui.animating());
}

TEST(Lanes, RandomOnesAreAnotherEachTime) {
  WindowOn window("transpose-float-plain");
  std::set<std::string> masks;
  for (int i = 0; i < 5; ++i) {
    window.gui->chord(Key::ctrl, Key::p);
    window.gui->type("random lanes");
    window.gui->key(Key::enter);
    masks.insert(window.access().mask);
  }
  EXPECT_EQ(masks.size(), 5U);
}

class InFolder : public ::testing::Test {
 protected:
  InFolder() : before_(std::filesystem::current_path()) {
    std::string name = (std::filesystem::temp_directory_path() / "bankmap-files-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::filesystem::current_path(folder_);
  }
  ~InFolder() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;

 private:
  std::filesystem::path before_;
};

TEST_F(InFolder, SaveAsksForANameOnce) {
  WindowOn window("transpose-float-plain");
  window.gui->type_into("tile.padding", "3");
  window.gui->chord(Key::ctrl, Key::s);
  ASSERT_TRUE(window.gui->shows("files.name"));
  EXPECT_EQ(window.text("files.name"), "scenario.json");
  window.gui->click("files.do");
  EXPECT_FALSE(window.gui->shows("files.name"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "scenario.json"));
  EXPECT_EQ(window.text("status.notice"), "Saved as scenario.json.");
  EXPECT_FALSE(window.editor.unsaved());
  window.gui->type_into("tile.padding", "5");
  EXPECT_FALSE(window.gui->shows("status.notice"));
  window.gui->chord(Key::ctrl, Key::s);
  EXPECT_FALSE(window.gui->shows("files.name"));
  EXPECT_FALSE(window.editor.unsaved());
  EXPECT_EQ(load_scenario(test_assets(), "./scenario.json").value().tiles[0].pitch.value, 5);
  EXPECT_EQ(window.ui.menu.recent.front(), (folder_ / "scenario.json").string());
}

TEST_F(InFolder, TheKeyAfterASheetIsNotLost) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::s);
  InputQueue& input = window.gui->input();
  input.push(KeyChange{Key::enter, true});
  input.push(KeyChange{Key::enter, false});
  window.gui->frames(1);
  for (const bool down : {true, false}) {
    input.push(KeyChange{down ? Key::ctrl : Key::p, down});
    input.push(KeyChange{down ? Key::p : Key::ctrl, down});
  }
  window.gui->settle();
  EXPECT_TRUE(std::filesystem::exists("scenario.json"));
  EXPECT_TRUE(window.gui->shows("palette.typed"));
}

TEST(Sheets, EscapeClosesTheSheetAndKeepsWhatIsPinned) {
  WindowOn window("transpose-float-plain");
  window.gui->click("heatmap.cell.9.0");
  window.gui->key(Key::f1);
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.gui->shows("sheet"));
  EXPECT_TRUE(window.ui.selection.pinned.any());
}

TEST_F(InFolder, ANameTypedAtOnceTakesThePlaceOfTheOneProposed) {
  WindowOn window("transpose-float-plain");
  InputQueue& input = window.gui->input();
  input.push(KeyChange{Key::ctrl, true});
  input.push(KeyChange{Key::s, true});
  input.push(KeyChange{Key::s, false});
  input.push(KeyChange{Key::ctrl, false});
  window.gui->type("mine");
  EXPECT_EQ(window.text("files.name"), "mine");
  window.gui->key(Key::enter);
  EXPECT_TRUE(read_scenario_file("mine.json"));
}

TEST_F(InFolder, WhatIsThereIsReplacedOnlyAfterASecondClick) {
  std::ofstream("taken.json") << "mine";
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::s);
  window.gui->click("files.entry.taken.json");
  EXPECT_EQ(window.text("files.name"), "taken.json");
  window.gui->click("files.do");
  ASSERT_TRUE(window.gui->shows("files.taken"));
  EXPECT_FALSE(read_scenario_file("taken.json"));
  window.gui->click("files.do");
  EXPECT_TRUE(read_scenario_file("taken.json"));
}

TEST_F(InFolder, OpenGoesIntoFoldersAndBack) {
  std::filesystem::create_directory("inner");
  std::ofstream("inner/tile.json") << write_scenario(preset("float4-column"));
  std::ofstream("broken.json") << "{";
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::o);
  window.gui->click("files.entry.broken.json");
  window.gui->click("files.do");
  EXPECT_NE(window.text("files.problem").find("JSON"), std::string::npos) << window.text("files.problem");
  EXPECT_NE(window.text("files.problem.place").find("broken.json:1"), std::string::npos);
  EXPECT_EQ(window.editor.scenario(), preset("transpose-float-plain")) << "nothing is lost";
  window.gui->click("files.entry.inner");  // the sheet is still there
  EXPECT_FALSE(window.gui->shows("files.problem"));
  window.gui->double_click("files.entry.tile.json");
  EXPECT_EQ(window.editor.scenario(), preset("float4-column"));
  EXPECT_EQ(window.editor.document().path, (folder_ / "inner" / "tile.json").string());
  window.gui->click("top.undo");
  EXPECT_EQ(window.editor.scenario(), preset("transpose-float-plain"));
}

TEST_F(InFolder, AShareStringInAFileIsOpenedAndNeverSavedInto) {
  const std::string share = share_string(preset("float4-column")).value();
  std::ofstream("tile.share.txt") << share << "\n";
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::o);
  window.gui->double_click("files.entry.tile.share.txt");
  EXPECT_EQ(window.editor.scenario(), preset("float4-column"));
  EXPECT_FALSE(window.editor.unsaved());
  EXPECT_EQ(window.ui.menu.recent.front(), (folder_ / "tile.share.txt").string());
  window.gui->chord(Key::ctrl, Key::s);
  EXPECT_EQ(window.text("files.name"), "scenario.json") << "it has no file of its own";
  std::string kept;
  std::getline(std::ifstream("tile.share.txt"), kept);
  EXPECT_EQ(kept, share);
}

TEST_F(InFolder, WhatCannotBeSavedIsSaidInTheSheet) {
  WindowOn window("transpose-float-plain");
  window.gui->chord(Key::ctrl, Key::s);
  window.gui->type_into("files.name", "no/such/folder/tile.json");
  EXPECT_TRUE(window.gui->shows("files.problem"));
  EXPECT_TRUE(window.editor.document().path.empty());
}

TEST_F(InFolder, TheEndIsAskedAboutWhereWorkWouldBeLost) {
  WindowOn window("transpose-float-plain");
  int closed = 0;
  window.ui.shell.close = [&closed] { ++closed; };
  EXPECT_TRUE(may_close(window.editor, window.ui));
  window.gui->type_into("tile.padding", "3");
  EXPECT_FALSE(may_close(window.editor, window.ui));
  window.gui->settle();
  window.gui->click("question.cancel");
  EXPECT_EQ(closed, 0);
  window.gui->chord(Key::ctrl, Key::q);
  window.gui->click("question.save");
  window.gui->click("files.do");
  EXPECT_EQ(closed, 1);
  EXPECT_TRUE(read_scenario_file("scenario.json"));
}

TEST_F(InFolder, ClosingTheSheetOfFilesCancelsTheEnd) {
  WindowOn window("transpose-float-plain");
  int closed = 0;
  window.ui.shell.close = [&closed] { ++closed; };
  window.gui->type_into("tile.padding", "3");
  window.gui->chord(Key::ctrl, Key::q);
  window.gui->click("question.save");
  window.gui->key(Key::escape);
  window.gui->chord(Key::ctrl, Key::s);
  window.gui->click("files.do");
  EXPECT_EQ(closed, 0) << "saved, but nobody wants to end it any more";
}

TEST_F(InFolder, ADroppedFileIsOpened) {
  std::ofstream("tile.json") << write_scenario(preset("float4-column"));
  WindowOn window("transpose-float-plain");
  open_dropped(window.editor, window.ui, {"tile.json"});
  window.gui->settle();
  EXPECT_EQ(window.editor.scenario(), preset("float4-column"));
  EXPECT_EQ(window_title(window.editor), "tile.json - Bankmap");
  window.gui->type_into("tile.padding", "3");
  EXPECT_EQ(window_title(window.editor), "tile.json* - Bankmap");
}

TEST(Tour, SixStepsAndAllCanBeUsedMeanwhile) {
  WindowOn window("transpose-float-plain");
  window.ui.tour.step = 0;
  window.gui->settle();
  std::set<std::string> titles;
  for (int step = 0; step < tour_steps; ++step) {
    titles.insert(window.text("tour.title"));
    if (step == 2) window.gui->type_into("tile.padding", "1");
    window.gui->click("tour.next");
  }
  EXPECT_EQ(titles.size(), static_cast<std::size_t>(tour_steps));
  EXPECT_FALSE(window.gui->shows("tour.title"));
  EXPECT_EQ(window.text("headline.wavefronts"), "1");
}

TEST(Tour, EscapeEndsIt) {
  WindowOn window("transpose-float-plain");
  window.ui.tour.step = 2;
  window.gui->settle();
  window.gui->key(Key::escape);
  EXPECT_FALSE(window.gui->shows("tour.title"));
}

}  // namespace
}  // namespace bankmap
