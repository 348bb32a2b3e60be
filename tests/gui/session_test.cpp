// What outlives a run: unsaved work, settings, files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "app/files.hpp"
#include "app/session/documents.hpp"
#include "app/session/folder_list.hpp"
#include "app/session/session.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/gui/temporary_folder.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

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

// Cut anywhere, unsaved work is either whole or set aside with all that is left of it, which is said; never lost, never passed over.
TEST(Autosave, DamagedFilesAreSetAsideAndSaid) {
  const TemporaryFolder folder;
  keep_and_be_killed(folder.path, "precious");
  std::string whole;
  for (const auto& entry : fs::directory_iterator(folder.path))
    if (entry.path().extension() == ".json") whole = read_file(entry.path().string(), 1 << 20).value();
  fs::remove_all(folder.path);
  const std::size_t needed = whole.rfind('}');
  for (std::size_t length = 0; length <= needed; length += 7) {
    fs::create_directory(folder.path);
    const std::string cut = whole.substr(0, length);
    std::ofstream(folder.path / "unsaved-999999999.json") << cut;
    std::vector<Problem> damaged;
    Autosave autosave = Autosave::in(folder.path).value();
    EXPECT_TRUE(autosave.left_behind(&damaged).empty()) << length;
    ASSERT_EQ(damaged.size(), 1U) << length;
    const std::string aside = (folder.path / "unsaved-999999999.json.damaged").string();
    EXPECT_NE(to_string(damaged[0]).find("unsaved-999999999.json"), std::string::npos);
    EXPECT_NE(damaged[0].hint.find(aside), std::string::npos) << damaged[0].hint;
    EXPECT_EQ(read_file(aside, 1 << 20).value(), cut);
    damaged.clear();
    EXPECT_TRUE(autosave.left_behind(&damaged).empty());
    EXPECT_TRUE(damaged.empty()) << "it is said once";
    autosave = Autosave();
    fs::remove_all(folder.path);
  }
}

TEST(Autosave, OtherFilesHurtNobody) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "unsaved-.json") << "x";
  std::ofstream(folder.path / "unsaved-12x.json") << "x";
  ASSERT_EQ(mkfifo((folder.path / "unsaved-7.json").c_str(), 0600), 0);
  std::vector<Problem> damaged;
  Autosave autosave = Autosave::in(folder.path).value();
  EXPECT_EQ(autosave.left_behind(&damaged).size() + damaged.size(), 2U) << "12x and the pipe, which is not waited for";
}

// Two containers with one home may each have a process of this number.
TEST(Autosave, ANumberThatIsTakenIsCountedUp) {
  const TemporaryFolder folder;
  Autosave one = Autosave::in(folder.path).value();
  Autosave two = Autosave::in(folder.path).value();
  ASSERT_TRUE(two.keep(titled("two"), ""));
  EXPECT_TRUE(one.left_behind().empty());
  two = Autosave();
  const std::vector<Unsaved> left = one.left_behind();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].scenario, titled("two"));
}

TEST(Autosave, WhatAKillLeftBesideIsTidiedUp) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "unsaved-5.json.Abc123.part") << "half";
  std::ofstream(folder.path / "unsaved-5.lock") << "";
  Autosave autosave = Autosave::in(folder.path).value();
  EXPECT_TRUE(autosave.left_behind().empty());
  EXPECT_FALSE(fs::exists(folder.path / "unsaved-5.json.Abc123.part"));
  EXPECT_FALSE(fs::exists(folder.path / "unsaved-5.lock"));
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

