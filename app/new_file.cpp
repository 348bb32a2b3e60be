#include "app/new_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

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

}  // namespace

NewFile::NewFile(std::string option, PartFile part, bool force)
    : option_(std::move(option)), part_(std::move(part)), force_(force) {}

Result<NewFile> NewFile::open(std::string option, const std::string& path, bool force) {
  if (const Result<void> name = check_name(option, path, force); !name) return fail(name.error());
  Result<PartFile> part = PartFile::beside(real_file(path));
  if (!part) {
    const std::string& what = part.error().what;
    return refused(option, option == path ? what : fmt::format("{} {}", path, what),
                   "give a file in a folder that can be written to");
  }
  return NewFile(std::move(option), *std::move(part), force);
}

std::optional<Problem> NewFile::write(std::string_view text) {
  if (const Result<void> written = part_.write(text); !written) return written.error();
  const Result<void> moved = force_ ? part_.replace() : part_.take_free_name();
  if (moved) return std::nullopt;
  return Problem{.what = fmt::format("{}: {}", moved.error().place, moved.error().what),
                 .hint = fmt::format("what was to be written is in {}", part_.leave().string()),
                 .place = option_,
                 .range = {}};
}

}  // namespace bankmap
