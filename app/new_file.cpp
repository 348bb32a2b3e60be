#include "app/new_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "app/files.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Problem> refused(const std::string& option, std::string what, std::string hint) {
  return fail({.what = std::move(what), .hint = std::move(hint), .place = option, .range = {}});
}

Result<void> check_name(const std::string& option, const fs::path& file, bool force) {
  std::error_code ignored;
  if (file.empty() || file == "-")
    return refused(option, "what is written needs a file of its own", "give a file name, such as out.json");
  if (fs::is_directory(file, ignored))
    return refused(option, fmt::format("{} is a folder", file.string()), "name a file in it");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!fs::is_directory(folder, ignored))
    return refused(option, fmt::format("there is no folder {}", folder.string()), "make it first");
  if (!fs::exists(fs::symlink_status(file, ignored))) return {};
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    return refused(option, fmt::format("{} is no ordinary file", file.string()), "give another name");
  if (force) return {};
  return refused(option, fmt::format("{} exists", file.string()), "give another name, or --force to overwrite it");
}

// The file itself where the name is a link to it, so that the link stays.
std::string real_name(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target.string();
}

// mkstemp keeps its file from everybody else; an ordinary file is as the umask has it.
void make_ordinary(int file) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
}

}  // namespace

NewFile::NewFile(std::string option, std::string path, std::string temporary, bool force)
    : option_(std::move(option)), path_(std::move(path)), temporary_(std::move(temporary)), force_(force) {}

NewFile::NewFile(NewFile&& other) noexcept
    : option_(std::move(other.option_)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      force_(other.force_) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Result<NewFile> NewFile::open(std::string option, const std::string& path, bool force) {
  if (const Result<void> name = check_name(option, path, force); !name) return fail(name.error());
  const std::string real = real_name(path);
  std::string temporary = real + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  if (file < 0) {
    return refused(option, fmt::format("cannot write {}: {}", path, std::strerror(errno)),
                   "give a file in a folder that can be written to");
  }
  make_ordinary(file);
  close(file);
  return NewFile(std::move(option), real, std::move(temporary), force);
}

std::optional<Problem> NewFile::write(std::string_view text) {
  if (auto problem = write_file(temporary_, text)) return problem;
  const std::string written = std::exchange(temporary_, {});
  // link() refuses a name that is taken, in one step; rename() would overwrite it.
  const bool linked = !force_ && link(written.c_str(), path_.c_str()) == 0;
  if (linked) {
    unlink(written.c_str());
    return std::nullopt;
  }
  const bool taken = !force_ && errno == EEXIST;
  if (!taken && std::rename(written.c_str(), path_.c_str()) == 0) return std::nullopt;
  return Problem{.what = fmt::format("{}: {}", path_, std::strerror(errno)),
                 .hint = fmt::format("what was to be written is in {}", written),
                 .place = option_,
                 .range = {}};
}

}  // namespace bankmap
