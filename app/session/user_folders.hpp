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

}  // namespace bankmap
