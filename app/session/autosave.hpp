// app/session/autosave.hpp -- unsaved work survives whatever happens to the program.
//
//     unsaved-4711.lock     held for as long as process 4711 lives (flock: the system lets go of it, even after kill -9)
//     unsaved-4711.json     its scenario, while that differs from its file
//
// The next start finds a .json whose lock nobody holds, takes it over, and offers it. Two running programs never touch
// each other's work; a number that is taken (by a process of another container) is counted up.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// What somebody was working on when a program ended.
struct Unsaved {
  std::filesystem::path kept;  // the file that holds it
  Scenario scenario;
  std::string path;                            // the scenario's own file; empty: it had none
  std::chrono::system_clock::time_point when;  // it was kept last
  std::string difference{};         // to be told beside it: first_difference(), once there is something to compare with
  std::optional<Scenario> saved{};  // as its file was when it was read or saved last, if that is known
};

class Autosave {
 public:
  Autosave() = default;  // keeps nothing
  // The folder is made. Refuses where it cannot be, or cannot be locked.
  static Result<Autosave> in(const std::filesystem::path& folder);
  Autosave(Autosave&& other) noexcept;
  Autosave& operator=(Autosave&& other) noexcept;
  ~Autosave();  // lets go of the lock; what is kept stays

  bool on() const { return lock_ >= 0; }

  // Unsaved work of programs that have ended; from now on it is ours to keep or to forget. Files that cannot be understood are
  // set aside (user_folders.hpp), which `damaged` says.
  // Call before the first keep().
  std::vector<Unsaved> left_behind(std::vector<Problem>* damaged = nullptr);
  static void forget(const Unsaved& work);

  // Writes where the scenario, or the file it belongs to, is another than the one that is kept. saved: as that file has it.
  Result<void> keep(const Scenario& scenario, const std::string& path, const Scenario* saved = nullptr);
  void drop();  // all is saved: nothing to keep

 private:
  std::optional<Unsaved> take_over(const std::filesystem::path& file, std::vector<Problem>* damaged);
  std::filesystem::path own_file() const;
  std::filesystem::path own_lock() const;

  std::filesystem::path folder_;
  int number_ = 0;  // in the names of our files: the process, or the next number that is free
  int lock_ = -1;
  int taken_ = 0;  // how many of others have been taken over
  std::optional<Scenario> kept_;
  std::string kept_path_;
};

}  // namespace bankmap
