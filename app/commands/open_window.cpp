#include "app/commands/open_window.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
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
};

Result<Content> load_content(const Assets& assets, const std::string& name_or_file) {
  Result<Scenario> scenario = load_scenario(assets, name_or_file);
  if (!scenario) return fail(scenario.error());
  Result<MachineProfiles> machines = load_machines(assets);
  if (!machines) return fail(machines.error());
  Result<std::vector<Preset>> presets = load_presets(assets);
  if (!presets) return fail(presets.error());
  return Content{*std::move(scenario), document_path(scenario_file(assets, name_or_file)), *std::move(machines),
                 *std::move(presets)};
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

// After the window has gone. A thread that is stuck in the driver is left behind, and with it the exit handlers, which
// would wait for it.
void end_measuring(MeasureDesk& desk) {
  if (desk.worker()->close(closing_grace)) return;
  std::fflush(nullptr);
  std::_Exit(exit_ok);
}

int run_window(const Assets& assets, Content content, std::optional<ReadRecorded> measurements) {
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
  ui.lessons.set_course(load_lessons(assets));
  if (measurements) ui.desk.show_opened(*std::move(measurements));
  ui.desk.start(gpu_measurer(), content.machines, {.news = [&window] { window.wake(); }});
  ui.advice.start(search_with(content.machines), [&window] { window.wake(); });
  Editor editor(std::move(content.scenario), std::move(content.machines), std::move(content.presets), content.path);
  ui.access = costliest_access(editor.analysis());
  session.begin(editor, ui);
  ui.shell = {.close = [&window] { window.close(); },
              .full_screen = [&window](bool on) { window.set_full_screen(on); },
              .save_picture = [&window](const std::string& path, const std::function<void(Result<void>)>& done) {
                save_picture(window, path, done);
              }};
  window.run({.draw_frame =
                  [&] {
                    draw_window_frame(window, editor, ui, session, log, log_file);
                    return ui.animating();
                  },
              .files_dropped = [&](const std::vector<std::string>& paths) { open_dropped(editor, ui, paths); },
              .may_close = [&] { return may_close(editor, ui); }});
  session.end(editor, ui);
  ui.desk.stop_news();
  ui.advice.stop_news();
  opened->reset();
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
  Result<Content> content = load_content(*assets, name_or_file.empty() ? first_preset : name_or_file);
  if (!content) return refuse(content.error());
  return run_window(*assets, *std::move(content), *recorded);
}

}  // namespace bankmap
