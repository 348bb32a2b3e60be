#include "app/session/session.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/editor.hpp"
#include "app/files.hpp"
#include "app/session/documents.hpp"
#include "app/ui.hpp"

namespace bankmap {
namespace {

constexpr std::size_t most_settings_bytes = 1 << 20;

std::filesystem::path lessons_file(const UserFolders& folders) { return folders.state / "lessons.json"; }
std::filesystem::path settings_file(const UserFolders& folders) { return folders.config / "settings.json"; }

}  // namespace

Session::Session(UserFolders folders) : folders_(std::move(folders)) {
  std::error_code ignored;
  if (!folders_.config.empty() && std::filesystem::exists(settings_file(folders_), ignored)) {
    const std::string file = settings_file(folders_).string();
    const Result<std::string> text = read_file(file, most_settings_bytes);
    Result<Settings> read = text ? read_settings(*text) : Result<Settings>(fail(text.error()));
    if (read) settings_ = *std::move(read);
    if (!read) problems_.push_back(text ? at(file, read.error()) : read.error());
  }
  read_lessons();
  Result<Autosave> autosave = Autosave::in(folders_.state);
  if (!autosave) {
    problems_.push_back(autosave.error());
    return;
  }
  autosave_ = *std::move(autosave);
  left_ = autosave_.left_behind();
}

// A file that cannot be understood is left as it is, and nothing is kept over it.
void Session::read_lessons() {
  std::error_code ignored;
  if (folders_.state.empty() || !std::filesystem::exists(lessons_file(folders_), ignored)) return;
  const std::string file = lessons_file(folders_).string();
  const Result<std::string> text = read_file(file, most_settings_bytes);
  Result<Progress> read = text ? read_progress(*text) : Result<Progress>(fail(text.error()));
  if (read) progress_ = *std::move(read);
  if (read) return;
  problems_.push_back(text ? at(file, read.error()) : read.error());
  lessons_fail_ = true;
}

void Session::begin(const Editor& editor, Ui& ui) {
  ui.top_bar.look = settings_.look;
  ui.top_bar.left = settings_.left;
  ui.top_bar.right = settings_.right;
  ui.panels.set = settings_.panels;
  ui.menu.recent = settings_.recent;
  ui.lessons.set_progress(progress_);
  remember_recent(ui.menu.recent, editor.document().path);
  if (!settings_.tour_seen) ui.tour.step = 0;
  ui.questions.left = std::exchange(left_, {});
  for (Unsaved& work : ui.questions.left) work.difference = first_difference(work, editor.presets());
  if (!ui.questions.left.empty()) ui.sheets.open(SheetKind::left_behind);
  if (!problems_.empty()) ui.notice = Notice{to_string(problems_.front()), true};
}

void Session::keep_settings(Ui& ui, WindowSize size) {
  Look look = ui.top_bar.look;
  if (ui.presenter.on) look.text_size = ui.presenter.text_size_before;  // the wall's is not the window's
  Settings now{.look = look,
               .panels = ui.panels.set,
               .left = ui.top_bar.left,
               .right = ui.top_bar.right,
               .width = size.width > 0 ? size.width : settings_.width,
               .height = size.height > 0 ? size.height : settings_.height,
               .tour_seen = settings_.tour_seen || !ui.tour.on(),
               .recent = ui.menu.recent};
  if (now == settings_ || folders_.config.empty()) return;
  settings_ = std::move(now);
  const Result<void> written = keep_file(settings_file(folders_), write_settings(settings_));
  if (!written && !std::exchange(settings_fail_, true)) ui.notice = Notice{to_string(written.error()), true};
}

void Session::keep_lessons(Ui& ui) {
  if (ui.lessons.progress() == progress_ || folders_.state.empty() || lessons_fail_) return;
  progress_ = ui.lessons.progress();
  const Result<void> written = replace_file(lessons_file(folders_), write_progress(progress_));
  if (!written && !std::exchange(lessons_fail_, true)) ui.notice = Notice{to_string(written.error()), true};
}

void Session::keep_work(const Editor& editor, Ui& ui) {
  if (!editor.unsaved()) return autosave_.drop();
  const Result<void> kept = autosave_.keep(editor.scenario(), editor.document().path);
  if (!kept && !std::exchange(work_fails_, true)) ui.notice = Notice{to_string(kept.error()), true};
}

void Session::after_frame(const Editor& editor, Ui& ui, WindowSize size, bool button_down) {
  if (button_down) return;
  keep_settings(ui, size);
  keep_lessons(ui);
  keep_work(editor, ui);
}

void Session::end(const Editor& editor, const Ui& ui) {
  if (ui.leaves_unsaved || !editor.unsaved()) autosave_.drop();
}

}  // namespace bankmap
