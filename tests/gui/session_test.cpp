// What outlives a run: unsaved work, settings, files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "app/files.hpp"
#include "app/session/session.hpp"
#include "app/session/documents.hpp"
#include "app/session/folder_list.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

// A folder that is gone after the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "bankmap-session-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::permissions(path, fs::perms::owner_all, ignored);
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

Scenario titled(const std::string& title) {
  Scenario scenario;
  scenario.title = title;
  return scenario;
}

// Another program that keeps its work and is then killed without a chance to say anything.
void keep_and_be_killed(const fs::path& folder, const std::string& title) {
  const pid_t child = fork();
  if (child == 0) {
    Result<Autosave> autosave = Autosave::in(folder);
    if (!autosave || !autosave->keep(titled(title), "/tmp/mine.json")) _exit(1);
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST(Autosave, SurvivesAKill) {
  const TemporaryFolder folder;
  keep_and_be_killed(folder.path, "precious");
  Autosave next = Autosave::in(folder.path).value();
  const std::vector<Unsaved> left = next.left_behind();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].scenario, titled("precious"));
  EXPECT_EQ(left[0].path, "/tmp/mine.json");
  EXPECT_TRUE(next.left_behind().empty() || next.left_behind()[0].scenario == titled("precious"));
}

TEST(Autosave, WorkIsOfferedUntilItIsForgotten) {
  const TemporaryFolder folder;
  keep_and_be_killed(folder.path, "one");
  keep_and_be_killed(folder.path, "two");
  {
    Autosave autosave = Autosave::in(folder.path).value();
    EXPECT_EQ(autosave.left_behind().size(), 2U);
  }  // neither restored nor forgotten
  Autosave again = Autosave::in(folder.path).value();
  const std::vector<Unsaved> left = again.left_behind();
  ASSERT_EQ(left.size(), 2U);
  Autosave::forget(left[0]);
  Autosave::forget(left[1]);
  again = Autosave();
  EXPECT_TRUE(Autosave::in(folder.path).value().left_behind().empty());
}

TEST(Autosave, ALivingProgramIsLeftAlone) {
  const TemporaryFolder folder;
  int ready[2];
  int finish[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(finish), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(finish[1]);
    Autosave autosave = Autosave::in(folder.path).value();
    const bool kept = autosave.keep(titled("alive"), "").has_value();
    [[maybe_unused]] ssize_t done = write(ready[1], kept ? "y" : "n", 1);
    char byte = 0;
    done = read(finish[0], &byte, 1);
    _exit(0);
  }
  char kept = 0;
  ASSERT_EQ(read(ready[0], &kept, 1), 1);
  EXPECT_EQ(kept, 'y');
  Autosave other = Autosave::in(folder.path).value();
  EXPECT_TRUE(other.left_behind().empty());
  close(finish[1]);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(other.left_behind().size(), 1U) << "it has ended with its work unsaved";
}

TEST(Autosave, DropLeavesNothing) {
  const TemporaryFolder folder;
  Autosave autosave = Autosave::in(folder.path).value();
  ASSERT_TRUE(autosave.keep(titled("mine"), ""));
  autosave.drop();
  for (const auto& entry : fs::directory_iterator(folder.path)) EXPECT_EQ(entry.path().extension(), ".lock");
}

TEST(Autosave, DamagedFilesStayAndHurtNobody) {
  const TemporaryFolder folder;
  for (const char* text : {"", "{", "[]", "{\"scenario\": 7}", "{\"scenario\": \"{\\\"version\\\": 99}\"}"})
    std::ofstream(folder.path / "unsaved-999999999.json") << text;
  std::ofstream(folder.path / "unsaved-.json") << "x";
  std::ofstream(folder.path / "unsaved-12x.json") << "x";
  Autosave autosave = Autosave::in(folder.path).value();
  EXPECT_TRUE(autosave.left_behind().empty());
  EXPECT_TRUE(fs::exists(folder.path / "unsaved-999999999.json"));
}

