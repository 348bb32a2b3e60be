#include "app/part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view pattern = ".XXXXXX.part";  // mkstemps
constexpr int after_the_letters = 5;

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

bool is_part_of(const std::string& name, const std::string& of) {
  return name.size() == of.size() + pattern.size() && name.starts_with(of + ".") && name.ends_with(".part");
}

// Those whose writer is gone: nobody holds their lock.
template <class IsPart>
void remove_left(const fs::path& folder, const IsPart& is_part) {
  std::error_code error;
  std::vector<fs::path> parts;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_part(at->path().filename().string())) parts.push_back(at->path());
  }
  for (const fs::path& part : parts) {
    const int open = ::open(part.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (open < 0) continue;
    if (flock(open, LOCK_EX | LOCK_NB) == 0) unlink(part.c_str());
    close(open);
  }
}

void remove_left_parts(const fs::path& file) {
  const std::string of = file.filename().string();
  remove_left(folder_of(file), [&of](const std::string& name) { return is_part_of(name, of); });
}

// False where somebody who tidies up has taken it for a left one before the lock was ours.
bool lock_part(int part) {
  if (flock(part, LOCK_EX) != 0) return true;  // a file system without locks: nobody tidies up there
  struct stat found {};
  return fstat(part, &found) != 0 || found.st_nlink > 0;
}

// mkstemp keeps its file from everybody else; an ordinary file is as the umask has it, one that was there as it was.
void make_like(int part, const fs::path& file) {
  struct stat before {};
  if (stat(file.c_str(), &before) == 0) {
    [[maybe_unused]] const int owner = fchown(part, before.st_uid, before.st_gid);  // as root, else it is ours anyway
    fchmod(part, before.st_mode & 07777);
    return;
  }
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(part, 0666 & ~mask);
}

int write_bytes(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

// Some file systems have nothing to wait for, and say so.
int sync_bytes(int file) {
  if (fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS) return 0;
  return errno;
}

// So that the new name, too, outlives a power cut. The text is there in any case: nothing to complain of.
void sync_folder(const fs::path& folder) {
  const int open = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (open < 0) return;
  fsync(open);
  close(open);
}

}  // namespace

void remove_left_parts_in(const fs::path& folder) {
  remove_left(folder, [](const std::string& name) { return name.ends_with(".part"); });
}

fs::path real_file(const fs::path& path) {
  constexpr int most_links = 40;  // as Linux has it
  std::error_code error;
  fs::path file = path;
  for (int i = 0; i < most_links && fs::is_symlink(file, error); ++i) {
    const fs::path target = fs::read_symlink(file, error);
    if (error) break;
    file = target.is_absolute() ? target : folder_of(file) / target;
  }
  return file;
}

Problem PartFile::problem(int error) const {
  const bool full = error == ENOSPC || error == EDQUOT;
  return {.what = fmt::format("cannot be written: {}", std::strerror(error)),
          .hint = full ? "make room, or give a file elsewhere" : "",
          .place = file_.string(),
          .range = {}};
}

Result<PartFile> PartFile::beside(fs::path file, Lasting lasting) {
  PartFile part(std::move(file), lasting);
  if (access(part.file_.c_str(), W_OK) != 0 && errno != ENOENT) return fail(part.problem(errno));
  if (lasting == Lasting::yes) remove_left_parts(part.file_);
  do {
    if (part.open_ >= 0) close(part.open_);
    std::string name = part.file_.string() + std::string(pattern);
    part.open_ = mkostemps(name.data(), after_the_letters, O_CLOEXEC);
    if (part.open_ < 0) return fail(part.problem(errno));
    part.part_ = name;
  } while (!lock_part(part.open_));
  make_like(part.open_, part.file_);
  return part;
}

PartFile::PartFile(PartFile&& other) noexcept
    : file_(std::move(other.file_)),
      part_(std::exchange(other.part_, {})),
      open_(std::exchange(other.open_, -1)),
      lasting_(other.lasting_) {}

PartFile::~PartFile() {
  if (!part_.empty()) unlink(part_.c_str());
  if (open_ >= 0) close(open_);
}

Result<void> PartFile::write(std::string_view text) {
  int error = write_bytes(open_, text);
  if (error == 0 && lasting_ == Lasting::yes) error = sync_bytes(open_);
  if (error != 0) return fail(problem(error));
  return {};
}

void PartFile::moved() {
  part_.clear();
  close(std::exchange(open_, -1));
  if (lasting_ == Lasting::yes) sync_folder(folder_of(file_));
}

Result<void> PartFile::replace() {
  if (std::rename(part_.c_str(), file_.c_str()) != 0) return fail(problem(errno));
  moved();
  return {};
}

Result<void> PartFile::take_free_name() {
  // link() refuses a name that is taken, in one step; rename() would write over it.
  if (link(part_.c_str(), file_.c_str()) == 0) {
    unlink(part_.c_str());
    moved();
    return {};
  }
  if (errno == EEXIST) return fail(problem(errno));
  return replace();  // a file system without links
}

fs::path PartFile::leave() {
  close(std::exchange(open_, -1));
  return std::exchange(part_, {});
}

}  // namespace bankmap
