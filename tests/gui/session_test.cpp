// The window and what it keeps, from one run to the next and beside another window.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>

#include "app/files.hpp"
#include "app/session/session.hpp"
#include "core/scenario_json.hpp"
#include "tests/gui/session_testing.hpp"
#include "tests/gui/temporary_folder.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

struct SessionRun {
  explicit SessionRun(const fs::path& folder)
      : window("transpose-float-plain"), session(UserFolders{folder / "config", folder / "state"}) {
    session.begin(window.editor, window.ui);
    frame();
  }
  void frame() {
    window.gui->settle();
    session.after_frame(window.editor, window.ui, {1440, 900}, false);
  }
  WindowOn window;
  Session session;
};

TEST(Session, TheLookIsThereAgain) {
  const TemporaryFolder folder;
  {
    SessionRun first(folder.path);
    EXPECT_TRUE(first.window.ui.tour.on());
    first.window.gui->click("tour.skip");
    first.window.gui->key(Key::f4);
    first.window.gui->chord(Key::shift, Key::digit6);
    first.frame();
    first.session.end(first.window.editor, first.window.ui);
  }
  SessionRun second(folder.path);
  EXPECT_EQ(second.window.ui.top_bar.look.theme, ThemeKind::light);
  EXPECT_TRUE(second.window.ui.panels.set.shows(ViewName::bits));
  EXPECT_FALSE(second.window.ui.tour.on());
}

TEST(Session, WhatCannotBeKeptIsSaidAndNothingElseSuffers) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "taken") << "a file where a folder should be";
  SessionRun run(folder.path / "taken");
  ASSERT_TRUE(run.window.ui.notice.has_value());
  EXPECT_TRUE(run.window.ui.notice->bad);
  run.window.gui->click("tour.skip");
  run.window.gui->type_into("tile.padding", "1");
  run.frame();
  EXPECT_EQ(run.window.text("headline.wavefronts"), "1");
}

TEST(Session, DamagedFilesAreSetAsideAndAllOfThemSaid) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path / "config");
  fs::create_directories(folder.path / "state");
  std::ofstream(folder.path / "config" / "settings.json") << R"({"bankmap_settings": 1, "rec)";
  std::ofstream(folder.path / "config" / "settings.json.damaged") << "an older one";
  std::ofstream(folder.path / "state" / "lessons.json") << R"({"bankmap_progress": 1, "lessons": [{)";
  std::ofstream(folder.path / "state" / "unsaved-3.json") << R"({"scenario": ")";
  SessionRun run(folder.path);
  ASSERT_TRUE(run.window.ui.notice);
  const std::string said = run.window.ui.notice->text;
  for (const char* part : {"settings.json: this is no JSON object", "settings.json.damaged-2",
                           "lessons.json:1:", "lessons.json.damaged", "unsaved-3.json: this unsaved work is cut short"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
  run.window.gui->click("tour.skip");
  run.frame();
  EXPECT_EQ(read_file((folder.path / "config" / "settings.json.damaged").string(), 99).value(), "an older one");
  EXPECT_EQ(read_file((folder.path / "config" / "settings.json.damaged-2").string(), 99).value(),
            R"({"bankmap_settings": 1, "rec)");
  EXPECT_TRUE(fs::exists(folder.path / "state" / "lessons.json.damaged"));
  EXPECT_TRUE(fs::exists(folder.path / "config" / "settings.json")) << "from now on it is kept again";
}

TEST(Session, SettingsOfAnotherVersionAreSetAside) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path / "config");
  const std::string theirs = R"({"bankmap_settings": 2, "theme": "light"})";
  std::ofstream(folder.path / "config" / "settings.json") << theirs;
  SessionRun run(folder.path);
  ASSERT_TRUE(run.window.ui.notice);
  EXPECT_NE(run.window.ui.notice->text.find("settings of version 2, and this Bankmap reads version 1"),
            std::string::npos);
  run.window.gui->click("tour.skip");
  run.frame();
  EXPECT_EQ(read_file((folder.path / "config" / "settings.json.damaged").string(), 99).value(), theirs);
}

TEST(Session, WhatCouldNotBeKeptIsKeptOnceItCanBe) {
  const TemporaryFolder folder;
  SessionRun run(folder.path);
  run.window.gui->click("tour.skip");
  run.frame();
  fs::rename(folder.path / "state", folder.path / "gone");
  std::ofstream(folder.path / "state") << "a file where the folder was";
  run.window.ui.lessons.set_progress({{"01-what-is-a-bank", {.step = 2, .answers = {}}}});
  run.window.gui->type_into("tile.padding", "1");
  run.frame();
  ASSERT_TRUE(run.window.ui.notice && run.window.ui.notice->bad);
  fs::remove(folder.path / "state");
  run.frame();
  ASSERT_TRUE(run.window.ui.notice);
  EXPECT_EQ(run.window.ui.notice->text, "Unsaved work is kept again.");
  EXPECT_TRUE(fs::exists(folder.path / "state" / "lessons.json"));
}

