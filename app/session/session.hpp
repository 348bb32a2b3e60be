// app/session/session.hpp -- one run of the window: what was remembered, and what is kept while it lasts.
//
//     Session session(user_folders());   session.begin(editor, ui);   each frame: after_frame(...)   session.end(editor, ui);
//
// Settings and the progress in lessons are written when they change, unsaved work after each edit, at once but never in the middle of a drag: whatever
// ends the program, no more than the drag in hand is lost. What cannot be written is said once, in the window.
#pragma once

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

  void begin(const Editor& editor, Ui& ui);
  void after_frame(const Editor& editor, Ui& ui, WindowSize size, bool button_down);
  void end(const Editor& editor, const Ui& ui);

 private:
  void keep_settings(Ui& ui, WindowSize size);
  void keep_work(const Editor& editor, Ui& ui);
  void read_lessons();
  void keep_lessons(Ui& ui);

  UserFolders folders_;
  Settings settings_;
  Autosave autosave_;
  Progress progress_;  // in the lessons, as it stands in its file
  std::vector<Unsaved> left_;
  std::vector<Problem> problems_;  // to be said
  bool settings_fail_ = false;     // said already
  bool work_fails_ = false;
  bool lessons_fail_ = false;
};

}  // namespace bankmap
