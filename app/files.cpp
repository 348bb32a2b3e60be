#include "app/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace bankmap {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin && file != stdout) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

Problem system_problem(std::string place, std::string_view doing, int error) {
  return {.what = fmt::format("cannot {}: {}", doing, std::strerror(error)),
          .hint = {},
          .place = std::move(place),
          .range = {}};
}

// Writes and flushes; 0 or the error.
int write_all(std::FILE* file, std::string_view content) {
  errno = 0;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (written && std::fflush(file) == 0) return 0;
  return errno == 0 ? EIO : errno;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit_bytes) {
  const std::string place = path == "-" ? "standard input" : path;
  if (path.empty()) return fail("the file name is empty", "give a file, or - for standard input");
  if (path != "-" && is_folder(path)) {
    return fail({.what = "this is a folder, not a file", .hint = "name a file in it", .place = place, .range = {}});
  }
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return fail(system_problem(place, "open for reading", errno));

  std::string content;
  char block[65536];
  while (content.size() <= limit_bytes) {
    const std::size_t count = std::fread(block, 1, sizeof block, file.get());
    content.append(block, count);
    if (count < sizeof block) break;
  }
  if (std::ferror(file.get()) != 0) return fail(system_problem(place, "read", errno == 0 ? EIO : errno));
  if (content.size() > limit_bytes) {
    return fail({.what = fmt::format("is larger than {} bytes", limit_bytes), .hint = {}, .place = place, .range = {}});
  }
  return content;
}

std::optional<Problem> write_file(const std::string& path, std::string_view content) {
  if (path.empty())
    return Problem{.what = "the name of the output file is empty", .hint = {}, .place = "-o", .range = {}};
  if (path == "-") {
    const int error = write_all(stdout, content);
    if (error != 0) return system_problem("standard output", "write", error);
    return std::nullopt;
  }
  if (is_folder(path)) {
    return Problem{.what = "this is a folder, not a file", .hint = "name a file in it", .place = path, .range = {}};
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return system_problem(path, "open for writing", errno);
  const int error = write_all(file, content);
  const bool closed = std::fclose(file) == 0;
  if (error != 0) return system_problem(path, "write", error);
  if (!closed) return system_problem(path, "write", errno);
  return std::nullopt;
}

Result<void> replace_file(const std::filesystem::path& file, std::string_view text) {
  const std::string part = fmt::format("{}.{}.part", file.string(), getpid());
  std::error_code error;
  if (auto problem = write_file(part, text)) {
    std::filesystem::remove(part, error);
    return fail(*std::move(problem));
  }
  std::filesystem::rename(part, file, error);
  if (!error) return {};
  const std::string why = error.message();
  std::filesystem::remove(part, error);
  return fail({.what = "cannot be put into place: " + why, .hint = {}, .place = file.string(), .range = {}});
}

}  // namespace bankmap
