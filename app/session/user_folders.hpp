// app/session/user_folders.hpp -- where the program may keep what it remembers between two runs.
//
//     settings.json      $XDG_CONFIG_HOME/bankmap/, else ~/.config/bankmap/
//     unsaved work, lessons.json      $XDG_STATE_HOME/bankmap/, else ~/.local/state/bankmap/
//
// Nothing is made here: a folder comes into being when something is first written into it.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

struct UserFolders {
  std::filesystem::path config;  // empty: nothing is remembered
  std::filesystem::path state;   // empty: unsaved work is not kept
};
// From the environment; relative XDG paths are ignored, as the XDG base directory specification says.
UserFolders user_folders();

// replace_file (app/files.hpp), in a folder that is made where it is missing, for its owner alone.
Result<void> keep_file(const std::filesystem::path& file, std::string_view text);

// A file that cannot be understood gives way without being lost: "lessons.json" becomes "lessons.json.damaged", or
// "lessons.json.damaged-2" where that is taken. The problem says where it is now; where it cannot be moved: that it is where it was.
struct SetAside {
  Problem problem;
  bool moved = false;  // the name is free
};
SetAside set_aside(const std::filesystem::path& file, const Problem& why);

// While it lives no other program that asks has it: for reading, merging and writing what several keep in one file. Waits for a
// moment, and goes on without where that does not help: a stopped program must stop no other.
class FolderTurn {
 public:
  explicit FolderTurn(const std::filesystem::path& folder);
  ~FolderTurn();
  FolderTurn(const FolderTurn&) = delete;
  FolderTurn& operator=(const FolderTurn&) = delete;

 private:
  int open_ = -1;
};

}  // namespace bankmap
