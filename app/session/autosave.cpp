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
#include "app/part_file.hpp"
#include "app/session/user_folders.hpp"
#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 8 << 20;  // of a file that is kept: two scenarios, escaped
constexpr std::string_view stem = "unsaved-";

fs::path lock_file(const fs::path& folder, int number) { return folder / fmt::format("{}{}.lock", stem, number); }

// "unsaved-4711-2.json" -> "unsaved-4711.lock"; empty for other names.
std::string lock_name(const std::string& name) {
  if (!name.starts_with(stem) || !name.ends_with(".json")) return {};
  const std::size_t end = name.find_first_not_of("0123456789", stem.size());
  if (end == stem.size()) return {};
  return name.substr(0, end) + ".lock";
}

// The lock, if nobody holds it; -1 if somebody does (EWOULDBLOCK), or it cannot be had.
int take_lock(const fs::path& file) {
  for (;;) {
    const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) return -1;
    const int error = flock(lock, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    struct stat found {};
    const bool removed = error == 0 && fstat(lock, &found) == 0 && found.st_nlink == 0;  // by who had it before
    if (error == 0 && !removed) return lock;
    ::close(lock);
    errno = error;
    if (!removed) return -1;
  }
}

// The epoch where the file says nothing.
std::chrono::system_clock::time_point written_at(const fs::path& file) {
  struct stat found {};
  const bool known = ::stat(file.c_str(), &found) == 0;
  return std::chrono::system_clock::from_time_t(known ? found.st_mtime : 0);
}

// A program that was killed with nothing to keep leaves its lock alone.
void remove_left_lock(const fs::path& file, const fs::path& own) {
  const std::string name = file.filename().string();
  if (!name.starts_with(stem) || !name.ends_with(".lock") || file == own) return;
  fs::path kept = file;
  std::error_code ignored;
  if (fs::exists(kept.replace_extension(".json"), ignored)) return;  // its turn comes with its work
  const int lock = take_lock(file);
  if (lock < 0) return;
  fs::remove(file, ignored);
  ::close(lock);
}

// Empty where the key is missing.
std::string text_of(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<Unsaved> understand(const fs::path& file, std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return fail("this unsaved work is cut short, or no JSON object");
  Result<Scenario> scenario = read_scenario(text_of(json, "scenario"));
  if (!scenario) return fail(at("scenario", scenario.error()));
  Unsaved work{file, *std::move(scenario), text_of(json, "file"), written_at(file)};
  if (Result<Scenario> saved = read_scenario(text_of(json, "saved"))) work.saved = *std::move(saved);
  return work;
}

// The first number from that of the process on whose lock nobody holds.
int take_number(const fs::path& folder, int& number) {
  constexpr int most = 1000;
  int lock = -1;
  for (number = getpid(); lock < 0 && number < getpid() + most; ++number) {
    lock = take_lock(lock_file(folder, number));
    if (lock >= 0 || errno != EWOULDBLOCK) break;
  }
  return lock;
}

}  // namespace

Result<Autosave> Autosave::in(const fs::path& folder) {
  if (folder.empty()) return fail("unsaved work is not kept: there is no home folder", "set HOME or XDG_STATE_HOME");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return fail(
        {.what = "unsaved work is not kept: " + error.message(), .hint = {}, .place = folder.string(), .range = {}});
  Autosave autosave;
  autosave.folder_ = folder;
  autosave.lock_ = take_number(folder, autosave.number_);
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
  std::swap(number_, other.number_);
  std::swap(lock_, other.lock_);
  std::swap(taken_, other.taken_);
  std::swap(kept_, other.kept_);
  std::swap(kept_path_, other.kept_path_);
  return *this;
}

fs::path Autosave::own_file() const { return folder_ / fmt::format("{}{}.json", stem, number_); }
fs::path Autosave::own_lock() const { return lock_file(folder_, number_); }

Autosave::~Autosave() {
  if (lock_ < 0) return;
  std::error_code ignored;
  fs::remove(own_lock(), ignored);
  ::close(lock_);
}

std::optional<Unsaved> Autosave::take_over(const fs::path& file, std::vector<Problem>* damaged) {
  const Result<std::string> text = read_ordinary_file(file.string(), most_bytes);
  Result<Unsaved> work = text ? understand(file, *text) : Result<Unsaved>(fail(text.error()));
  if (!work) {
    // One that cannot even be read may be readable again.
    const Problem problem = text ? set_aside(file, work.error()).problem : work.error();
    if (damaged != nullptr) damaged->push_back(problem);
    return std::nullopt;
  }
  std::error_code error;
  fs::path ours;
  do {
    ours = folder_ / fmt::format("{}{}-{}.json", stem, number_, ++taken_);
  } while (fs::exists(ours, error));
  fs::rename(file, ours, error);
  if (error) return std::nullopt;  // another program was faster
  work->kept = ours;
  return *std::move(work);
}

std::vector<Unsaved> Autosave::left_behind(std::vector<Problem>* damaged) {
  std::vector<Unsaved> found;
  if (lock_ < 0) return found;
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) files.push_back(entry.path());
  remove_left_parts_in(folder_);
  for (const fs::path& file : files) {
    const std::string name = lock_name(file.filename().string());
    if (name.empty()) {
      remove_left_lock(file, own_lock());
      continue;
    }
    // A file with our own number is of a program that had the number before us: nothing of ours is kept yet.
    const bool own = folder_ / name == own_lock();
    const int lock = own ? -1 : take_lock(folder_ / name);
    if (!own && lock < 0) continue;  // its program lives
    if (std::optional<Unsaved> work = take_over(file, damaged)) found.push_back(*std::move(work));
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

Result<void> Autosave::keep(const Scenario& scenario, const std::string& path, const Scenario* saved) {
  if (lock_ < 0 || (kept_ == scenario && kept_path_ == path)) return {};
  nlohmann::ordered_json json{{"bankmap_unsaved", 1}, {"file", path}, {"scenario", write_scenario(scenario)}};
  if (saved != nullptr) json["saved"] = write_scenario(*saved);
  const std::string text = json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (Result<void> written = keep_file(own_file(), text); !written) return written;
  kept_ = scenario;
  kept_path_ = path;
  return {};
}

void Autosave::drop() {
  if (!kept_) return;
  std::error_code ignored;
  fs::remove(own_file(), ignored);
  kept_.reset();
}

}  // namespace bankmap