TEST(Settings, RoundTrip) {
  Settings settings;
  settings.look = {ThemeKind::light, ColourScale::inferno, 20};
  settings.panels.toggle(Panel::bits);
  settings.panels.column_share[1] = 2.5F;
  settings.right = Fold::closed;
  settings.width = 1920;
  settings.tour_seen = true;
  settings.recent = {"/a.json", "/b \"c\".json"};
  EXPECT_EQ(read_settings(write_settings(settings)).value(), settings);
}

TEST(Settings, WhatIsNotUnderstoodIsAsAtTheFirstStart) {
  EXPECT_FALSE(read_settings("nonsense").has_value());
  EXPECT_EQ(read_settings("{}").value(), Settings());
  EXPECT_EQ(read_settings(R"({"bankmap_settings": 2, "theme": "light"})").value(), Settings());
  const Settings odd =
      read_settings(R"({"bankmap_settings": 1, "theme": 5, "text_size": 1e9, "panels": ["no", 3], "width": -4,
                        "column_shares": [1, "x", 0, 1, 1, 1, 1], "recent": [1, "/x.json", "/x.json"]})")
          .value();
  EXPECT_EQ(odd.look.theme, ThemeKind::dark);
  EXPECT_EQ(odd.look.text_size, max_text_size);
  EXPECT_EQ(odd.panels.shown, std::vector{Panel::heatmap});
  EXPECT_GT(odd.panels.column_share[2], 0);
  EXPECT_EQ(odd.width, 320);
  EXPECT_EQ(odd.recent, std::vector<std::string>{"/x.json"});
}

// The window waits for them: 1 MiB of keys took 15 seconds where each was looked for among all before it.
TEST(Settings, ManyKeysAreReadInNoTime) {
  std::string text = R"({"bankmap_settings": 1, "theme": "light")";
  for (int i = 0; text.size() < 1'000'000; ++i) text += fmt::format(",\"{}\":0", i);
  const auto started = std::chrono::steady_clock::now();
  EXPECT_EQ(read_settings(text + "}").value().look.theme, ThemeKind::light);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
}

TEST(Settings, WhateverIsCutShortOrChangedIsReadOrRefused) {
  std::string text = write_settings(Settings{.recent = {"/a.json"}});
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto cut = read_settings(std::string_view(text).substr(0, at));
    EXPECT_TRUE(cut || !cut.error().what.empty()) << at;
    const char was = text[at];
    for (const char changed : {'\0', '"', '9', '-', '[', '}', '\xff'}) {
      text[at] = changed;
      const auto read = read_settings(text);
      EXPECT_TRUE(!read || read_settings(write_settings(*read)) == *read) << at;
    }
    text[at] = was;
  }
}

TEST(Settings, RecentFilesAreTheLatestFirstAndNoneTwice) {
  std::vector<std::string> recent;
  for (int i = 0; i < 20; ++i) remember_recent(recent, "/" + std::to_string(i));
  remember_recent(recent, "/15");
  ASSERT_EQ(recent.size(), most_recent_files);
  EXPECT_EQ(recent[0], "/15");
  EXPECT_EQ(recent[1], "/19");
  EXPECT_EQ(std::count(recent.begin(), recent.end(), "/15"), 1);
}


TEST(Documents, SavingAndOpeningAgain) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  Editor editor(titled("first"), load_machines(test_assets()).value());
  EXPECT_FALSE(editor.unsaved());
  Edits edits;
  edits.push(ReplaceScenario{titled("second")});
  editor.apply(edits);
  EXPECT_TRUE(editor.unsaved());
  ASSERT_TRUE(save_file(editor, file));
  EXPECT_FALSE(editor.unsaved());
  EXPECT_EQ(editor.document().path, file);
  editor.undo();
  EXPECT_TRUE(editor.unsaved()) << "the file has the second";
  ASSERT_TRUE(open_file(editor, file));
  EXPECT_EQ(editor.scenario(), titled("second"));
  EXPECT_FALSE(editor.unsaved());
}

