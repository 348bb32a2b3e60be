// Unsaved work outlives whatever ends the program.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "app/files.hpp"
#include "tests/gui/session_testing.hpp"
#include "tests/gui/temporary_folder.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace bankmap
