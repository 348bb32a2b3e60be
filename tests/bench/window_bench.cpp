// How many frames a second a real window draws while the padding is dragged: with the heatmap alone, and with all views.
//     build/tests/bankmap_window_bench [WIDTHxHEIGHT]          goals: 60 on a GPU; 20 under software rendering at 1280x800
//
//     first frame   0.21 s after the start of main
//     heatmap        60 frames a second (slowest of 300: 19 ms)
//     all views      60 frames a second (slowest of 300: 22 ms)      never more: the window paces itself
//     memory        128 MB resident
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>

#include "app/assets.hpp"
#include "app/ui.hpp"
#include "app/window/window.hpp"

namespace {

using namespace bankmap;
using Clock = std::chrono::steady_clock;

constexpr int frames = 300;

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

// As a hand on the padding slider: another scenario, and so another analysis, in every frame.
void drag_padding(Editor& editor, int frame) {
  Tile tile = editor.scenario().tiles[0];
  tile.pitch.value = frame % 32;
  Edits edits;
  edits.push(SetTile{0, tile});
  edits.gesture = 1;
  editor.apply(edits);
}

struct Drag {
  const char* name;
  bool all_views;
};

class Stopwatch {
 public:
  void lap() {
    const Clock::time_point now = Clock::now();
    if (laps_++ > 0) slowest_ = std::max(slowest_, seconds(now - last_));
    if (laps_ == 1) begin_ = now;
    last_ = now;
  }
  int laps() const { return laps_; }
  std::string report(const char* name) const {
    return fmt::format("{:<12} {:6.0f} frames a second (slowest of {}: {:.0f} ms)\n", name,
                       (laps_ - 1) / seconds(last_ - begin_), laps_ - 1, slowest_ * 1000);
  }

 private:
  int laps_ = 0;
  double slowest_ = 0;
  Clock::time_point begin_, last_;
};

void run(Window& window, Editor& editor, const Drag& drag, Clock::time_point start) {
  Ui ui;
  ui.access = static_cast<int>(editor.scenario().accesses.size()) - 1;
  if (drag.all_views) ui.panels.set.shown.assign(all_views.begin(), all_views.end());
  WidgetLog log(false);
  Stopwatch watch;
  window.run({.draw_frame = [&] {
    if (watch.laps() == 1 && !drag.all_views)
      fmt::print("first frame  {:6.2f} s after the start of main\n", seconds(Clock::now() - start));
    drag_padding(editor, watch.laps());
    draw_ui(editor, ui, window.theme(), log);
    watch.lap();
    if (watch.laps() > frames) window.close();
    return true;
  }});
  fmt::print("{}", watch.report(drag.name));
}

// [MB] as Linux tells it; 0 elsewhere.
long resident_megabytes() {
  long ignored = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> ignored >> pages;
  return pages * sysconf(_SC_PAGESIZE) / 1'000'000;
}

int bench(int width, int height) {
  const Clock::time_point start = Clock::now();
  const Assets assets{BANKMAP_ASSETS};
  for (const Drag drag : {Drag{"heatmap", false}, Drag{"all views", true}}) {
    Editor editor(load_scenario(assets, "transpose-float-plain").value(), load_machines(assets).value(),
                  load_presets(assets).value());
    const Result<std::unique_ptr<Window>> window = Window::open({.title = "Bankmap", .width = width, .height = height});
    if (!window) {
      fmt::print(stderr, "{}\n", to_string(window.error()));
      return 1;
    }
    run(**window, editor, drag, start);
  }
  fmt::print("memory       {:6} MB resident\n", resident_megabytes());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int width = 1280, height = 800;
  if (argc > 1 && std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    fmt::print(stderr, "'{}' is no size; for example 1280x800\n", argv[1]);
    return 2;
  }
  return bench(width, height);
}