TEST(Documents, UndoAcrossAnOpeningGoesBackToTheOtherFile) {
  const TemporaryFolder folder;
  const std::string one = (folder.path / "one.json").string();
  const std::string two = (folder.path / "two.json").string();
  Editor editor(titled("one"), load_machines(test_assets()).value());
  ASSERT_TRUE(save_file(editor, one));
  std::ofstream(two) << write_scenario(titled("two"));
  ASSERT_TRUE(open_file(editor, two));
  EXPECT_EQ(editor.document().path, two);
  editor.undo();
  EXPECT_EQ(editor.document().path, one) << "saving now must not write over the second file";
  EXPECT_FALSE(editor.unsaved());
  editor.redo();
  EXPECT_EQ(editor.document().path, two);
}

TEST(Documents, WhatCannotBeReadOrWrittenChangesNothing) {
  const TemporaryFolder folder;
  Editor editor(titled("mine"), load_machines(test_assets()).value());
  const std::string broken = (folder.path / "broken.json").string();
  std::ofstream(broken) << "{";
  const Result<void> opened = open_file(editor, broken);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().place.find("broken.json:1"), std::string::npos) << opened.error().place;
  EXPECT_EQ(editor.scenario(), titled("mine"));
  EXPECT_FALSE(save_file(editor, (folder.path / "no" / "such.json").string()));
  EXPECT_FALSE(save_file(editor, folder.path.string()));
  EXPECT_EQ(editor.document().path, "");
}

TEST(Documents, ALinkStaysALink) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "real.json") << "old";
  fs::create_symlink(folder.path / "real.json", folder.path / "link.json");
  Editor editor(titled("mine"), load_machines(test_assets()).value());
  ASSERT_TRUE(save_file(editor, (folder.path / "link.json").string()));
  EXPECT_TRUE(fs::is_symlink(folder.path / "link.json"));
  EXPECT_EQ(read_scenario(read_file((folder.path / "real.json").string(), 1 << 20).value()).value(), titled("mine"));
}

TEST(Documents, APathIsAbsoluteAndAShareStringHasNone) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "tile.json") << write_scenario(titled("mine"));
  std::ofstream(folder.path / "tile.share.txt") << share_string(titled("mine")).value();
  const fs::path before = fs::current_path();
  fs::current_path(folder.path);
  EXPECT_EQ(document_path("tile.json"), (fs::current_path() / "tile.json").string());
  EXPECT_EQ(document_path("./no/../tile.json"), (fs::current_path() / "tile.json").string());
  EXPECT_EQ(document_path("tile.share.txt"), "");
  EXPECT_EQ(document_path(""), "");
  EXPECT_EQ(read_scenario_file("tile.share.txt").value(), titled("mine"));
  fs::current_path(before);
}

TEST(Documents, UnsavedWorkDiffersFromItsFileOrFromThePresetOfItsTitle) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  Unsaved work{.kept = {}, .scenario = titled("mine"), .path = file};
  EXPECT_EQ(first_difference(work, {}), "") << "the file is not there";
  std::ofstream(file) << write_scenario(titled("mine"));
  EXPECT_EQ(first_difference(work, {}), "The same as its file.");
  work.scenario.tiles[0].rows = 64;
  EXPECT_EQ(first_difference(work, {}), "Differs from its file: tiles[0].rows is 32 there and 64 here.");
  work.path.clear();
  EXPECT_EQ(first_difference(work, {{"first", titled("other")}, {"second", titled("mine")}}),
            "Differs from the preset second: tiles[0].rows is 32 there and 64 here.");
  EXPECT_EQ(first_difference(work, {{"first", titled("other")}}), "");
}

TEST(FolderList, FoldersFirstThenScenariosByName) {
  const TemporaryFolder folder;
  for (const char* name : {"b.json", "a.json", "c.share.txt", "notes.txt", ".hidden.json"}) std::ofstream(folder.path / name) << "";
  fs::create_directory(folder.path / "zoo");
  const std::vector<FolderEntry> found = list_folder(folder.path).value();
  EXPECT_EQ(found, (std::vector<FolderEntry>{{"zoo", true}, {"a.json", false}, {"b.json", false}, {"c.share.txt", false}}));
  EXPECT_FALSE(list_folder(folder.path / "none"));
}

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
  EXPECT_TRUE(second.window.ui.panels.set.shows(Panel::bits));
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
  window.ui.questions.left[0].difference =
      first_difference(window.ui.questions.left[0], window.editor.presets());
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