TEST(Session, TwoWindowsKeepEachOthersSettingsAndProgress) {
  const TemporaryFolder folder;
  SessionRun one(folder.path);
  one.window.gui->click("tour.skip");
  one.frame();
  SessionRun two(folder.path);
  one.window.gui->key(Key::f4);
  one.window.ui.menu.recent = {"/one.json"};
  one.window.ui.lessons.set_progress({{"01", {.step = 1, .answers = {{1, {.guess = "32", .told = false}}}}}});
  one.frame();
  two.window.gui->chord(Key::shift, Key::digit6);
  two.window.ui.menu.recent = {"/two.json"};
  two.window.ui.lessons.set_progress(
      {{"01", {.step = 3, .answers = {{2, {.guess = "4", .told = false}}}}}, {"02", {.step = 1, .answers = {}}}});
  two.frame();
  SessionRun third(folder.path);
  EXPECT_EQ(third.window.ui.top_bar.look.theme, ThemeKind::light) << "of the first";
  EXPECT_TRUE(third.window.ui.panels.set.shows(ViewName::bits)) << "of the second";
  EXPECT_EQ(third.window.ui.menu.recent, (std::vector<std::string>{"/two.json", "/one.json"}));
  const Progress progress = third.window.ui.lessons.progress();
  EXPECT_EQ(progress.at("01").step, 3);
  EXPECT_EQ(progress.at("01").answers.size(), 2U);
  EXPECT_TRUE(progress.contains("02"));
}

TEST(Session, SavingOverWhatAnotherProgramWroteIsAskedFirst) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  WindowOn window("transpose-float-plain");
  Scenario theirs = window.editor.scenario();
  theirs.tiles[0].rows = 64;
  opened_and_changed(window.editor, file, theirs);
  window.gui->type_into("tile.padding", "1");
  window.gui->chord(Key::ctrl, Key::s);
  ASSERT_TRUE(window.gui->shows("changed.save_over"));
  EXPECT_EQ(window.text("changed.how"), "It differs from what was read: tiles[0].rows was 32 and is 64 now.");
  EXPECT_EQ(read_scenario_file(file).value(), theirs);
  window.gui->click("changed.cancel");
  EXPECT_TRUE(window.editor.unsaved());
  window.gui->chord(Key::ctrl, Key::s);
  window.gui->click("changed.save_over");
  EXPECT_FALSE(window.editor.unsaved());
  EXPECT_EQ(read_scenario_file(file).value(), window.editor.scenario());
}

TEST(Session, QuittingWithASaveAsksAboutAChangedFileToo) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  WindowOn window("transpose-float-plain");
  bool closed = false;
  window.ui.shell.close = [&closed] { closed = true; };
  opened_and_changed(window.editor, file, titled("theirs"));
  window.gui->type_into("tile.padding", "1");
  EXPECT_FALSE(may_close(window.editor, window.ui));
  window.gui->settle();
  window.gui->click("question.save");
  EXPECT_FALSE(closed);
  window.gui->click("changed.save_over");
  EXPECT_TRUE(closed);
  EXPECT_EQ(read_scenario_file(file).value(), window.editor.scenario());
}

TEST(Session, UnsavedWorkSaysHowItDiffers) {
  const TemporaryFolder folder;
  WindowOn window("transpose-float-plain");
  Scenario scenario = window.editor.scenario();
  scenario.tiles[0].rows = 48;
  window.ui.questions.left = {{.kept = {},
                               .scenario = scenario,
                               .path = "",
                               .when = std::chrono::system_clock::from_time_t(0),
                               .difference = {}}};
  window.ui.questions.left[0].difference = first_difference(window.ui.questions.left[0], window.editor.presets());
  window.ui.sheets.open(SheetKind::left_behind);
  window.gui->settle();
  EXPECT_TRUE(window.text("left.0.when").ends_with(" · no file")) << window.text("left.0.when");
  EXPECT_EQ(window.text("left.0.difference"),
            "Differs from the preset transpose-float-plain: tiles[0].rows is 32 there and 48 here.");
}

TEST(Session, UnsavedWorkIsOfferedAndComesBack) {
  const TemporaryFolder folder;
  keep_and_be_killed(folder.path / "state", "precious");
  SessionRun run(folder.path);
  ASSERT_TRUE(run.window.gui->shows("left.0.restore"));
  EXPECT_EQ(run.window.text("left.0"), "precious");
  const std::time_t now = std::time(nullptr);
  const std::string year = std::to_string(1900 + std::localtime(&now)->tm_year);
  const std::string when = run.window.text("left.0.when");
  EXPECT_TRUE(when.starts_with("kept ") && when.ends_with(" · /tmp/mine.json")) << when;
  EXPECT_NE(when.find(" " + year + ", "), std::string::npos) << when;
  run.window.gui->click("left.0.restore");
  EXPECT_EQ(run.window.editor.scenario(), titled("precious"));
  EXPECT_TRUE(run.window.editor.unsaved());
  EXPECT_FALSE(run.window.gui->shows("left.0.restore"));
  run.window.gui->click("top.undo");
  EXPECT_NE(run.window.editor.scenario(), titled("precious")) << "restoring is a step of the history";
}

}  // namespace
}  // namespace bankmap
