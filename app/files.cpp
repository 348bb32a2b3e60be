#include "app/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr int longest_silence =
    10;  // [s] of a pipe or a terminal; standard input alone may be silent for as long as it likes

class OpenFile {
 public:
  explicit OpenFile(int number) : number_(number) {}
  ~OpenFile() {
    if (number_ > STDERR_FILENO) ::close(number_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Problem placed_problem(const std::string& place, std::string what, std::string hint = {}) {
  return {.what = std::move(what), .hint = std::move(hint), .place = place, .range = {}};
}

Problem system_problem(const std::string& place, std::string_view doing, int error) {
  return placed_problem(place, fmt::format("cannot {}: {}", doing, std::strerror(error)));
}

Problem too_large(const std::string& place, std::size_t limit_bytes) {
  return placed_problem(place, fmt::format("is larger than {} bytes", limit_bytes));
}

Problem a_folder(const std::string& place) {
  return placed_problem(place, "this is a folder, not a file", "name a file in it");
}

// True once there is something to read or nobody writes any more; standard input is waited for without end.
bool wait_for_bytes(int file) {
  pollfd waiting{.fd = file, .events = POLLIN, .revents = 0};
  const int milliseconds = file == STDIN_FILENO ? -1 : longest_silence * 1000;
  int ready = -1;
  do ready = poll(&waiting, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  return ready != 0;
}

Problem silent(const std::string& place) {
  return placed_problem(place, fmt::format("nothing came from it in {} seconds", longest_silence),
                        "give an ordinary file, or - for standard input, which is waited for");
}

// Reads to the end, or one byte more than the limit.
Result<std::string> read_all(int file, const std::string& place, std::size_t limit_bytes) {
  std::string content;
  char block[65536];
  bool had_writer = false;  // a pipe that nobody has opened for writing yet looks as one at its end
  while (content.size() <= limit_bytes) {
    const ssize_t count = ::read(file, block, sizeof block);
    if (count > 0) {
      content.append(block, static_cast<std::size_t>(count));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) return fail(system_problem(place, "read", errno));
    struct stat found {};
    const bool pipe = fstat(file, &found) == 0 && S_ISFIFO(found.st_mode);
    if (count == 0 && (!pipe || had_writer || !content.empty())) return content;
    if (!wait_for_bytes(file)) return fail(silent(place));
    had_writer = true;
  }
  return fail(too_large(place, limit_bytes));
}

Result<std::string> read_named(const std::string& path, std::size_t limit_bytes) {
  // Without O_NONBLOCK a pipe is not even opened before a program writes into it.
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.number() < 0) return fail(system_problem(path, "open for reading", errno));
  struct stat found {};
  if (fstat(file.number(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return fail(a_folder(path));
    const bool known_size = S_ISREG(found.st_mode) && found.st_size > 0;
    if (known_size && static_cast<std::size_t>(found.st_size) > limit_bytes) return fail(too_large(path, limit_bytes));
  }
  return read_all(file.number(), path, limit_bytes);
}

// Writes and flushes; 0 or the error.
int write_all(std::FILE* file, std::string_view content) {
  errno = 0;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (written && std::fflush(file) == 0) return 0;
  return errno == 0 ? EIO : errno;
}

std::optional<Problem> write_into(const std::string& path, std::string_view content) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return system_problem(path, "open for writing", errno);
  const int error = write_all(file, content);
  const bool closed = std::fclose(file) == 0;
  if (error != 0) return system_problem(path, "write", error);
  if (!closed) return system_problem(path, "write", errno);
  return std::nullopt;
}

// Names of what this program, or another, has open: they are written into, whatever they lead to.
bool names_an_open_file(const std::string& path) {
  const std::string plain = fs::path(path).lexically_normal().string();
  return plain == "/dev/stdout" || plain == "/dev/stderr" || plain.starts_with("/dev/fd/") ||
         plain.starts_with("/proc/");
}

bool is_written_into(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return names_an_open_file(path) || (fs::exists(status) && !fs::is_regular_file(status));
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit_bytes) {
  if (path.empty()) return fail("the file name is empty", "give a file, or - for standard input");
  return path == "-" ? read_all(STDIN_FILENO, "standard input", limit_bytes) : read_named(path, limit_bytes);
}

Result<std::string> read_ordinary_file(const std::string& path, std::size_t limit_bytes) {
  if (path.empty()) return fail("the file name is empty", "give a file");
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return fail(system_problem(path, "open for reading", errno));
  if (S_ISDIR(found.st_mode)) return fail(a_folder(path));
  if (!S_ISREG(found.st_mode)) return fail(placed_problem(path, "this is no ordinary file", "give an ordinary file"));
  return read_named(path, limit_bytes);
}

std::optional<Problem> write_file(const std::string& path, std::string_view content) {
  if (path.empty())
    return Problem{.what = "the name of the output file is empty", .hint = {}, .place = "-o", .range = {}};
  if (path == "-") {
    const int error = write_all(stdout, content);
    if (error != 0) return system_problem("standard output", "write", error);
    return std::nullopt;
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return a_folder(path);
  if (is_written_into(path)) return write_into(path, content);
  const Result<void> replaced = replace_file(path, content);
  return replaced ? std::nullopt : std::optional(replaced.error());
}

Result<void> replace_file(const fs::path& file, std::string_view text, Lasting lasting) {
  Result<PartFile> part = PartFile::beside(real_file(file), lasting);
  if (!part) return fail(part.error());
  if (Result<void> written = part->write(text); !written) return written;
  return part->replace();
}

}  // namespace bankmap
