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
constexpr std::chrono::seconds while_playing{1};  // from one keeping of the work to the next

std::filesystem::path lessons_file(const UserFolders& folders) { return folders.state / "lessons.json"; }
std::filesystem::path settings_file(const UserFolders& folders) { return folders.config / "settings.json"; }

// One that cannot be understood is set aside and said. never: it could not be, or could not even be read: it must not be written over.
template <class T, class Read>
Result<T> read_kept(const std::filesystem::path& file, const Read& read, std::vector<Problem>& problems, bool& never) {
  const Result<std::string> text = read_ordinary_file(file.string(), most_settings_bytes);
  Result<T> result = text ? read(*text) : Result<T>(fail(text.error()));
  if (result) return result;
  const SetAside aside = text ? set_aside(file, result.error()) : SetAside{result.error(), false};
  problems.push_back(aside.problem);
  never = !aside.moved;
  return result;
}

// As another window may have left it; `otherwise` where there is nothing that can be understood, which is set aside.
template <class T, class Read>
T theirs(const std::filesystem::path& file, const Read& read, const T& otherwise) {
  const Result<std::string> text = read_ordinary_file(file.string(), most_settings_bytes);
  Result<T> result = text ? read(*text) : Result<T>(fail(text.error()));
  if (text && !result) set_aside(file, result.error());
  return result ? *std::move(result) : otherwise;
}

// What changed from `kept` to `now`, on top of what another window may have written meanwhile.
template <class T, class Read, class Write>
Result<void> write_merged(const std::filesystem::path& folder, const std::filesystem::path& file, T& kept, const T& now,
                          const Read& read, const Write& write) {
  const FolderTurn turn(folder);
  const T all = merged(kept, now, theirs<T>(file, read, kept));
  if (Result<void> written = keep_file(file, write(all)); !written) return written;
  kept = now;
  return {};
}

std::string all_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += (text.empty() ? "" : "   ·   ") + to_string(problem);
  return text;
}

}  // namespace

Session::Session(UserFolders folders) : folders_(std::move(folders)) {
  read_settings_file();
  read_lessons();
  Result<Autosave> autosave = Autosave::in(folders_.state);
  if (!autosave) {
    problems_.push_back(autosave.error());
    return;
  }
  autosave_ = *std::move(autosave);
  left_ = autosave_.left_behind(&problems_);
}

void Session::read_settings_file() {
  std::error_code ignored;
  const std::filesystem::path file = settings_file(folders_);
  if (folders_.config.empty() || !std::filesystem::exists(file, ignored)) return;
  Result<Settings> read = read_kept<Settings>(file, read_settings, problems_, settings_kept_.never);
  if (read) settings_ = *std::move(read);
}

void Session::read_lessons() {
  std::error_code ignored;
  const std::filesystem::path file = lessons_file(folders_);
  if (folders_.state.empty() || !std::filesystem::exists(file, ignored)) return;
  Result<Progress> read = read_kept<Progress>(file, read_progress, problems_, lessons_kept_.never);
  if (read) progress_ = *std::move(read);
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
  if (!problems_.empty()) ui.notice = Notice{all_of(problems_), true};
}

Settings Session::settings_now(const Ui& ui, WindowSize size) const {
  Look look = ui.top_bar.look;
  if (ui.presenter.on) look.text_size = ui.presenter.text_size_before;  // the wall's is not the window's
  return {.look = look,
          .panels = ui.panels.set,
          .left = ui.top_bar.left,
          .right = ui.top_bar.right,
          .width = size.width > 0 ? size.width : settings_.width,
          .height = size.height > 0 ? size.height : settings_.height,
          .tour_seen = settings_.tour_seen || !ui.tour.on(),
          .recent = ui.menu.recent};
}

Result<void> Session::write_settings_file(const Settings& now) {
  return write_merged(folders_.config, settings_file(folders_), settings_, now, read_settings, write_settings);
}

Result<void> Session::write_lessons(const Progress& now) {
  return write_merged(folders_.state, lessons_file(folders_), progress_, now, read_progress, write_progress);
}

// Said once: a notice in every frame would hide all others.
void Session::done(Keeping& keeping, const Result<void>& written, Ui& ui) {
  if (written) {
    keeping.problem.reset();
    return;
  }
  if (!std::exchange(keeping.problem, written.error())) ui.notice = Notice{to_string(written.error()), true};
}

void Session::keep_settings(Ui& ui, WindowSize size) {
  if (folders_.config.empty() || settings_kept_.never) return;
  const Settings now = settings_now(ui, size);
  if (now != settings_) done(settings_kept_, write_settings_file(now), ui);
}

void Session::keep_lessons(Ui& ui) {
  if (folders_.state.empty() || lessons_kept_.never) return;
  if (ui.lessons.progress() != progress_) done(lessons_kept_, write_lessons(ui.lessons.progress()), ui);
}

void Session::keep_work(const Editor& editor, Ui& ui) {
  if (!editor.unsaved()) return autosave_.drop();
  // A loop that plays changes the scenario many times a second.
  if (ui.animating() && Clock::now() < last_kept_ + while_playing) return;
  last_kept_ = Clock::now();
  const bool failed = work_kept_.problem.has_value();
  const Document& document = editor.document();
  done(work_kept_, autosave_.keep(editor.scenario(), document.path, document.path.empty() ? nullptr : &document.saved),
       ui);
  if (failed && !work_kept_.problem) ui.notice = Notice{"Unsaved work is kept again.", false};
}

void Session::after_frame(const Editor& editor, Ui& ui, WindowSize size, bool button_down) {
  if (button_down) return;
  keep_settings(ui, size);
  keep_lessons(ui);
  keep_work(editor, ui);
}

bool Session::keep_before_end(const Editor& editor, Ui& ui) {
  last_kept_ = {};
  keep_lessons(ui);
  keep_work(editor, ui);
  return !editor.unsaved() || (autosave_.on() && !work_kept_.problem);
}

std::vector<Problem> Session::end(const Editor& editor, Ui& ui) {
  if (ui.leaves_unsaved || !editor.unsaved()) autosave_.drop();
  keep_settings(ui, {});
  keep_lessons(ui);
  std::vector<Problem> lost;
  for (const Keeping* each : {&settings_kept_, &lessons_kept_})
    if (each->problem) lost.push_back(*each->problem);
  return lost;
}

}  // namespace bankmap
