#include "app/commands/open_window.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/measurements_option.hpp"
#include "app/session/documents.hpp"

#ifdef BANKMAP_HAS_WINDOW
#include "app/commands/picture.hpp"
#include "app/session/session.hpp"
#include "app/ui.hpp"
#include "app/window/window.hpp"
#endif

namespace bankmap {
namespace {

constexpr const char* first_preset = "transpose-float-plain";

struct Content {
  Scenario scenario;
  std::string path;  // its file, absolute; empty: a preset, a share string, or standard input
  MachineProfiles machines;
  std::vector<Preset> presets;
  BrokenFiles broken{};  // the window opens without them, and says so
};

// What was named must be there; where nothing was, any scenario will do.
Result<Scenario> first_scenario(const Assets& assets, const std::string& name_or_file, const Content& content) {
  Result<Scenario> scenario = load_scenario(assets, name_or_file.empty() ? first_preset : name_or_file);
  if (scenario || !name_or_file.empty()) return scenario;
  if (!content.presets.empty()) return content.presets.front().scenario;
  Scenario plain;
  plain.machine = content.machines.begin()->first;
  return plain;
}

Result<Content> load_content(const Assets& assets, const std::string& name_or_file) {
  Content content;
  Result<MachineProfiles> machines = load_machines(assets, &content.broken);
  if (!machines) return fail(machines.error());
  content.machines = *std::move(machines);
  Result<std::vector<Preset>> presets = load_presets(assets, &content.broken);
  if (!presets) return fail(presets.error());
  content.presets = *std::move(presets);
  Result<Scenario> scenario = first_scenario(assets, name_or_file, content);
  if (!scenario) return fail(scenario.error());
  content.scenario = *std::move(scenario);
  content.path = document_path(scenario_file(assets, name_or_file));
  return content;
}

#ifdef BANKMAP_HAS_WINDOW

void save_picture(Window& window, const std::string& path, const std::function<void(Result<void>)>& done) {
  window.take_picture([&window, path, done](const Result<Image>& image) {
    done(image ? write_png(*image, path) : Result<void>(fail(image.error())));
    window.wake();
  });
}

void draw_window_frame(Window& window, Editor& editor, Ui& ui, Session& session, WidgetLog& log, const char* log_file) {
  draw_ui(editor, ui, window.theme(), log);
  if (ui.top_bar.look != window.theme().look) window.set_look(ui.top_bar.look);
  window.set_title(window_title(editor));
  session.after_frame(editor, ui, {window.width(), window.height()}, ImGui::IsAnyMouseDown());
  if (log_file == nullptr) return;
  if (const Result<void> written = write_widget_log(log, log_file); !written) warn(written.error());
}

// Another thread may have noticed first, and must not touch what the main one works on: all but a drag in hand is kept already.
void say_display_lost(const Editor& editor, Ui& ui, Session& session, std::thread::id main) {
  const bool on_main = std::this_thread::get_id() == main;
  const bool kept = !on_main || session.keep_before_end(editor, ui);
  refuse({.what = "the display is lost: its server has ended, or the connection to it is broken",
          .hint = !kept                          ? "the unsaved work could not be kept"
                  : on_main && !editor.unsaved() ? "nothing was unsaved"
                                                 : "unsaved work is kept, and offered at the next start"});
}

// After the window has gone. A thread that is stuck in the driver is left behind, and with it the exit handlers, which
// would wait for it.
void end_measuring(MeasureDesk& desk) {
  if (desk.worker()->close(closing_grace)) return;
  std::fflush(nullptr);
  std::_Exit(exit_ok);
}

// What is written to something that has gone (the display, a terminal that reads our warnings no more) raises SIGPIPE, which ends
// a process without a word, the work in it and all. So it is an error of that write.
void outlive_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

int run_window(const Assets& assets, Content content, std::optional<ReadRecorded> measurements) {
  outlive_broken_pipes();
  Session session(user_folders());
  const Settings& settings = session.settings();
  Result<std::unique_ptr<Window>> opened =
      Window::open({.title = "Bankmap", .width = settings.width, .height = settings.height, .look = settings.look});
  if (!opened) return refuse(opened.error());
  Window& window = **opened;
  const char* log_file = std::getenv("BANKMAP_WIDGET_LOG");
  WidgetLog log(log_file != nullptr);
  Ui ui;
  show_recorded(ui.desk, assets);
  ui.assets = assets;
  BrokenFiles broken_lessons;
  Result<std::vector<NamedLesson>> lessons = load_lessons(assets, &broken_lessons);
  ui.lessons.set_course(std::move(lessons), std::move(broken_lessons));
  if (measurements) ui.desk.show_opened(*std::move(measurements));
  ui.desk.start(gpu_measurer(), content.machines, {.news = [&window] { window.wake(); }});
  ui.advice.start(search_with(content.machines), [&window] { window.wake(); });
  Editor editor(std::move(content.scenario), std::move(content.machines), std::move(content.presets), content.path);
  ui.access = costliest_access(editor.analysis());
  std::ranges::for_each(content.broken, warn);
  session.say(content.broken);
  session.begin(editor, ui);
  ui.shell = {
      .close = [&window] { window.close(); },
      .full_screen = [&window](bool on) { window.set_full_screen(on); },
      .save_picture = [&window](const std::string& path,
                                const std::function<void(Result<void>)>& done) { save_picture(window, path, done); }};
  window.run({.draw_frame =
                  [&] {
                    draw_window_frame(window, editor, ui, session, log, log_file);
                    return ui.animating();
                  },
              .files_dropped = [&](const std::vector<std::string>& paths) { open_dropped(editor, ui, paths); },
              .display_lost = [&, main = std::this_thread::get_id()] { say_display_lost(editor, ui, session, main); },
              .may_close = [&] { return may_close(editor, ui); }});
  const std::vector<Problem> not_kept = session.end(editor, ui);
  ui.desk.stop_news();
  ui.advice.stop_news();
  opened->reset();
  std::ranges::for_each(not_kept, warn);
  end_measuring(ui.desk);
  return exit_ok;
}

#else

int run_window(const Assets&, const Content&, const std::optional<ReadRecorded>&) {
  return refuse({.what = "this build has no window", .hint = "'bankmap analyze SCENARIO' prints the answer here"});
}

#endif

}  // namespace

int open_window(const std::string& name_or_file, const std::optional<std::string>& measurements) {
  const Result<Assets> assets = find_assets();
  if (!assets) return refuse(assets.error());
  const Result<std::optional<ReadRecorded>> recorded = read_measurements_option(measurements, name_or_file);
  if (!recorded) return refuse(recorded.error());  // before the window opens, where it is typed
  Result<Content> content = load_content(*assets, name_or_file);
  if (!content) return refuse(content.error());
  return run_window(*assets, *std::move(content), *recorded);
}

}  // namespace bankmap