// The window waits for them: 1 MiB of keys took 15 seconds where each was looked for among all before it. Eight times as many take
// some eight times as long, where it was sixty-four.
TEST(Settings, ManyKeysAreReadInNoTime) {
  const auto seconds_for = [](std::size_t bytes) {
    std::string text = R"({"bankmap_settings": 1, "theme": "light")";
    for (int i = 0; text.size() < bytes; ++i) text += fmt::format(",\"{}\":0", i);
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(read_settings(text + "}").value().look.theme, ThemeKind::light);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  };
  const double few = seconds_for(125'000);
  EXPECT_LT(seconds_for(1'000'000), 30 * few + 1);  // 1 s for whatever else the machine may do
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

TEST(Settings, WhatOneWindowChangesTheOtherKeeps) {
  Settings before, ours, theirs;
  before.recent = ours.recent = theirs.recent = {"/a.json", "/b.json"};
  ours.width = 1000;
  remember_recent(ours.recent, "/b.json");
  theirs.tour_seen = true;
  remember_recent(theirs.recent, "/c.json");
  Settings both = merged(before, ours, theirs);
  EXPECT_EQ(both.width, 1000);
  EXPECT_TRUE(both.tour_seen);
  EXPECT_EQ(both.recent, (std::vector<std::string>{"/b.json", "/c.json", "/a.json"}));
  EXPECT_EQ(merged(before, before, theirs), theirs);
  EXPECT_EQ(merged(before, ours, before), ours);
}

TEST(LessonProgress, WhatOneWindowChangesTheOtherKeeps) {
  const auto answer = [](const char* guess) { return StepAnswer{.guess = guess, .told = false}; };
  const Progress before{{"a", {.step = 1, .answers = {{1, answer("1")}, {2, answer("2")}}}}};
  const Progress ours{{"a", {.step = 2, .answers = {{2, answer("2")}, {3, answer("3")}}}},
                      {"b", {.step = 0, .answers = {}}}};
  const Progress theirs{{"a", {.step = 1, .answers = {{1, answer("1")}, {2, answer("new")}, {4, answer("4")}}}}};
  const Progress both{{"a", {.step = 2, .answers = {{2, answer("new")}, {3, answer("3")}, {4, answer("4")}}}},
                      {"b", {.step = 0, .answers = {}}}};
  EXPECT_EQ(merged(before, ours, theirs), both) << "the first step was asked again here";
  EXPECT_EQ(merged(before, before, theirs), theirs);
  EXPECT_EQ(merged(before, ours, before), ours);
  EXPECT_EQ(merged({}, ours, {}), ours);
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

// The scenario, opened from a file, that another program then changes to `theirs`.
Editor& opened_and_changed(Editor& editor, const std::string& file, const Scenario& theirs) {
  EXPECT_TRUE(save_file(editor, file));
  std::ofstream(file) << write_scenario(theirs);
  return editor;
}

TEST(Documents, WhatAnotherProgramWroteIsSeenBeforeItIsLost) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  Editor editor(titled("first"), load_machines(test_assets()).value());
  EXPECT_EQ(changed_meanwhile(editor), "") << "it has no file";
  ASSERT_TRUE(save_file(editor, file));
  EXPECT_EQ(changed_meanwhile(editor), "");
  Scenario theirs = titled("first");
  theirs.tiles[0].rows = 64;
  opened_and_changed(editor, file, theirs);
  EXPECT_EQ(changed_meanwhile(editor), "It differs from what was read: tiles[0].rows was 32 and is 64 now.");
  std::ofstream(file) << "{";
  EXPECT_NE(changed_meanwhile(editor).find("can no longer be read"), std::string::npos);
  fs::remove(file);
  EXPECT_EQ(changed_meanwhile(editor), "") << "nothing is lost by writing it again";
  ASSERT_TRUE(save_file(editor, file));
  EXPECT_EQ(changed_meanwhile(editor), "");
}

TEST(Documents, RestoredWorkKnowsHowItsFileWas) {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "tile.json").string();
  const Scenario saved = titled("saved");
  {
    Autosave autosave = Autosave::in(folder.path).value();
    ASSERT_TRUE(autosave.keep(titled("mine"), file, &saved));
  }
  std::ofstream(file) << write_scenario(titled("theirs"));
  Autosave next = Autosave::in(folder.path).value();
  const std::vector<Unsaved> left = next.left_behind();
  ASSERT_EQ(left.size(), 1U);
  Editor editor(titled("first"), load_machines(test_assets()).value());
  restore(editor, left[0]);
  EXPECT_EQ(editor.document().path, file);
  EXPECT_NE(changed_meanwhile(editor), "");
}

TEST(Documents, APipeIsNoDocument) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(document_path(pipe), "");
  Editor editor(titled("first"), load_machines(test_assets()).value());
  EXPECT_FALSE(open_file(editor, pipe));
}

TEST(FolderList, FoldersFirstThenScenariosByName) {
  const TemporaryFolder folder;
  for (const char* name : {"b.json", "a.json", "c.share.txt", "notes.txt", ".hidden.json"})
    std::ofstream(folder.path / name) << "";
  fs::create_directory(folder.path / "zoo");
  const std::vector<FolderEntry> found = list_folder(folder.path).value();
  EXPECT_EQ(found,
            (std::vector<FolderEntry>{{"zoo", true}, {"a.json", false}, {"b.json", false}, {"c.share.txt", false}}));
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
  EXPECT_TRUE(third.window.ui.panels.set.shows(Panel::bits)) << "of the second";
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
