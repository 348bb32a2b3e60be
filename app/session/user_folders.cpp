#include "app/session/user_folders.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include "app/files.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

fs::path folder(const char* variable, const char* in_home) {
  const char* given = std::getenv(variable);
  if (given != nullptr && fs::path(given).is_absolute()) return fs::path(given) / "bankmap";
  const char* home = std::getenv("HOME");
  if (home == nullptr || !fs::path(home).is_absolute()) return {};
  return fs::path(home) / in_home / "bankmap";
}

}  // namespace

UserFolders user_folders() {
  return {.config = folder("XDG_CONFIG_HOME", ".config"), .state = folder("XDG_STATE_HOME", ".local/state")};
}

Result<void> keep_file(const fs::path& file, std::string_view text) {
  std::error_code error;
  const fs::path parent = file.parent_path();
  if (!fs::is_directory(parent, error)) {
    fs::create_directories(parent, error);
    if (error)
      return fail({.what = "the folder cannot be made: " + error.message(), .hint = {}, .place = parent.string(), .range = {}});
    fs::permissions(parent, fs::perms::owner_all, error);
  }
  return replace_file(file, text);
}

}  // namespace bankmap
