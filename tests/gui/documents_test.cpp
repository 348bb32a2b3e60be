// Files that are opened and saved, and the folders they lie in.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "app/files.hpp"
#include "app/session/documents.hpp"
#include "app/session/folder_list.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "tests/gui/session_testing.hpp"
#include "tests/gui/temporary_folder.hpp"
#include "tests/gui/window_fixture.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace bankmap
