// app/session/session.hpp -- one run of the window: what was remembered, and what is kept while it lasts.
//
//     Session session(user_folders());   session.begin(editor, ui);   each frame: after_frame(...)   session.end(editor, ui);
//
// Settings and the progress in lessons are written when they change, unsaved work after each edit, at once but never in the middle of
// a drag: whatever ends the program, no more than the drag in hand is lost. What cannot be written is said once, in the window, and
// tried again in each frame. Several windows share one file of settings and one of progress: each writes what it has changed
// itself and leaves the rest (merged). A file that is damaged, or of another version, is set aside and said, never written over.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "app/lessons/progress.hpp"
#include "app/session/autosave.hpp"
#include "app/session/settings.hpp"
#include "app/session/user_folders.hpp"

namespace bankmap {

class Editor;
struct Ui;

struct WindowSize {
  int width = 0;  // [px at scale 1]
  int height = 0;
};

class Session {
 public:
  // Reads the settings and takes over unsaved work of programs that have ended.
  explicit Session(UserFolders folders);
  const Settings& settings() const { return settings_; }

  // What else is to be said in the window at the start; before begin().
  void say(const std::vector<Problem>& problems) {
    problems_.insert(problems_.end(), problems.begin(), problems.end());
  }
  void begin(const Editor& editor, Ui& ui);
  void after_frame(const Editor& editor, Ui& ui, WindowSize size, bool button_down);
  // The process is about to end by force: what has been set up is kept, also in the middle of a drag. True if nothing is lost.
  bool keep_before_end(const Editor& editor, Ui& ui);
  // Tries a last time what could not be written; what cannot be kept at all, for the terminal.
  std::vector<Problem> end(const Editor& editor, Ui& ui);

 private:
  using Clock = std::chrono::steady_clock;
  // Of one kind of thing that is written.
  struct Keeping {
    bool never = false;              // its file is one that must not be written over
    std::optional<Problem> problem;  // why it could not be written the last time
  };

  void read_settings_file();
  void read_lessons();
  Settings settings_now(const Ui& ui, WindowSize size) const;
  Result<void> write_settings_file(const Settings& now);
  Result<void> write_lessons(const Progress& now);
  void done(Keeping& keeping, const Result<void>& written, Ui& ui);
  void keep_settings(Ui& ui, WindowSize size);
  void keep_work(const Editor& editor, Ui& ui);
  void keep_lessons(Ui& ui);

  UserFolders folders_;
  Settings settings_;  // as this window wrote or read them last
  Autosave autosave_;
  Progress progress_;  // in the lessons, likewise
  std::vector<Unsaved> left_;
  std::vector<Problem> problems_;  // to be said
  Keeping settings_kept_;
  Keeping lessons_kept_;
  Keeping work_kept_;
  Clock::time_point last_kept_{};  // work
};

}  // namespace bankmap
