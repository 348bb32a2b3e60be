// Files in and out, under bad conditions: a kill at any time, no room, links, pipes, and parts that others left.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include "app/files.hpp"
#include "app/new_file.hpp"
#include "tests/gui/temporary_folder.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most = 16 << 20;

std::string content(const fs::path& file) { return read_file(file.string(), most).value(); }

int entries_in(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

// Runs in a process of its own, which must not run the tests' end.
template <class Work>
pid_t in_child(const Work& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  _exit(work() ? 0 : 1);
}

TEST(Files, KilledAtAnyTimeAFileIsTheOldOrTheNewOne) {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "tile.json";
  const std::string one(1 << 20, '1'), two(1 << 20, '2');
  ASSERT_TRUE(replace_file(file, one));
  std::minstd_rand random(7);
  for (int round = 0; round < 40; ++round) {
    const pid_t child = in_child([&] {
      for (;;)
        if (!replace_file(file, one) || !replace_file(file, two)) return false;
    });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 15'000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const std::string found = content(file);
    ASSERT_TRUE(found == one || found == two) << found.size() << " bytes after kill " << round;
  }
  ASSERT_TRUE(replace_file(file, one));
  EXPECT_EQ(entries_in(folder.path), 1) << "what the killed ones left is gone";
}

TEST(Files, APartWhoseWriterLivesIsLeftAlone) {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "tile.json";
  PartFile slow = PartFile::beside(file).value();
  ASSERT_TRUE(slow.write("slow"));
  ASSERT_TRUE(replace_file(file, "quick"));
  ASSERT_TRUE(slow.replace());
  EXPECT_EQ(content(file), "slow");
}

// As on a full disk: some of it can be written.
TEST(Files, WhereThereIsNoRoomTheOldFileStaysAndNothingElse) {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "tile.json";
  ASSERT_TRUE(replace_file(file, "old"));
  const pid_t child = in_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 4096, .rlim_max = 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string large(1 << 20, 'n');
    const Result<void> replaced = replace_file(file, large);
    const std::optional<Problem> written = write_file(file.string(), large);
    Result<NewFile> opened = NewFile::open("--record", file.string(), true);
    const std::optional<Problem> recorded = opened ? opened->write(large) : std::nullopt;
    return !replaced && replaced.error().place == file.string() && written && recorded;
  });
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(entries_in(folder.path), 1);
}

TEST(Files, ALinkStaysALinkAlsoToWhatIsNotThereYet) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path / "real");
  fs::create_symlink("real/settings.json", folder.path / "link.json");
  fs::create_symlink("link.json", folder.path / "link to the link.json");
  for (const char* text : {"first", "second"}) {
    ASSERT_TRUE(replace_file(folder.path / "link to the link.json", text));
    EXPECT_TRUE(fs::is_symlink(folder.path / "link.json"));
    EXPECT_EQ(content(folder.path / "real" / "settings.json"), text);
  }
}

TEST(Files, PermissionsStayAsTheyWere) {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "tile.json";
  ASSERT_TRUE(replace_file(file, "old"));
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  ASSERT_TRUE(replace_file(file, "new"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST(Files, WhatMayNotBeWrittenIsNotReplaced) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const TemporaryFolder folder;
  const fs::path file = folder.path / "tile.json";
  ASSERT_TRUE(replace_file(file, "old"));
  fs::permissions(file, fs::perms::owner_read);
  const Result<void> replaced = replace_file(file, "new");
  ASSERT_FALSE(replaced);
  EXPECT_EQ(replaced.error().what, "cannot be written: Permission denied");
  EXPECT_EQ(content(file), "old");
}

TEST(Files, APipeIsReadWhereSomebodyWritesAndNeverOpenedByTheWindow) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Result<std::string> refused = read_ordinary_file(pipe, most);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "this is no ordinary file");
  const pid_t child = in_child([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // comes later than the reader
    std::ofstream(pipe) << "text";
    return true;
  });
  EXPECT_EQ(read_file(pipe, most).value_or("nothing"), "text");
  waitpid(child, nullptr, 0);
}

TEST(Files, NothingBeyondTheLimitIsRead) {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "sparse.json";
  std::ofstream(file) << "";
  fs::resize_file(file, std::uintmax_t{3} << 30);
  for (const std::string& name : {file.string(), std::string("/dev/zero")}) {
    const Result<std::string> read = read_file(name, 1000);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().what, "is larger than 1000 bytes");
  }
}

}  // namespace
}  // namespace bankmap
