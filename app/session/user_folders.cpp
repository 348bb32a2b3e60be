#include "app/session/user_folders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>

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
      return fail(
          {.what = "the folder cannot be made: " + error.message(), .hint = {}, .place = parent.string(), .range = {}});
    fs::permissions(parent, fs::perms::owner_all, error);
  }
  return replace_file(file, text);
}

SetAside set_aside(const fs::path& file, const Problem& why) {
  constexpr int most = 1000;
  Problem problem = at(file.string(), why);
  for (int number = 1; number <= most; ++number) {
    const std::string to = file.string() + (number == 1 ? ".damaged" : fmt::format(".damaged-{}", number));
    std::error_code error;
    if (fs::exists(fs::symlink_status(to, error))) continue;
    fs::rename(file, to, error);
    if (error) break;
    problem.hint = fmt::format("it is kept as {}", to);
    return {std::move(problem), true};
  }
  problem.hint = "it is left as it is, and nothing is kept over it";
  return {std::move(problem), false};
}

FolderTurn::FolderTurn(const fs::path& folder) : open_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr int most_tries = 20;
  constexpr std::chrono::milliseconds pause{5};
  for (int i = 0; open_ >= 0 && i < most_tries && flock(open_, LOCK_EX | LOCK_NB) != 0; ++i)
    std::this_thread::sleep_for(pause);
}

FolderTurn::~FolderTurn() {
  if (open_ >= 0) ::close(open_);
}

}  // namespace bankmap
