#include "app/session/autosave.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/files.hpp"
#include "app/session/user_folders.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 4 << 20;  // of a file that is kept: a scenario, escaped
constexpr std::string_view stem = "unsaved-";

fs::path own_file(const fs::path& folder) { return folder / fmt::format("{}{}.json", stem, getpid()); }
fs::path own_lock(const fs::path& folder) { return folder / fmt::format("{}{}.lock", stem, getpid()); }

// "unsaved-4711-2.json" -> "unsaved-4711.lock"; empty for other names.
std::string lock_name(const std::string& name) {
  if (!name.starts_with(stem) || !name.ends_with(".json")) return {};
  const std::size_t end = name.find_first_not_of("0123456789", stem.size());
  if (end == stem.size()) return {};
  return name.substr(0, end) + ".lock";
}

// The lock, if nobody holds it; -1 if somebody does.
int take_lock(const fs::path& file) {
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return -1;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  ::close(lock);
  return -1;
}

// The epoch where the file says nothing.
std::chrono::system_clock::time_point written_at(const fs::path& file) {
  struct stat found {};
  const bool known = ::stat(file.c_str(), &found) == 0;
  return std::chrono::system_clock::from_time_t(known ? found.st_mtime : 0);
}

std::optional<Unsaved> read_kept(const fs::path& file) {
  const Result<std::string> text = read_file(file.string(), most_bytes);
  if (!text) return std::nullopt;
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("scenario") || !json["scenario"].is_string()) return std::nullopt;
  Result<Scenario> scenario = read_scenario(json["scenario"].get<std::string>());
  if (!scenario) return std::nullopt;
  const auto path = json.find("file");
  const bool has_path = path != json.end() && path->is_string();
  return Unsaved{file, *std::move(scenario), has_path ? path->get<std::string>() : "", written_at(file)};
}

}  // namespace

Result<Autosave> Autosave::in(const fs::path& folder) {
  if (folder.empty())
    return fail("unsaved work is not kept: there is no home folder", "set HOME or XDG_STATE_HOME");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return fail({.what = "unsaved work is not kept: " + error.message(), .hint = {}, .place = folder.string(), .range = {}});
  Autosave autosave;
  autosave.folder_ = folder;
  autosave.lock_ = take_lock(own_lock(folder));
  if (autosave.lock_ < 0)
    return fail({.what = fmt::format("unsaved work is not kept: {}", std::strerror(errno)),
                 .hint = {},
                 .place = folder.string(),
                 .range = {}});
  return autosave;
}

Autosave::Autosave(Autosave&& other) noexcept { *this = std::move(other); }

Autosave& Autosave::operator=(Autosave&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(lock_, other.lock_);
  std::swap(taken_, other.taken_);
  std::swap(kept_, other.kept_);
  return *this;
}

Autosave::~Autosave() {
  if (lock_ < 0) return;
  std::error_code ignored;
  fs::remove(own_lock(folder_), ignored);
  ::close(lock_);
}

std::optional<Unsaved> Autosave::take_over(const fs::path& file) {
  std::optional<Unsaved> work = read_kept(file);
  if (!work) return std::nullopt;
  std::error_code error;
  fs::path ours;
  do {
    ours = folder_ / fmt::format("{}{}-{}.json", stem, getpid(), ++taken_);
  } while (fs::exists(ours, error));
  fs::rename(file, ours, error);
  if (error) return std::nullopt;  // another program was faster
  work->kept = ours;
  return work;
}

std::vector<Unsaved> Autosave::left_behind() {
  std::vector<Unsaved> found;
  if (lock_ < 0) return found;
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) files.push_back(entry.path());
  for (const fs::path& file : files) {
    const std::string name = lock_name(file.filename().string());
    if (name.empty()) continue;
    // A file with our own number is of a program that had the number before us: nothing of ours is kept yet.
    const bool own = folder_ / name == own_lock(folder_);
    const int lock = own ? -1 : take_lock(folder_ / name);
    if (!own && lock < 0) continue;  // its program lives
    if (std::optional<Unsaved> work = take_over(file)) found.push_back(*std::move(work));
    if (own) continue;
    fs::remove(folder_ / name, error);
    ::close(lock);
  }
  return found;
}

void Autosave::forget(const Unsaved& work) {
  std::error_code ignored;
  fs::remove(work.kept, ignored);
}

Result<void> Autosave::keep(const Scenario& scenario, const std::string& path) {
  if (lock_ < 0 || kept_ == scenario) return {};
  const nlohmann::ordered_json json{{"bankmap_unsaved", 1}, {"file", path}, {"scenario", write_scenario(scenario)}};
  const std::string text = json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (Result<void> written = keep_file(own_file(folder_), text); !written) return written;
  kept_ = scenario;
  return {};
}

void Autosave::drop() {
  if (!kept_) return;
  std::error_code ignored;
  fs::remove(own_file(folder_), ignored);
  kept_.reset();
}

}  // namespace bankmap
